// Actions on the selected items: download, tag and delete.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew } from '../api/queries.ts';
import { Button, buttonClass } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import type { Item } from './item.ts';
import { library as words } from './strings.ts';

const LONGEST_TAG = 40;

export function SelectionBar({ items, ids, onClear }: { items: readonly Item[]; ids: string[]; onClear(): void }) {
  const [isAsking, setAsking] = useState(false);
  const [tag, setTag] = useState('');
  const change = async (body: { add?: string[]; remove?: string[] }) => {
    try {
      await client().library.tag({ ids, ...body });
      setTag('');
      await renew('GET /library', 'GET /library/tags');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
  };
  const remove = async () => {
    const { ids: gone } = await client().library.delete(ids);
    tell(words.removed(gone.length));
    onClear();
    await renew('GET /library', 'GET /library/tags');
  };
  const tags = [...new Set(items.flatMap((item) => item.tags))];
  return (
    <section
      aria-label={words.selected(ids.length)}
      className="sticky bottom-3 z-20 mt-6 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-surface p-3 shadow-lifted"
    >
      <span className="px-1 text-sm font-medium">{words.selected(ids.length)}</span>
      <a
        className={buttonClass('plain', 'small')}
        href={client().addressOf('GET /library/zip', { query: { ids: ids.join(',') } })}
        download
      >
        {words.download}
      </a>
      <form
        className="w-40"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag.trim()) void change({ add: [tag.trim()] });
        }}
      >
        <Input
          aria-label={words.addTag}
          placeholder={words.addTag}
          maxLength={LONGEST_TAG}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
        />
      </form>
      {tags.map((one) => (
        <Button
          key={one}
          size="small"
          look="quiet"
          aria-label={words.removeTag(one)}
          onClick={() => change({ remove: [one] })}
        >
          {one} ×
        </Button>
      ))}
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Button size="small" look="quiet" onClick={onClear}>
        {words.clear}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeTitle(ids.length)}
        description={words.removeText}
        confirmLabel={words.remove}
        isDangerous
        onConfirm={remove}
      />
    </section>
  );
}
