// Edges of holds and leases: what is leased comes back, a hold is extended, impossible costs are refused, and a hold that just suffices does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { CreditsShort } from '../../src/money/depletion.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices } from '../../src/money/prices.ts';
import { countedCaps } from '../../src/money/spending-caps.ts';
import { holdTokens } from '../../src/money/token-hold.ts';
import { createMoneyKit, holdFromLease, MICRO, type MoneyKit, QUOTE } from '../support/money-kit.ts';
import { runBatch } from '../support/random-batches.ts';

const PRICE = { input_per_million_tokens: 1_000, output_per_million_tokens: 1_000 };

let kit: MoneyKit;
let database: MoneyKit['database'];
let open: MoneyKit['open'];
let balanceOf: MoneyKit['balanceOf'];

before(async () => {
  kit = await createMoneyKit();
  ({ database, open, balanceOf } = kit);
});
after(() => kit.close());

test('a lease that nobody uses is given back, also after a hold from it was secured', async (t) => {
  const payer = await open(1_000);
  const money = new Money(database);
  const secured = await money.secure(await holdFromLease(money, payer));
  assert.equal(secured.leased, null);
  await money.settle(secured, 4_000, {});
  await money.settle(await holdFromLease(money, payer), 3_000, {});
  assert.ok((await balanceOf(payer.accountId)).leased > 0);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 5_000 });
  await money.runChore();
  assert.deepEqual(await balanceOf(payer.accountId), { balance: 1_000 * MICRO - 7_000, held: 0, leased: 0 });
  await money.close();
});

test('a node that ends gives back all that it leased, however many calls came at once', async () => {
  const payer = await open(1_000);
  const money = new Money(database);
  await money.release(await money.hold(payer, QUOTE, { mayLease: true }));
  const holds = await Promise.all(Array.from({ length: 20 }, () => money.hold(payer, QUOTE, { mayLease: true })));
  // Leased and other holds end in one commit, whichever is the first of it.
  for (let leased = 0; leased < 3; leased += 1) holds.unshift(await holdFromLease(money, payer));
  holds.splice(3, 0, await money.hold(payer, QUOTE));
  const receipts = await Promise.all(holds.map((hold) => money.settle(hold, 1_000, {})));
  assert.ok(receipts.every(({ charged }) => charged === 1_000));
  await money.close();
  const balance = 1_000 * MICRO - holds.length * 1_000;
  assert.deepEqual(await balanceOf(payer.accountId), { balance, held: 0, leased: 0 });
});

test('a usage that has no price charges nothing and holds nothing', async () => {
  const payer = await open(1_000);
  const money = new Money(database);
  const terms = { module: 'chat', model: 'edge-1', description: '', mostPromptTokens: 10, countPrompt: async () => 10 };
  const limits = { maxTokens: 10, mayStopEarly: false, mayLease: false };
  const prices = createPrices({ ...loadConfig({ PATH: '' }, '/').prices, models: { 'edge-1': PRICE } });
  for (const tokens of [-50, Number.NaN, Number.NEGATIVE_INFINITY]) {
    const hold = await holdTokens({ money, prices }, payer, { ...terms, ...limits });
    await assert.rejects(hold.settle({ promptTokens: tokens, completionTokens: tokens }));
    assert.deepEqual(await balanceOf(payer.accountId), { balance: 1_000 * MICRO, held: 0, leased: 0 }, `${tokens}`);
  }
  await assert.rejects(
    money.charge(payer, QUOTE, async () => ({ value: 0, cost: -1, usage: {} })),
    /cannot cost/,
  );
  await money.close();
  assert.deepEqual(await balanceOf(payer.accountId), { balance: 1_000 * MICRO, held: 0, leased: 0 });
});

