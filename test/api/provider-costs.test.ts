// What upstreams bill: booked with each call, also where the customer pays nothing, and unknown where nobody knows it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { rollUpAllCallCosts } from '../../src/store/call-costs.ts';
import { makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type PricedUpstream, startPricedUpstream } from '../support/priced-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let upstream: PricedUpstream;
let service: TestService;
let desk: OperatorKit;
let account: TestAccount;

before(async () => {
  upstream = await startPricedUpstream(['gpt-5-pro', 'gpt-4o-mini', 'nobody-knows-1']);
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, OPENAI_PROVIDER: 'openai' });
  desk = await openDesk(service);
  account = await service.account({ credits: 100_000, plan: 'pro' });
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const chat = (model: string, more: object = {}, key = account.liveKey) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    body: { model, max_tokens: 1_000, messages: [{ role: 'user', content: 'Hello '.repeat(1_000) }], ...more },
  });
const lineOf = async (by: string, group: string) => {
  const { json, text } = await desk.read(`/usage?group_by=${by}`);
  const found = json.data.find((one: { group: string }) => one.group === group);
  assert.ok(found, text);
  return found;
};

test('the margin is told by model, upstream, plan, account and day, in credits, before and after the hours are summed', async () => {
  assert.equal((await chat('gpt-5-pro')).status, 200);
  assert.equal((await chat('gpt-5-pro', { stream: true })).status, 200);
  const today = new Date().toISOString().slice(0, 10);
  const groups = { model: 'gpt-5-pro', upstream: 'openai', plan: 'pro', account: account.id, day: today };
  for (const pass of ['before', 'after']) {
    for (const [by, group] of Object.entries(groups)) {
      const line = await lineOf(by, group);
      const { credits, cost, margin, unpaid_cost: unpaid, prompt_tokens: prompt } = line;
      assert.deepEqual([credits, cost, margin, unpaid, prompt], [19.5, 15, 4.5, 0, 2_000], `${by} ${pass}`);
    }
    await rollUpAllCallCosts(service.app.database.queries);
  }
  const report = (await desk.read('/usage?group_by=upstream')).json;
  assert.deepEqual([report.unit, report.currency, typeof report.from], ['credits', 'usd', 'string']);
  const csv = (await desk.read('/usage?group_by=upstream&format=csv')).text.split('\r\n');
  assert.match(csv[0] ?? '', /^upstream,label,requests,.*,from,to,unit$/);
});

test('a model that sells at the own price while its cost is unknown has an unknown margin, not a cost of 0', async () => {
  const models = { 'nobody-knows-1': { input_per_million_tokens: 100, output_per_million_tokens: 200 } };
  const body = { value: { models }, reason: 'a price' };
  assert.equal((await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body })).status, 200);
  assert.equal((await chat('nobody-knows-1')).status, 200);
  const line = await lineOf('model', 'nobody-knows-1');
  assert.deepEqual([line.credits, line.cost, line.margin, line.unknown_cost_calls], [0.2, null, null, 1]);
  const { total } = (await desk.read('/usage?group_by=model')).json;
  assert.deepEqual([total.cost, total.known_cost], [null, 15]);
  assert.match((await desk.read('/usage?group_by=model&format=csv')).text, /nobody-knows-1,.*,unknown,unknown,/);
});

test('an answer that nobody pays is booked as the cost of the operator', async () => {
  const other = await service.account({ credits: 1_000 });
  const before = await lineOf('upstream', 'openai');
  const { money, prices } = service.app;
  const payer = { accountId: other.id, environment: 'live', requestId: 'req_left', keyId: null } as const;
  const caps = { keyMonthlyCap: null, keyDailyCap: null, keyTokensPerMinute: null };
  const what = { module: 'chat', model: 'gpt-5-pro', description: 'a call that was left' };
  const who = { plan: 'free', priceFactorPermille: null, attributionWaived: false, keyModels: null };
  const usage = { promptTokens: 1_000, completionTokens: 0 };
  const quote = prices.quote(who, what, { ...usage, requests: 1 });
  const hold = await money.hold({ ...payer, ...caps }, quote);
  await money.release(hold, undefined, { by: { engine: 'openai', model: 'gpt-5-pro' }, usage });
  const line = await lineOf('account', other.id);
  assert.deepEqual([line.credits, line.cost, line.margin], [0, 1.5, -1.5]);
  assert.deepEqual([line.unpaid_cost, line.unpaid_calls, line.requests], [1.5, 1, 0]);
  const after = await lineOf('upstream', 'openai');
  assert.deepEqual(
    [after.unpaid_calls - before.unpaid_calls, after.unpaid_cost - before.unpaid_cost, after.requests],
    [1, 1.5, before.requests],
  );
  const left = await service.call('GET', '/v1/payments/balance', { key: other.liveKey });
  assert.deepEqual([left.json.credits, left.json.held], [1_000, 0]);
});

test('what the upstream says it served is what was booked, to the micro-credit', async () => {
  const many = await service.account({ credits: 10_000 });
  const uses = Array.from({ length: 24 }, (_, index) => ({
    prompt_tokens: 100 + index,
    completion_tokens: 1 + index * 7,
  }));
  let billed = 0;
  for (const use of uses) {
    upstream.use = use;
    const isStream = use.completion_tokens % 2 === 0;
    assert.equal((await chat('gpt-4o-mini', { stream: isStream }, many.liveKey)).status, 200);
    billed += use.prompt_tokens * 15 + use.completion_tokens * 60;
  }
  const { cost, requests } = await lineOf('account', many.id);
  assert.deepEqual([Math.round(cost * 1e6), requests], [billed, uses.length]);
});

test('a video that is cancelled or fails at a provider is booked with what the provider bills for the order', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-costs-'));
  const films = await startFilmServer('openai', await readFile(await makeSmallFilm(folder)));
  const models = [{ id: 'film-1', price: { per_second: 5 }, cost: { per_second: 2 } }];
  const settings = { kind: 'openai', base_url: `${films.url}/v1`, provider: 'openai', poll_seconds: 0.05, models };
  const added = await desk.act('/upstreams', { name: 'films', makes: 'video', settings, reason: 'films' });
  assert.equal(added.status, 201, added.text);
  const maker = await service.account({ credits: 1_000 });
  const order = async () => {
    const body = { model: 'film-1', prompt: 'Grey', duration: 5 };
    const { json, text } = await service.call('POST', '/v1/video/generate', { key: maker.liveKey, body });
    assert.ok(json.id, text);
    return json.id as string;
  };
  const state = async (id: string) =>
    (await service.call('GET', `/v1/video/${id}`, { key: maker.liveKey })).json.status as string;
  films.ending = 'never';
  const asked = films.asked();
  const cancelled = await order();
  await asked;
  const { status } = await service.call('POST', `/v1/jobs/${cancelled}/cancel`, { key: maker.liveKey });
  assert.equal(status, 200);
  films.ending = 'failed';
  const failed = await order();
  await until(async () => (await state(failed)) === 'failed', { saying: 'the second video failed' });
  // Five seconds at two credits, twice.
  const { cost, credits, unpaid_calls: unpaid } = await lineOf('upstream', 'films');
  assert.equal(cost, 20);
  const balance = (await service.call('GET', '/v1/payments/balance', { key: maker.liveKey })).json.credits;
  assert.equal(Math.round((1_000 - balance) * 1e6), Math.round(credits * 1e6));
  assert.ok(unpaid >= 1);
  films.close();
  await rm(folder, { recursive: true });
});
