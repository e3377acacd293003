// The customer of an account at a payment gateway: one for each account.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

interface CustomerRow {
  customer: string | null;
  /** How many customers of this account the gateway has deleted. */
  generation: number;
}

export async function readCustomer(queries: Queries, gateway: string, accountId: string): Promise<CustomerRow> {
  const { rows } = await sql<CustomerRow>`
    select customer, generation from gateway_customers where gateway = ${gateway} and account_id = ${accountId}`.execute(
    queries,
  );
  return rows[0] ?? { customer: null, generation: 0 };
}

/** Stores the customer unless another call was first; returns the stored one. */
export async function storeCustomer(
  queries: Queries,
  gateway: string,
  made: { accountId: string; customer: string },
): Promise<string> {
  const { rows } = await sql<{ customer: string | null }>`
    insert into gateway_customers as c (gateway, account_id, customer) values (${gateway}, ${made.accountId}, ${made.customer})
    on conflict (gateway, account_id) do update set customer = coalesce(c.customer, excluded.customer) returning customer`.execute(
    queries,
  );
  return rows[0]?.customer ?? made.customer;
}

/** The gateway has deleted this customer: the account's next purchase creates another. */
export async function forgetCustomer(queries: Queries, gateway: string, customer: string): Promise<void> {
  await sql`
    update gateway_customers set customer = null, generation = generation + 1
    where gateway = ${gateway} and customer = ${customer}`.execute(queries);
}

export async function listCustomersAt(
  queries: Queries,
  accountId: string,
): Promise<{ gateway: string; customer: string }[]> {
  const { rows } = await sql<{ gateway: string; customer: string }>`
    select gateway, customer from gateway_customers where account_id = ${accountId} and customer is not null limit 10`.execute(
    queries,
  );
  return rows;
}
