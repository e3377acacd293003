// Gives a key a new secret, with an overlap for updating the programs that use it.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Select } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import type { Key } from './key-form.tsx';
import { keys } from './strings.ts';

const { rotateDialog: words } = keys;
const OVERLAPS = [
  { value: '0', label: words.overlaps.none },
  { value: '3600', label: words.overlaps.hour },
  { value: '86400', label: words.overlaps.day },
  { value: '604800', label: words.overlaps.week },
];

export function RotateDialog({
  target,
  onClose,
  onMade,
}: {
  target: Key;
  onClose(): void;
  onMade(secret: string): void;
}) {
  const [overlap, setOverlap] = useState('86400');
  const form = useForm(async () => {
    const made = await client().call('POST /account/keys/{id}/rotate', {
      params: { id: target.id },
      body: { overlap_seconds: Number(overlap) },
    });
    onMade(made.key ?? '');
    await renew('GET /account/keys');
  });
  return (
    <Dialog isOpen onClose={onClose} title={words.title(target.name)} description={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.overlap}>
          <Select options={OVERLAPS} value={overlap} onChange={setOverlap} />
        </Field>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
