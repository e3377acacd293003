// The answer cache: an identical call of the same key gets its answer again, at the price of a hit, whole or as a stream, in every dialect.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type AnthropicUpstream, startAnthropicUpstream } from '../support/anthropic-upstream.ts';
import { configWith } from '../support/config-file.ts';
import { type NumberedUpstream, startNumberedUpstream } from '../support/numbered-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type ResponsesUpstream, startResponsesUpstream } from '../support/responses-upstream.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 10 prompt tokens at 20 and 10 answer tokens at 60 micro-credits. */
const PRICE = 0.0008;
const HIT = 0.00008;
const OWN = { input: 20, output: 60 };

let upstream: NumberedUpstream;
let claude: AnthropicUpstream;
let responses: ResponsesUpstream;
let script: ScriptedUpstream;
let google: ScriptedUpstream;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  [upstream, claude, responses, script, google] = await Promise.all([
    startNumberedUpstream(),
    startAnthropicUpstream(),
    startResponsesUpstream(),
    startScriptedUpstream('anthropic'),
    startScriptedUpstream('google'),
  ]);
  const models = [{ id: 'our-claude', upstream_id: 'claude-good', price: OWN }];
  const CONFIG = await configWith([
    { name: 'claude', kind: 'anthropic', base_url: claude.baseUrl, retries: 0, models },
    { name: 'script', kind: 'anthropic', base_url: script.baseUrl, models: [{ id: 'our-script', price: OWN }] },
    {
      ...{ name: 'google', kind: 'google', base_url: google.baseUrl, api_key_env: 'GOOGLE_KEY' },
      models: [{ id: 'our-gemini', price: OWN }],
    },
    {
      ...{ name: 'open', base_url: responses.baseUrl, responses: true, list_models: false, retries: 0 },
      models: [{ id: 'our-gpt', upstream_id: 'gpt-5-up', price: OWN, context_window: 100_000 }],
    },
  ]);
  service = await startService({ CONFIG, GOOGLE_KEY: 'g-key', OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await Promise.all([upstream, claude, responses, script, google].map((one) => one.close()));
});

interface Caching {
  account: TestAccount;
  id: string;
  post(path: string, body: object, headers?: Record<string, string>): Promise<CallAnswer>;
}

/** A key with the cache on. */
async function open(terms: object = { answer_cache_seconds: 600 }, plan = 'enterprise'): Promise<Caching> {
  const account = await service.account({ plan });
  const body = { name: 'cached', ...terms };
  const { json, text } = await service.call('POST', '/v1/account/keys', { key: account.liveKey, body });
  assert.ok(json.key, text);
  return {
    account,
    id: json.id,
    post: (path, body, headers = {}) => service.call('POST', path, { key: json.key, body, headers }),
  };
}

const asking = (words: string, more: object = {}) => ({
  model: 'numbered-1',
  messages: [{ role: 'user', content: words }],
  max_tokens: 100,
  ...more,
});
const chat = (caching: Caching, words: string, more: object = {}, headers: Record<string, string> = {}) =>
  caching.post('/v1/chat/completions', asking(words, more), headers);
const cacheOf = ({ headers }: CallAnswer) => headers.get('x-cache');
const saidIn = ({ json, text }: CallAnswer) => json?.choices?.[0]?.message?.content ?? text;
const chargedFor = ({ headers }: CallAnswer) => Number(headers.get('x-credits-charged'));
const usageOf = async ({ account }: Caching) =>
  (await service.call('GET', '/v1/payments/transactions?type=usage&limit=100', { key: account.liveKey })).json.data;

