// The edges of prices, limits and the ledger: free calls, whole and short answers, long streams, filters, and the event of an empty account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/core/ids.ts';
import { MemoryLimiter } from '../../src/http/rate-limit.ts';
import { postEntry, readBalance, refundRequest } from '../../src/money/entries.ts';
import { holdIn, settleIn } from '../../src/money/hold.ts';
import { Money } from '../../src/money/money.ts';
import { LivePriceListSchema, PriceListSchema } from '../../src/money/price-list.ts';
import { createPrices } from '../../src/money/prices.ts';
import { planCapsOf } from '../../src/money/spending-caps.ts';
import { holdTokens } from '../../src/money/token-hold.ts';
import { meterTokens, takeOf } from '../../src/money/token-meter.ts';
import { listTransactions } from '../../src/money/transactions.ts';
import { createMoneyKit, MICRO, type MoneyKit, QUOTE, type TestPayer } from '../support/money-kit.ts';
import { until } from '../support/until.ts';

const LIST = loadConfig({ PATH: '' }, '/').prices;
const PRICES = createPrices({
  ...LIST,
  models: {
    'edge-1': {
      input_per_million_tokens: 1_000,
      output_per_million_tokens: 1_000,
      cache_write_per_million_tokens: 2_000,
    },
    'edge-2': {
      input_per_million_tokens: 1_000,
      output_per_million_tokens: 1_000,
      cache_write_per_million_tokens: 500,
    },
  },
});

let kit: MoneyKit;

before(async () => {
  kit = await createMoneyKit();
});
after(() => kit.close());

test('a call that costs nothing needs no credits', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(0);
  const hold = await money.hold(payer, { ...QUOTE, amount: 0, minimum: 0 });
  assert.deepEqual(await money.settle(hold, 0, {}), { charged: 0, remaining: 0 });
  await assert.rejects(money.hold(payer, { ...QUOTE, amount: 1, minimum: 1 }), { code: 'insufficient_credits' });
  await money.close();
});

test('the hold of a job ends once, and a second end neither charges nor fails', async () => {
  const payer = await kit.open(1);
  const { accountId, environment } = payer;
  const money = new Money(kit.database);
  const quote = { ...QUOTE, model: 'ordered-1' };
  const terms = { quote, jobId: newId('job'), ttlSeconds: 60 };
  const served: string[] = [];
  const upstreamCost = ({ model }: { model: string }) => served.push(model);
  const ends = [{ by: { model: 'stand-in-1' } }, {}];
  for (const by of ends) {
    const hold = await kit.database.transaction((trx) => holdIn(trx, payer, terms));
    const end = { cost: 1_000, usage: {}, description: '', upstreamCost, ...by };
    const settle = () =>
      kit.database.transaction((trx) =>
        settleIn(trx, { holdId: hold.id, accountId, environment, requestId: null }, end),
      );
    assert.equal((await settle())?.charged, 1_000);
    assert.equal(await settle(), undefined);
  }
  assert.deepEqual([served[0], served.includes('ordered-1')], ['stand-in-1', true]);
  assert.deepEqual(await kit.balanceOf(accountId), { balance: MICRO - 2_000, held: 0, leased: 0 });
  await money.close();
});

function buy(money: Money, payer: TestPayer, terms: { model?: string; countPrompt?: () => Promise<number> } = {}) {
  return holdTokens({ money, prices: PRICES }, payer, {
    ...{ module: 'chat', model: 'edge-1', description: '', mostPromptTokens: 100, countPrompt: async () => 100 },
    ...{ maxTokens: 100, mayStopEarly: true, mayLease: false },
    ...terms,
  });
}

