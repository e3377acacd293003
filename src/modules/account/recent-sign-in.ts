// Changing a way into an account takes a sign-in within the last minutes, which the holder of a stolen session lacks.
import { ServiceError } from '../../core/errors.ts';
import { manages, type Role } from '../../core/roles.ts';
import type { Actor } from '../../store/account-log.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { findSessionStart } from '../../store/sessions.ts';

export const RECENT_SIGN_IN_SECONDS = 15 * 60;

export const SIGN_IN_AGAIN =
  'For this change you must have signed in a few minutes ago. Sign out, sign in and try again.';

export function isRecent(signedInAt: Date): boolean {
  return Date.now() - signedInAt.getTime() < RECENT_SIGN_IN_SECONDS * 1000;
}

/** A new owner or admin is a way in that outlives the session. */
export async function refuseOldSession(trx: Transaction, { member }: Actor, given: Role | undefined): Promise<void> {
  if (given && manages(given)) await refuseOldSignIn(trx, member?.sessionId ?? '');
}

export async function refuseOldSignIn(queries: Queries, sessionId: string): Promise<void> {
  const startedAt = await findSessionStart(queries, sessionId);
  if (!startedAt || !isRecent(startedAt)) throw new ServiceError('access_denied', SIGN_IN_AGAIN);
}
