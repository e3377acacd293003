// The end customers that an account's calls name: their caps, and their spending in this UTC day and month.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface EndCustomer {
  id: string;
  dailyCap: MicroCredits | null;
  monthlyCap: MicroCredits | null;
  spentToday: MicroCredits;
  spentThisMonth: MicroCredits;
  held: MicroCredits;
  createdAt: Date;
  lastUsedAt: Date;
}

const COLUMNS = sql`id, daily_cap as "dailyCap", monthly_cap as "monthlyCap", held, created_at as "createdAt", last_used_at as "lastUsedAt",
  case when day = (now() at time zone 'utc')::date then day_spent else 0 end as "spentToday",
  case when month = date_trunc('month', now() at time zone 'utc')::date then month_spent else 0 end as "spentThisMonth"`;

export interface CustomerFilter {
  limit: number;
  /** The beginning of the id, ignoring case. */
  beginning?: string | undefined;
}

/** Sorted by id; search results by the lower-case id. */
export async function listEndCustomers(
  queries: Queries,
  owner: Owner,
  { limit, beginning, after }: CustomerFilter & { after?: string | undefined },
): Promise<EndCustomer[]> {
  const { rows } = await (beginning === undefined
    ? sql<EndCustomer>`
        select ${COLUMNS} from end_customers where ${ownedBy(owner)} and id > ${after ?? ''} order by id limit ${limit}`
    : sql<EndCustomer>`
        select ${COLUMNS} from end_customers
        where ${ownedBy(owner)} and lower(id) like ${likeBeginning(beginning)}
          ${after === undefined ? sql`` : sql`and lower(id) ~>=~ lower(${after}::text) and (lower(id) <> lower(${after}::text) or id > ${after})`}
        order by lower(id) using ~<~, id limit ${limit}`
  ).execute(queries);
  return rows;
}

/** Sorted by spending in this UTC month, highest first. */
export async function listCustomersBySpending(
  queries: Queries,
  { accountId, environment }: Owner,
  { limit, beginning, after }: CustomerFilter & { after?: { spent: MicroCredits; id: string } | undefined },
): Promise<EndCustomer[]> {
  const pattern = beginning === undefined ? null : likeBeginning(beginning);
  const { rows } = await sql<EndCustomer>`
    select ${COLUMNS}
    from customers_by_spending(${accountId}, ${environment}, ${pattern}, ${after?.spent ?? null}, ${after?.id ?? null}, ${limit})
    order by "spentThisMonth" desc, id`.execute(queries);
  return rows;
}

function likeBeginning(text: string): string {
  return `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

export async function findEndCustomer(queries: Queries, owner: Owner, id: string): Promise<EndCustomer | undefined> {
  const { rows } = await sql<EndCustomer>`
    select ${COLUMNS} from end_customers where ${ownedBy(owner)} and id = ${id}`.execute(queries);
  return rows[0];
}

/** Also creates a customer that no call has named yet; undefined if the account has the maximum number of customers. */
export async function setCustomerCaps(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  caps: { daily: MicroCredits | null; monthly: MicroCredits | null; maxCustomers: number },
): Promise<EndCustomer | undefined> {
  const { rows } = await sql<EndCustomer>`
    insert into end_customers (account_id, environment, id, daily_cap, monthly_cap, day, month)
    select ${owner.accountId}, ${owner.environment}, ${id}, ${caps.daily}, ${caps.monthly}, (now() at time zone 'utc')::date,
      date_trunc('month', now() at time zone 'utc')::date
    where exists (select 1 from end_customers where ${ownedBy(owner)} and id = ${id})
      or (select count(*) from (select 1 from end_customers where ${ownedBy(owner)} limit ${caps.maxCustomers}) known) < ${caps.maxCustomers}
    on conflict (account_id, environment, id) do update set daily_cap = excluded.daily_cap, monthly_cap = excluded.monthly_cap
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

const BATCH = 1000;
const FORGOTTEN_AFTER_DAYS = 90;

/** Customers without caps that no call has named for a long time. Their usage stays in the statistics. */
export async function deleteForgottenCustomers(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from end_customers where ctid = any(array(
      select ctid from end_customers
      where last_used_at < now() - ${FORGOTTEN_AFTER_DAYS} * interval '1 day' and held = 0 and daily_cap is null and monthly_cap is null
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Usage older than the statistics' retention. */
export async function deleteOldCustomerUsage(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from customer_usage where ctid = any(array(
      select ctid from customer_usage where day < (now() - ${keepDays} * interval '1 day')::date limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
