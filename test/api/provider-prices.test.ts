// Models of public providers: sold by their known cost and the operator's factor, never below it, and not at all while their cost is unknown.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { BatchClient, chatLine } from '../support/batch-kit.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type PricedUpstream, startPricedUpstream } from '../support/priced-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MODELS = ['gpt-5-pro', 'gpt-5.4', 'gpt-4o-mini', 'text-embedding-3-small', 'nobody-knows-1', 'rerank-nobody-1'];

let upstream: PricedUpstream;
let service: TestService;
let desk: OperatorKit;
let account: TestAccount;

before(async () => {
  upstream = await startPricedUpstream(MODELS);
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, OPENAI_PROVIDER: 'openai' });
  desk = await openDesk(service);
  account = await service.account({ credits: 100_000 });
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
const charged = async (model: string, more: object = {}, key?: string) => {
  const { status, headers, text } = await chat(model, more, key);
  assert.equal(status, 200, text);
  return Number(headers.get('x-credits-charged'));
};
const pricingOf = async (model: string) =>
  (await service.call('GET', `/v1/models/${model}`, { key: account.liveKey })).json.pricing;
const setPrices = (value: object) =>
  service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body: { value, reason: 'prices' } });

test("a provider's model costs what its provider charges times 1.3, with caches and tiers", async () => {
  upstream.use = { prompt_tokens: 1_000, completion_tokens: 500 };
  // gpt-5-pro: 15 and 120 dollars a million, 1,500 and 12,000 credits: 1.5 + 6 credits, times 1.3.
  assert.equal(await charged('gpt-5-pro'), 9.75);
  const pricing = await pricingOf('gpt-5-pro');
  assert.deepEqual([pricing.input_per_million_tokens, pricing.output_per_million_tokens], [1_950, 15_600]);
  upstream.use = { prompt_tokens: 1_000, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 1_000 } };
  // Half price from the cache, 7.5 credits a million, and 60 for the answer.
  assert.equal(await charged('gpt-4o-mini'), 0.009828);
  const { tiers } = await pricingOf('gpt-5.4');
  assert.equal(tiers.length, 1);
  upstream.use = { prompt_tokens: 300_000, completion_tokens: 1_000 };
  const long = await charged('gpt-5.4', {
    messages: [{ role: 'user', content: 'word '.repeat(300_000) }],
    max_tokens: 1_000,
  });
  const [tier] = tiers;
  const expected = (300_000 * tier.input_per_million_tokens + 1_000 * tier.output_per_million_tokens) / 1e6;
  assert.ok(tier.input_per_million_tokens > (await pricingOf('gpt-5.4')).input_per_million_tokens);
  assert.equal(long, Math.round(expected * 1e6) / 1e6);
});

test('embeddings of a provider are priced by their cost', async () => {
  upstream.use = { prompt_tokens: 10, completion_tokens: 0 };
  const body = { model: 'text-embedding-3-small', input: 'a few words to read' };
  const { status, headers, text } = await service.call('POST', '/v1/embeddings', { key: account.liveKey, body });
  assert.equal(status, 200, text);
  // 2 credits a million, times 1.3.
  assert.equal(Number(headers.get('x-credits-charged')), 0.000026);
});

test('a reranker of a provider whose cost nobody knows is not offered until it has a price, and the operator sees why', async () => {
  const known = async () => {
    const { json } = await service.call('GET', '/v1/models', { key: account.liveKey });
    return json.data.some(({ id }: { id: string }) => id === 'rerank-nobody-1');
  };
  const before = upstream.asked.length;
  const body = { model: 'rerank-nobody-1', query: 'words', documents: ['a', 'b'] };
  assert.equal(await known(), false);
  const refused = await service.call('POST', '/v1/rerank', { key: account.liveKey, body });
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'unknown_model'], refused.text);
  assert.equal(upstream.asked.length, before);
  const offer = async () =>
    (await desk.read('/prices')).json.data.find(({ model }: { model: string }) => model === 'rerank-nobody-1');
  assert.equal((await offer()).offered, false);
  assert.match((await offer()).reason, /Not offered until it has a price/);
  const { models } = (await desk.read('/settings')).json.prices.live;
  assert.equal(
    (await setPrices({ models: { ...models, 'rerank-nobody-1': { input_per_million_tokens: 50 } } })).status,
    200,
  );
  assert.equal(await known(), true);
  assert.equal((await setPrices(models ? { models } : {})).status, 200);
  assert.equal(await known(), false);
});

test('a model whose cost nobody knows is neither listed nor answered until it has a price', async () => {
  upstream.use = { prompt_tokens: 1_000, completion_tokens: 500 };
  const before = upstream.asked.length;
  const refused = await chat('nobody-knows-1');
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'unknown_model'], refused.text);
  assert.equal(upstream.asked.length, before);
  const ids = async () =>
    (await service.call('GET', '/v1/models', { key: account.liveKey })).json.data.map(({ id }: { id: string }) => id);
  assert.equal((await ids()).includes('nobody-knows-1'), false);
  assert.equal((await ids()).includes('gpt-5-pro'), true);
  const done = await setPrices({
    models: { 'nobody-knows-1': { input_per_million_tokens: 100, output_per_million_tokens: 200 } },
  });
  assert.equal(done.status, 200, done.text);
  assert.equal(await charged('nobody-knows-1'), 0.2);
  assert.equal((await setPrices({})).status, 200);
  assert.equal((await chat('nobody-knows-1')).status, 400);
});

