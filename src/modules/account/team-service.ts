// The team of an account: its members with roles and caps, the accounts of a user, and the account's log.
import type { Caller } from '../../core/caller.ts';
import { readCreditsOrNull } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { pageBySeq } from '../../core/page.ts';
import { manages } from '../../core/roles.ts';
import { readMemberSpending } from '../../money/member-spending.ts';
import { type Actor, insertLog, type LogEntry, listLog } from '../../store/account-log.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { deleteLonelyUser } from '../../store/founders.ts';
import { revokeInvitationsOf } from '../../store/invitations.ts';
import { deleteMember, findMember, listMembers, type Member, updateMember } from '../../store/members.ts';
import { chooseAccount, listMemberships } from '../../store/memberships.ts';
import { disableEndpointsOf } from '../../store/webhook-endpoints.ts';
import { refuseOldSession } from './recent-sign-in.ts';
import { actAsManager, actAsMember, refuseFounder, refuseHigher, refuseLastOwner } from './team-actor.ts';
import type { LogQuery, MemberPatch } from './team-schema.ts';

const DEFAULT_LIMIT = 20;
/** More than a user can join. */
export const MAX_MEMBERSHIPS = 50;

export class TeamService {
  readonly #database: Database;
  readonly #forgetCallers: (accountId: string) => void;

  /** `forgetCallers` applies a change on this node at once; other nodes learn of it through the database. */
  constructor(database: Database, forgetCallers: (accountId: string) => void) {
    this.#database = database;
    this.#forgetCallers = forgetCallers;
  }

  async list(caller: Caller): Promise<object> {
    const { queries } = this.#database;
    const members = await listMembers(queries, caller.accountId);
    const capped = members.filter(({ monthlyCap }) => monthlyCap !== null).map(({ id }) => id);
    const spent = await readMemberSpending(queries, capped, caller.environment);
    return { object: 'list', data: members.map((member) => present(member, spent.get(member.id) ?? 0)) };
  }

