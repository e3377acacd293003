// Notes of running streams: what is noted is what is charged once their node is gone, exactly once, and short streams note nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import { refundRequest } from '../../src/money/entries.ts';
import type { AbandonedPolicy } from '../../src/money/left-bill.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices } from '../../src/money/prices.ts';
import { holdTokens, type TokenHold } from '../../src/money/token-hold.ts';
import { createMoneyKit, holdFromLease, MICRO, type MoneyKit, type TestPayer } from '../support/money-kit.ts';

const INPUT = 20;
const OUTPUT = 60;
const COST = { input_per_million_tokens: 10, output_per_million_tokens: 30 };
const PRICE = { input_per_million_tokens: INPUT, output_per_million_tokens: OUTPUT };
const MODEL = 'noted-1';

let kit: MoneyKit;
before(async () => {
  kit = await createMoneyKit();
});
after(() => kit.close());

const prices = createPrices({
  ...loadConfig({ PATH: '' }, '/').prices,
  models: { [MODEL]: PRICE },
  costs: { [MODEL]: COST },
});

interface Stream {
  hold: TokenHold;
  used: { promptTokens: number; completionTokens: number };
  hasBegun: boolean;
}

async function begin(
  money: Money,
  payer: TestPayer,
  { policy = 'accepted', mayLease = false }: { policy?: AbandonedPolicy; mayLease?: boolean } = {},
): Promise<Stream> {
  const terms = { module: 'chat', model: MODEL, description: 'a chat', mostPromptTokens: 100, maxTokens: 1_000 };
  const limits = { countPrompt: async () => 100, mayStopEarly: false, mayLease };
  const hold = await holdTokens({ money, prices }, payer, { ...terms, ...limits });
  const stream = { hold, used: { promptTokens: 100, completionTokens: 0 }, hasBegun: true };
  hold.noteFrom(async () => (stream.hasBegun ? { usage: { ...stream.used }, by: undefined } : undefined), policy);
  return stream;
}

function grow(stream: Stream, tokens: number): void {
  stream.used.completionTokens += tokens;
  stream.hold.keepAlive();
}

async function die({ accountId }: TestPayer): Promise<void> {
  await kit.database.pool.query("update holds set expires_at = now() - interval '1 second' where account_id = $1", [
    accountId,
  ]);
}

