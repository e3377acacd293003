// Accounts as the operator sees them: all accounts page by page, and one account with its balances, keys and jobs.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export interface AccountLine {
  id: string;
  email: string;
  name: string;
  plan: string;
  isOwner: boolean;
  suspendedAt: Date | null;
  createdAt: Date;
  liveBalance: MicroCredits;
}

export interface AccountFilter {
  limit: number;
  /** The last id of the previous page. */
  after?: string;
  /** The beginning of an email or a name, or a whole id. */
  search?: string;
  plan?: string;
  isSuspended?: boolean;
}

/** Newest first. */
export async function listAccounts(queries: Queries, filter: AccountFilter): Promise<AccountLine[]> {
  const { search } = filter;
  const { rows } = await sql<AccountLine>`
    select page.*, b.balance as "liveBalance" from (
      select a.id, a.email, a.name, a.plan, a.is_owner as "isOwner", a.suspended_at as "suspendedAt", a.created_at as "createdAt"
      from ${search === undefined ? sql`accounts` : matching(search)} a
      where true
        ${filter.after === undefined ? sql`` : sql`and (a.created_at, a.id) < (select created_at, id from accounts where id = ${filter.after})`}
        ${filter.plan === undefined ? sql`` : sql`and a.plan = ${filter.plan}`}
        ${suspension(filter.isSuspended)}
      order by a.created_at desc, a.id desc limit ${filter.limit}
    ) page join credits b on b.account_id = page.id and b.environment = 'live'
    order by page."createdAt" desc, page.id desc`.execute(queries);
  return rows;
}

/** Three queries, each with its own index; with one "or" condition the planner scans all accounts by age instead. */
function matching(search: string) {
  const prefix = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(
    select * from accounts where id = ${search}
    union select * from accounts where lower(email) like ${prefix}
    union select * from accounts where lower(name) like ${prefix})`;
}

function suspension(isSuspended: boolean | undefined) {
  if (isSuspended === undefined) return sql``;
  return isSuspended ? sql`and a.suspended_at is not null` : sql`and a.suspended_at is null`;
}

export interface AccountFacts {
  balances: { environment: Environment; balance: MicroCredits; held: MicroCredits }[];
  keys: { environment: Environment; count: number; lastUsedAt: Date | null }[];
  jobs: { waiting: number; running: number };
}

export async function readAccountFacts(queries: Queries, accountId: string): Promise<AccountFacts> {
  const [balances, keys, jobs] = await Promise.all([
    sql<AccountFacts['balances'][number]>`
      select environment, balance, held from credits where account_id = ${accountId}`.execute(queries),
    sql<AccountFacts['keys'][number]>`
      select environment, count(*) as count, max(last_used_at) as "lastUsedAt" from api_keys
      where account_id = ${accountId} and revoked_at is null group by environment`.execute(queries),
    sql<AccountFacts['jobs']>`
      select coalesce(sum(waiting), 0)::integer as waiting, coalesce(sum(running), 0)::integer as running from job_lanes
      where account_id = ${accountId}`.execute(queries),
  ]);
  return { balances: balances.rows, keys: keys.rows, jobs: jobs.rows[0] ?? { waiting: 0, running: 0 } };
}

/** The plans of accounts and of running subscriptions. */
export async function listPlansInUse(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ plan: string | null }>`
    select plan from accounts group by plan union select operator_plan from accounts where operator_plan is not null
    union select plan from subscriptions where status <> 'cancelled' group by plan`.execute(queries);
  return rows.flatMap(({ plan }) => (plan === null ? [] : [plan]));
}
