// Logs changes that a signed-in user made to their own sign-in, in the log of the account that the session acts for.
import { insertLog, type LogFacts } from '../../store/account-log.ts';
import type { Transaction } from '../../store/database.ts';
import { findSessionMembership } from '../../store/memberships.ts';

export async function logOfSession(trx: Transaction, sessionId: string, facts: LogFacts): Promise<void> {
  const membership = await findSessionMembership(trx, sessionId);
  if (!membership) return;
  const { accountId, memberId: id, userId, email, role, monthlyCap } = membership;
  await insertLog(trx, { accountId, keyId: null, member: { id, userId, email, role, monthlyCap, sessionId } }, facts);
}