async function booksOf({ accountId }: TestPayer) {
  const { rows } = await kit.database.pool.query(
    `select b.balance, b.held, (select count(*)::int from ledger where account_id = $1 and type = 'usage') as entries,
       (select coalesce(sum(amount), 0)::bigint from ledger where account_id = $1 and environment = 'live') as sum,
       (select coalesce(sum(requests), 0)::int from usage_hourly where account_id = $1) as requests,
       (select coalesce(sum(completion_tokens), 0)::int from usage_hourly where account_id = $1) as tokens,
       (select coalesce(sum(cost), 0)::int from usage_hourly where account_id = $1) as cost
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  assert.equal(rows[0].balance, rows[0].sum);
  return rows[0];
}

const bill = (prompt: number, completion: number) => prompt * INPUT + completion * OUTPUT;

test('a stream that is shorter than the first note writes none, and a longer one is charged by its last note', {
  timeout: 120_000,
}, async (t) => {
  const [money, sweeper] = [new Money(kit.database, prices.upstreamCost), new Money(kit.database)];
  const payer = await kit.open(1_000);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const stream = await begin(money, payer);
  const noted = async () =>
    (await kit.database.pool.query('select noted from holds where account_id = $1', [payer.accountId])).rows[0]?.noted;
  grow(stream, 7);
  t.mock.timers.tick(2_500);
  await money.runChore();
  assert.equal(await noted(), null);
  t.mock.timers.tick(1_000);
  await money.runChore();
  assert.equal((await noted()).cost, bill(100, 7));
  grow(stream, 5);
  t.mock.timers.tick(3_000);
  await money.runChore();
  grow(stream, 900);
  await die(payer);
  assert.equal(await sweeper.sweep(), 1);
  const books = await booksOf(payer);
  const after = { requests: 1, tokens: 12, cost: 100 * 10 + 12 * 30, entries: 1, held: 0 };
  const balance = 1_000 * MICRO - bill(100, 12);
  assert.deepEqual(books, { ...after, balance, sum: balance });
  assert.equal(await sweeper.sweep(), 0, 'a second sweep finds nothing');
  // The process was only stalled, and continues.
  await assert.rejects(stream.hold.settle(stream.used), /ended before its call did/);
  assert.deepEqual(await booksOf(payer), books);
  const { rows } = await kit.database.pool.query(
    "select description, module, model from ledger where account_id = $1 and type = 'usage'",
    [payer.accountId],
  );
  assert.deepEqual(rows, [{ description: 'a chat (interrupted after 12 tokens)', module: 'chat', model: MODEL }]);
  await money.close();
});

test('a note is never above the hold, and what no engine has begun is free', { timeout: 120_000 }, async (t) => {
  const money = new Money(kit.database, prices.upstreamCost);
  const [greedy, waiting] = [await kit.open(1_000), await kit.open(1_000)];
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const stream = await begin(money, greedy);
  const idle = await begin(money, waiting);
  idle.hasBegun = false;
  grow(stream, 5_000_000);
  t.mock.timers.tick(4_000);
  await money.runChore();
  for (const payer of [greedy, waiting]) await die(payer);
  assert.equal(await money.sweep(), 2);
  assert.equal((await booksOf(greedy)).balance, 1_000 * MICRO - bill(100, 1_000));
  assert.deepEqual((await booksOf(waiting)).entries, 0);
  await money.close();
});

test('each policy charges a stream of a dead node as it charges one whose client leaves', {
  timeout: 120_000,
}, async (t) => {
  const money = new Money(kit.database, prices.upstreamCost);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const wanted: [AbandonedPolicy, number, number][] = [
    ['accepted', 0, bill(100, 0)],
    ['accepted', 9, bill(100, 9)],
    ['delivered', 0, 0],
    ['delivered', 9, bill(100, 9)],
    ['free', 9, 0],
  ];
  for (const [policy, tokens, price] of wanted) {
    const payer = await kit.open(1_000);
    const stream = await begin(money, payer, { policy });
    if (tokens > 0) grow(stream, tokens);
    t.mock.timers.tick(4_000);
    await money.runChore();
    await die(payer);
    await money.sweep();
    const books = await booksOf(payer);
    assert.equal(books.balance, 1_000 * MICRO - price, `${policy} ${tokens}`);
    assert.deepEqual([books.requests, books.cost], [1, 1_000 + tokens * 30], `${policy} ${tokens}`);
  }
  await money.close();
});

test('a stream that waits on a lease gets a hold of its own with its first note, and ends once', {
  timeout: 120_000,
}, async (t) => {
  const money = new Money(kit.database, prices.upstreamCost);
  for (const ending of ['dies', 'settles meanwhile', 'leaves meanwhile'] as const) {
    const payer = await kit.open(10_000);
    await money.release(await holdFromLease(money, payer));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const stream = await begin(money, payer, { mayLease: true });
    assert.equal((await kit.balanceOf(payer.accountId)).held, 0, 'granted from the lease');
    t.mock.timers.tick(4_000);
    const running = money.runChore();
    const billed = ending === 'leaves meanwhile' ? 0 : bill(100, 0);
    if (ending === 'settles meanwhile') await stream.hold.settle(stream.used);
    if (ending === 'leaves meanwhile') await stream.hold.release();
    await running;
    t.mock.timers.reset();
    await die(payer);
    assert.equal(await money.sweep(), ending === 'dies' ? 1 : 0);
    await money.runChore();
    const { balance, held } = await booksOf(payer);
    assert.deepEqual([balance, held], [10_000 * MICRO - billed, 0], ending);
  }
  await money.close();
});

test('caps of the key, the customer and the run count what was noted', { timeout: 120_000 }, async (t) => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const stream = await begin(money, {
    ...payer,
    keyId: 'key_noted',
    keyMonthlyCap: creditsToMicro(100),
    customer: 'ann',
    customerCaps: { daily: creditsToMicro(100), monthly: null },
    run: { id: 'task', budget: creditsToMicro(100) },
  });
  grow(stream, 50);
  t.mock.timers.tick(4_000);
  await money.runChore();
  await die(payer);
  await money.sweep();
  const { rows } = await kit.database.pool.query(
    `select (select spent from key_spending where key_id = 'key_noted') as key, (select held from key_spending where key_id = 'key_noted') as key_held,
       (select day_spent from end_customers where account_id = $1) as customer, (select held from end_customers where account_id = $1) as customer_held,
       (select spent from runs where account_id = $1) as run, (select held from runs where account_id = $1) as run_held,
       (select credits from run_calls where account_id = $1) as run_call, (select credits from customer_usage where account_id = $1) as usage`,
    [payer.accountId],
  );
  const spent = bill(100, 50);
  const counted = { key: spent, customer: spent, run: spent, run_call: spent, usage: spent };
  assert.deepEqual(rows, [{ ...counted, key_held: 0, customer_held: 0, run_held: 0 }]);
  await money.close();
});

test('the last credits that go with a note deplete the account, once', { timeout: 120_000 }, async (t) => {
  const money = new Money(kit.database);
  const payer = await kit.open(bill(100, 1_000) / MICRO);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const stream = await begin(money, payer);
  grow(stream, 1_000);
  t.mock.timers.tick(4_000);
  await money.runChore();
  await die(payer);
  await Promise.all([money.sweep(), money.sweep(), new Money(kit.database).sweep()]);
  assert.equal((await booksOf(payer)).balance, 0);
  const { rows } = await kit.database.pool.query(
    "select count(*)::int as events from events where account_id = $1 and type = 'credits.depleted'",
    [payer.accountId],
  );
  assert.deepEqual(rows, [{ events: 1 }]);
  await money.close();
});

test('a call that is sent again with its Idempotency-Key does not pay for the note of the dead one', {
  timeout: 120_000,
}, async (t) => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const [first, second] = [await begin(money, payer), await begin(money, { ...payer, requestId: 'req_other' })];
  for (const stream of [first, second]) grow(stream, 10);
  t.mock.timers.tick(4_000);
  await money.runChore();
  const { accountId, environment } = payer;
  await kit.database.transaction((trx) => refundRequest(trx, { accountId, environment }, 'req'));
  await die(payer);
  assert.equal(await money.sweep(), 1, 'that of the other request');
  assert.equal((await booksOf(payer)).balance, 1_000 * MICRO - bill(100, 10));
  // Swept first, and then undone: what was charged is given back.
  await kit.database.transaction((trx) => refundRequest(trx, { accountId, environment }, 'req_other'));
  assert.equal((await booksOf(payer)).balance, 1_000 * MICRO);
  await money.close();
});
