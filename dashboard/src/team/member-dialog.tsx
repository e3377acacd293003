// Changes a member's role and cap; an invitation uses the same fields.
import { useState } from 'react';
import { type Body, client, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { team as words } from './strings.ts';

export type Member = Reply<'GET /account/members'>['data'][number];
export type Role = NonNullable<Body<'PATCH /account/members/{id}'>['role']>;

export interface MemberDialogProps {
  member: Member;
  ownRole: Role;
  onClose(): void;
}

export function MemberDialog({ member, ownRole, onClose }: MemberDialogProps) {
  const [role, setRole] = useState<Role>(member.role);
  const form = useForm(async ({ cap = '' }) => {
    const body = { role, monthly_credit_cap: cap ? Number(cap) : null };
    await client().call('PATCH /account/members/{id}', { params: { id: member.id }, body });
    tell(words.changeDialog.saved);
    onClose();
    await renew('GET /account/members', 'GET /account/log', 'GET /account');
  });
  return (
    <Dialog isOpen onClose={onClose} title={words.changeDialog.title(member.email)}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <TermsFields ownRole={ownRole} role={role} onRole={setRole} cap={member.monthly_credit_cap} />
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.changeDialog.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export interface TermsFieldsProps {
  ownRole: Role;
  role: Role;
  onRole(role: Role): void;
  cap: number | null;
}

export function TermsFields({ ownRole, role, onRole, cap }: TermsFieldsProps) {
  // Only an owner can make owners.
  const options = Object.entries(words.roles)
    .filter(([value]) => value !== 'owner' || ownRole === 'owner')
    .map(([value, label]) => ({ value, label }));
  return (
    <>
      <Field label={words.role} hint={words.rolesHint[role]}>
        <Select value={role} onChange={(value) => onRole(value as Role)} options={options} />
      </Field>
      <Field label={words.cap} hint={words.capHint}>
        <Input name="cap" type="number" min={0} step="any" defaultValue={cap ?? ''} />
      </Field>
    </>
  );
}
