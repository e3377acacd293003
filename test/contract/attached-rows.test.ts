// Rows that are attached to charges: each is stored exactly if its call is charged, whatever else is charged with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DeferredCharge } from '../../src/core/caller.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { DeclaredTools } from '../../src/modules/chat/dialects/responses/tools.ts';
import { ResponseWriter } from '../../src/modules/chat/dialects/responses/writer.ts';
import type { Hold } from '../../src/money/hold.ts';
import { Money } from '../../src/money/money.ts';
import type { AttachedRow, AttachedTable } from '../../src/store/attached-row.ts';
import { responseRow } from '../../src/store/responses.ts';
import { createMoneyKit, holdFromLease, MICRO, type MoneyKit, QUOTE, type TestPayer } from '../support/money-kit.ts';

const NOTES: AttachedTable = { name: 'notes', columns: { id: 'text', words: 'json', bytes: 'integer' } };
const COST = 1_000;

let kit: MoneyKit;
let money: Money;
let payer: TestPayer;

before(async () => {
  kit = await createMoneyKit();
  await kit.database.pool.query('create table notes (id text primary key, words json, bytes integer)');
});
after(() => kit.close());

async function openPayer(): Promise<void> {
  money = new Money(kit.database);
  payer = await kit.open(1_000);
}

function noteOf(id: string, words: string | null = '{"a":"\\"{b,c}\\\\"}'): AttachedRow {
  return { table: NOTES, values: [id, words, 7], bytes: 7 };
}

function rowFor({ accountId }: TestPayer, id: string): AttachedRow {
  const answer = { id, object: 'response' } as unknown as Parameters<typeof responseRow>[0]['response'];
  const written = JSON.stringify(answer);
  return responseRow({ id, accountId, environment: 'live', previousId: null, input: [], response: answer, written });
}

