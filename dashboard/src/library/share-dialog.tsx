// The share links of an item: create with an expiry, copy, list and revoke.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Select } from '../parts/field.tsx';
import { formatTime } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import type { Item } from './item.ts';
import { library as words } from './strings.ts';

export function ShareDialog({ item, name, onClose }: { item: Item; name: string; onClose(): void }) {
  const [hours, setHours] = useState('168');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const at = { params: { id: item.id } };
  const links = useCall('GET /library/{id}/shares', at);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await renew('GET /library/{id}/shares', 'GET /library');
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={words.shareOf(name)} description={words.shareText}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={words.expires} className="grow">
          <Select
            value={hours}
            onChange={setHours}
            options={Object.entries(words.hours).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => act(() => client().library.shares.create(item.id, { expires_in_hours: Number(hours) }))}
        >
          {words.makeLink}
        </Button>
      </div>
      <ErrorNote error={problem} />
      <div className="mt-5">
        <Loaded query={links}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="text-sm text-muted">{words.noLinks}</p>
            ) : (
              <ul className="grid gap-2 text-sm">
                {data.map((link) => (
                  <li key={link.id} className="flex flex-wrap items-center gap-2">
                    <a className="min-w-0 grow truncate text-accent" href={link.url} target="_blank" rel="noreferrer">
                      {words.until(formatTime(link.expires_at))}
                    </a>
                    <CopyButton text={link.url} label={words.copyLink} />
                    <Button
                      size="small"
                      look="danger"
                      onClick={() => act(() => client().library.shares.revoke(item.id, link.id))}
                    >
                      {words.revoke}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
