// The edges of leases: what is settled together, what is kept, freed or taken back, and that no hold ends twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/core/ids.ts';
import type { Hold } from '../../src/money/hold.ts';
import { extendLease } from '../../src/money/lease-statements.ts';
import { Leases } from '../../src/money/leases.ts';
import { Money } from '../../src/money/money.ts';
import { createMoneyKit, holdFromLease, MICRO, type MoneyKit, QUOTE, type TestPayer } from '../support/money-kit.ts';
import { until } from '../support/until.ts';

let kit: MoneyKit;

before(async () => {
  kit = await createMoneyKit();
});
after(() => kit.close());

async function usageOf({ accountId }: TestPayer) {
  const { rows } = await kit.database.pool.query(
    `select sum(requests)::int as requests, sum(credits)::int as credits, sum(prompt_tokens)::int as tokens
     from usage_hourly where account_id = $1`,
    [accountId],
  );
  return rows[0];
}

test('calls of several accounts, from leases and without, are charged together, each to its own account', async () => {
  const money = new Money(kit.database);
  const [a, b, c] = [await kit.open(1_000), await kit.open(1_000), await kit.open(1_000)];
  const holds: Record<string, () => Promise<Hold>> = {
    a: () => holdFromLease(money, a),
    b: () => holdFromLease(money, b),
    c: () => money.hold(c, QUOTE),
  };
  // The first is charged alone; those that come meanwhile are charged together.
  const rounds = ['cab', 'cba', 'cbc', 'cbb', 'cabc', 'ccab'];
  for (const round of rounds) {
    const open: Hold[] = [];
    for (const name of round) open.push(await (holds[name] as () => Promise<Hold>)());
    const receipts = await Promise.all(open.map((hold) => money.settle(hold, 1_000, { promptTokens: 3 })));
    assert.ok(receipts.every(({ charged }) => charged === 1_000));
  }
  await money.close();
  for (const [name, payer] of Object.entries({ a, b, c })) {
    const calls = [...rounds.join('')].filter((one) => one === name).length;
    const balance = 1_000 * MICRO - calls * 1_000;
    assert.deepEqual(await kit.balanceOf(payer.accountId), { balance, held: 0, leased: 0 }, name);
    assert.deepEqual(await usageOf(payer), { requests: calls, credits: calls * 1_000, tokens: calls * 3 }, name);
  }
});

test('a lease in use is kept and one of a dead node is freed, every half minute', { timeout: 120_000 }, async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const money = new Money(kit.database);
  const [payer, dead] = [await kit.open(1_000), await kit.open(1_000)];
  const hold = await holdFromLease(money, payer);
  const { accountId, environment } = dead;
  const lost = { id: newId('lease'), isNew: true, accountId, environment, wanted: MICRO };
  assert.equal(await extendLease(kit.database.pool, lost), MICRO);
  await kit.database.pool.query("update leases set expires_at = now() - interval '1 second' where id = $1", [lost.id]);
  await kit.database.pool.query("update leases set expires_at = now() + interval '1 minute' where account_id = $1", [
    payer.accountId,
  ]);
  const secondsLeft = async () => {
    const { rows } = await kit.database.pool.query(
      'select extract(epoch from expires_at - now())::int as seconds from leases where account_id = $1',
      [payer.accountId],
    );
    return rows[0]?.seconds ?? 0;
  };
  await money.runChore();
  assert.ok((await secondsLeft()) <= 60, 'not yet');
  assert.equal((await kit.balanceOf(accountId)).leased, MICRO);
  t.mock.timers.tick(31_000);
  await money.runChore();
  assert.ok((await secondsLeft()) > 60, 'kept for the call that runs');
  assert.equal((await kit.balanceOf(accountId)).leased, 0);
  assert.ok((await kit.balanceOf(payer.accountId)).leased > 0);
  assert.equal((await money.settle(hold, 1_000, {})).charged, 1_000);
  await money.runChore();
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance: 1_000 * MICRO - 1_000, held: 0, leased: 0 });
  await money.close();
});

test('an account that stays busy leases more each time', { timeout: 120_000 }, async (t) => {
  const money = new Money(kit.database);
  const payer = await kit.open(10_000);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const holds: Hold[] = [];
  const leased = async () => {
    for (let call = 0; call < 20; call += 1) holds.push(await money.hold(payer, QUOTE, { mayLease: true }));
    return (await kit.balanceOf(payer.accountId)).leased > 250 * QUOTE.amount;
  };
  await until(leased, { saying: 'the lease covers more than three times as many calls as the first did' });
  await Promise.all(holds.map((hold) => money.release(hold)));
  await money.close();
  assert.equal((await kit.balanceOf(payer.accountId)).balance, 10_000 * MICRO);
});

