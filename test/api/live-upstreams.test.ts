// Upstreams that the operator adds, tries, changes, removes and reverts while the service runs.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startObedientUpstream } from '../support/obedient-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { signUp } from '../support/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

type Upstream = Awaited<ReturnType<typeof startObedientUpstream>>;

let upstream: Upstream;
let other: Upstream;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;

before(async () => {
  [upstream, other] = await Promise.all([startObedientUpstream(['big-1']), startObedientUpstream(['big-1'])]);
  const file = join(tmpdir(), `live-upstreams-${process.pid}.json`);
  await writeFile(
    file,
    JSON.stringify({ upstreams: [{ name: 'of-file', base_url: other.baseUrl, list_models: false }] }),
  );
  service = await startService({ CONFIG: file, TEST_WORKER: '0' });
  desk = await openDesk(service);
  customer = await service.account({ credits: 1_000, plan: 'unlimited' });
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), other.close()]);
});

const KEY = 'sk-upstream-secret-1';
const settings = (more: object = {}) => ({
  base_url: upstream.baseUrl,
  list_models: false,
  models: [
    {
      id: 'house-large-1',
      upstream_id: 'big-1',
      aliases: ['large'],
      price: { input: 1_000, output: 2_000 },
      cost: { input: 400, output: 500 },
      ...more,
    },
  ],
});
const change = (method: string, path: string, body: object) =>
  service.call(method, `/v1/operator${path}`, { key: desk.key, body: { reason: 'A test of it', ...body } });
const create = (body: object) => change('POST', '/upstreams', body);
const chat = (model: string, more: object = {}) =>
  service.call('POST', '/v1/chat/completions', {
    key: customer.liveKey,
    body: { model, max_tokens: 4, messages: [{ role: 'user', content: 'Hello' }], ...more },
  });
const lines = async () => {
  const { data } = (await desk.read('/upstreams')).json;
  return Object.fromEntries(data.map((one: { id: string }) => [one.id, one]));
};
const changes = async () => (await desk.read('/settings/changes?limit=100')).json.data;

test('an upstream that is added serves the next call at its own price, with its key', async () => {
  assert.equal((await chat('house-large-1')).status, 400);
  const added = await create({ name: 'house', settings: settings(), api_key: KEY });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual([added.json.source, added.json.has_key, added.json.models], ['live', true, ['house-large-1']]);
  const answer = await chat('house-large-1');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(upstream.headers.at(-1)?.authorization, `Bearer ${KEY}`);
  const { prompt_tokens: prompt, completion_tokens: completion } = answer.json.usage;
  assert.equal(Number(answer.headers.get('x-credits-charged')), (prompt * 1_000 + completion * 2_000) / 1e6);
  assert.equal((await chat('large')).status, 200);
});

test('the key is shown nowhere, and is encrypted in the database', async () => {
  const shown = [await desk.read('/upstreams'), await desk.read('/settings/changes'), await desk.read('/audit')];
  for (const { text } of shown) assert.ok(!text.includes(KEY));
  const { rows } = await service.app.database.pool.query('select sealed from upstream_secrets');
  assert.ok(rows.length > 0);
  for (const { sealed } of rows) assert.ok(!sealed.toString('latin1').includes(KEY));
  const { rows: stored } = await service.app.database.pool.query('select value::text as text from live_settings');
  for (const { text } of stored) assert.ok(!text.includes(KEY));
});

test('one call can be tried: answer, latency, price and cost', async () => {
  const { status, json, text } = await desk.act('/upstreams/house/try', { prompt: 'Anything' });
  assert.equal(status, 200, text);
  assert.equal(json.ok, true, text);
  assert.ok(json.answer.length > 0 && json.latency_ms >= 0);
  const { prompt_tokens: prompt, completion_tokens: completion } = json.usage;
  assert.equal(json.price_credits, (prompt * 1_000 + completion * 2_000) / 1e6);
  assert.equal(json.cost_credits, (prompt * 400 + completion * 500) / 1e6);
  upstream.answerWith((_body, response) => void response.writeHead(401).end('{"error":{"message":"no such key"}}'));
  const failed = await desk.act('/upstreams/house/try');
  assert.equal(failed.json.ok, false);
  assert.ok(failed.json.error.length > 0);
  assert.equal((await desk.act('/upstreams/nobody/try')).status, 404);
  assert.equal((await desk.act('/upstreams/house/try', { model: 'unknown-1' })).status, 400);
});

