// One item of the library: its picture and name lead to its page; beside them what can be done without opening it.
import { Link } from '@tanstack/react-router';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../parts/button.tsx';
import { formatTime } from '../parts/format.ts';
import { Badge } from '../parts/panel.tsx';
import { type Item, nameOf } from './item.ts';
import { ItemPicture } from './item-picture.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { library as words } from './strings.ts';

export function ItemCard({ item, isSelected, onSelect }: { item: Item; isSelected: boolean; onSelect(): void }) {
  const [isSharing, setSharing] = useState(false);
  const name = nameOf(item);
  return (
    <li className="group relative flex min-w-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-soft focus-within:border-accent hover:border-edge has-checked:border-accent has-checked:ring-1 has-checked:ring-accent">
      <Link to="/w/$id" params={{ id: item.id }} className="flex min-w-0 grow flex-col -outline-offset-2">
        <ItemPicture item={item} />
        <span className="grid gap-0.5 px-4 pt-3">
          <span className="line-clamp-2 min-w-0 text-sm font-medium wrap-anywhere">{name}</span>
          <span className="text-[0.8125rem] text-muted">
            {words.names[item.kind]} · <time dateTime={item.created_at}>{formatTime(item.created_at)}</time>
          </span>
        </span>
      </Link>
      <input
        type="checkbox"
        className="absolute top-3 left-3 size-5 accent-accent"
        checked={isSelected}
        onChange={onSelect}
        aria-label={words.select(name)}
      />
      {item.tags.length > 0 && (
        <p className="flex flex-wrap gap-1 px-4 pt-2 wrap-anywhere">
          {item.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      <div className="flex gap-1 px-2.5 py-2">
        <a
          className={buttonClass('quiet', 'small')}
          href={item.download_url}
          download
          aria-label={words.downloadOf(name)}
        >
          <Download aria-hidden className="size-4" />
        </a>
        <Button size="small" look="quiet" aria-label={words.shareOf(name)} onClick={() => setSharing(true)}>
          <Share2 aria-hidden className="size-4" />
          {item.shares > 0 && item.shares}
        </Button>
      </div>
      {isSharing && <ShareDialog item={item} name={name} onClose={() => setSharing(false)} />}
    </li>
  );
}
