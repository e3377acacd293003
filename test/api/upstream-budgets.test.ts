// Budgets of upstreams: what was booked as their cost, paid or not, takes them out of turn until the window ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertCallCosts, rollUpAllCallCosts } from '../../src/store/call-costs.ts';
import { readSpending } from '../../src/store/upstream-days.ts';
import { type FickleUpstream, jsonAnswer, startFickle } from '../support/fickle-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let first: FickleUpstream;
let second: FickleUpstream;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;

/** Costs six credits: ten tokens read for half a credit each, one written for one. */
const HELLO = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
};
const PRICE = { price: { input: 1_000_000, output: 2_000_000 }, cost: { input: 500_000, output: 1_000_000 } };

before(async () => {
  [first, second, service] = await Promise.all([
    startFickle(() => jsonAnswer(HELLO)),
    startFickle(() => jsonAnswer(HELLO)),
    startService({ TEST_WORKER: '0' }),
  ]);
  desk = await openDesk(service);
  customer = await service.account({ credits: 100_000, plan: 'unlimited' });
});
after(async () => {
  await service.stop();
  first.close();
  second.close();
});

const settingsOf = (upstream: FickleUpstream, id: string, more: object) => ({
  base_url: `${upstream.url}/v1`,
  ...{ list_models: false, retries: 0, models: [{ id, upstream_id: 'm', ...PRICE }], ...more },
});
async function set(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  const sent = { key: desk.key, body: { reason: 'A test of it', ...body } };
  const answer = await service.call(method, `/v1/operator/upstreams${path}`, sent);
  assert.ok(answer.status < 300, answer.text);
}
const chat = (model: string) =>
  service.call('POST', '/v1/chat/completions', {
    key: customer.liveKey,
    body: { model, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
  });
const budgetsOf = async (upstream: string) => {
  const { data } = (await desk.read('/engines')).json;
  return data.find((one: { name: string }) => one.name === upstream)?.budgets ?? [];
};
const isUsedUp = (upstream: string) => async () =>
  (await budgetsOf(upstream)).some(({ used_up: isUp }: { used_up: boolean }) => isUp);

test('an upstream whose budget of the day is used up gets no calls, until the budget is raised', async () => {
  await set('POST', '', {
    name: 'tight',
    settings: settingsOf(first, 'tight-1', { budget: { day: 12, month: 1_000 } }),
  });
  assert.equal((await chat('tight-1')).status, 200);
  await until(async () => (await budgetsOf('tight'))[0]?.spent === 6, { saying: 'the first call is booked' });
  assert.equal((await chat('tight-1')).status, 200);
  await until(isUsedUp('tight'), { saying: 'the budget is used up' });
  const calls = first.calls.length;
  const refused = await chat('tight-1');
  assert.deepEqual([refused.status, refused.json.error.code], [503, 'engine_unavailable']);
  const seconds = Number(refused.headers.get('retry-after'));
  const tomorrow = new Date().setUTCHours(24, 0, 0, 0);
  assert.ok(Math.abs(seconds - (tomorrow - Date.now()) / 1_000) < 60, `${seconds}`);
  assert.doesNotMatch(refused.json.error.message, /tight"|budget|cost|127\.0/);
  assert.equal(first.calls.length, calls);
  const [day, month] = await budgetsOf('tight');
  assert.deepEqual([day.period, day.limit, day.spent, day.used_up], ['day', 12, 12, true]);
  assert.deepEqual([month.period, month.limit, month.spent, month.used_up], ['month', 1_000, 12, false]);
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  assert.match(metrics, /upstream_budget_used_ratio\{[^}]*upstream="tight"[^}]*period="day"[^}]*\} 1\n/);
  await set('PUT', '/tight', { settings: settingsOf(first, 'tight-1', { budget: { day: 100 } }) });
  await until(async () => (await chat('tight-1')).status === 200, { saying: 'it gets calls again' });
});

test('another upstream of the model takes over', async () => {
  await set('POST', '', { name: 'small', settings: settingsOf(first, 'shared-1', { budget: { month: 6 } }) });
  assert.equal((await chat('shared-1')).status, 200);
  await until(isUsedUp('small'), { saying: 'the budget is used up' });
  const before = first.calls.length;
  await set('POST', '', { name: 'large', settings: settingsOf(second, 'shared-1', {}) });
  for (let call = 0; call < 5; call += 1) assert.equal((await chat('shared-1')).status, 200);
  assert.deepEqual([first.calls.length, second.calls.length], [before, 5]);
});

test('work that nobody pays counts, and so does what other nodes have booked', async () => {
  const probed = { probe_seconds: 3_600, probe: 'call', budget: { day: 20 } };
  await set('POST', '', { name: 'unpaid', settings: settingsOf(first, 'unpaid-1', probed) });
  await until(async () => (await budgetsOf('unpaid'))[0]?.spent === 6, { saying: 'the probe is booked' });
  await insertCallCosts(service.app.database.queries, [costAt('unpaid', 14e6)]);
  await until(isUsedUp('unpaid'), { saying: 'the budget is used up' });
  assert.equal((await chat('unpaid-1')).status, 503);
});

const costAt = (upstream: string, cost: number, more: object = {}) => ({
  accountId: customer.id,
  environment: 'live' as const,
  ...{ module: 'chat', model: 'm', keyId: null, upstream, credits: 0, cost, isPaid: true, used: {}, ...more },
});

test('the sums are the same before, between and after the calls are summed by the hour, and other windows stay out', async () => {
  const { queries, pool } = service.app.database;
  const read = async () => {
    const spending = await readSpending(queries, ['summed', 'never']);
    const [spent, none] = ['summed', 'never'].map((name) => spending.find(({ upstream }) => upstream === name));
    assert.deepEqual([none?.day, none?.month], [0, 0]);
    return [spent?.day, spent?.month];
  };
  await insertCallCosts(queries, [costAt('summed', 5), costAt('summed', 7, { isPaid: false })]);
  assert.deepEqual(await read(), [12, 12]);
  await rollUpAllCallCosts(queries);
  assert.deepEqual(await read(), [12, 12]);
  // An estimate, and work that was unpaid and is paid now.
  await insertCallCosts(queries, [
    costAt('summed', 9, { used: { isEstimated: true } }),
    costAt('summed', 7, { wasUnpaid: true }),
  ]);
  assert.deepEqual(await read(), [21, 21]);
  await rollUpAllCallCosts(queries);
  assert.deepEqual(await read(), [21, 21]);
  for (const at of ["date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '1 hour'", 'now()']) {
    await insertCallCosts(queries, [costAt('summed', 100)]);
    await pool.query(`update call_costs set at = ${at} where upstream = 'summed'`);
    await rollUpAllCallCosts(queries);
  }
  assert.deepEqual(await read(), [121, 121]);
  await pool.query("delete from cost_hourly where upstream = 'summed'");
  assert.deepEqual(await read(), [121, 121], 'what is deleted for its age was spent all the same');
});

test('a budget of nothing, or of another window, is refused', async () => {
  for (const budget of [{}, { day: 0 }, { day: -1 }, { week: 5 }, 5]) {
    const body = { name: 'odd', settings: settingsOf(first, 'odd-1', { budget }), reason: 'A test of it' };
    assert.equal((await service.call('POST', '/v1/operator/upstreams', { key: desk.key, body })).status, 400);
  }
});