/** Without what differs between any two answers. */
const same = (text: string) =>
  text
    .replace(/"(?:id|item_id|response_id|responseId|encrypted_content|credits)":(?:"[^"]*"|[\d.e-]+)/g, '')
    .replace(/"\w*(?:created|duration|_at)\w*":(?:"[^"]*"|\d+)/g, '');

test('without the setting nothing is kept and no header is sent', async () => {
  const { liveKey: key } = await service.account();
  const body = asking('off');
  const [first, second] = [
    await service.call('POST', '/v1/chat/completions', { key, body }),
    await service.call('POST', '/v1/chat/completions', { key, body }),
  ];
  assert.notEqual(saidIn(first), saidIn(second));
  assert.deepEqual([cacheOf(first), cacheOf(second)], [null, null]);
});

test('an identical call gets the same answer for the price of a hit, and costs the operator nothing', async () => {
  const caching = await open();
  const first = await chat(caching, 'once');
  const before = upstream.calls;
  const second = await chat(caching, 'once');
  assert.equal(upstream.calls, before);
  assert.deepEqual([cacheOf(first), cacheOf(second)], ['miss', 'hit']);
  assert.equal(saidIn(second), saidIn(first));
  assert.deepEqual([chargedFor(first), chargedFor(second)], [PRICE, HIT]);
  assert.deepEqual(second.json.usage.total_tokens, 20);
  const [hit, miss] = await usageOf(caching);
  assert.deepEqual([hit.credits, miss.credits], [-HIT, -PRICE]);
  assert.match(hit.description, /^chat\/completions with numbered-1 \(from the answer cache\)$/);
  assert.doesNotMatch(miss.description, /cache/);
  const usage = await service.call('GET', '/v1/usage', { key: caching.account.liveKey });
  assert.deepEqual(usage.json.from_cache, { requests: 1, credits: HIT });
  assert.equal(usage.json.total.credits, 0.00088);
  const { json } = await desk.read(`/usage?group_by=upstream&account_id=${caching.account.id}`);
  const served = json.data.map((one: { group: string; requests: number; credits: number; cost: number }) => [
    ...[one.group, one.requests, one.credits, one.cost],
  ]);
  assert.deepEqual(served.toSorted(), [
    ['answer cache', 1, HIT, 0],
    ['openai', 1, PRICE, 0],
  ]);
});

test('the request log tells hits', async () => {
  const caching = await open({ answer_cache_seconds: 600, request_log: 'metadata' });
  const { liveKey: key } = caching.account;
  const calls = [await chat(caching, 'logged'), await chat(caching, 'logged')];
  const told = calls.map(({ headers }) =>
    until(
      async () => {
        const { status, json } = await service.call('GET', `/v1/requests/${headers.get('x-request-id')}`, { key });
        return status === 200 && [json.from_cache, json.served_model, json.credits];
      },
      { saying: 'the call was logged' },
    ),
  );
  assert.deepEqual(await Promise.all(told), [
    [false, 'numbered-1', PRICE],
    [true, 'numbered-1', HIT],
  ]);
});

test('a stream is given again as a stream, with the usage and price of the hit', async () => {
  const caching = await open();
  const more = { stream: true, stream_options: { include_usage: true } };
  const [first, second] = [await chat(caching, 'streamed', more), await chat(caching, 'streamed', more)];
  assert.deepEqual([cacheOf(first), cacheOf(second)], ['miss', 'hit']);
  assert.match(second.headers.get('content-type') ?? '', /event-stream/);
  assert.match(second.text, /"content":"number"/);
  assert.match(second.text, /"credits":(?:0\.00008|8e-5)/);
  assert.ok(second.text.endsWith('data: [DONE]\n\n'));
  assert.equal(same(second.text), same(first.text));
  const whole = await chat(caching, 'streamed');
  assert.equal(cacheOf(whole), 'miss');
});

const SAID = { contents: [{ role: 'user', parts: [{ text: 'door' }] }] };
const DOORS: [string, string, object][] = [
  ['chat/stream', '/v1/chat/stream', asking('door')],
  ['completions', '/v1/completions', { model: 'numbered-1', prompt: 'door', max_tokens: 100 }],
  ['completions, streamed', '/v1/completions', { model: 'numbered-1', prompt: 'door', stream: true }],
  ['responses', '/v1/responses', { model: 'numbered-1', input: 'door', store: false }],
  ['responses, streamed', '/v1/responses', { model: 'numbered-1', input: 'door', store: false, stream: true }],
  ['responses, native', '/v1/responses', { model: 'our-gpt', input: 'door', store: false }],
  ['responses, native and streamed', '/v1/responses', { model: 'our-gpt', input: 'door', store: false, stream: true }],
  ['messages', '/v1/messages', asking('door')],
  ['messages, streamed', '/v1/messages', asking('door', { stream: true })],
  ['messages, native', '/v1/messages', asking('door', { model: 'our-claude' })],
  ['messages, native and streamed', '/v1/messages', asking('door', { model: 'our-claude', stream: true })],
  ['chat, translated', '/v1/chat/completions', asking('door', { model: 'our-script' })],
  ['chat, translated and streamed', '/v1/chat/completions', asking('door', { model: 'our-script', stream: true })],
  ['gemini', '/v1beta/models/numbered-1:generateContent', SAID],
  ['gemini, streamed', '/v1beta/models/numbered-1:streamGenerateContent?alt=sse', SAID],
  ['gemini, native', '/v1beta/models/our-gemini:generateContent', SAID],
  ['gemini, native and streamed', '/v1beta/models/our-gemini:streamGenerateContent?alt=sse', SAID],
  ['ollama', '/api/chat', { model: 'numbered-1', messages: [{ role: 'user', content: 'door' }], stream: false }],
  ['ollama, streamed', '/api/chat', { model: 'numbered-1', messages: [{ role: 'user', content: 'door' }] }],
  ['ollama, prompt', '/api/generate', { model: 'numbered-1', prompt: 'door', stream: false }],
  ['cohere', '/v2/chat', { model: 'numbered-1', messages: [{ role: 'user', content: 'door' }] }],
  ['embeddings', '/v1/embeddings', { model: 'numbered-embedding-1', input: ['door', 'wall'] }],
  ['embeddings, base64', '/v1/embeddings', { model: 'numbered-embedding-1', input: 'door', encoding_format: 'base64' }],
  ['gemini embeddings', '/v1beta/models/numbered-embedding-1:embedContent', { content: { parts: [{ text: 'door' }] } }],
  ['ollama embeddings', '/api/embed', { model: 'numbered-embedding-1', input: 'door' }],
];

for (const [name, path, body] of DOORS) {
  test(`the cache serves ${name}`, async () => {
    const caching = await open();
    const counted = () =>
      [claude.calls, responses.calls, script.heard, google.heard].reduce(
        (sum, { length }) => sum + length,
        upstream.calls,
      );
    const first = await caching.post(path, body);
    const before = counted();
    const second = await caching.post(path, body);
    assert.deepEqual([first.status, cacheOf(first)], [200, 'miss'], first.text);
    assert.deepEqual([second.status, cacheOf(second)], [200, 'hit'], second.text);
    assert.equal(counted(), before);
    assert.equal(same(second.text), same(first.text));
    assert.equal(second.headers.get('content-type'), first.headers.get('content-type'));
    const [hit, miss] = await usageOf(caching);
    assert.match(hit.description, /from the answer cache/);
    const micro = (credits: number) => Math.round(-credits * 1e6);
    assert.equal(micro(hit.credits), Math.ceil(micro(miss.credits) / 10));
  });
}

test('Cache-Control: no-store stays out, no-cache is answered anew and kept, max-age bounds the age', async () => {
  const caching = await open();
  const ask = (header?: string) => chat(caching, 'controlled', {}, header ? { 'cache-control': header } : {});
  const kept = await ask();
  const out = await ask('no-store');
  assert.deepEqual([cacheOf(out), saidIn(out) === saidIn(kept)], [null, false]);
  assert.equal(saidIn(await ask()), saidIn(kept));
  const renewed = await ask('No-Cache');
  assert.deepEqual([cacheOf(renewed), saidIn(renewed) === saidIn(kept)], ['miss', false]);
  const again = await ask('max-age=300');
  assert.deepEqual([cacheOf(again), saidIn(again)], ['hit', saidIn(renewed)]);
  await service.app.database.pool.query(
    "update cached_answers set created_at = now() - interval '301 seconds' where account_id = $1",
    [caching.account.id],
  );
  assert.equal(cacheOf(await ask('max-age=300')), 'miss');
});

test('an entry ends with its time, and sooner if the key now says so', async () => {
  const caching = await open();
  const kept = await chat(caching, 'aging');
  const { pool } = service.app.database;
  await pool.query("update cached_answers set created_at = now() - interval '100 seconds' where account_id = $1", [
    caching.account.id,
  ]);
  assert.equal(cacheOf(await chat(caching, 'aging')), 'hit');
  const { liveKey: key } = caching.account;
  await service.call('PATCH', `/v1/account/keys/${caching.id}`, { key, body: { answer_cache_seconds: 99 } });
  const renewed = await chat(caching, 'aging');
  assert.deepEqual([cacheOf(renewed), saidIn(renewed) === saidIn(kept)], ['miss', false]);
  await pool.query('update cached_answers set expires_at = now() where account_id = $1', [caching.account.id]);
  assert.equal(cacheOf(await chat(caching, 'aging')), 'miss');
});

test('a plan turns it on for keys without a setting of their own, and a key turns it off again', async () => {
  await setPrices({ plan: 'pro', terms: { answer_cache_seconds: 60 } });
  const byPlan = await open({}, 'pro');
  const off = await open({ answer_cache_seconds: 0 }, 'pro');
  await until(async () => cacheOf(await chat(byPlan, 'by plan')) === 'hit', { saying: 'the plan is felt' });
  await chat(off, 'by plan');
  assert.equal(cacheOf(await chat(off, 'by plan')), null);
});

async function setPrices({ plan, terms = {}, more = {} }: { plan?: string; terms?: object; more?: object }) {
  const { prices } = (await desk.read('/settings')).json;
  const plans = { ...prices.effective.plans };
  if (plan) plans[plan] = { ...plans[plan], ...terms };
  const body = { value: { ...prices.live, plans, ...more }, reason: 'the answer cache' };
  const done = await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body });
  assert.equal(done.status, 200, done.text);
}