  async change(actor: Actor, id: string, patch: MemberPatch): Promise<object> {
    const cap = patch.monthly_credit_cap;
    const wanted = {
      role: patch.role,
      monthlyCap: cap === undefined ? cap : readCreditsOrNull(cap, 'monthly_credit_cap'),
    };
    const changed = await this.#database.transaction(async (trx) => {
      const own = await actAsManager(trx, actor);
      const member = found(await findMember(trx, actor.accountId, id));
      refuseHigher(own.role, member.role);
      if (wanted.role) refuseHigher(own.role, wanted.role);
      if (wanted.role !== member.role) await refuseOldSession(trx, actor, wanted.role);
      if (wanted.role && wanted.role !== 'owner') await refuseLastOwner(trx, member);
      await updateMember(trx, member, wanted);
      if (wanted.role && !manages(wanted.role)) await revokeInvitationsOf(trx, actor.accountId, id);
      const after = found(await findMember(trx, actor.accountId, id));
      const facts = { before: termsOf(member), after: termsOf(after) };
      await insertLog(trx, actor, { action: 'member.change', target: id, ...facts });
      return after;
    });
    this.#forgetCallers(actor.accountId);
    const spent = await readMemberSpending(this.#database.queries, [id], actor.environment);
    return present(changed, spent.get(id) ?? 0);
  }

  async remove(actor: Actor, id: string): Promise<object> {
    await this.#database.transaction(async (trx) => {
      const own = await actAsManager(trx, actor);
      const member = found(await findMember(trx, actor.accountId, id));
      refuseHigher(own.role, member.role);
      refuseFounder(member);
      await refuseLastOwner(trx, member);
      await deleteMember(trx, member);
      await deleteLonelyUser(trx, member.userId);
      await revokeInvitationsOf(trx, actor.accountId, id);
      await stopEndpointsOf(trx, actor, id);
      await insertLog(trx, actor, { action: 'member.remove', target: id, before: termsOf(member) });
    });
    this.#forgetCallers(actor.accountId);
    return { object: 'account.member', id, deleted: true };
  }

  /** `accountId` must repeat the account that the session acts for, so that nobody leaves another one by mistake. */
  async leave(actor: Actor, accountId: string): Promise<object> {
    if (accountId !== actor.accountId)
      throw new ServiceError('invalid_parameter', 'Switch to the account that you want to leave first.', {
        param: 'account_id',
      });
    const id = await this.#database.transaction(async (trx) => {
      const own = await actAsMember(trx, actor);
      refuseFounder(own);
      await refuseLastOwner(trx, own);
      await insertLog(trx, actor, { action: 'member.leave', target: own.id, before: termsOf(own) });
      // Logged first, because the log entry needs the session.
      await stopEndpointsOf(trx, actor, own.id);
      await deleteMember(trx, own);
      await deleteLonelyUser(trx, own.userId);
      await revokeInvitationsOf(trx, actor.accountId, own.id);
      return own.id;
    });
    this.#forgetCallers(actor.accountId);
    return { object: 'account.member', id, deleted: true };
  }

  async memberships(caller: Caller): Promise<object> {
    const { queries } = this.#database;
    const rows = await listMemberships(queries, caller.member?.userId ?? '', MAX_MEMBERSHIPS);
    const data = rows.map((row) => ({
      object: 'account.membership',
      account_id: row.accountId,
      account_name: row.name || row.email,
      member_id: row.memberId,
      role: row.role,
      is_current: row.accountId === caller.accountId,
      joined_at: row.createdAt.toISOString(),
    }));
    return { object: 'list', data };
  }

  async switchTo(caller: Caller, accountId: string): Promise<object> {
    const isChosen = await chooseAccount(this.#database.queries, caller.member?.sessionId ?? '', accountId);
    if (!isChosen)
      throw new ServiceError(
        'not_found',
        'You are not a member of this account. GET /account/memberships lists yours.',
        {
          param: 'account_id',
        },
      );
    return this.memberships({ ...caller, accountId });
  }

  async log(caller: Caller, { limit = DEFAULT_LIMIT, cursor, action }: LogQuery): Promise<object> {
    const beforeSeq = cursor === undefined ? undefined : Number(cursor);
    const rows = await listLog(this.#database.queries, caller.accountId, { limit: limit + 1, beforeSeq, action });
    return pageBySeq(rows, limit, presentEntry);
  }
}

/**
 * Their webhooks would continue to report the account's events to them. A remaining member may re-enable one and is
 * then responsible for it.
 */
async function stopEndpointsOf(trx: Transaction, actor: Actor, memberId: string): Promise<void> {
  const reason = 'the member who chose its URL left the account';
  const stopped = await disableEndpointsOf(trx, { accountId: actor.accountId, memberId }, reason);
  for (const id of stopped)
    await insertLog(trx, actor, {
      action: 'webhook.change',
      target: id,
      before: { enabled: true },
      after: { enabled: false, reason },
    });
}

function termsOf({ email, role, monthlyCap }: Member) {
  return { email, role, monthly_credit_cap: monthlyCap === null ? null : microToCredits(monthlyCap) };
}

function present(member: Member, spent: number): object {
  const { id, name, isFounder, createdAt, monthlyCap } = member;
  return {
    object: 'account.member',
    id,
    name,
    ...termsOf(member),
    spent_this_month: monthlyCap === null ? null : microToCredits(spent),
    is_founder: isFounder,
    joined_at: createdAt.toISOString(),
  };
}

function presentEntry(entry: LogEntry): object {
  return {
    object: 'account.log_entry',
    id: entry.id,
    action: entry.action,
    target: entry.target,
    actor: { member_id: entry.actorMemberId, email: entry.actorEmail, key_id: entry.actorKeyId },
    before: entry.before,
    after: entry.after,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  };
}

function found(member: Member | undefined): Member {
  if (!member) throw new ServiceError('not_found', 'There is no such member in this account.');
  return member;
}
