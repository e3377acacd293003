// Invitations to a team: by email or by link, valid once, revocable, and bounded in number.
import type { Caller } from '../../core/caller.ts';
import { readCreditsOrNull } from '../../core/credit-amount.ts';
import { isEmailAddress } from '../../core/email-address.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId, randomToken } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import { type Actor, insertLog } from '../../store/account-log.ts';
import { type Account, findAccount } from '../../store/accounts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  countInvitations,
  findInvitation,
  type Invitation,
  insertInvitation,
  listInvitations,
  revokeInvitation,
  takeInvitation,
} from '../../store/invitations.ts';
import { countMembers, findMemberByUser, insertMember, lockTeam, type Member } from '../../store/members.ts';
import { chooseAccount, countMemberships } from '../../store/memberships.ts';
import { isEmailVerified, lockUser } from '../../store/users.ts';
import { mayMail, TOO_MANY_MAILS } from './mail-limit.ts';
import { refuseOldSession } from './recent-sign-in.ts';
import { actAsManager, refuseHigher } from './team-actor.ts';
import type { NewInvitation } from './team-schema.ts';
import { MAX_MEMBERSHIPS } from './team-service.ts';

export interface InvitationParts {
  database: Database;
  publicUrl: string;
  serviceName: string;
  /** Whether emails are sent, so that addresses can be verified. */
  verifiesAddresses: boolean;
  sendMail(mail: { to: string; subject: string; text: string }): Promise<void>;
}

const DEFAULT_DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_MEMBERS = 100;
const MAX_OPEN = 50;
/** Each may send an email to somebody who did not ask for it. */
const MAX_PER_HOUR = 20;

export class InvitationService {
  readonly #parts: InvitationParts;

  constructor(parts: InvitationParts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<object> {
    const open = await listInvitations(this.#parts.database.queries, caller.accountId, MAX_OPEN);
    return { object: 'list', data: open.map((invitation) => present(invitation)) };
  }

  async invite(actor: Actor, wanted: NewInvitation): Promise<object> {
    const { database, publicUrl } = this.#parts;
    const email = wanted.email?.trim().toLowerCase() ?? null;
    if (email !== null && !isEmailAddress(email))
      throw new ServiceError('invalid_parameter', 'This is not a valid email address.', { param: 'email' });
    const token = randomToken();
    const cap = wanted.monthly_credit_cap ?? null;
    const { invitation, account } = await database.transaction(async (trx) => {
      const inviter = await actAsManager(trx, actor);
      refuseHigher(inviter.role, wanted.role);
      await refuseOldSession(trx, actor, wanted.role);
      if (email !== null && this.#parts.verifiesAddresses) await refuseUnverified(trx, inviter);
      await refuseTooMany(trx, actor.accountId);
      if (email !== null && !(await mayMail(trx, email)))
        throw new ServiceError('rate_limit_exceeded', TOO_MANY_MAILS.message, {
          param: 'email',
          retryAfterSeconds: 600,
        });
      const stored = {
        id: newId('invitation'),
        accountId: actor.accountId,
        email,
        role: wanted.role,
        monthlyCap: readCreditsOrNull(cap, 'monthly_credit_cap'),
        inviterId: inviter.id,
        inviterEmail: inviter.email,
        expiresAt: new Date(Date.now() + (wanted.expires_in_days ?? DEFAULT_DAYS) * DAY_MS),
      };
      const made = await insertInvitation(trx, stored, token);
      await insertLog(trx, actor, { action: 'member.invite', target: made.id, after: termsOf(made) });
      return { invitation: made, account: await findAccount(trx, actor.accountId) };
    });
    const url = `${publicUrl}/join/${token}`;
    if (email === null) return present(invitation, url);
    await this.#parts.sendMail(mailOf(this.#parts.serviceName, { invitation, account, to: email, url }));
    // Without a mail server nobody gets the mail: the inviter passes the link on.
    return this.#parts.verifiesAddresses ? present(invitation) : present(invitation, url);
  }

  async revoke(actor: Actor, id: string): Promise<object> {
    await this.#parts.database.transaction(async (trx) => {
      const own = await actAsManager(trx, actor);
      const invitation = await revokeInvitation(trx, actor.accountId, id);
      if (!invitation) throw new ServiceError('not_found', 'There is no such open invitation.');
      refuseHigher(own.role, invitation.role);
      await insertLog(trx, actor, { action: 'invitation.revoke', target: id, before: termsOf(invitation) });
    });
    return { object: 'account.invitation', id, deleted: true };
  }

  /** What the user would join. */
  async preview(caller: Caller, token: string): Promise<object> {
    const { queries } = this.#parts.database;
    const invitation = good(await findInvitation(queries, token), caller);
    const account = await findAccount(queries, invitation.accountId);
    return {
      object: 'account.invitation_preview',
      account_name: nameOf(account),
      role: invitation.role,
      invited_by: invitation.inviterEmail,
      expires_at: invitation.expiresAt.toISOString(),
    };
  }

  /** Makes the user a member, once; from then on the session acts for the account. */
  async accept(actor: Actor, token: string): Promise<object> {
    const { member } = actor;
    if (!member?.sessionId) throw new Error('only a signed-in user accepts an invitation');
    const { userId, sessionId, email } = member;
    const joined = await this.#parts.database.transaction(async (trx) => {
      const { accountId } = good(await findInvitation(trx, token), actor);
      await lockTeam(trx, accountId);
      await refuseJoining(trx, accountId, userId);
      const invitation = good(await takeInvitation(trx, token), actor);
      const { role, monthlyCap } = invitation;
      const id = newId('member');
      await insertMember(trx, { id, accountId, userId, role, monthlyCap });
      await chooseAccount(trx, sessionId, accountId);
      const joiner = { ...actor, accountId, member: { ...member, id } };
      const after = { ...termsOf(invitation), email, invitation: invitation.id };
      await insertLog(trx, joiner, { action: 'member.join', target: id, after });
      return { id, accountId, role, account: await findAccount(trx, accountId) };
    });
    return {
      object: 'account.membership',
      account_id: joined.accountId,
      account_name: nameOf(joined.account),
      member_id: joined.id,
      role: joined.role,
      is_current: true,
      joined_at: new Date().toISOString(),
    };
  }
}

