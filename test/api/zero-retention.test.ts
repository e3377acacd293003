// Zero retention: what needs storage is refused by name, a plan may demand it, and a key cannot make one that keeps more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keepingNothing } from '../../src/core/zero-retention.ts';
import { relayBody, relayRules } from '../../src/engines/text/relay/request-body.ts';
import { STORING } from '../../src/http/zero-retention.ts';
import { type EchoUpstream, startEchoUpstream } from '../support/echo-upstream.ts';
import { openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let echo: EchoUpstream;
let service: TestService;
before(async () => {
  echo = await startEchoUpstream();
  service = await startService({ OPENAI_BASE_URL: echo.baseUrl, TEST_WORKER: '0' });
});
after(async () => {
  await service.stop();
  await echo.close();
});

async function keyOf(owner: TestAccount, zeroRetention: boolean): Promise<string> {
  const body = { name: 'made by the test', zero_retention: zeroRetention };
  const { json, text } = await service.call('POST', '/v1/account/keys', { key: owner.liveKey, body });
  assert.equal(json.zero_retention, zeroRetention, text);
  return json.key;
}

test('what needs storage is refused by name, and nothing of it is done', async () => {
  const owner = await service.account();
  const key = await keyOf(owner, true);
  const post = (path: string, body: object) => service.call('POST', `/v1${path}`, { key, body });
  const messages = [{ role: 'user', content: 'Hello' }];
  const cases: [string, object, string | null][] = [
    ['/chat/completions', { model: 'echo-1', messages, conversation_id: 'new' }, 'conversation_id'],
    ['/chat/completions', { model: 'echo-1', messages, store: true }, 'store'],
    ['/responses', { model: 'echo-1', input: 'Hello', store: true }, 'store'],
    ['/responses', { model: 'echo-1', input: 'Hello', background: true }, 'background'],
    ['/responses', { model: 'echo-1', input: 'Hello', conversation: 'conv_1' }, 'conversation'],
    ['/conversations', {}, null],
    ['/vector_stores', { name: 'mine' }, null],
    ['/batches', { input_file_id: 'file_1', endpoint: '/v1/chat/completions', completion_window: '24h' }, null],
    ['/uploads', { filename: 'a.txt', purpose: 'user_data', bytes: 1, mime_type: 'text/plain' }, null],
    ['/builder/chat', { message: 'Hello' }, null],
  ];
  for (const [path, body, param] of cases) {
    const { status, json } = await post(path, body);
    assert.deepEqual([status, json.error?.code, json.error?.param], [403, 'zero_retention', param], path);
  }
  const response = await post('/responses', { model: 'echo-1', input: 'Hello' });
  assert.equal(response.json.store, false);
  const { status } = await service.call('GET', `/v1/responses/${response.json.id}`, { key });
  assert.equal(status, 404);
});

/** Routes that answer without storing, or only take away. */
const PASSING = [
  '/chat/completions',
  '/chat/stream',
  '/completions',
  '/embeddings',
  '/responses',
  '/responses/input_tokens',
  '/responses/compact',
  '/responses/:id/cancel',
  '/messages',
  '/messages/count_tokens',
  '/chat',
  '/embed',
  '/rerank',
  '/moderations',
  '/code/generate',
  '/code/complete',
  '/code/refactor',
  '/code/explain',
  '/music/generate',
  '/music/master',
  '/image/generate',
  '/image/edit',
  '/image/upscale',
  '/images/generations',
  '/images/edits',
  '/images/variations',
  '/uploads/:id/cancel',
  '/video/generate',
  '/videos',
  '/videos/:id/remix',
  '/audio/speech',
  '/audio/transcriptions',
  '/audio/translations',
  '/builder/build',
  '/library/delete',
  '/batches/:id/cancel',
  '',
  '/generate',
  '/models/:model::batchEmbedContents',
  '/models/:model::countTokens',
  '/models/:model::embedContent',
  '/models/:model::generateContent',
  '/models/:model::streamGenerateContent',
  '/code/run',
  '/verify',
  '/vector_stores/:id/search',
  '/vector_stores/:id/file_batches/:batch_id/cancel',
  '/show',
  // Ollama's, which are refused for everybody.
  '/pull',
  '/push',
  '/create',
  '/copy',
].map((path) => `POST ${path}`);

test('each route that takes something is known to store it or not', () => {
  const OTHERS = [
    'account',
    'payments',
    'usage',
    'webhooks',
    'operators',
    'operator',
    'requests',
    'jobs',
    'models',
    'customers',
    'runs',
  ];
  const taking = service.app.routes.filter(
    ({ method, tag }) => !['GET', 'DELETE'].includes(method) && !OTHERS.includes(tag),
  );
  const known = new Set([...Object.keys(STORING), ...PASSING]);
  const names = new Set(service.app.routes.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(
    taking.map(({ method, path }) => `${method} ${path}`).filter((name) => !known.has(name)),
    [],
  );
  assert.deepEqual(
    [...known].filter((name) => !names.has(name)),
    [],
  );
});

test('a call with an Idempotency-Key runs once, and its answer is not given again', async () => {
  const key = await keyOf(await service.account(), true);
  const body = { model: 'echo-1', messages: [{ role: 'user', content: 'Hello' }] };
  const call = () =>
    service.call('POST', '/v1/chat/completions', { key, body, headers: { 'idempotency-key': 'once' } });
  assert.equal((await call()).status, 200);
  const again = await call();
  assert.deepEqual([again.status, again.json.error.code], [409, 'idempotency_answer_gone']);
});

test('a plan demands it of all its keys, and a key that keeps nothing makes none that keeps more', async () => {
  const desk = await openDesk(service);
  const { pro, ...others } = service.app.prices.list.plans;
  assert.ok(pro);
  const value = { plans: { ...others, pro: { ...pro, zero_retention: true } } };
  const change = { key: desk.key, body: { value, reason: 'a test' } };
  assert.equal((await service.call('PUT', '/v1/operator/settings/prices', change)).status, 200);
  const owner = await service.account({ plan: 'pro' });
  const ask = () =>
    service.call('POST', '/v1/chat/completions', {
      key: owner.liveKey,
      body: { model: 'echo-1', messages: [{ role: 'user', content: 'Hello' }], store: true },
    });
  await until(async () => (await ask()).json.error?.code === 'zero_retention', { saying: 'the plan demands it' });
  const careful = await keyOf(await service.account(), true);
  const made = await service.call('POST', '/v1/account/keys', { key: careful, body: { name: 'next' } });
  assert.equal(made.json.zero_retention, true, made.text);
  const less = await service.call('POST', '/v1/account/keys', {
    key: careful,
    body: { name: 'less', zero_retention: false },
  });
  assert.deepEqual([less.status, less.json.error.param], [403, 'zero_retention']);
  const own = await service.call('PATCH', `/v1/account/keys/${made.json.id}`, {
    key: careful,
    body: { zero_retention: false },
  });
  assert.equal(own.status, 403);
});

test('an upstream whose API has a word for it is asked not to keep the call, and no other is', () => {
  const order = {
    model: 'm',
    path: 'chat/completions',
    stream: false,
    maxTokens: 1,
    isOpenEnded: false,
    choices: 1,
  } as const;
  const sent = (baseUrl: string | undefined, zero: boolean) => {
    const rules = relayRules({ ...(baseUrl && { base_url: baseUrl }) });
    const body = { messages: [{ role: 'user', content: 'Hello' }] };
    const { store, provider } = JSON.parse(keepingNothing(zero, () => relayBody({ ...order, body }, 'm', rules)));
    return [store, provider?.data_collection];
  };
  assert.deepEqual(sent(undefined, true), [false, undefined]);
  assert.deepEqual(sent('https://api.openai.com/v1', true), [false, undefined]);
  assert.deepEqual(sent('https://openrouter.ai/api/v1', true), [undefined, 'deny']);
  assert.deepEqual(sent('https://api.mistral.ai/v1', true), [undefined, undefined]);
  assert.deepEqual(sent(undefined, false), [undefined, undefined]);
});
