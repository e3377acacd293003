// Changes a user's email address: a signed-in user requests it, a link sent to the new address confirms it, then it changes everywhere.
import { isEmailAddress } from '../../core/email-address.ts';
import type { Transaction } from '../../store/database.ts';
import { countTokens } from '../../store/settings.ts';
import { changeEmail, isEmailTaken, isUniqueViolation, lockUser } from '../../store/users.ts';
import { mayMail, TOO_MANY_MAILS } from './mail-limit.ts';
import { makeToken, readToken, takeToken } from './one-time-token.ts';
import type { SessionSettings } from './session-settings.ts';
import { ADDRESS_TAKEN, payPendingGrant, type Refusal } from './sign-up.ts';

type EmailChangeParts = Pick<SessionSettings, 'database' | 'publicUrl' | 'serviceName' | 'sendMail'>;

interface Person {
  userId: string;
  email: string;
}

export type Confirmation = 'changed' | 'taken' | 'spent' | 'sign_in_first';

const GOOD_FOR_MS = 3600 * 1000;
/** The most open requests of one user: each sends an email to an address that may belong to someone else. */
const MAX_OPEN = 5;

export async function askEmailChange(
  parts: EmailChangeParts,
  person: Person,
  wanted: string,
): Promise<Refusal | undefined> {
  const { queries } = parts.database;
  const email = wanted.trim().toLowerCase();
  if (!isEmailAddress(email))
    return { status: 'BAD_REQUEST', code: 'INVALID_EMAIL', message: 'This is not a valid email address.' };
  if (email === person.email)
    return { status: 'BAD_REQUEST', code: 'SAME_EMAIL', message: 'This is already your email address.' };
  if (await isEmailTaken(queries, email, person.userId)) return ADDRESS_TAKEN;
  if (!(await mayMail(queries, email))) return TOO_MANY_MAILS;
  const token = await parts.database.transaction((trx) => makeBoundedToken(trx, { userId: person.userId, email }));
  if (token === undefined)
    return {
      status: 'TOO_MANY_REQUESTS',
      code: 'TOO_MANY_CHANGES',
      message: 'Too many confirmation emails were sent. Open the last one, or try again in an hour.',
    };
  await parts.sendMail({
    to: email,
    subject: `Confirm your new email address for ${parts.serviceName}`,
    text: `The account ${person.email} asked to use this email address. If you asked for this, open this link within an hour, in the browser where you are signed in:\n\n${parts.publicUrl}/confirm-email/${token}\n\nIf you did not, ignore this email.`,
  });
  return undefined;
}

/** Undefined if the user has too many open requests already. */
async function makeBoundedToken(
  trx: Transaction,
  meaning: { userId: string; email: string },
): Promise<string | undefined> {
  const { userId } = meaning;
  await lockUser(trx, userId);
  if ((await countTokens(trx, 'email-change:', { userId })) >= MAX_OPEN) return undefined;
  return (await makeToken(trx, meaning, { kind: 'email-change', goodForMs: GOOD_FOR_MS })).token;
}

/**
 * The link works only for the user who requested it, signed in. Otherwise a person who opens the email by mistake would give
 * their address to another user's account.
 */
export async function confirmEmailChange(
  parts: EmailChangeParts,
  person: Person | undefined,
  token: string,
): Promise<Confirmation> {
  const { queries } = parts.database;
  const asked = await readToken(queries, 'email-change', token);
  if (!asked?.userId || !asked.email) return 'spent';
  if (person?.userId !== asked.userId) return 'sign_in_first';
  if (!(await takeToken(queries, 'email-change', token))) return 'spent';
  try {
    await changeEmail(queries, asked.userId, asked.email);
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
  // Only the owner of the new mailbox can open the link, so the address is verified.
  await payPendingGrant(parts.database, asked.userId);
  await parts.sendMail({
    to: person.email,
    subject: `Your email address for ${parts.serviceName} was changed`,
    text: `Your account now has the email address ${asked.email}. If you did not change it, contact the operator of the service at once.`,
  });
  return 'changed';
}