test('the price of a hit is a live setting; waived attribution costs exactly twice', async () => {
  const caching = await open();
  await chat(caching, 'priced');
  await setPrices({ more: { answer_cache_price: 333 } });
  try {
    // 800 × 0.333 = 266.4 micro-credits, rounded up.
    assert.equal(chargedFor(await chat(caching, 'priced')), 0.000267);
    const { liveKey: key } = caching.account;
    await service.call('PATCH', '/v1/account', { key, body: { attribution: 'waived' } });
    await until(async () => chargedFor(await chat(caching, 'priced')) === 0.000534, { saying: 'it is doubled' });
    const prices = await service.call('GET', '/v1/payments/prices', { key });
    assert.equal(prices.json.answer_cache_price, 333);
    await setPrices({ more: { answer_cache_price: 0 } });
    const free = await chat(caching, 'priced');
    assert.deepEqual([cacheOf(free), chargedFor(free)], ['hit', 0]);
  } finally {
    await setPrices({ more: { answer_cache_price: 100 } });
  }
});

test('several choices are given again too', async () => {
  const caching = await open();
  for (const more of [{ n: 2 }, { n: 2, stream: true }]) {
    const first = await chat(caching, 'choices', more);
    const second = await chat(caching, 'choices', more);
    assert.deepEqual([cacheOf(first), cacheOf(second)], ['miss', 'hit']);
    assert.equal(same(second.text), same(first.text));
  }
});

