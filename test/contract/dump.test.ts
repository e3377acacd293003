// The dump of a database: what migrations and a service wrote is loaded as it was, into a schema that the migrations made.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { dumpLines, loadLines } from '../../src/store/postgres/dump.ts';
import { createTestDatabase } from '../support/database.ts';

test('a dump is loaded into a schema whose migrations wrote rows of their own', async () => {
  const [from, to] = [await createTestDatabase(), await createTestDatabase()];
  const databases = [from, to].map(({ url }) => openDatabase({ connectionString: url, max: 2 }, () => undefined));
  const [before, after] = databases;
  assert.ok(before && after);
  try {
    for (const { pool } of databases) await migrate(pool);
    await before.pool.query(`
      insert into accounts (id, email, name, plan) values ('acct', 'a@example.com', '', 'free');
      insert into conversations (id, account_id, environment, title, model) values ('conv', 'acct', 'live', 'Title', 'm');
      insert into conversation_messages (conversation_id, position, message) values ('conv', 0, '"counted once"');
      insert into payments (id, account_id, environment, gateway, gateway_id, amount, currency, credits, description, documented)
        values ('pay', 'acct', 'live', 'builtin', 'g', 500, 'usd', 500, '', 500);
      insert into billing_documents (id, account_id, environment, payment_id, kind, reason, series, year, number, label, currency, amount, tax, tax_rate, tax_kind, buyer)
        values ('doc', 'acct', 'live', 'pay', 'invoice', 'payment', 'INV', 2026, 1, 'INV-2026-00001', 'usd', 500, 0, 0, 'standard', '{}');
      insert into document_counters (environment, series, year, last) values ('live', 'INV', 2026, 1);`);
    const lines = await linesOf(before);
    assert.ok(lines.length > 50, `${lines.length} lines`);
    const client = await after.pool.connect();
    await loadLines(client, eachOf(lines)).finally(() => client.release());
    assert.deepEqual(await linesOf(after), lines);
    await assert.rejects(after.pool.query('delete from billing_documents'), /append-only/, 'frozen again once loaded');
  } finally {
    for (const database of databases) await database.close();
    await Promise.all([from.drop(), to.drop()]);
  }
});

async function linesOf({ pool }: ReturnType<typeof openDatabase>): Promise<string[]> {
  const client = await pool.connect();
  const lines: string[] = [];
  try {
    for await (const line of dumpLines(client)) lines.push(line);
    return lines;
  } finally {
    client.release();
  }
}

async function* eachOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
