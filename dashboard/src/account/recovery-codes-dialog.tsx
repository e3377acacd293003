// Shows new recovery codes, once.
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { account } from './strings.ts';

const { secondFactor: words } = account;

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Dialog isOpen onClose={onClose} title={words.codes} description={words.codesLead}>
      <CodeBlock label={words.codes} text={codes.join('\n')} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
