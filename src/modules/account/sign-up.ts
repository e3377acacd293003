// Decides who may sign up, and grants a new account's free credits.
import { createHash } from 'node:crypto';
import { mailboxOf } from '../../core/email-address.ts';
import { creditsToMicro } from '../../core/money.ts';
import { postEntry } from '../../money/entries.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { findInvitation } from '../../store/invitations.ts';
import { takePendingGrant } from '../../store/pending-grants.ts';
import { deleteUser, isEmailTaken } from '../../store/users.ts';
import { mayMail, TOO_MANY_MAILS } from './mail-limit.ts';
import { makeToken, readToken, takeToken } from './one-time-token.ts';
import { type AnnounceAccount, openAccount } from './open-account.ts';

export interface SignUpRules {
  mode: 'open' | 'invite' | 'closed';
  /** Only email addresses at these domains may sign up; empty: any. */
  domains: readonly string[];
  freeCredits: number;
  /** Whether the free credits wait until the email address is verified. */
  verifiesAddresses: boolean;
}

export interface Refusal {
  status: 'BAD_REQUEST' | 'FORBIDDEN' | 'UNPROCESSABLE_ENTITY' | 'TOO_MANY_REQUESTS';
  code: string;
  message: string;
}

export const ADDRESS_TAKEN: Refusal = {
  status: 'UNPROCESSABLE_ENTITY',
  code: 'ADDRESS_TAKEN',
  message: 'An account with this email address already exists.',
};

const INVITE_MS = 7 * 86_400_000;
const LONGEST_NAME = 200;

/** The reason to refuse a sign-up; undefined if it is allowed. An allowed sign-up uses its invite up. */
export async function refuseSignUp(
  queries: Queries,
  rules: SignUpRules,
  asked: { email: string; name: string; invite: string; getsMail: boolean },
): Promise<Refusal | undefined> {
  if (asked.name.length > LONGEST_NAME)
    return {
      status: 'BAD_REQUEST',
      code: 'NAME_TOO_LONG',
      message: `A name may have at most ${LONGEST_NAME} characters.`,
    };
  const refused = await refuseAddress(queries, rules, asked.email);
  if (refused) return refused;
  // Before the invite, which the next attempt still needs.
  if (asked.getsMail && !(await mayMail(queries, asked.email))) return TOO_MANY_MAILS;
  if (rules.mode !== 'invite') return undefined;
  if (!asked.invite)
    return forbidden(
      'INVITE_NEEDED',
      'This service accepts new accounts by invitation only. Open the invite link that its operator gave you.',
    );
  if (await takeToken(queries, 'invite', asked.invite)) return undefined;
  if (await isInvitedToTeam(queries, asked)) return undefined;
  return forbidden('INVITE_SPENT', 'This invite link was already used or has expired. Ask the operator for a new one.');
}

async function refuseAddress(queries: Queries, rules: SignUpRules, email: string): Promise<Refusal | undefined> {
  if (rules.mode === 'closed')
    return forbidden('SIGN_UPS_CLOSED', 'This service accepts no new accounts. Ask its operator for one.');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (rules.domains.length > 0 && !rules.domains.includes(domain))
    return forbidden('ADDRESS_NOT_ALLOWED', `Sign up with an email address at ${rules.domains.join(' or ')}.`);
  return (await isEmailTaken(queries, email)) ? ADDRESS_TAKEN : undefined;
}

/** Whether a sign-up would be allowed now; does not use an invite up. */
export async function mayOpenAccount(
  queries: Queries,
  rules: SignUpRules,
  { email, invite }: { email: string; invite: string },
): Promise<boolean> {
  if (await refuseAddress(queries, rules, email)) return false;
  if (rules.mode !== 'invite') return true;
  return (await readToken(queries, 'invite', invite)) !== undefined || isInvitedToTeam(queries, { email, invite });
}

/**
 * By an email to this exact address: its token proves the mailbox. The invitation is used up when the user joins the
 * team.
 */
async function isInvitedToTeam(queries: Queries, asked: { email: string; invite: string }): Promise<boolean> {
  const invitation = await findInvitation(queries, asked.invite);
  return invitation !== undefined && invitation.email === asked.email.toLowerCase();
}

function forbidden(code: string, message: string): Refusal {
  return { status: 'FORBIDDEN', code, message };
}

export async function makeInvite(queries: Queries, publicUrl: string): Promise<{ url: string; expiresAt: Date }> {
  const { token, expiresAt } = await makeToken(queries, {}, { kind: 'invite', goodForMs: INVITE_MS });
  return { url: `${publicUrl}/sign-up?invite=${token}`, expiresAt };
}

/** Opens the account of a new user; if that fails, the sign-up is undone. */
export async function openAccountFor(
  database: Database,
  { isVerified, ...person }: { userId: string; email: string; name: string; isVerified: boolean },
  { rules, announce }: { rules: SignUpRules; announce: AnnounceAccount },
): Promise<void> {
  const credits = rules.verifiesAddresses
    ? { liveCredits: 0, pendingGrant: creditsToMicro(rules.freeCredits) }
    : { liveCredits: rules.freeCredits };
  try {
    await database.transaction(async (trx) => {
      await openAccount(trx, { ...person, plan: 'free', ...credits, announce });
      if (isVerified) await payPendingGrantIn(trx, person.userId);
    });
  } catch (error) {
    await deleteUser(database.queries, person.userId);
    throw error;
  }
}

/** Grants the free credits once the email address is verified: once per account and once per mailbox. */
export async function payPendingGrant(database: Database, userId: string): Promise<void> {
  await database.transaction((trx) => payPendingGrantIn(trx, userId));
}

export async function payPendingGrantIn(trx: Transaction, userId: string): Promise<void> {
  const grant = await takePendingGrant(trx, userId, hashMailbox);
  if (!grant) return;
  await postEntry(trx, {
    accountId: grant.accountId,
    environment: 'live',
    type: 'grant',
    amount: grant.amount,
    contra: 'grants',
    description: 'Welcome',
  });
}

function hashMailbox(email: string): Buffer {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
