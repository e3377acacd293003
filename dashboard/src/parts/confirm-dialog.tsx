// Asks for confirmation before an irreversible action, explains it, and shows why it failed.
import { useState } from 'react';
import { shared } from '../strings.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  description: React.ReactNode;
  confirmLabel: string;
  /** "Cancel" if absent; what is cancelled needs another word for leaving it as it is. */
  closeLabel?: string;
  isDangerous?: boolean;
  onConfirm(): Promise<unknown>;
  /** What the user should consider. */
  children?: React.ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, confirmLabel, isDangerous = false, onConfirm, children } = props;
  const { closeLabel = shared.cancel } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      {children}
      <ErrorNote error={problem} />
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          {closeLabel}
        </Button>
        <Button look={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
