// Creates invite links for an operator; each is recorded in the audit log, without the link.
import type { Transaction } from '../../store/database.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';

export interface Invites {
  make(trx: Transaction): Promise<{ url: string; expiresAt: Date }>;
}

export async function makeLoggedInvite(
  { invites, trail }: { invites: Invites; trail: AuditTrail },
  operator: Operator,
  reason: string,
): Promise<object> {
  let url = '';
  let expiresAt = '';
  const act = { action: 'account.invite', target: 'sign-up', asked: {}, reason } as const;
  const entry = await trail.perform(operator, act, async (trx) => {
    const invite = await invites.make(trx);
    url = invite.url;
    expiresAt = invite.expiresAt.toISOString();
    return { before: null, after: { expires_at: expiresAt } };
  });
  return { object: 'operator.invite', url, expires_at: expiresAt, audit_id: entry.id };
}
