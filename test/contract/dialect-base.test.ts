// What dialects build on: steps of an answer from any kind of stream item, routes with other prefixes, error forms, keys and frames.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import Type from 'typebox';
import { ServiceError } from '../../src/core/errors.ts';
import { events, json } from '../../src/http/outcome.ts';
import { route } from '../../src/http/route.ts';
import { readAnswer } from '../../src/modules/chat/dialects/answer-parts.ts';
import { readSteps } from '../../src/modules/chat/dialects/chunks.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const errorShape = (error: ServiceError) => ({
  body: { oops: error.code },
  ...(error.code === 'not_found' ? { status: 410 } : {}),
});

async function* twoThenFailure() {
  yield [{ type: 'first', n: 1 }, { type: 'second' }];
  yield { type: 'third' };
  throw new ServiceError('engine_failed', 'It broke.');
}

const shared = { summary: 'x', tag: 'test', scope: 'chat:write', reply: Type.Object({}), errorShape } as const;
const ROUTES = [
  route({
    ...shared,
    method: 'GET',
    path: '/test/named',
    run: async () => events(twoThenFailure(), { format: 'named' }),
  }),
  route({
    ...shared,
    method: 'GET',
    prefix: '/api',
    path: '/test/lines',
    run: async () => events(twoThenFailure(), { format: 'lines', failure: (error) => ({ error: error.message }) }),
  }),
  route({
    ...shared,
    method: 'GET',
    prefix: '/v1beta',
    path: '/test/gone',
    keyInQuery: true,
    run: async ({ query }) => {
      if ('ok' in query) return json({ ok: true });
      throw new ServiceError('not_found', 'It is gone.');
    },
  }),
];

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService({ TEST_WORKER: '0' }, () => ROUTES);
  account = await service.account();
});
after(() => service.stop());

const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${account.liveKey}` }) =>
  fetch(`${service.origin}${path}`, { headers });

test('a named stream has the type of each item as its event, the attribution once, no [DONE], and the error in its own form', async () => {
  const response = await get('/v1/test/named');
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const frames = (await response.text()).split('\n\n').filter(Boolean);
  assert.match(frames[0] ?? '', /^event: first\ndata: \{"type":"first","n":1,"attribution":\{/);
  assert.deepEqual(frames.slice(1), [
    'event: second\ndata: {"type":"second"}',
    'event: third\ndata: {"type":"third"}',
    'data: {"oops":"engine_failed"}',
  ]);
});

test('a stream of lines is NDJSON, and a failure is the line that the route chose', async () => {
  const response = await get('/api/test/lines');
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await response.text()).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ type, error }) => type ?? error),
    ['first', 'second', 'third', 'It broke.'],
  );
});

test('a prefix other than /v1 has a sandbox too, and its errors have the form and the status of its route', async () => {
  const gone = await get('/v1beta/test/gone');
  assert.equal(gone.status, 410);
  assert.equal(((await gone.json()) as { oops: string }).oops, 'not_found');
  const wrong = await get('/sandbox/v1beta/test/gone');
  assert.deepEqual([wrong.status, ((await wrong.json()) as { oops: string }).oops], [403, 'wrong_environment']);
  const sandbox = await get('/sandbox/v1beta/test/gone?ok=1', { 'x-api-key': account.testKey });
  assert.equal(sandbox.status, 200);
});

test('a key may come as x-api-key or x-goog-api-key everywhere, and as ?key= only where a route says so', async () => {
  for (const name of ['x-api-key', 'x-goog-api-key']) {
    assert.equal((await get('/v1/models', { [name]: account.liveKey })).status, 200);
    assert.equal((await get('/v1/models', { [name]: `${account.liveKey}x` })).status, 401);
  }
  assert.equal((await get(`/v1beta/test/gone?ok=1&key=${account.liveKey}`, {})).status, 200);
  const refused = await get('/v1beta/test/gone?ok=1&key=no', {});
  assert.deepEqual([refused.status, ((await refused.json()) as { oops: string }).oops], [401, 'invalid_api_key']);
  assert.equal((await get(`/v1/models?key=${account.liveKey}`, {})).status, 401);
});

test('browsers may send the headers of the official clients, whatever x-stainless headers they add', async () => {
  const response = await fetch(`${service.origin}/v1beta/models`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,x-stainless-os,x-stainless-new-thing,x-evil',
    },
  });
  const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
  assert.equal(response.status, 204);
  for (const name of ['x-api-key', 'anthropic-version', 'x-goog-api-key', 'x-stainless-os', 'x-stainless-new-thing'])
    assert.ok(allowed.includes(name), name);
  assert.ok(!allowed.includes('x-evil'));
});

test('steps are read from objects and frames, several in one buffer', async () => {
  const chunk = (delta: object, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });
  const call = { index: 1, id: 'call_1', function: { name: 'f', arguments: '{' } };
  async function* items() {
    yield chunk({ role: 'assistant', reasoning_content: 'Hm', reasoning_signature: 's' });
    yield Buffer.from(`data: ${JSON.stringify(chunk({ content: 'Grüße' }))}\n\n`);
    yield Buffer.from(
      [
        chunk({ reasoning: 'b' }),
        chunk({ tool_calls: [call] }),
        chunk({}, { finish_reason: 'stop', stop_reason: 'END' }),
      ]
        .map((one) => `data: ${JSON.stringify(one)}\n\n`)
        .join(''),
    );
    yield {
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 2 } },
    };
  }
  const all = [];
  for await (const steps of readSteps(items())) all.push(steps);
  assert.deepEqual(
    all.map(({ length }) => length),
    [1, 1, 3, 1],
  );
  const [thought, said, packet, last] = all;
  assert.deepEqual([thought?.[0]?.reasoning, thought?.[0]?.reasoningSignature], ['Hm', 's']);
  assert.equal(said?.[0]?.text, 'Grüße');
  assert.deepEqual(packet?.[0]?.reasoning, 'b');
  assert.deepEqual(packet?.[1]?.calls, [{ index: 1, id: 'call_1', name: 'f', arguments: '{' }]);
  assert.deepEqual([packet?.[2]?.finishReason, packet?.[2]?.stopSequence], ['stop', 'END']);
  const usage = { promptTokens: 3, completionTokens: 4, cachedTokens: 0, reasoningTokens: 2, credits: undefined };
  assert.deepEqual(last?.[0]?.usage, usage);
});

test('texts of one packet are one step; another choice, an escape or another kind of chunk begins the next one', async () => {
  const piece = (content: string, index = 0) => ({ id: 'x', choices: [{ index, delta: { content } }] });
  const packet = (...chunks: object[]) => Buffer.from(chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
  async function* items() {
    yield packet(piece('a'), piece('b'), piece('c'), piece('d', 1), piece('e', 1), piece('f'), piece('g'));
    yield packet(piece('h'), piece('"'), piece('i'));
    yield packet(piece('j'), { id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  }
  const all = [];
  for await (const steps of readSteps(items()))
    all.push(steps.map(({ choice, text, finishReason }) => [choice, text, finishReason].join(' ').trim()));
  assert.deepEqual(all, [
    ['0 abc', '1 de', '0 fg'],
    ['0 h', '0 "', '0 i'],
    ['0 j', '0  stop'],
  ]);
});

test('a whole reply is read leniently: what an upstream left out is empty', () => {
  const answer = readAnswer({ choices: [{ message: { content: null, reasoning: 'Hm' } }] });
  assert.deepEqual([answer.text, answer.reasoning, answer.finishReason, answer.calls], ['', 'Hm', 'stop', []]);
  assert.equal(answer.usage.promptTokens, 0);
});