async function storedIn(table: 'notes' | 'responses', ids: readonly string[]): Promise<string[]> {
  const { rows } = await kit.database.pool.query<{ id: string }>(
    `select id from ${table} where id = any($1) order by array_position($1, id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

async function closeWith(charges: number): Promise<void> {
  await money.close();
  const balance = 1_000 * MICRO - charges * COST;
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance, held: 0, leased: 0 });
}

test('rows of two tables are stored with their charges, from a lease, from holds and from both', async () => {
  await openPayer();
  const leased = () => holdFromLease(money, payer);
  const held = () => money.hold(payer, QUOTE);
  const groups = [[leased, leased, leased, leased], [held, held, held, held], [held, leased, held, leased], [leased]];
  const notes: string[] = [];
  const responses: string[] = [];
  for (const group of groups) {
    const holds: Hold[] = [];
    for (const take of group) holds.push(await take());
    const rows = [noteOf(newId('note')), rowFor(payer, newId('resp')), undefined, noteOf(newId('note'), null)];
    const receipts = await Promise.all(holds.map((hold, at) => money.settle(hold, COST, { row: rows[at] })));
    assert.ok(receipts.every(({ charged }) => charged === COST));
    for (const row of rows.slice(0, holds.length))
      if (row) (row.table === NOTES ? notes : responses).push(String(row.values[0]));
  }
  assert.deepEqual(await storedIn('notes', notes), notes);
  assert.deepEqual(await storedIn('responses', responses), responses);
  const { rows } = await kit.database.pool.query('select words, bytes from notes where id = $1', [notes[0]]);
  assert.deepEqual(rows, [{ words: { a: '"{b,c}\\' }, bytes: 7 }]);
  await closeWith(13);
});

test('the row of a call that is not charged is not stored, and those of its group are', async () => {
  await openPayer();
  const stranger = await kit.open(1_000);
  const holds = [
    await money.hold(payer, QUOTE),
    await money.hold(payer, QUOTE),
    await money.hold(stranger, QUOTE),
    await money.hold(payer, QUOTE),
  ];
  const ids = holds.map(() => newId('resp'));
  const { pool } = kit.database;
  await pool.query("update holds set expires_at = now() - interval '1 second' where id = $1", [holds[1]?.id]);
  assert.equal(await money.sweep(), 1);
  await pool.query('delete from accounts where id = $1', [stranger.accountId]);
  const settled = await Promise.allSettled(
    holds.map((hold, at) => money.settle(hold, COST, { row: rowFor(at === 2 ? stranger : payer, ids[at] ?? '') })),
  );
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await storedIn('responses', ids), [ids[0], ids[3]]);
  await closeWith(2);
});

test('words that PostgreSQL cannot store do not fail the charges of their group', async () => {
  await openPayer();
  const nested = (depth: number): unknown => (depth === 0 ? 'a\0b\ud800c' : [nested(depth - 1)]);
  const input = [{ 'a\0\ud800': 'a\0b\ud800c', nested: nested(100) }, '{"a,b"}', 'NULL', '\\"\u2028'];
  const { accountId } = payer;
  const id = newId('resp');
  const answer = { id, output_text: 'a\0b\udc00"{},\\' } as unknown as Parameters<typeof responseRow>[0]['response'];
  const words = { response: answer, written: JSON.stringify(answer) };
  const hostile = responseRow({
    id,
    accountId,
    environment: 'live',
    previousId: null,
    input: input as never,
    ...words,
  });
  const honest = rowFor(payer, newId('resp'));
  const holds = [await holdFromLease(money, payer), await holdFromLease(money, payer)];
  await Promise.all(holds.map((hold, at) => money.settle(hold, COST, { row: [hostile, honest][at] })));
  const ids = [id, String(honest.values[0])];
  assert.deepEqual(await storedIn('responses', ids), ids);
  await closeWith(2);
});

test('a call whose lease was taken back stores its row once, and none if it is refused', async () => {
  await openPayer();
  const [first, second] = [await holdFromLease(money, payer), await holdFromLease(money, payer)];
  const { pool } = kit.database;
  await pool.query("select take_back_leases($1, 'live')", [payer.accountId]);
  const [charged, refused] = [newId('resp'), newId('resp')];
  assert.equal((await money.settle(first, COST, { row: rowFor(payer, charged) })).charged, COST);
  await pool.query('update balances set held = balance where account_id = $1', [payer.accountId]);
  const settling = money.settle(second, COST, { row: rowFor(payer, refused) });
  await assert.rejects(settling, { code: 'insufficient_credits' });
  await pool.query('update balances set held = 0 where account_id = $1', [payer.accountId]);
  assert.deepEqual(await storedIn('responses', [charged, refused]), [charged]);
  await closeWith(1);
});

test('the row of a call that a batch charges later is stored at once', async () => {
  await openPayer();
  const charges: DeferredCharge[] = [];
  const batch = { id: newId('batch'), priceFactor: 1, defer: (charge: DeferredCharge) => void charges.push(charge) };
  const hold = await money.hold({ ...payer, batch }, QUOTE);
  const id = newId('note');
  await money.settle(hold, COST, { row: noteOf(id) });
  assert.deepEqual([await storedIn('notes', [id]), charges.length], [[id], 1]);
  await money.close();
});

test('the failure of a response that could not be charged shows nothing that was not sent', () => {
  const body = { model: 'm', input: 'Say something.' };
  const thoughts = { close: () => '', open: () => undefined, isOurs: () => false };
  const options = { isStreamed: true, tools: new DeclaredTools(body, []), thoughts };
  const writer = new ResponseWriter('resp_1', body, options);
  const step = { model: 'm', choice: 0, reasoning: '', reasoningSignature: '', refusal: '', calls: [] };
  const none = { finishReason: undefined, stopSequence: undefined, logprobs: [], usage: undefined };
  writer.add({ ...step, ...none, text: 'sent' });
  const sent = (writer.take()?.text.match(/^event: /gm) ?? []).length;
  writer.add({ ...step, ...none, text: 'unpaid' });
  writer.end();
  const failed = writer.fail(new ServiceError('internal_error', 'The charge failed.'));
  assert.doesNotMatch(JSON.stringify(failed), /unpaid/);
  assert.equal((failed as { sequence_number: number }).sequence_number, sent);
});