test('a changed price is felt by the next call, and a running call keeps the price it was held under', async () => {
  let finish = () => {};
  const begun = new Promise<void>((began) => {
    upstream.answerWith(async (body, response) => {
      began();
      await new Promise<void>((go) => {
        finish = go;
      });
      response.writeHead(200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: 'One two' };
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          model: body.model,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
        }),
      );
    });
  });
  const running = chat('house-large-1');
  await begun;
  const changed = await change('PUT', '/upstreams/house', {
    settings: settings({ price: { input: 7_000, output: 7_000 } }),
  });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.json.has_key, true);
  const next = await chat('house-large-1');
  const { prompt_tokens: prompt, completion_tokens: completion } = next.json.usage;
  assert.equal(Number(next.headers.get('x-credits-charged')), ((prompt + completion) * 7_000) / 1e6);
  assert.equal(upstream.headers.at(-1)?.authorization, `Bearer ${KEY}`);
  finish();
  const kept = await running;
  assert.equal(kept.status, 200, kept.text);
  assert.equal(Number(kept.headers.get('x-credits-charged')), (10 * 1_000 + 2 * 2_000) / 1e6);
});

const usage = async (query: string) => (await desk.read(`/usage?${query}`)).json;

/** Requests and errors are counted a moment later than they are charged. */
function moneyOf({ requests: _, errors: __, ...rest }: Record<string, number>): Record<string, number> {
  return rest;
}

test('cost and margin of the calls are summed by account, key, model, module and day', async () => {
  const spent = (await service.call('GET', '/v1/usage?group_by=model', { key: customer.liveKey })).json;
  const charged = spent.data.find((one: { model: string }) => one.model === 'house-large-1').credits;
  const { data, total } = await usage('group_by=model');
  const row = data.find((one: { group: string }) => one.group === 'house-large-1');
  const micro = (credits: number) => Math.round(credits * 1e6);
  assert.equal(micro(row.credits), micro(charged));
  assert.equal(micro(row.cost), row.prompt_tokens * 400 + row.completion_tokens * 500);
  assert.equal(micro(row.margin), micro(row.credits) - micro(row.cost));
  for (const [group, label] of [
    ['account', customer.email],
    ['key', undefined],
    ['module', null],
    ['day', null],
  ] as const) {
    const grouped = await usage(`group_by=${group}`);
    assert.deepEqual(moneyOf(grouped.total), moneyOf(total), group);
    const own = grouped.data.find((one: { cost: number }) => one.cost > 0);
    if (label !== undefined) assert.equal(own.label, label);
  }
  assert.equal((await usage(`group_by=day&account_id=${desk.owner.id}`)).total.cost, 0);
  const csv = await desk.read('/usage?group_by=model&format=csv');
  assert.match(csv.headers.get('content-type') ?? '', /text\/csv/);
  const [head, ...lines] = csv.text.trim().split('\r\n');
  assert.match(head ?? '', /^model,label,requests,.*,credits,cost,margin,/);
  assert.ok(
    lines.some(
      (line) => line.startsWith('house-large-1,') && line.includes(`,${row.credits},${row.cost},${row.margin},`),
    ),
  );
  assert.equal((await desk.read('/usage?from=yesterday')).status, 400);
});