test('the operator sees what each model costs, brings and why one is not offered', async () => {
  const { data, cost_factor: factor, losses } = (await desk.read('/prices')).json;
  const of = (model: string) => data.find((one: { model: string }) => one.model === model);
  assert.deepEqual([factor, losses], [1.3, []]);
  const known = of('gpt-5-pro');
  assert.deepEqual(
    [known.hosting, known.provider, known.cost_source, known.price_source, known.margin_percent, known.offered],
    ['provider', 'openai', 'map', 'cost', 23.1, true],
  );
  assert.equal(known.cost.output_per_million_tokens, 12_000);
  const unknown = of('nobody-knows-1');
  assert.deepEqual([unknown.cost, unknown.price, unknown.offered], [null, null, false]);
  assert.match(unknown.reason, /^Not offered until it has a price: .*"openai"/);
  const engines = (await desk.read('/engines')).json.data;
  const models = engines.flatMap((engine: { models: object[] }) => engine.models);
  const withheld = models.find(({ id }: { id: string }) => id === 'nobody-knows-1');
  assert.deepEqual([withheld.offered, withheld.reason], [false, unknown.reason]);
  assert.equal(models.find(({ id }: { id: string }) => id === 'painter-1')?.hosting, 'own');
});

test('a price below cost is refused in the list, for plans, accounts and upstreams, unless the operator allows the loss', async () => {
  upstream.use = { prompt_tokens: 1_000, completion_tokens: 500 };
  const cheap = { input_per_million_tokens: 1, output_per_million_tokens: 1 };
  const refused = await setPrices({ models: { 'gpt-5-pro': cheap } });
  assert.equal(refused.status, 400);
  assert.match(refused.json.error.message, /"gpt-5-pro" at "openai" costs 1500 credits .*allow_loss/);
  const factor = await setPrices({ cost_factor: 0.5 });
  assert.equal(factor.status, 400, factor.text);
  const { plans } = (await desk.read('/settings')).json.prices.effective;
  const reduced = { ...plans, pro: { ...plans.pro, price_factor_permille: 500 } };
  assert.match((await setPrices({ plans: reduced })).json.error.message, /plan "pro"/);
  const path = `/accounts/${account.id}/price-factor`;
  const low = { price_factor_permille: 500, reason: 'a friend' };
  assert.match((await desk.act(path, low)).json.error.message, /Below cost/);
  const entry = { kind: 'openai', base_url: upstream.baseUrl, provider: 'openai' };
  const models = [{ id: 'gpt-4o', price: { input: 1, output: 1 } }];
  const added = { name: 'second', settings: { ...entry, models }, reason: 'a second one' };
  assert.match((await desk.act('/upstreams', added)).json.error.message, /"gpt-4o" at "second"/);

  const accepted = await setPrices({ models: { 'gpt-5-pro': { ...cheap, allow_loss: true } } });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(await charged('gpt-5-pro'), 0.0015);
  const { losses } = (await desk.read('/prices')).json;
  assert.deepEqual([losses.length, losses[0].allowed, losses[0].model], [1, true, 'gpt-5-pro']);
  assert.equal((await pricingOf('gpt-5-pro')).allow_loss, undefined);
  // An allowed loss is named too, and so is what is not offered.
  const settings = { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_PROVIDER: 'openai', HOST: '127.0.0.1' };
  const env = { ...process.env, ...settings, DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const doctor = await promisify(execFile)(process.execPath, ['src/main.ts', 'doctor'], { env }).catch(
    (error) => error,
  );
  assert.match(doctor.stdout, /✗ prices: below cost: .*"?gpt-5-pro"?/);
  assert.match(doctor.stdout, /✗ prices: "nobody-knows-1" at "openai": Not offered/);
  assert.equal((await setPrices({})).status, 200);

  const friend = await service.account({ credits: 1_000, plan: 'pro' });
  const given = await desk.act(`/accounts/${friend.id}/price-factor`, { ...low, allow_loss: true });
  assert.equal(given.status, 200, given.text);
  assert.equal(await charged('gpt-5-pro', {}, friend.liveKey), 4.875);
  const allowed = { ...plans, pro: { ...plans.pro, price_factor_permille: 500, allow_loss: true } };
  assert.equal((await setPrices({ plans: allowed })).status, 200);
  const other = await service.account({ credits: 1_000, plan: 'pro' });
  assert.equal(await charged('gpt-5-pro', {}, other.liveKey), 4.875);
  assert.equal(
    (await service.call('GET', '/v1/payments/prices', { key: other.liveKey })).text.includes('allow_loss'),
    false,
  );
  assert.equal((await setPrices({})).status, 200);
});

test("the operator's factor is a live setting, and neither it nor a batch takes a call below its cost", async () => {
  upstream.use = { prompt_tokens: 1_000, completion_tokens: 500 };
  assert.equal((await setPrices({ cost_factor: 2 })).status, 200);
  assert.equal(await charged('gpt-5-pro'), 15);
  assert.equal((await setPrices({})).status, 200);
  const waived = await service.account({ credits: 1_000 });
  await service.call('PATCH', '/v1/account', { key: waived.liveKey, body: { attribution: 'waived' } });
  assert.equal(await charged('gpt-5-pro', {}, waived.liveKey), 19.5);
  const client = new BatchClient(service.origin, account.liveKey);
  const balance = async () =>
    (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
  const before = await balance();
  const line = chatLine('one', 'Hello '.repeat(1_000), { model: 'gpt-5-pro', max_tokens: 1_000 });
  const batch = await client.waitFor((await client.start([line])).id);
  assert.equal(batch.status, 'completed');
  // Half of 9.75 credits would be below the cost of 7.5.
  assert.equal(Math.round((before - (await balance())) * 1e6), 7_500_000);
});
