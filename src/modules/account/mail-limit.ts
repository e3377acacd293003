// Limits the mails that a stranger can cause to one address. Mails that tell an owner of a change are not counted.
import { mailboxOf } from '../../core/email-address.ts';
import type { Queries } from '../../store/database.ts';
import { takeAttempt } from '../../store/sign-in-attempts.ts';

/** Counted for all nodes, and for every address alike: the answer does not say who has an account. */
const RULE = { window: 10 * 60, max: 5 };

export async function mayMail(queries: Queries, email: string): Promise<boolean> {
  return (await takeAttempt(queries, `mails to ${mailboxOf(email.trim())}`, RULE)).allowed;
}

export const TOO_MANY_MAILS = {
  status: 'TOO_MANY_REQUESTS',
  code: 'TOO_MANY_MAILS',
  message: 'Several mails were sent to this address. Look for the newest one, or try again in ten minutes.',
} as const;
