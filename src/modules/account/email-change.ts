// A new e-mail address: asked for by a person who is signed in, confirmed by a mail to it, then changed everywhere at once.
import type { Database } from '../../store/database.ts';
import { countTokens } from '../../store/settings.ts';
import { changeEmail, isEmailTaken, isUniqueViolation } from '../../store/users.ts';
import { makeToken, readToken, takeToken } from './one-time-token.ts';
import { ADDRESS_TAKEN, type Refusal } from './sign-up.ts';

export interface EmailChangeParts {
  database: Database;
  publicUrl: string;
  serviceName: string;
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>;
  /** After the change: the new address is a confirmed one. */
  onConfirmed(userId: string): Promise<void>;
}

interface Person {
  userId: string;
  email: string;
}

export type Confirmation = 'changed' | 'taken' | 'spent' | 'sign_in_first';

const GOOD_FOR_MS = 3600 * 1000;
/** Open requests of one person: each sends a mail to an address that somebody else may have. */
const MOST_OPEN = 5;
const ADDRESS_SHAPE = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]+$/;
const LONGEST_ADDRESS = 254;

export async function askEmailChange(
  parts: EmailChangeParts,
  person: Person,
  wanted: string,
): Promise<Refusal | undefined> {
  const { queries } = parts.database;
  const email = wanted.trim().toLowerCase();
  if (!ADDRESS_SHAPE.test(email) || email.length > LONGEST_ADDRESS)
    return { status: 'BAD_REQUEST', code: 'INVALID_EMAIL', message: 'This is not an e-mail address.' };
  if (email === person.email)
    return { status: 'BAD_REQUEST', code: 'SAME_EMAIL', message: 'This is your address already.' };
  if (await isEmailTaken(queries, email, person.userId)) return ADDRESS_TAKEN;
  if ((await countTokens(queries, 'email-change:', { userId: person.userId })) >= MOST_OPEN)
    return {
      status: 'TOO_MANY_REQUESTS',
      code: 'TOO_MANY_CHANGES',
      message: 'Too many confirmation mails were sent. Open the last one, or try again in an hour.',
    };
  const { token } = await makeToken(queries, 'email-change', { userId: person.userId, email }, GOOD_FOR_MS);
  await parts.sendMail({
    to: email,
    subject: `Confirm your new e-mail address for ${parts.serviceName}`,
    text: `Somebody with the account ${person.email} wants to use this address. If it was you, open this link within an hour, in the browser where you are signed in:\n\n${parts.publicUrl}/confirm-email/${token}\n\nIf it was not you, do nothing.`,
  });
  return undefined;
}

/**
 * The link works for the person who asked, signed in. Without that check a stranger who opens the mail by mistake would
 * hand their address to somebody else's account.
 */
export async function confirmEmailChange(
  parts: EmailChangeParts,
  person: Person | undefined,
  token: string,
): Promise<Confirmation> {
  const { queries } = parts.database;
  const asked = await readToken<{ userId: string; email: string }>(queries, 'email-change', token);
  if (!asked) return 'spent';
  if (person?.userId !== asked.userId) return 'sign_in_first';
  if (!(await takeToken(queries, 'email-change', token))) return 'spent';
  try {
    await changeEmail(queries, asked.userId, asked.email);
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
  await parts.onConfirmed(asked.userId);
  await parts.sendMail({
    to: person.email,
    subject: `Your e-mail address for ${parts.serviceName} was changed`,
    text: `Your account now has the address ${asked.email}. If you did not change it, ask the operator of the service for help at once.`,
  });
  return 'changed';
}