test('an answer that the balance covers is whole, without counting its prompt; a bill is never above the hold', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1);
  const countPrompt = () => Promise.reject(new Error('the prompt was counted'));
  const whole = await buy(money, payer, { countPrompt });
  assert.deepEqual([whole.maxTokens, whole.isShort], [100, false]);
  // Held at the price of writing to the cache, which is twice that of reading: 100 × 2 + 100 thousandths.
  assert.equal((await kit.balanceOf(payer.accountId)).held, 300_000);
  assert.equal(whole.costOf({ promptTokens: 100, completionTokens: 10 }), 110_000);
  assert.equal(whole.costOf({ promptTokens: 9_999, completionTokens: 10 }), 300_000);
  assert.equal((await whole.settle({ promptTokens: 9_999, completionTokens: 10 })).charged, 300_000);
  const cheap = await buy(money, payer, { model: 'edge-2' });
  assert.equal((await kit.balanceOf(payer.accountId)).held, 200_000);
  await cheap.release();
  await money.close();
});

test('tokens are counted where a limit is set, and the refusal names whose limit it is', async (t) => {
  // The minute must not end between two calls.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const payer = { accountId: 'acct_1', environment: 'live' as const, keyId: 'key_1', keyTokensPerMinute: null };
  const quote = { ...QUOTE, tokens: 60, planTokensPerMinute: null };
  const batch = { id: 'batch_1', priceFactor: 0.5, defer: () => undefined };
  assert.equal(takeOf(payer, quote), undefined);
  assert.equal(takeOf({ ...payer, keyTokensPerMinute: 100 }, { ...quote, tokens: 0 }), undefined);
  assert.equal(takeOf({ ...payer, keyTokensPerMinute: 100, batch }, quote), undefined);
  const byKey = takeOf({ ...payer, keyTokensPerMinute: 100 }, quote);
  const byPlan = takeOf(payer, { ...quote, planTokensPerMinute: 90 });
  const both = takeOf({ ...payer, keyTokensPerMinute: 200 }, { ...quote, planTokensPerMinute: 90 });
  assert.ok(byKey && byPlan && both);
  for (const [take, limit, message] of [
    [byKey, 100, /^This key may use 100 tokens a minute/],
    [byPlan, 90, /^This account may use 90 tokens a minute/],
    [both, 90, /^This account may use 90 tokens a minute/],
  ] as const) {
    const limiter = new MemoryLimiter();
    const first = await meterTokens(limiter, take);
    assert.deepEqual(
      [first.end({ promptTokens: 50 }).limit, first.end({ promptTokens: 50 }).remaining],
      [limit, limit - 50],
    );
    // The correction was counted twice: 60 − 10 − 10.
    await meterTokens(limiter, { ...take, tokens: limit - 40 });
    await assert.rejects(meterTokens(limiter, { ...take, tokens: 1 }), { code: 'rate_limit_exceeded', message });
  }
});

test('prices shown and charged follow the factor of the account, the batch and the attribution', () => {
  const who = { plan: 'free', priceFactorPermille: 500, attributionWaived: true, keyModels: null };
  const what = { module: 'chat', model: 'edge-1' };
  assert.equal(PRICES.shown(who, { per_request: 3 }).per_request, 3);
  assert.equal(PRICES.shown({ ...who, attributionWaived: false }, { per_request: 3 }).per_request, 1.5);
  assert.equal(PRICES.cost(who, what, { promptTokens: 7 }), 7_000);
  assert.equal(PRICES.cost({ ...who, attributionWaived: false }, what, { promptTokens: 7 }), 3_500);
  const batch = { id: 'batch_1', priceFactor: 0.5, defer: () => undefined };
  assert.equal(PRICES.cost({ ...who, batch }, what, { promptTokens: 7 }), 3_500);
  const read = { promptTokens: 10, cachedTokens: 4, cacheWriteTokens: 3, completionTokens: 1, requests: 1 };
  assert.equal(PRICES.cost({ ...who, priceFactorPermille: 1_000, attributionWaived: false }, what, read), 14_000);
  assert.equal(planCapsOf(undefined), null);
});

test('a price list with an unknown field is refused, wherever the field is', () => {
  const [file, live] = [Compile(PriceListSchema), Compile(LivePriceListSchema)];
  const { currency: _, ...rest } = LIST;
  assert.deepEqual([file.Check(LIST), live.Check(rest)], [true, true]);
  const [planName = ''] = Object.keys(LIST.plans);
  const [moduleName = ''] = Object.keys(LIST.modules);
  for (const odd of [
    { ...rest, discount: 1 },
    { ...rest, plans: { ...LIST.plans, [planName]: { ...LIST.plans[planName], discount: 1 } } },
    { ...rest, modules: { ...LIST.modules, [moduleName]: { ...LIST.modules[moduleName], discount: 1 } } },
  ])
    assert.deepEqual([file.Check({ ...odd, currency: LIST.currency }), live.Check(odd)], [false, false]);
});

