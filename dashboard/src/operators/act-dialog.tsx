// Asks for a reason before an action, performs it once, and shows why it failed.
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
  /** Additional fields; their values are submitted by name. */
  children?: ReactNode;
  onClose(): void;
  onConfirm(values: Record<string, string>, onceKey: string): Promise<void>;
}

export function ActDialog(props: ActDialogProps) {
  const { title, lead, confirmLabel, isDangerous = false, isReasonOptional = false, onClose, onConfirm } = props;
  // A retry after a lost response repeats the same action; after a refusal, the next attempt is a new one.
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

/** The body of an action whose reason is optional. */
export function optionalReason({ reason = '' }: Record<string, string>): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