test('no hold ends twice, whether it was settled, released or secured', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  const refused = /ended before its call did/;
  for (const take of [() => holdFromLease(money, payer), () => money.hold(payer, QUOTE)]) {
    const settled = await take();
    await money.settle(settled, 1_000, {});
    await assert.rejects(money.settle(settled, 1_000, {}), refused);
    await money.release(settled);
    const released = await take();
    await money.release(released);
    await money.release(released);
    await assert.rejects(money.settle(released, 1_000, {}), refused);
  }
  const hold = await holdFromLease(money, payer);
  const secured = await money.secure(hold);
  assert.equal(await money.secure(secured), secured);
  await money.release(hold);
  await assert.rejects(money.settle(hold, 1_000, {}), refused);
  await money.settle(secured, 1_000, {});
  const swept = await money.hold(payer, QUOTE);
  await kit.database.pool.query("update holds set expires_at = now() - interval '1 second' where id = $1", [swept.id]);
  assert.equal(await money.sweep(), 1);
  await assert.rejects(money.settle(swept, 1_000, {}), refused);
  await money.close();
  assert.equal(money.chargedCredits, 0.003);
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance: 1_000 * MICRO - 3_000, held: 0, leased: 0 });
});

test('a hold that was exchanged is not settled beside the one that it was exchanged for', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  const hold = await holdFromLease(money, payer);
  const secured = await money.secure(hold);
  await assert.rejects(money.settle(hold, 1_000, {}), /ended before its call did/);
  assert.equal((await money.settle(secured, 1_000, {})).charged, 1_000);
  await money.close();
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance: 1_000 * MICRO - 1_000, held: 0, leased: 0 });
});

test('calls that come while a lease is asked for ask for no second one, which nobody would give back', async () => {
  const leases = new Leases(kit.database);
  const payer = await kit.open(1_000);
  const take = () => leases.take(payer, QUOTE.amount);
  await kit.database.transaction(async (trx) => {
    await sql`select 1 from balances where account_id = ${payer.accountId} for update`.execute(trx);
    for (let call = 0; call < 5; call += 1) assert.equal(take(), undefined);
  });
  const lease = await until(take, { saying: 'the lease is granted' });
  const { rows } = await kit.database.pool.query('select id from leases where account_id = $1', [payer.accountId]);
  assert.deepEqual(rows, [{ id: lease.id }]);
  leases.release(lease, QUOTE.amount);
  await leases.close();
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance: 1_000 * MICRO, held: 0, leased: 0 });
});

test('a call whose lease was taken back is charged all the same, with the cost of who served it, or refused', async () => {
  const served: string[] = [];
  const money = new Money(kit.database, ({ model }) => served.push(model));
  const payer = await kit.open(1_000);
  const [first, second] = [await holdFromLease(money, payer), await holdFromLease(money, payer)];
  const { pool } = kit.database;
  await pool.query("select take_back_leases($1, 'live')", [payer.accountId]);
  assert.equal((await money.settle(first, 2_000, { by: { model: 'stand-in-1' } })).charged, 2_000);
  assert.deepEqual(new Set(served), new Set(['stand-in-1']));
  await pool.query("update balances set held = balance where account_id = $1 and environment = 'live'", [
    payer.accountId,
  ]);
  await assert.rejects(money.settle(second, 2_000, {}), { code: 'insufficient_credits' });
  await pool.query("update balances set held = 0 where account_id = $1 and environment = 'live'", [payer.accountId]);
  await money.close();
  assert.deepEqual(await kit.balanceOf(payer.accountId), { balance: 1_000 * MICRO - 2_000, held: 0, leased: 0 });
});

test('a call charged alone leaves the same entries and the same usage as calls charged together', async () => {
  const money = new Money(kit.database, () => 7);
  const payer = await kit.open(1_000);
  const used = {
    promptTokens: 3,
    completionTokens: 4,
    images: 5,
    milliseconds: 6,
    cachedTokens: 1,
    cacheWriteTokens: 2,
  };
  const settle = (hold: Hold, cost: number) => money.settle(hold, cost, used);
  const holds = [];
  for (let call = 0; call < 6; call += 1) holds.push(await holdFromLease(money, payer));
  const [a, b, c, d, e, free] = holds as [Hold, Hold, Hold, Hold, Hold, Hold];
  await settle(a, 1_000);
  // They are added in the same turn of the event loop, and share a batch.
  await Promise.all([settle(b, 1_000), settle(c, 1_000), settle(d, 1_000)]);
  await settle(e, 1_000);
  const { remaining } = await settle(free, 0);
  assert.equal(remaining, 1_000 * MICRO - 5_000);
  await money.close();
  const { pool } = kit.database;
  const { rows: entries } = await pool.query(
    `select amount::int, (balance_after - $2)::int as after, contra, module, model, key_id, request_id, description
     from ledger where account_id = $1 and type = 'usage' order by seq`,
    [payer.accountId, 1_000 * MICRO],
  );
  const { requestId, keyId } = payer;
  const { module, model, description } = QUOTE;
  const entry = { amount: -1_000, contra: 'revenue', module, model, key_id: keyId, request_id: requestId, description };
  assert.deepEqual(
    entries,
    [1, 2, 3, 4, 5].map((call) => ({ ...entry, after: -1_000 * call })),
  );
  const { rows: uses } = await pool.query(
    `select requests::int, prompt_tokens::int, completion_tokens::int, images::int, milliseconds::int, cached_tokens::int,
       cache_write_tokens::int, credits::int, cost::int from usage_hourly where account_id = $1`,
    [payer.accountId],
  );
  const tokens = { prompt_tokens: 18, completion_tokens: 24, cached_tokens: 6, cache_write_tokens: 12 };
  assert.deepEqual(uses, [{ requests: 6, ...tokens, images: 30, milliseconds: 36, credits: 5_000, cost: 42 }]);
});