test('the account reads what its cache holds, and empties it, by model too', async () => {
  const caching = await open();
  const { liveKey: key } = caching.account;
  await chat(caching, 'held');
  await chat(caching, 'held', { model: 'numbered-2' });
  const read = async () => (await service.call('GET', '/v1/account/answer-cache', { key })).json;
  const held = await read();
  assert.deepEqual([held.entries, held.max_bytes, held.price_permille], [2, 20 * 1024 * 1024, 100]);
  assert.ok(held.bytes > 1_000 && held.bytes < 10_000, String(held.bytes));
  const one = await service.call('DELETE', '/v1/account/answer-cache?model=numbered-2', { key });
  assert.equal(one.json.deleted, 1);
  assert.equal(cacheOf(await chat(caching, 'held')), 'hit');
  assert.equal((await service.call('DELETE', '/v1/account/answer-cache', { key })).json.deleted, 1);
  assert.equal(cacheOf(await chat(caching, 'held')), 'miss');
});

test('the operator empties it for all accounts when a model has other weights, and that is logged', async () => {
  const [one, two] = [await open(), await open()];
  await Promise.all([chat(one, 'old weights'), chat(two, 'old weights', { model: 'numbered-2' })]);
  const done = await desk.act('/answer-cache/empty', { model: 'numbered-1', reason: 'new weights' });
  assert.equal(done.status, 200, done.text);
  assert.ok(done.json.deleted >= 1);
  assert.equal(cacheOf(await chat(one, 'old weights')), 'miss');
  assert.equal(cacheOf(await chat(two, 'old weights', { model: 'numbered-2' })), 'hit');
  const [act] = (await desk.read('/audit?limit=1')).json.data;
  assert.deepEqual([act.action, act.target, act.reason], ['answer_cache.empty', 'numbered-1', 'new weights']);
});

test('the sandbox has a cache of its own, also for what is answered without an upstream', async () => {
  const account = await service.account();
  const body = { name: 'cached', answer_cache_seconds: 60 };
  const { json } = await service.call('POST', '/sandbox/v1/account/keys', { key: account.testKey, body });
  const ask = (model: string, more: object = {}) =>
    service.call('POST', '/sandbox/v1/chat/completions', {
      key: json.key,
      body: asking('Hello there', { model, ...more }),
    });
  for (const more of [{}, { stream: true }]) {
    const [first, second] = [await ask('sandbox-echo-1', more), await ask('sandbox-echo-1', more)];
    assert.deepEqual([cacheOf(first), cacheOf(second)], ['miss', 'hit']);
    assert.equal(same(second.text), same(first.text));
  }
  assert.equal(cacheOf(await ask('sandbox-slow')), null);
});
