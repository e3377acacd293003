// Dialogs that delete an account, keep it, or download its data, for the person who asked for it.
import { liveClient, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { tell } from '../parts/toast.tsx';
import { ActDialog } from './act-dialog.tsx';
import { acts } from './act-strings.ts';
import { act } from './operator-queries.ts';

export type DataAct = 'delete' | 'keep' | 'export';

interface Props {
  kind: DataAct;
  account: Reply<'GET /operator/accounts/{id}'>;
  onClose(): void;
}

export function DataDialog({ kind, account, onClose }: Props) {
  const words = acts[kind];
  return (
    <ActDialog
      title={words.title(account.email)}
      lead={words.lead}
      confirmLabel={words.confirm}
      isDangerous={kind === 'delete'}
      onClose={onClose}
      onConfirm={async ({ reason = '', atOnce }, onceKey) => {
        await perform(kind, account.id, { reason, isAtOnce: Boolean(atOnce) }, onceKey);
        tell(words.done);
        await renew('GET /operator/audit');
      }}
    >
      {kind === 'delete' && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="atOnce" value="yes" className="accent-accent" />
          {acts.delete.atOnce}
        </label>
      )}
    </ActDialog>
  );
}

async function perform(
  kind: DataAct,
  id: string,
  { reason, isAtOnce }: { reason: string; isAtOnce: boolean },
  onceKey: string,
): Promise<void> {
  if (kind === 'delete') await act('POST /operator/accounts/{id}/deletion', id, { reason, at_once: isAtOnce }, onceKey);
  else if (kind === 'keep') await act('POST /operator/accounts/{id}/deletion/undo', id, { reason }, onceKey);
  else save(await liveClient().operator.accounts.export(id, { reason }), `${id}.zip`);
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
