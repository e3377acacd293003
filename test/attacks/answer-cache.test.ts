// Attacks on the answer cache: nobody gets an answer that is not theirs, none that is not whole, and none past a limit.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { deleteEndedAnswers } from '../../src/store/answer-cache.ts';
import { type NumberedUpstream, startNumberedUpstream } from '../support/numbered-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type SearchStandIn, startSearchStandIn } from '../support/search-stand-in.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 10 prompt tokens at 20 and 10 answer tokens at 60 micro-credits, and a tenth of it. */
const PRICE = 800;
const HIT = 80;

let upstream: NumberedUpstream;
let engine: SearchStandIn;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  [upstream, engine] = await Promise.all([startNumberedUpstream(), startSearchStandIn()]);
  service = await startService({
    ...{ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0', READ_ON_SECONDS: '1' },
    ...{ SEARCH_ENGINE: 'searxng', SEARCH_URL: engine.url },
  });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), engine.close()]);
});

interface Key {
  id: string;
  secret: string;
}

async function makeKey(account: TestAccount, terms: object = {}): Promise<Key> {
  const body = { name: 'cached', answer_cache_seconds: 600, ...terms };
  const { json, text } = await service.call('POST', '/v1/account/keys', { key: account.liveKey, body });
  assert.ok(json.key, text);
  return { id: json.id, secret: json.key };
}

const asking = (words: string, more: object = {}) => ({
  model: 'numbered-1',
  messages: [{ role: 'user', content: words }],
  max_tokens: 100,
  ...more,
});
const post = (key: Key, path: string, body: object, headers: Record<string, string> = {}) =>
  service.call('POST', `/v1${path}`, { key: key.secret, body, headers });
const chat = (key: Key, words: string, more: object = {}, headers: Record<string, string> = {}) =>
  post(key, '/chat/completions', asking(words, more), headers);
const cacheOf = ({ headers }: CallAnswer) => headers.get('x-cache');
const saidIn = ({ json }: CallAnswer) => json?.choices?.[0]?.message?.content;
const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);
const entriesOf = async ({ id }: TestAccount) =>
  (await query('select bytes, model from cached_answers where account_id = $1 order by created_at', [id])).rows;
const balanceOf = async (account: TestAccount) =>
  Math.round((await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits * 1e6);

async function setPlan(plan: string, terms: object): Promise<void> {
  const { prices } = (await desk.read('/settings')).json;
  const plans = { ...prices.effective.plans };
  plans[plan] = { ...plans[plan], ...terms };
  const body = { value: { ...prices.live, plans }, reason: 'the answer cache' };
  const done = await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body });
  assert.equal(done.status, 200, done.text);
}

test('no other account, no other key and no other end customer gets the answer', async () => {
  const [account, stranger] = [await service.account(), await service.account()];
  const keys = [await makeKey(account), await makeKey(account), await makeKey(stranger)];
  const said = new Set<string>();
  for (const key of keys) {
    const answer = await chat(key, 'mine');
    assert.equal(cacheOf(answer), 'miss');
    said.add(saidIn(answer));
  }
  const [key] = keys as [Key];
  for (const headers of [{ 'x-customer': 'ann' }, { 'x-customer': 'bob' }]) {
    const answer = await chat(key, 'mine', {}, headers);
    assert.equal(cacheOf(answer), 'miss');
    said.add(saidIn(answer));
  }
  assert.equal(said.size, 5);
  assert.equal(cacheOf(await chat(key, 'mine', {}, { 'x-customer': 'ann' })), 'hit');
});

test('any difference is another call: letters, spaces, sampling, hints, unknown fields, null, order, and the dialect', async () => {
  const key = await makeKey(await service.account());
  const first = await chat(key, 'exact words');
  const others: [string, object][] = [
    ['Exact words', {}],
    ['exact  words', {}],
    ['exact words ', {}],
    ['exact\u00a0words', {}],
    ['exact words', { seed: 1 }],
    ['exact words', { temperature: 0 }],
    ['exact words', { temperature: null }],
    ['exact words', { max_tokens: 101 }],
    ['exact words', { model: 'numbered-2' }],
    ['exact words', { user: 'someone' }],
    ['exact words', { metadata: { trace: '1' } }],
    ['exact words', { prompt_cache_key: 'hint' }],
    ['exact words', { made_up_field: true }],
    ['exact words', { stop: ['x'] }],
    ['exact words', { stream: false }],
    ['exact words', { n: 1 }],
  ];
  const said = new Set([saidIn(first)]);
  for (const [words, more] of others) {
    const answer = await chat(key, words, more);
    assert.deepEqual(
      [answer.status, cacheOf(answer)],
      [200, 'miss'],
      `${words} ${JSON.stringify(more)}: ${answer.text}`,
    );
    said.add(saidIn(answer));
  }
  assert.equal(said.size, others.length + 1);
  const { model, messages, max_tokens } = asking('exact words');
  assert.equal(cacheOf(await post(key, '/chat/completions', { max_tokens, messages, model })), 'miss');
  assert.equal(cacheOf(await post(key, '/messages', asking('exact words'))), 'miss');
  assert.equal(cacheOf(await post(key, '/chat/stream', asking('exact words'))), 'miss');
  assert.equal(cacheOf(await chat(key, 'exact words')), 'hit');
});

