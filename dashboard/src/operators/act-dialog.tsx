// Asks for the reason before an act, does it once, and says in words when it could not.
import { AtelierError, newIdempotencyKey } from '@atelier/client';
import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, TextArea } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { operators } from './strings.ts';

export interface ActDialogProps {
  title: string;
  lead: ReactNode;
  confirmLabel: string;
  isDangerous?: boolean;
  isReasonOptional?: boolean;
  reasonHint?: string;
  /** Fields beside the reason; their values come by name. */
  children?: ReactNode;
  onClose(): void;
  onConfirm(values: Record<string, string>, onceKey: string): Promise<void>;
}

export function ActDialog(props: ActDialogProps) {
  const { title, lead, confirmLabel, isDangerous = false, isReasonOptional = false, onClose, onConfirm } = props;
  // A second try after a lost answer is the same act; one that was refused is over, and the next try is another.
  const [onceKey, setOnceKey] = useState(newIdempotencyKey);
  const form = useForm(async (values) => {
    await onConfirm(values, onceKey).catch((problem) => {
      const status = problem instanceof AtelierError ? (problem.status ?? 0) : 0;
      if (status >= 400 && status < 500) setOnceKey(newIdempotencyKey());
      throw problem;
    });
    onClose();
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {props.children}
        <Field
          label={isReasonOptional ? operators.reasonOptional : operators.reason}
          hint={props.reasonHint ?? operators.reasonHint}
        >
          <TextArea name="reason" required={!isReasonOptional} minLength={3} maxLength={500} />
        </Field>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={form.isBusy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The body of an act whose reason may be left out. */
export function optionalReason({ reason = '' }: Record<string, string>): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