test('the hold of a long call is kept while its answer grows, and not longer', { timeout: 120_000 }, async (t) => {
  const payer = await open(1_000);
  const money = new Money(database);
  const terms = { module: 'chat', model: 'edge-1', description: '', mostPromptTokens: 10, countPrompt: async () => 10 };
  const limits = { maxTokens: 10, mayStopEarly: false, mayLease: false };
  const prices = createPrices({ ...loadConfig({ PATH: '' }, '/').prices, models: { 'edge-1': PRICE } });
  const hold = await holdTokens({ money, prices }, payer, { ...terms, ...limits });
  const minutesLeft = async () => {
    const { rows } = await database.pool.query(
      'select extract(epoch from expires_at - now()) / 60 as minutes from holds where account_id = $1',
      [payer.accountId],
    );
    return Number(rows[0]?.minutes);
  };
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const afterSixMinutes = async () => {
    await database.pool.query("update holds set expires_at = now() + interval '1 minute' where account_id = $1", [
      payer.accountId,
    ]);
    t.mock.timers.tick(6 * 60_000);
    await money.runChore();
    return minutesLeft();
  };
  hold.keepAlive();
  assert.ok((await afterSixMinutes()) > 10);
  assert.ok((await afterSixMinutes()) <= 1, 'nothing came meanwhile');
  hold.keepAlive();
  await database.pool.query('update holds set expires_at = now() where account_id = $1', [payer.accountId]);
  await money.sweep();
  t.mock.timers.tick(6 * 60_000);
  await money.runChore();
  assert.throws(() => hold.keepAlive(), /ended before its call did/);
  await assert.rejects(hold.settle({ promptTokens: 1, completionTokens: 1 }), /ended before its call did/);
  assert.deepEqual(await balanceOf(payer.accountId), { balance: 1_000 * MICRO, held: 0, leased: 0 });
  await money.close();
});

test('a call that costs less than nothing, or no whole number, is not settled', async () => {
  const payer = await open(10);
  const money = new Money(database);
  const hold = await money.hold(payer, QUOTE);
  for (const cost of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    await assert.rejects(money.settle(hold, cost, {}), /cannot cost/);
  assert.deepEqual(await balanceOf(payer.accountId), { balance: 10 * MICRO, held: 10_000, leased: 0 });
  assert.equal((await money.settle(hold, 0, {})).charged, 0);
  assert.deepEqual(await balanceOf(payer.accountId), { balance: 10 * MICRO, held: 0, leased: 0 });
  await money.close();
});

test('credits that pay for the prompt as counted, not for its bound, buy the whole answer or a part of it', async () => {
  const prices = createPrices({
    ...loadConfig({ PATH: '' }, '/').prices,
    models: { 'edge-1': { input_per_million_tokens: 1_000, output_per_million_tokens: 1_000 } },
  });
  const servedBy: string[] = [];
  const money = new Money(database, ({ model }) => servedBy.push(model));
  const buy = async (credits: number, mayStopEarly: boolean) => {
    const payer = await open(credits);
    return holdTokens({ money, prices }, payer, {
      ...{ module: 'chat', model: 'edge-1', description: '', mostPromptTokens: 5_000, countPrompt: async () => 100 },
      ...{ maxTokens: 100, mayStopEarly, mayLease: false },
    });
  };
  const whole = await buy(0.2, true);
  assert.deepEqual([whole.maxTokens, whole.isShort], [100, false]);
  const part = await buy(0.15, true);
  assert.deepEqual([part.maxTokens, part.isShort], [50, true]);
  const use = { promptTokens: 100, completionTokens: 1 };
  await whole.settle(use, { by: { model: 'stand-in-1' } });
  await part.settle(use);
  assert.deepEqual(servedBy, ['stand-in-1', 'edge-1'], 'the cost is that of the model that answered');
  await assert.rejects(buy(0.1, true), CreditsShort);
  await assert.rejects(buy(0.199, false), CreditsShort);
  await money.close();
});

test('lines of a batch are charged with their answers, and those that a dead worker left are released', async () => {
  const { accountId } = await open(10);
  const money = new Money(database);
  const lines = [100, 50, 0].map((percent) => ({ micro: 1_000, percent }));
  assert.equal(await runBatch({ do: 'batch', lines, answered: 2 }, { database, money, accountId }), 1_500);
  assert.deepEqual(await balanceOf(accountId), { balance: 10 * MICRO - 1_500, held: 0, leased: 0 });
  await money.close();
});

test('whoever has no cap is not counted for one', () => {
  const payer = { accountId: 'acct_1', environment: 'live' as const, keyId: 'key_1', keyDailyCap: null };
  assert.equal(countedCaps(payer, null), null);
  const caps = countedCaps({ ...payer, keyDailyCap: 5 }, { daily: 6, monthly: 7 });
  assert.deepEqual(
    caps?.map(({ spender, cap, period }) => [spender, cap, period]),
    [
      ['key_1 day', 5, 'day'],
      ['acct_1 live day', 6, 'day'],
      ['acct_1 live', 7, 'month'],
    ],
  );
});