test('what is not whole is not kept: failed, broken off, filtered, cut at no limit of the call, left by the client', async () => {
  const account = await service.account();
  const key = await makeKey(account);
  const { max_tokens: _, ...endless } = asking('cut');
  for (const stream of [false, true]) {
    await chat(key, 'failing', { stream });
    await chat(key, 'broken', { stream });
    await chat(key, 'filtered', { stream });
    await post(key, '/chat/completions', { ...endless, stream });
    assert.deepEqual(await entriesOf(account), [], `stream: ${stream}`);
  }
  const leaving = new AbortController();
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(asking('stalled', { stream: true })),
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  await until(
    async () =>
      (await query('select 1 from ledger where account_id = $1 and description ~ $2', [account.id, 'client left']))
        .rows[0],
    {
      saying: 'the call that was left is charged',
    },
  );
  assert.deepEqual(await entriesOf(account), []);
  // A limit that the call names is a part of the call.
  await chat(key, 'cut');
  assert.equal(cacheOf(await chat(key, 'cut')), 'hit');
});

test('calls that store, continue, search or keep nothing pass by the cache', async () => {
  const account = await service.account();
  const key = await makeKey(account);
  const calls: [string, object][] = [
    ['/chat/completions', asking('stored', { store: true })],
    ['/chat/completions', asking('remembered', { conversation_id: 'new' })],
    ['/responses', { model: 'numbered-1', input: 'stored by default' }],
    ['/responses', { model: 'numbered-1', input: 'in the background', background: true }],
    ['/responses', { model: 'numbered-1', input: 'searched', store: false, tools: [{ type: 'web_search' }] }],
    ['/messages', asking('searched', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] })],
  ];
  for (const [path, body] of calls) {
    const answer = await post(key, path, body);
    assert.deepEqual([answer.status, cacheOf(answer)], [200, null], answer.text);
  }
  const earlier = await post(key, '/responses', { model: 'numbered-1', input: 'first' });
  const body = { model: 'numbered-1', input: 'then', store: false, previous_response_id: earlier.json.id };
  assert.equal(cacheOf(await post(key, '/responses', body)), null);
  const silent = await makeKey(account, { zero_retention: true });
  assert.equal(cacheOf(await chat(silent, 'nothing')), null);
  assert.equal(cacheOf(await chat(silent, 'nothing')), null);
  await setPlan('free', { zero_retention: true, answer_cache_seconds: 60 });
  const bound = await makeKey(await service.account({ plan: 'free' }));
  assert.equal(cacheOf(await chat(bound, 'nothing')), null);
  assert.deepEqual(await entriesOf(account), []);
});

test('a full cache loses its oldest answers, a large answer is not kept, and a plan without room keeps none', async () => {
  await setPlan('pro', { answer_cache_megabytes: 1 });
  const account = await service.account({ plan: 'pro' });
  const key = await makeKey(account);
  assert.equal(cacheOf(await chat(key, 'large', { max_tokens: null })), 'miss');
  assert.deepEqual(await entriesOf(account), []);
  for (let number = 0; number < 8; number += 1) {
    assert.equal(cacheOf(await chat(key, `big ${number}`)), 'miss');
    const bytes = (await entriesOf(account)).reduce((sum, row) => sum + row.bytes, 0);
    assert.ok(bytes > 0 && bytes <= 1024 * 1024, String(bytes));
  }
  assert.equal(cacheOf(await chat(key, 'big 7')), 'hit');
  assert.equal(cacheOf(await chat(key, 'big 0')), 'miss');
  await setPlan('pro', { answer_cache_megabytes: 0 });
  await until(async () => cacheOf(await chat(key, 'no room')) === 'miss', { saying: 'the plan is felt' });
  assert.equal(cacheOf(await chat(key, 'no room')), 'miss');
});

