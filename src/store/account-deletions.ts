// Accounts that are to be deleted: the request, its waiting period, and what the last step removes or leaves without a name.
import { sql } from 'kysely';
import { announceAccountChange } from './accounts.ts';
import type { Queries, Transaction } from './database.ts';

export interface Deletion {
  accountId: string;
  requestedAt: Date;
  dueAt: Date;
  /** null: the operator asked. */
  memberId: string | null;
  state: 'waiting' | 'running' | 'done';
  /** Why the last run could not go on. */
  problem: string | null;
  endedAt: Date | null;
}

const COLUMNS = sql`account_id as "accountId", requested_at as "requestedAt", due_at as "dueAt", member_id as "memberId", state, problem,
  ended_at as "endedAt"`;

export async function findDeletion(queries: Queries, accountId: string): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    select ${COLUMNS} from account_deletions where account_id = ${accountId}`.execute(queries);
  return rows[0];
}

/** A second request changes nothing, unless it is for an earlier time. */
export async function insertDeletion(
  trx: Transaction,
  { accountId, memberId, days }: { accountId: string; memberId: string | null; days: number },
): Promise<void> {
  await sql`insert into account_deletions as d (account_id, member_id, due_at)
    values (${accountId}, ${memberId}, now() + ${days} * interval '1 day')
    on conflict (account_id) do update set due_at = least(d.due_at, excluded.due_at)`.execute(trx);
}

/** False if there is none, or if it has begun. */
export async function withdrawDeletion(trx: Transaction, accountId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from account_deletions where account_id = ${accountId} and state = 'waiting'`.execute(trx);
  return numAffectedRows > 0n;
}

/** One due deletion for this node alone, for as long as the lease lasts. */
export async function claimDeletion(queries: Queries, leaseSeconds: number): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    update account_deletions set state = 'running', leased_until = now() + ${leaseSeconds} * interval '1 second'
    where account_id in (select account_id from account_deletions
      where state <> 'done' and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit 1 for update skip locked)
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

/** Lets another run begin at `retrySeconds` from now. */
export async function pauseDeletion(
  queries: Queries,
  accountId: string,
  { problem, retrySeconds }: { problem: string | null; retrySeconds: number },
): Promise<void> {
  await sql`update account_deletions set problem = ${problem}, leased_until = now() + ${retrySeconds} * interval '1 second'
    where account_id = ${accountId} and state = 'running'`.execute(queries);
}

/** Nothing acts for the account from here on: keys, sessions, invitations, webhooks and top-ups end on every node. */
export async function closeAccount(trx: Transaction, accountId: string): Promise<void> {
  await sql`update accounts set suspended_at = coalesce(suspended_at, now()) where id = ${accountId}`.execute(trx);
  await sql`update api_keys set revoked_at = now() where account_id = ${accountId} and revoked_at is null`.execute(trx);
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'the account is being deleted'
    where account_id = ${accountId} and disabled_at is null`.execute(trx);
  await sql`update billing_settings set top_up_package = null where account_id = ${accountId}`.execute(trx);
  await sql`delete from auth_sessions s where s.account_id = ${accountId}
    or (s.account_id is null and exists (select 1 from accounts a where a.id = ${accountId} and a.user_id = s.user_id))`.execute(
    trx,
  );
  await announceAccountChange(trx, accountId);
}

export async function hasRunningJobs(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (select 1 from jobs where account_id = ${accountId}
      and (state not in ('completed', 'failed', 'cancelled') or holds_slot)) as running`.execute(queries);
  return rows[0]?.running ?? false;
}

/** The addresses that the account's members and the account itself have. */
export async function listAddresses(queries: Queries, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from accounts where id = ${accountId}
    union select lower(u.email) from members m join auth_users u on u.id = m.user_id
      where m.account_id = ${accountId} and not exists (select 1 from members o where o.user_id = m.user_id and o.account_id <> m.account_id)`.execute(
    queries,
  );
  return rows.map(({ email }) => email);
}

/** The last step: the users whom no other account has, and every name in what stays. */
export async function finishDeletion(trx: Transaction, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from members m join auth_users u on u.id = m.user_id where m.account_id = ${accountId}
      and not exists (select 1 from members o where o.user_id = u.id and o.account_id <> ${accountId})
    union select user_id from accounts where id = ${accountId} and user_id is not null
      and not exists (select 1 from members o where o.user_id = accounts.user_id and o.account_id <> ${accountId})`.execute(
    trx,
  );
  const addresses = await listAddresses(trx, accountId);
  const users = rows.map(({ id }) => id);
  await sql`delete from outgoing_mails where lower(recipient) = any(${addresses}::text[])`.execute(trx);
  await sql`delete from invitations where lower(email) = any(${addresses}::text[])`.execute(trx);
  await sql`update invitations set inviter_email = '' where lower(inviter_email) = any(${addresses}::text[])`.execute(
    trx,
  );
  await sql`delete from auth_sign_in_links where lower(email) = any(${addresses}::text[])`.execute(trx);
  await sql`delete from auth_verifications v where exists (
    select 1 from unnest(${users}::text[]) id where position(id in v.value) > 0)`.execute(trx);
  await sql`delete from settings where value->>'accountId' = ${accountId} or value->>'userId' = any(${users}::text[])`.execute(
    trx,
  );
  await sql`update subscriptions set card = null, status = 'cancelled' where account_id = ${accountId}`.execute(trx);
  await sql`update checkout_sessions set actor_member_id = null, actor_email = null, actor_key_id = null, url = '', success_url = null,
    cancel_url = null where account_id = ${accountId}`.execute(trx);
  await sql`update payments p set buyer = null, invoice_url = null where account_id = ${accountId}
    and not exists (select 1 from billing_documents d where d.payment_id = p.id and d.number is not null)`.execute(trx);
  await sql`update accounts set email = 'deleted-' || id || '@deleted.invalid', name = '', user_id = null, plan = 'free', operator_plan = null,
    pending_grant = 0, suspended_at = coalesce(suspended_at, now()) where id = ${accountId}`.execute(trx);
  await sql`delete from members where account_id = ${accountId}`.execute(trx);
  await sql`delete from auth_users where id = any(${users}::text[])`.execute(trx);
  // The change of the plan above was logged.
  await sql`delete from account_log where account_id = ${accountId}`.execute(trx);
  await sql`update account_deletions set state = 'done', member_id = null, problem = null, leased_until = null, ended_at = now()
    where account_id = ${accountId}`.execute(trx);
  await announceAccountChange(trx, accountId);
}