test('tokens that the upstream had cached have their own price and cost', async () => {
  const cached = {
    price: { input: 1_000, output: 2_000, cached_input: 100, cache_write: 1_500 },
    cost: { input: 400, output: 500, cached_input: 40 },
  };
  const changed = await change('PUT', '/upstreams/house', { settings: settings(cached) });
  assert.equal(changed.status, 200, changed.text);
  const before = (await usage('group_by=model')).data.find((one: { group: string }) => one.group === 'house-large-1');
  upstream.answerWith((body, response) => {
    const message = { role: 'assistant', content: 'Yes' };
    const details = { cached_tokens: 600, cache_write_tokens: 200 };
    const counts = { prompt_tokens: 1_000, completion_tokens: 1, total_tokens: 1_001, prompt_tokens_details: details };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', model: body.model, choices, usage: counts }));
  });
  // The hold is an upper bound by the bytes of the prompt, so the prompt has as many as the upstream counts.
  const answer = await chat('house-large-1', { messages: [{ role: 'user', content: 'word '.repeat(1_000) }] });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(Number(answer.headers.get('x-credits-charged')), (200 * 1_000 + 600 * 100 + 200 * 1_500 + 2_000) / 1e6);
  const after = (await usage('group_by=model')).data.find((one: { group: string }) => one.group === 'house-large-1');
  assert.deepEqual(
    [after.cached_tokens - before.cached_tokens, after.cache_write_tokens - before.cache_write_tokens],
    [600, 200],
  );
  assert.equal(Math.round((after.cost - before.cost) * 1e6), 400 * 400 + 600 * 40 + 500);
  const [last] = await changes();
  assert.equal((await desk.act(`/settings/changes/${last.id}/revert`, { reason: 'Back again' })).status, 200);
});

test('the price list and the settings of the service change live, are checked, and are reverted', async () => {
  const put = (name: string, value: object) => change('PUT', `/settings/${name}`, { value });
  const start = (await desk.read('/settings')).json;
  const priced = await put('prices', { modules: { embeddings: { input_per_million_tokens: 77 } } });
  assert.equal(priced.status, 200, priced.text);
  assert.equal(priced.json.prices.effective.modules.embeddings.input_per_million_tokens, 77);
  assert.equal(priced.json.prices.effective.modules.chat.input_per_million_tokens, 20);
  assert.ok(priced.json.version > start.version);
  const shown = await service.call('GET', '/v1/payments/prices', { key: customer.liveKey });
  assert.equal(shown.json.modules.embeddings.input_per_million_tokens, 77);
  const free = start.prices.effective.plans.free;
  assert.equal((await put('prices', { plans: { free } })).status, 400, 'the plan of the customer is in use');
  assert.equal((await put('prices', { modules: { chat: { per_token: 1 } } })).status, 400);
  assert.equal((await put('prices', { currency: 'eur' })).status, 400);
  assert.equal((await put('prices', { modules: { chat: { per_request: -1 } } })).status, 400);
  assert.equal((await put('nothing', {})).status, 404);
  const named = await put('service', { service_name: 'House of Models', sign_ups: 'closed', free_grant: 7 });
  assert.equal(named.status, 200, named.text);
  assert.match((await fetch(`${service.origin}/sign-in`)).headers.get('content-type') ?? '', /html/);
  assert.match(await (await fetch(`${service.origin}/sign-in`)).text(), /House of Models/);
  assert.match((await chat('house-large-1')).headers.get('x-attribution') ?? '', /House of Models/);
  const refused = await signUp(service, 'new@example.com');
  assert.match(refused.text, /SIGN_UPS_CLOSED/);
  assert.equal((await put('service', { sign_ups: 'perhaps' })).status, 400);
  const [last] = await changes();
  assert.equal(last.name, 'service');
  assert.equal((await desk.act(`/settings/changes/${last.id}/revert`, { reason: 'Back again' })).status, 200);
  assert.doesNotMatch((await chat('house-large-1')).headers.get('x-attribution') ?? '', /House of Models/);
  assert.equal((await put('prices', {})).json.prices.effective.modules.embeddings.input_per_million_tokens, 2);
});

test('a stored key does not follow the upstream to another address', async () => {
  const moved = { ...settings(), base_url: other.baseUrl };
  const refused = await change('PUT', '/upstreams/house', { settings: moved });
  assert.equal(refused.status, 400);
  assert.equal(refused.json.error.param, 'api_key');
  const sent = await change('PUT', '/upstreams/house', { settings: moved, api_key: 'sk-of-the-other' });
  assert.equal(sent.status, 200, sent.text);
  await chat('house-large-1');
  assert.equal(other.headers.at(-1)?.authorization, 'Bearer sk-of-the-other');
});