test('a suspended account, a revoked and an expired key, and a key without the model get no hit', async () => {
  const account = await service.account();
  const [revoked, expired, narrowed] = [await makeKey(account), await makeKey(account), await makeKey(account)];
  for (const key of [revoked, expired, narrowed]) assert.equal(cacheOf(await chat(key, 'kept')), 'miss');
  const { liveKey: key } = account;
  await service.call('DELETE', `/v1/account/keys/${revoked.id}`, { key });
  await query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
  const body = { models: ['numbered-2'] };
  await service.call('PATCH', `/v1/account/keys/${narrowed.id}`, { key, body });
  const refusal = async (used: Key) => {
    const { status, json, headers } = await chat(used, 'kept');
    return status === 200 ? undefined : [status, json.error.code, headers.get('x-cache')];
  };
  // Keys are remembered for a second.
  for (const [used, wanted] of [
    [revoked, [401, 'invalid_api_key', null]],
    [expired, [401, 'invalid_api_key', null]],
    [narrowed, [403, 'model_not_allowed', null]],
  ] as const)
    assert.deepEqual(await until(() => refusal(used), { saying: 'the change is felt' }), wanted);
  const other = await service.account();
  const fine = await makeKey(other);
  await chat(fine, 'kept');
  await desk.act(`/accounts/${other.id}/suspend`, { reason: 'a test' });
  assert.equal((await until(() => refusal(fine), { saying: 'the suspension is felt' }))[0], 403);
});

test('answers of revoked keys and expired ones are swept away', async () => {
  const account = await service.account();
  const [gone, stays] = [await makeKey(account), await makeKey(account)];
  await chat(gone, 'swept');
  await chat(stays, 'swept');
  await chat(stays, 'expired');
  await query('update api_keys set revoked_at = now() where id = $1', [gone.id]);
  const newest = '(select max(created_at) from cached_answers where key_id = $1)';
  await query(`update cached_answers set expires_at = now() where key_id = $1 and created_at = ${newest}`, [stays.id]);
  while ((await deleteEndedAnswers(service.app.database.queries)) > 0);
  const { rows } = await query('select key_id from cached_answers where account_id = $1', [account.id]);
  assert.deepEqual(rows, [{ key_id: stays.id }]);
});

test('a hit counts towards caps, budgets of runs and rate limits, and none gets past them', async () => {
  const account = await service.account();
  const capped = await makeKey(account, { monthly_credit_cap: 1 });
  await chat(capped, 'capped');
  assert.equal(cacheOf(await chat(capped, 'capped')), 'hit');
  const { rows } = await query('select spent::integer as spent from key_spending where key_id = $1', [capped.id]);
  assert.deepEqual(rows, [{ spent: PRICE + HIT }]);
  const { liveKey: key } = account;
  await service.call('PATCH', `/v1/account/keys/${capped.id}`, { key, body: { monthly_credit_cap: 0.00088 } });
  const refused = await until(
    async () => {
      const answer = await chat(capped, 'capped');
      return answer.status === 200 ? undefined : answer;
    },
    { saying: 'the cap is felt' },
  );
  assert.deepEqual([refused.status, cacheOf(refused)], [402, null], refused.text);

  const run = { 'x-run': 'run-1; budget=1' };
  const running = await makeKey(account);
  await chat(running, 'run', {}, run);
  assert.equal(cacheOf(await chat(running, 'run', {}, run)), 'hit');
  const told = await service.call('GET', '/v1/runs/run-1', { key });
  assert.deepEqual([told.json.call_count, Math.round(told.json.spent * 1e6)], [2, PRICE + HIT], told.text);

  const slow = await makeKey(account, { requests_per_minute: 2 });
  await chat(slow, 'limited');
  assert.equal(cacheOf(await chat(slow, 'limited')), 'hit');
  assert.equal((await chat(slow, 'limited')).status, 429);
});