test('calls whose lease is gone never spend the lease of another node', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  const { accountId, environment } = payer;
  const { pool } = kit.database;
  const holds = [];
  for (let call = 0; call < 4; call += 1) holds.push(await holdFromLease(money, payer));
  const [alone, ...together] = holds as [Hold, Hold, Hold, Hold];
  await pool.query('select end_leases(array(select id from leases where account_id = $1))', [accountId]);
  const other = { id: newId('lease'), isNew: true, accountId, environment, wanted: MICRO };
  assert.equal(await extendLease(pool, other), MICRO);
  assert.equal((await money.settle(alone, 1_000, {})).charged, 1_000);
  const receipts = await Promise.all(together.map((hold) => money.settle(hold, 1_000, {})));
  assert.deepEqual(
    receipts.map(({ charged }) => charged),
    [1_000, 1_000, 1_000],
  );
  await money.close();
  const balance = 1_000 * MICRO - 4_000;
  assert.deepEqual(await kit.balanceOf(accountId), { balance, held: 0, leased: MICRO });
  const { rows } = await pool.query('select id, amount::int from leases where account_id = $1', [accountId]);
  assert.deepEqual(rows, [{ id: other.id, amount: MICRO }]);
  assert.deepEqual(await usageOf(payer), { requests: 4, credits: 4_000, tokens: 0 });
});

test('what an uncapped customer uses is counted for it, alone, together with others, and by the names of earlier versions', async () => {
  const money = new Money(kit.database, () => 7);
  const payer = await kit.open(1_000);
  const named = { ...payer, keyId: 'key_of_ann', customer: 'ann' };
  const used = { promptTokens: 3, completionTokens: 4, cachedTokens: 1 };
  // The first call finds out that no cap applies to the customer.
  await money.settle(await money.hold(named, QUOTE, { mayLease: true }), 1_000, used);
  await money.settle(await holdFromLease(money, named), 1_000, used);
  const holds = [];
  for (const who of [named, payer, named, { ...named, customer: 'ben' }]) holds.push(await holdFromLease(money, who));
  await Promise.all(holds.map((hold) => money.settle(hold, 1_000, used)));
  const last = await holdFromLease(money, named);
  const { pool } = kit.database;
  const { accountId } = payer;
  const call = {
    id: newId('txn'),
    cost: 500,
    spent: 500,
    module: 'test',
    model: '',
    key_id: 'key_of_ann',
    description: '',
  };
  const sums = { requests: 1, prompt_tokens: 3, completion_tokens: 4, images: 0, milliseconds: 0, credits: 500 };
  const use = {
    module: 'test',
    model: '',
    key_id: 'key_of_ann',
    ...sums,
    cached_tokens: 1,
    cache_write_tokens: 0,
    cost: 7,
  };
  const of = { customer_id: 'ann', key_id: 'key_of_ann', ...sums };
  await pool.query("select charge_lease_named($1, $2, 'live', 500, $3, $4, $5)", [
    ...[last.id, accountId, JSON.stringify([call]), JSON.stringify([use]), JSON.stringify([of])],
  ]);
  await pool.query(
    "select charge_one($1, $2, 'live', 500, $3, 'test', '', 'key_of_ann', null, '', 3, 4, 0, 0, 1, 0, 7)",
    [last.id, accountId, newId('txn')],
  );
  await money.release(last);
  await money.close();
  const { rows } = await pool.query(
    `select customer_id, sum(requests)::int as requests, sum(prompt_tokens)::int as prompt, sum(completion_tokens)::int as completion,
       sum(credits)::int as credits, (select month_spent::int from end_customers e where e.account_id = $1 and e.id = u.customer_id) as spent
     from customer_usage u where account_id = $1 group by 1 order by 1`,
    [accountId],
  );
  const ann = { customer_id: 'ann', requests: 5, prompt: 15, completion: 20, credits: 4_500, spent: 4_500 };
  const ben = { customer_id: 'ben', requests: 1, prompt: 3, completion: 4, credits: 1_000, spent: 1_000 };
  assert.deepEqual(rows, [ann, ben]);
  assert.deepEqual(await usageOf(payer), { requests: 8, credits: 7_000, tokens: 24 });
  const { rows: costs } = await pool.query(
    'select sum(cost)::int as cost, sum(cached_tokens)::int as cached from usage_hourly where account_id = $1',
    [accountId],
  );
  assert.deepEqual(costs, [{ cost: 56, cached: 8 }]);
  assert.equal((await kit.balanceOf(accountId)).balance, 1_000 * MICRO - 7_000);
});
