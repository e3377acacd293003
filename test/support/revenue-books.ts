// What must hold of revenue after any history: nothing of what was paid is lost, counted twice, or left over once all credits are used.
import assert from 'node:assert/strict';
import { newId } from '../../src/core/ids.ts';
import { postEntry } from '../../src/money/entries.ts';
import { Recognition } from '../../src/money/revenue/recognition.ts';
import type { Database } from '../../src/store/database.ts';

const SUMS = `
  select m.account_id as "accountId", b.balance, m.debt,
    (select coalesce(sum(credits - used), 0)::bigint from credit_lots c where c.account_id = m.account_id) as "left",
    (select coalesce(sum(value - recognised), 0)::bigint from credit_lots c where c.account_id = m.account_id) as deferred,
    (select coalesce(sum(recognised), 0)::bigint from credit_lots c where c.account_id = m.account_id) as recognised,
    (select coalesce(sum(case kind when 'invoice' then amount - tax else tax - amount end), 0)::bigint
      from billing_documents d where d.account_id = m.account_id and d.environment = 'live') as invoiced
  from revenue_marks m join balances b on b.account_id = m.account_id and b.environment = 'live' where m.account_id = any($1)`;

interface Row {
  balance: number;
  debt: number;
  left: number;
  deferred: number;
  recognised: number;
  invoiced: number;
}

/** Returns how many accounts were compared. */
export async function assertRevenue(database: Database, accountIds: readonly string[], when: string): Promise<number> {
  await new Recognition(database).run();
  const rows = await readRows(database, accountIds);
  for (const row of rows) {
    assert.equal(row.left - row.debt, row.balance, `the lots less the debt are the balance ${when}`);
    assert.ok(row.debt === 0 || row.left === 0, `a debt only where no credits are left ${when}`);
    assert.equal(row.recognised + row.deferred, row.invoiced, `revenue and deferred are what was invoiced ${when}`);
    assert.ok(row.recognised >= 0 && row.deferred >= 0, `neither is negative ${when}`);
    if (row.balance <= 0) assert.equal(row.deferred, 0, `nothing is deferred without credits ${when}`);
  }
  return rows.length;
}

/** In one pass from the beginning, everything is as it was after the many passes. */
export async function assertOnePass(database: Database): Promise<void> {
  const read = async () =>
    (
      await database.pool.query(`
        select (select json_agg(c order by c.id)::text from credit_lots c where c.credits > 0 or c.value > 0) as lots,
          (select json_agg(r order by r.account_id)::text from revenue_marks r) as marks,
          (select json_agg(m order by month, currency, country, tax_rate, tax_kind)::text from revenue_months m
            where (used, expired, other) <> (0, 0, 0)) as months`)
    ).rows[0];
  const before = await read();
  await database.pool.query('truncate credit_lots, revenue_marks, revenue_months');
  await new Recognition(database).run();
  assert.deepEqual(await read(), before);
}

/** Uses what is left, and all that was invoiced is revenue, to the cent. */
export async function assertUsedUp(database: Database, accountId: string): Promise<void> {
  const [row] = await readRows(database, [accountId]);
  if (!row || row.balance <= 0) return;
  const entry = { accountId, environment: 'live', type: 'usage', contra: 'revenue' } as const;
  await database.transaction((trx) =>
    postEntry(trx, { ...entry, id: newId('txn'), amount: -row.balance, description: 'the rest' }),
  );
  await assertRevenue(database, [accountId], 'when all credits are used');
}

async function readRows(database: Database, accountIds: readonly string[]): Promise<Row[]> {
  return (await database.pool.query<Row>(SUMS, [accountIds])).rows;
}