test('without credits there is no hit, and with too few for the whole call it is answered anew and not kept', async () => {
  const account = await service.account({ credits: 1 });
  const key = await makeKey(account);
  const { max_tokens: _, ...endless } = asking('poor');
  const ask = () => post(key, '/chat/completions', endless);
  await ask();
  assert.equal(cacheOf(await ask()), 'hit');
  const leave = async (micro: number) => {
    const credits = (micro - (await balanceOf(account))) / 1e6;
    const done = await desk.act(`/accounts/${account.id}/credits`, { credits, reason: 'a test' });
    assert.equal(done.status, 200, done.text);
  };
  await leave(100_000);
  const short = await ask();
  assert.deepEqual([short.status, cacheOf(short), short.headers.get('x-credits-charged')], [200, null, '0.0008']);
  await service.call('DELETE', '/v1/account/answer-cache', { key: account.liveKey });
  assert.equal(cacheOf(await ask()), null);
  assert.deepEqual(await entriesOf(account), []);
  await leave(0);
  const poor = await ask();
  assert.deepEqual([poor.status, cacheOf(poor)], [402, null], poor.text);
});

test('an Idempotency-Key repeats its own answer, charged once, and another one may hit', async () => {
  const account = await service.account();
  const key = await makeKey(account);
  const first = await chat(key, 'repeated', {}, { 'idempotency-key': 'one' });
  const again = await chat(key, 'repeated', {}, { 'idempotency-key': 'one' });
  assert.deepEqual(
    [cacheOf(first), cacheOf(again), again.headers.get('idempotent-replayed')],
    ['miss', 'miss', 'true'],
  );
  assert.equal(again.text, first.text);
  const other = await chat(key, 'repeated', {}, { 'idempotency-key': 'two' });
  assert.deepEqual([cacheOf(other), saidIn(other)], ['hit', saidIn(first)]);
  const repeated = await chat(key, 'repeated', {}, { 'idempotency-key': 'two' });
  assert.deepEqual([cacheOf(repeated), repeated.text], ['hit', other.text]);
  const { rows } = await query(
    "select amount::integer as amount from ledger where account_id = $1 and type = 'usage' order by seq",
    [account.id],
  );
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [-PRICE, -HIT],
  );
});

test('two identical calls at once may both miss, are both paid, and leave one entry', async () => {
  const account = await service.account();
  const key = await makeKey(account);
  const answers = await Promise.all([chat(key, 'at once'), chat(key, 'at once')]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await entriesOf(account)).length, 1);
  const later = await chat(key, 'at once');
  assert.equal(cacheOf(later), 'hit');
  assert.ok(answers.some((answer) => saidIn(answer) === saidIn(later)));
});

test('an answer whose hit is left by its client costs no more than a hit, and calls no upstream', async () => {
  const account = await service.account();
  const key = await makeKey(account);
  await chat(key, 'big but left', { stream: true });
  const before = upstream.calls;
  const start = await balanceOf(account);
  const leaving = new AbortController();
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(asking('big but left', { stream: true })),
    signal: leaving.signal,
  });
  assert.equal(response.headers.get('x-cache'), 'hit');
  leaving.abort();
  const held = "select held::integer as held from balances where account_id = $1 and environment = 'live'";
  await until(async () => (await query(held, [account.id])).rows[0]?.held === 0, { saying: 'nothing is held' });
  const spent = start - (await balanceOf(account));
  assert.ok(spent <= HIT, String(spent));
  assert.equal(upstream.calls, before);
});

test('a customer cannot name its way to the cache: settings are bounded, and lists of Cache-Control are short', async () => {
  const account = await service.account();
  for (const answer_cache_seconds of [-1, 604_801, 1.5, '60']) {
    const body = { name: 'wrong', answer_cache_seconds };
    const { status, json } = await service.call('POST', '/v1/account/keys', { key: account.liveKey, body });
    assert.deepEqual([status, json.error?.param], [400, 'answer_cache_seconds']);
  }
  const key = await makeKey(account);
  await chat(key, 'header');
  const odd = `${'x,'.repeat(4_000)}max-age=99999999999999999999, max-age=-1, no-cach`;
  assert.equal(cacheOf(await chat(key, 'header', {}, { 'cache-control': odd })), 'hit');
});

test('an answer from before a guard is not given again behind it', async () => {
  const account = await service.account({ credits: 10 });
  const key = await makeKey(account);
  await chat(key, 'Who wrote this?');
  assert.equal(cacheOf(await chat(key, 'Who wrote this?')), 'hit');
  const guards = { answers: { email: 'mask' } };
  const { status, text } = await service.call('PATCH', `/v1/account/keys/${key.id}`, {
    key: account.liveKey,
    body: { guards },
  });
  assert.equal(status, 200, text);
  assert.equal(cacheOf(await chat(key, 'Who wrote this?')), 'miss');
});