/** The same answer for every reason, so that nobody can find out which tokens existed. */
function good(invitation: Invitation | undefined, { member }: Caller): Invitation {
  if (!invitation)
    throw new ServiceError('not_found', 'This invitation was used, was revoked or has expired. Ask for a new one.', {
      param: 'token',
    });
  if (invitation.email !== null && invitation.email !== member?.email.toLowerCase())
    throw new ServiceError(
      'access_denied',
      'This invitation is for another email address. Sign in with the address that it was sent to.',
    );
  return invitation;
}

/** Strangers must not send emails in the name of this service. */
async function refuseUnverified(trx: Transaction, { userId }: Member): Promise<void> {
  if (!(await isEmailVerified(trx, userId)))
    throw new ServiceError(
      'access_denied',
      'Verify your own email address before you invite by email: "Your account" sends the link again. An invitation by link needs no email.',
    );
}

async function refuseTooMany(trx: Transaction, accountId: string): Promise<void> {
  const { open, lastHour } = await countInvitations(trx, accountId);
  if (open >= MAX_OPEN)
    throw new ServiceError(
      'invalid_parameter',
      `An account may have at most ${MAX_OPEN} open invitations. Revoke one first.`,
    );
  if (lastHour >= MAX_PER_HOUR)
    throw new ServiceError('rate_limit_exceeded', `An account may send at most ${MAX_PER_HOUR} invitations per hour.`, {
      retryAfterSeconds: 3600,
    });
  await refuseFullTeam(trx, accountId);
}

async function refuseFullTeam(trx: Transaction, accountId: string): Promise<void> {
  const { members } = await countMembers(trx, accountId);
  if (members >= MAX_MEMBERS)
    throw new ServiceError(
      'invalid_parameter',
      `An account may have at most ${MAX_MEMBERS} members. Remove one first.`,
    );
}

/** The invitation stays open for a retry or for another user. */
async function refuseJoining(trx: Transaction, accountId: string, userId: string): Promise<void> {
  if (await findMemberByUser(trx, accountId, userId))
    throw new ServiceError('invalid_parameter', 'You are a member of this account already.', { param: 'token' });
  await refuseFullTeam(trx, accountId);
  // The team's lock does not serialise invitations to other accounts.
  await lockUser(trx, userId);
  if ((await countMemberships(trx, userId)) >= MAX_MEMBERSHIPS)
    throw new ServiceError('invalid_parameter', `A user may be a member of at most ${MAX_MEMBERSHIPS} accounts.`);
}

function termsOf({ email, role, monthlyCap }: Invitation) {
  return { email, role, monthly_credit_cap: monthlyCap === null ? null : microToCredits(monthlyCap) };
}

function present(invitation: Invitation, url?: string): object {
  return {
    object: 'account.invitation',
    id: invitation.id,
    ...termsOf(invitation),
    invited_by: invitation.inviterEmail,
    ...(url === undefined ? {} : { url }),
    expires_at: invitation.expiresAt.toISOString(),
    created_at: invitation.createdAt.toISOString(),
  };
}

function nameOf(account: Account | undefined): string {
  return account?.name || (account?.email ?? '');
}

function mailOf(
  serviceName: string,
  { invitation, account, to, url }: { invitation: Invitation; account: Account | undefined; to: string; url: string },
) {
  const { inviterEmail, role, expiresAt } = invitation;
  // Customers choose the names, so each is put on one line and cannot pass for another part of the email.
  const name = nameOf(account).replace(/\s+/g, ' ');
  return {
    to,
    subject: `You are invited to an account at ${serviceName}`,
    text: `${inviterEmail} invites you to the account "${name}" at ${serviceName}, with the role ${role}. To join, sign in or sign up with this email address and open this link before ${expiresAt.toISOString().slice(0, 10)}:\n\n${url}\n\nIf you do not know the sender, ignore this email.`,
  };
}