test('transactions are listed by type, time and place, newest first', async () => {
  const payer = await kit.open(1);
  const { accountId, environment } = payer;
  const entry = { accountId, environment, type: 'adjustment' as const, contra: 'adjustments' as const };
  for (const amount of [5, -2]) {
    // Times are compared by the millisecond.
    const pastMs = Date.now();
    await until(() => Date.now() > pastMs + 5, { saying: 'the clock has moved', everyMs: 5 });
    await kit.database.transaction((trx) => postEntry(trx, { ...entry, amount, description: `${amount}` }));
  }
  const { queries, pool } = kit.database;
  const list = async (filter: object) =>
    (await listTransactions(queries, { accountId, environment, limit: 10, ...filter })).map(({ amount }) => amount);
  assert.deepEqual(await list({}), [-2, 5, MICRO]);
  assert.deepEqual(await list({ limit: 2 }), [-2, 5]);
  assert.deepEqual(await list({ type: 'adjustment' }), [-2, 5]);
  const { rows } = await pool.query(
    'select seq, created_at as at from ledger where account_id = $1 and environment = $2 order by seq',
    [accountId, environment],
  );
  assert.deepEqual(await list({ beforeSeq: rows[2].seq }), [5, MICRO]);
  assert.deepEqual(await list({ from: rows[1].at }), [-2, 5]);
  assert.deepEqual(await list({ to: rows[2].at }), [5, MICRO]);
  assert.deepEqual(await list({ from: rows[1].at, to: rows[2].at }), [5]);
  assert.deepEqual(await listTransactions(queries, { accountId, environment: 'test', limit: 1, type: 'usage' }), []);
});

test('an account that is emptied is announced once, by a debit as by a call, and again after the next credit', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1);
  const { accountId, environment } = payer;
  const entry = {
    accountId,
    environment,
    type: 'adjustment' as const,
    contra: 'adjustments' as const,
    description: '',
  };
  const post = (amount: number) => kit.database.transaction((trx) => postEntry(trx, { ...entry, amount }));
  const announced = async () => {
    const { rows } = await kit.database.pool.query(
      "select body::json->'data'->>'available' as available from events where account_id = $1 and type = 'credits.depleted'",
      [accountId],
    );
    return rows.length;
  };
  assert.equal(await post(-MICRO - 1), undefined, 'a debit above the balance');
  assert.equal(await post(-MICRO + 10_000), 10_000);
  assert.equal(await announced(), 0);
  await money.settle(await money.hold(payer, QUOTE), 10_000, {});
  assert.equal(await announced(), 1);
  await assert.rejects(money.hold(payer, QUOTE), { code: 'insufficient_credits' });
  assert.equal(await announced(), 1);
  await post(5);
  await post(-5);
  assert.equal(await announced(), 2);
  assert.deepEqual(await readBalance(kit.database.queries, accountId, 'live'), { balance: 0, held: 0 });
  assert.deepEqual(await readBalance(kit.database.queries, 'acct_none', 'live'), { balance: 0, held: 0 });
  await money.close();
});

test('the charges of a request that was interrupted are refunded once', async () => {
  const money = new Money(kit.database);
  const payer = { ...(await kit.open(1)), requestId: newId('req') };
  await money.settle(await money.hold(payer, QUOTE), 4_000, {});
  const refund = (requestId: string) => kit.database.transaction((trx) => refundRequest(trx, payer, requestId));
  await refund('req_other');
  assert.equal((await kit.balanceOf(payer.accountId)).balance, MICRO - 4_000);
  await refund(payer.requestId);
  await refund(payer.requestId);
  assert.equal((await kit.balanceOf(payer.accountId)).balance, MICRO);
  await money.close();
});