test('a change is listed with before and after, and reverted in its order', async () => {
  const ofHouse = (await desk.read('/settings/changes?name=upstream:house')).json.data;
  const [moved] = ofHouse;
  const [created, priced] = ofHouse.toReversed();
  assert.deepEqual([moved.name, priced.name, created.before], ['upstream:house', 'upstream:house', null]);
  assert.equal(priced.before.settings.models[0].price.input, 1_000);
  assert.equal(priced.after.settings.models[0].price.input, 7_000);
  const tooEarly = await desk.act(`/settings/changes/${priced.id}/revert`, { reason: 'Too early' });
  assert.equal(tooEarly.status, 400);
  const back = await desk.act(`/settings/changes/${moved.id}/revert`, { reason: 'It was wrong' });
  assert.equal(back.status, 200, back.text);
  const calls = upstream.bodies.length;
  const answer = await chat('house-large-1');
  assert.equal(upstream.bodies.length, calls + 1);
  assert.equal(upstream.headers.at(-1)?.authorization, `Bearer ${KEY}`);
  const { prompt_tokens: prompt, completion_tokens: completion } = answer.json.usage;
  assert.equal(Number(answer.headers.get('x-credits-charged')), ((prompt + completion) * 7_000) / 1e6);
  const { json } = await desk.read('/audit?action=settings.revert');
  assert.equal(json.data[0].target, 'upstream:house');
});

test('a repeated request with the same Idempotency-Key changes once', async () => {
  const count = (await changes()).length;
  const headers = { 'idempotency-key': 'add-once-1' };
  const body = { name: 'once', settings: settings(), reason: 'Added once' };
  assert.equal((await desk.act('/upstreams', body, headers)).status, 201);
  assert.equal((await desk.act('/upstreams', body, headers)).status, 201);
  assert.equal((await changes()).length, count + 1);
  assert.equal((await create({ name: 'once', settings: settings() })).status, 400);
  assert.equal((await change('POST', '/upstreams/once/remove', {})).status, 200);
});

test('weights and fallbacks hold for live upstreams as they do for those of the file', async () => {
  await create({
    name: 'broken',
    settings: { ...settings({ id: 'weak-1', fallbacks: ['large'] }), base_url: 'http://127.0.0.1:9/v1', retries: 0 },
  });
  const answer = await chat('weak-1');
  assert.equal(answer.status, 200, answer.text);
  await change('POST', '/upstreams/broken/remove', {});
  assert.equal((await chat('weak-1')).status, 400);
});

test('what the configuration file sets is shown as such and cannot be changed here', async () => {
  const shown = await lines();
  assert.deepEqual([shown['of-file'].source, shown.house.source], ['file', 'live']);
  assert.equal((await create({ name: 'of-file', settings: settings() })).status, 400);
  const refused = await change('PUT', '/upstreams/of-file', { settings: settings() });
  assert.equal(refused.status, 400);
  assert.match(refused.json.error.message, /set by the file/);
});

test('bad settings are refused with the field that is wrong', async () => {
  const bad: [object, RegExp][] = [
    [{ ...settings(), kind: 'nonsense' }, /kind/],
    [{ ...settings(), unknown_field: 1 }, /settings/],
    [{ ...settings(), base_url: 'ftp://models.example.com' }, /http/],
    [{ ...settings(), base_url: 'http://user:pw@models.example.com/v1' }, /password/],
    [{ ...settings(), base_url: 'http://169.254.169.254/latest' }, /address/],
    [{ ...settings(), base_url: `${service.origin}/v1` }, /itself/],
    [{ ...settings(), api_key_env: 'SECRET' }, /api_key_env/],
    [{ ...settings(), api_key_file: '/etc/passwd' }, /api_key_file/],
    [{ ...settings(), headers: { 'x y': 'z' } }, /headers/],
    [settings({ price: { input: -1, output: 1 } }), /price/],
    [{ kind: 'anthropic' }, /models/],
  ];
  for (const [wrong, words] of bad) {
    const { status, json } = await create({ name: 'wrong', settings: wrong });
    assert.equal(status, 400, JSON.stringify(wrong));
    assert.match(json.error.message, words);
  }
  assert.equal((await create({ name: 'no name', settings: settings() })).status, 400);
  const asCustomer = await service.call('GET', '/v1/operator/upstreams', { key: customer.liveKey });
  assert.equal(asCustomer.status, 403);
});
