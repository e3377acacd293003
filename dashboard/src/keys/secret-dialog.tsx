// Shows a key's secret once, with a first call to try it.
import { basePath } from '../api/chosen-environment.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { keys } from './strings.ts';

const { secret: words } = keys;

export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const curl = `curl ${location.origin}${basePath()}/models \\\n  -H "Authorization: Bearer ${secret}"`;
  return (
    <Dialog isOpen onClose={onClose} title={words.title} description={words.lead}>
      <div className="grid gap-4">
        <CodeBlock label={words.label} text={secret} />
        <CodeBlock label={words.tryIt} text={curl} />
      </div>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
