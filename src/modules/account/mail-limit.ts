// Limits the mails that strangers can trigger to one address. Mails that notify an owner of a change are not counted.
import { mailboxOf } from '../../core/email-address.ts';
import type { Queries } from '../../store/database.ts';
import { takeAttempt } from '../../store/sign-in-attempts.ts';

/** Counted across all nodes and for every address alike, so that the answer does not reveal who has an account. */
const RULE = { window: 10 * 60, max: 5 };

export async function mayMail(queries: Queries, email: string): Promise<boolean> {
  return (await takeAttempt(queries, `mails to ${mailboxOf(email.trim())}`, RULE)).allowed;
}

export const TOO_MANY_MAILS = {
  status: 'TOO_MANY_REQUESTS',
  code: 'TOO_MANY_MAILS',
  message: 'Several mails were sent to this address. Look for the newest one, or try again in ten minutes.',
} as const;
