// Compares what customers of a load saw with what the database has: charges, purchases, balances, holds.
import assert from 'node:assert/strict';
import type { Database } from '../../src/store/database.ts';
import type { Customer, Failure, Kind } from './mixed-load.ts';
import { until } from './until.ts';

interface Books {
  balance: number;
  held: number;
  sum: number;
  charges: number;
  purchases: number;
  holds: number;
  jobs_charged_twice: number;
}

const SQL = `
  select b.balance, b.held,
    (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum,
    (select count(*) from ledger l where l.account_id = b.account_id and l.type = 'usage') as charges,
    (select count(*) from ledger l where l.account_id = b.account_id and l.type = 'purchase') as purchases,
    (select count(*) from holds h where h.account_id = b.account_id) as holds,
    (select count(*) from (select job_id from ledger l where l.account_id = b.account_id and l.type = 'usage' and job_id is not null
      group by job_id having count(*) > 1) as twice) as jobs_charged_twice
  from balances b where b.account_id = $1 and b.environment = 'live'`;

/** Prints a row for each kind, and fails unless every account is exact: nothing lost, nothing charged twice, nothing held. */
export async function assertExactBooks(database: Database, customers: readonly Customer[]): Promise<void> {
  const books = await Promise.all(customers.map((customer) => settledBooks(database, customer)));
  const table: Record<string, Record<string, number>> = {};
  customers.forEach((customer, index) => {
    const { charges, purchases } = books[index] as Books;
    const row = table[customer.kind] ?? {};
    table[customer.kind] = row;
    const add = (name: string, count: number) => {
      row[name] = (row[name] ?? 0) + count;
    };
    add('requests', customer.requests);
    add('failures', customer.failures.length);
    add('done', customer.done);
    add('in the ledger', customer.kind === 'checkout' ? purchases : charges);
  });
  console.table(table);
  customers.forEach((customer, index) => {
    const { balance, held, sum, holds, jobs_charged_twice, charges, purchases } = books[index] as Books;
    const name = `${customer.kind} of ${customer.accountId}`;
    assert.equal(balance, sum, `${name}: the balance is the sum of its entries`);
    assert.deepEqual([held, holds, jobs_charged_twice], [0, 0, 0], `${name}: held, holds, jobs charged twice`);
    const booked = customer.kind === 'checkout' ? purchases : charges;
    assert.ok(booked >= customer.done, `${name}: ${customer.done} were acknowledged, ${booked} are in the ledger`);
    // What failed in the customer's eyes may have been committed before its answer was lost, but only once.
    assert.ok(
      booked <= customer.done + customer.open,
      `${name}: ${booked} are in the ledger, ${customer.done} were acknowledged and ${customer.open} are in doubt`,
    );
  });
}

/** The leases and holds of calls that just ended go back a moment later. */
async function settledBooks(database: Database, { accountId }: Customer): Promise<Books> {
  const read = async () => (await database.pool.query<Books>(SQL, [accountId])).rows[0] as Books;
  await until(
    async () => {
      const { held, holds } = await read();
      return held === 0 && holds === 0;
    },
    { saying: `nothing is held of ${accountId}`, everyMs: 200 },
  );
  return read();
}

/** How often each failure was seen, and from the first to the last of them, in seconds. */
export function printFailures(customers: readonly Customer[]): { seconds: number; names: string[] } {
  const counts: Record<string, number> = {};
  const all: (Failure & { kind: Kind })[] = customers.flatMap(({ kind, failures }) =>
    failures.map((failure) => ({ ...failure, kind })),
  );
  for (const { kind, what } of all) counts[`${kind}: ${what}`] = (counts[`${kind}: ${what}`] ?? 0) + 1;
  if (all.length > 0) console.table(counts);
  const times = all.map(({ atMs }) => atMs);
  const seconds = all.length > 0 ? (Math.max(...times) - Math.min(...times)) / 1000 : 0;
  return { seconds, names: [...new Set(all.map(({ what }) => what))] };
}
