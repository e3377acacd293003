// Deletes an account after a waiting period, in which its owner can withdraw the request, or hands it over to another owner.
import type { Caller } from '../../core/caller.ts';
import { isEmailAddress } from '../../core/email-address.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Deletion, findDeletion, insertDeletion, withdrawDeletion } from '../../store/account-deletions.ts';
import { type Actor, insertLog } from '../../store/account-log.ts';
import { type Account, findAccount, lockAccount } from '../../store/accounts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { hasOwnAccount, setFounder } from '../../store/founders.ts';
import { countMembers, findMember, listMembers } from '../../store/members.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import { isEmailTaken } from '../../store/users.ts';
import type { DeletionBody, HandoverBody } from './deletion-schema.ts';
import { refuseOldSession } from './recent-sign-in.ts';
import { actAsManager, actAsMember } from './team-actor.ts';

export interface DeletionParts {
  database: Database;
  serviceName: string;
  publicUrl: string;
  waitingDays: number;
  forgetCallers(accountId: string): void;
}

export class DeletionService {
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  async read(caller: Caller): Promise<object> {
    const { queries } = this.#parts.database;
    const { members } = await countMembers(queries, caller.accountId);
    return this.#show(await findDeletion(queries, caller.accountId), members);
  }

  async request(actor: Actor, { email, team }: DeletionBody): Promise<object> {
    await this.#parts.database.transaction(async (trx) => {
      const own = await actAsMember(trx, actor);
      if (own.role !== 'owner') throw new ServiceError('access_denied', 'Only an owner of the account may delete it.');
      await refuseOldSession(trx, actor, 'owner');
      const account = await lockedAccount(trx, actor.accountId);
      refuseOperators(account);
      if (email.trim().toLowerCase() !== account.email.toLowerCase())
        throw new ServiceError('invalid_parameter', "This is not the account's email address.", { param: 'email' });
      const { members } = await countMembers(trx, account.id);
      if (members > 1 && team !== 'dissolve')
        throw new ServiceError(
          'access_denied',
          `The account has ${members - 1} other members. Hand it over with POST /account/handover, or send "team": "dissolve" to delete it for all of them.`,
          { param: 'team' },
        );
      await insertDeletion(trx, { accountId: account.id, memberId: own.id, days: this.#parts.waitingDays });
      const due = await findDeletion(trx, account.id);
      const facts = { due_at: due?.dueAt.toISOString() ?? null };
      await insertLog(trx, actor, { action: 'account.delete', target: account.id, after: facts });
      await this.#tellMembers(trx, account, due);
    });
    return this.read(actor);
  }

  /** What the operator asked for, only the operator withdraws. */
  async withdraw(actor: Actor): Promise<object> {
    await this.#parts.database.transaction(async (trx) => {
      await actAsManager(trx, actor);
      const found = await findDeletion(trx, actor.accountId);
      if (found && found.memberId === null)
        throw new ServiceError('access_denied', 'The operator of this service deletes this account. Write to them.');
      if (!(await withdrawDeletion(trx, actor.accountId)))
        throw new ServiceError('not_found', 'No deletion of this account waits. One that has begun cannot be undone.');
      await insertLog(trx, actor, { action: 'account.keep', target: actor.accountId });
    });
    return this.read(actor);
  }

  /** Another owner gets the account: its address becomes theirs, and the one who opened it can leave. */
  async handOver(actor: Actor, { member_id, email }: HandoverBody): Promise<object> {
    const handed = await this.#parts.database.transaction(async (trx) => {
      const own = await actAsMember(trx, actor);
      await refuseOldSession(trx, actor, 'owner');
      const account = await lockedAccount(trx, actor.accountId);
      refuseOperators(account);
      if (own.role !== 'owner' || (account.userId !== null && !own.isFounder))
        throw new ServiceError('access_denied', 'Only the owner whose address the account has may hand it over.');
      const heir = await findMember(trx, account.id, member_id);
      if (heir?.role !== 'owner' || heir.id === own.id)
        throw new ServiceError('invalid_parameter', 'Name another member who is an owner of the account.', {
          param: 'member_id',
        });
      const address = await this.#give(trx, account, { heir, email });
      const facts = { before: { email: account.email }, after: { email: address, member_id: heir.id } };
      await insertLog(trx, actor, { action: 'account.handover', target: account.id, ...facts });
      return { object: 'account.handover', account_id: account.id, email: address, member_id: heir.id };
    });
    this.#parts.forgetCallers(actor.accountId);
    return handed;
  }

  async #give(
    trx: Transaction,
    account: Account,
    { heir, email }: { heir: { userId: string; email: string }; email: string | undefined },
  ): Promise<string> {
    if (!(await hasOwnAccount(trx, heir.userId))) {
      await setFounder(trx, account.id, { userId: heir.userId, email: heir.email });
      return heir.email;
    }
    const address = email?.trim().toLowerCase();
    if (!address || !isEmailAddress(address))
      throw new ServiceError(
        'missing_parameter',
        'This owner has an account of their own, whose address this account cannot have too. Send "email": an address for the mails of this account.',
        { param: 'email' },
      );
    if (await isEmailTaken(trx, address))
      throw new ServiceError('invalid_parameter', 'Another account or user has this address.', { param: 'email' });
    await setFounder(trx, account.id, { userId: null, email: address });
    return address;
  }

  async #tellMembers(trx: Transaction, account: Account, due: Deletion | undefined): Promise<void> {
    const { serviceName, publicUrl } = this.#parts;
    const members = await listMembers(trx, account.id);
    const day = due?.dueAt.toISOString().slice(0, 16).replace('T', ' ') ?? '';
    const addresses = new Set([account.email.toLowerCase(), ...members.map(({ email }) => email.toLowerCase())]);
    for (const recipient of addresses)
      await insertMail(trx, {
        recipient,
        subject: `Your account at ${serviceName} will be deleted`,
        body: `The account ${account.email} at ${serviceName} will be deleted on ${day} UTC, with its keys, conversations, jobs, files, library, applications and webhooks. Credits that are left lapse, and subscriptions end. Payments and invoices stay, as tax law requires.\n\nUntil then, an owner or admin can keep the account at ${publicUrl}/account, and download everything.`,
      });
  }

  #show(found: Deletion | undefined, members: number): object {
    const open = found && found.state !== 'done' ? found : undefined;
    return {
      object: 'account.deletion',
      status: open?.state ?? 'none',
      requested_at: open?.requestedAt.toISOString() ?? null,
      due_at: open?.dueAt.toISOString() ?? null,
      requested_by_operator: open !== undefined && open.memberId === null,
      waiting_days: this.#parts.waitingDays,
      other_members: Math.max(0, members - 1),
    };
  }
}

function refuseOperators(account: Account): void {
  if (account.isOwner)
    throw new ServiceError('access_denied', "The operator's own account can neither be deleted nor handed over.");
}

async function lockedAccount(trx: Transaction, id: string): Promise<Account> {
  await lockAccount(trx, id);
  const account = await findAccount(trx, id);
  if (!account) throw new ServiceError('not_found', 'This account no longer exists.');
  return account;
}
