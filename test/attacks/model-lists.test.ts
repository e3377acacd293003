// Attacks of a key that may use one model only: no name, dialect, default, fallback, job, batch or tool reaches another.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { BatchClient, chatLine } from '../support/batch-kit.ts';
import { sayWords, sendJson } from '../support/obedient-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../support/service.ts';

let upstream: Server;
let isBroken = false;
let asked: string[] = [];
let folder: string;
let service: TestService;
let desk: OperatorKit;
let account: TestAccount;
/** May use small-1 only. */
let key: string;

before(async () => {
  upstream = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.method === 'GET') return sendJson(response, 200, { object: 'list', data: [] });
    const body = JSON.parse(text) as Record<string, unknown>;
    asked.push(String(body.model));
    if (isBroken && body.model === 'small-1') return sendJson(response, 503, { error: { message: 'broken' } });
    sayWords(body, response, 4);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  const models = [
    { id: 'large-1', aliases: ['small-1-turbo', 'small'], context_window: 100_000 },
    { id: 'small-1', aliases: ['little'], fallbacks: ['large-1'], context_window: 100_000 },
  ];
  folder = await mkdtemp(join(tmpdir(), 'model-lists-'));
  const config = { upstreams: [{ name: 'both', base_url, list_models: false, retries: 0, models }] };
  await writeFile(join(folder, 'atelier.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'atelier.json'), JOB_SLOTS: '1' });
  desk = await openDesk(service);
  account = await service.account();
  key = await keyFor(['small-1']);
});
after(async () => {
  await service.stop();
  upstream.closeAllConnections();
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  isBroken = false;
  asked = [];
});

async function keyFor(models: string[]): Promise<string> {
  const owner = { accountId: account.id, environment: 'live' as const };
  return (await insertKey(service.app.database.queries, owner, { name: 'one model', scopes: ['*'], models })).secret;
}
const HELLO = [{ role: 'user', content: 'Hello' }];
const post = (path: string, body: object, by = key) => service.call('POST', path, { key: by, body });
const chat = (model: string, more: object = {}, by = key) =>
  post('/v1/chat/completions', { model, max_tokens: 4, messages: HELLO, ...more }, by);

test('a key that is limited to a model uses it, by its id and its alias, and sees only it', async () => {
  for (const name of ['small-1', 'little', 'default']) assert.equal((await chat(name)).status, 200, name);
  assert.deepEqual(asked, ['small-1', 'small-1', 'small-1']);
  const ids = (answer: CallAnswer, list: string, id: string) =>
    answer.json[list].map((one: Record<string, string>) => one[id]);
  const get = (path: string) => service.call('GET', path, { key });
  assert.deepEqual(ids(await get('/v1/models'), 'data', 'id'), ['small-1']);
  assert.deepEqual(ids(await get('/v1beta/models'), 'models', 'name'), ['models/small-1']);
  assert.deepEqual(ids(await get('/api/tags'), 'models', 'model'), ['small-1:latest']);
  assert.equal((await get('/v1/models/large-1')).status, 404);
  assert.equal((await get('/v1beta/models/large-1')).status, 404);
});

const GEMINI = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };
const WAYS: [string, string, object][] = [
  ['its id', '/v1/chat/completions', { model: 'large-1', messages: HELLO }],
  ['a stream', '/v1/chat/completions', { model: 'large-1', messages: HELLO, stream: true }],
  ['an alias', '/v1/chat/completions', { model: 'small', messages: HELLO }],
  ['an alias that begins like an allowed id', '/v1/chat/completions', { model: 'small-1-turbo', messages: HELLO }],
  ['a completion', '/v1/completions', { model: 'large-1', prompt: 'Hello' }],
  ['a response', '/v1/responses', { model: 'large-1', input: 'Hello' }],
  ['a message of Anthropic', '/v1/messages', { model: 'large-1', max_tokens: 4, messages: HELLO }],
  ['a count of tokens', '/v1/messages/count_tokens', { model: 'large-1', messages: HELLO }],
  ['a chat of Ollama', '/api/chat', { model: 'large-1:latest', messages: HELLO, stream: false }],
  ['a prompt of Ollama', '/api/generate', { model: 'small', prompt: 'Hello', stream: false }],
  ["Gemini's path", '/v1beta/models/large-1:generateContent', GEMINI],
  ["an alias in Gemini's path", '/v1beta/models/small:generateContent', GEMINI],
  ["Gemini's count of tokens", '/v1beta/models/large-1:countTokens', GEMINI],
  ['code', '/v1/code/generate', { model: 'large-1', prompt: 'A sum', language: 'python' }],
  ['a build', '/v1/builder/build', { model: 'large-1', prompt: 'A list of chores' }],
  ['a build without a model', '/v1/builder/build', { model: 'blueprint-1', prompt: 'A list of chores' }],
  ['embeddings', '/v1/embeddings', { model: 'default', input: 'Hello' }],
  ['an image', '/v1/image/generate', { prompt: 'A tree', width: 64, height: 64 }],
  ['a song', '/v1/music/generate', { prompt: 'A song', duration: 30 }],
  ['a video', '/v1/video/generate', { prompt: 'A sea', duration: 5 }],
  ['speech', '/v1/audio/speech', { input: 'Hello', voice: 'alloy' }],
];
for (const [way, path, body] of WAYS) {
  test(`a key that may use another model only reaches this one through ${way}`, async () => {
    const refused = await post(path, body);
    assert.equal(refused.status, 403, refused.text);
    assert.match(refused.text, /is not among those that this key or its plan may use/);
    assert.deepEqual(asked, []);
  });
}

test('each dialect refuses in its own shape', async () => {
  const shapeOf = async (path: string, body: object) => (await post(path, body)).json;
  const { error } = await shapeOf('/v1/chat/completions', { model: 'large-1', messages: HELLO });
  assert.deepEqual([error.type, error.code, error.param], ['permission_error', 'model_not_allowed', 'model']);
  const messages = await shapeOf('/v1/messages', { model: 'large-1', max_tokens: 4, messages: HELLO });
  assert.deepEqual([messages.type, messages.error.type], ['error', 'permission_error']);
  const gemini = await shapeOf('/v1beta/models/large-1:generateContent', GEMINI);
  assert.deepEqual([gemini.error.code, gemini.error.status], [403, 'PERMISSION_DENIED']);
  const ollama = await shapeOf('/api/chat', { model: 'large-1', messages: HELLO });
  assert.equal(typeof ollama.error, 'string');
});

test('a model that fails does not fall back on one that the key may not use; another key does', async () => {
  isBroken = true;
  for (const stream of [false, true]) {
    const failed = await chat('small-1', { stream });
    assert.ok(failed.status >= 500 || /"error"/.test(failed.text), failed.text);
  }
  assert.ok(!asked.includes('large-1'), asked.join());
  const free = await chat('small-1', {}, account.liveKey);
  assert.equal(free.status, 200, free.text);
  assert.equal(asked.at(-1), 'large-1');
});

test('the lines of a batch are refused one by one, and the others run', async () => {
  const client = new BatchClient(service.origin, key);
  const lines = [chatLine('own', 'Hello', { model: 'small-1' }), chatLine('other', 'Hello', { model: 'small' })];
  const batch = await client.waitFor((await client.start(lines)).id);
  const results = await client.read(batch.error_file_id);
  assert.equal(results.get('other')?.response?.body.error.code, 'model_not_allowed');
  assert.equal((await client.read(batch.output_file_id)).get('own')?.response?.status_code, 200);
  assert.deepEqual(asked, ['small-1']);
});

test('a tool of MCP is refused as the call is', async () => {
  const call = { name: 'generate_image', arguments: { prompt: 'A tree', width: 64, height: 64 } };
  const headers = { accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const answer = await service.call('POST', '/mcp', { key, body, headers });
  assert.match(answer.text, /is not among those that this key or its plan may use/);
});

test('a list of the plan and one of the key both count, with patterns', async () => {
  const { prices } = (await desk.read('/settings')).json;
  const { pro } = prices.effective.plans;
  const value = { plans: { ...prices.effective.plans, pro: { ...pro, models: ['*-1'] } } };
  const set = await service.call('PUT', '/v1/operator/settings/prices', {
    key: desk.key,
    body: { value, reason: 'a price group' },
  });
  assert.equal(set.status, 200, set.text);
  const onPlan = await service.account({ plan: 'pro' });
  assert.equal((await chat('large-1', {}, onPlan.liveKey)).status, 200);
  const made = await post('/v1/account/keys', { name: 'both', models: ['s*', 'blueprint*'] }, onPlan.liveKey);
  assert.deepEqual(made.json.models, ['s*', 'blueprint*'], made.text);
  assert.equal((await chat('small-1', {}, made.json.key)).status, 200);
  assert.equal((await chat('large-1', {}, made.json.key)).status, 403);
  const image = { prompt: 'A tree', width: 64, height: 64 };
  const byKey = await post('/v1/image/generate', image, made.json.key);
  assert.equal(byKey.json.error.code, 'model_not_allowed');
});

test('a limited key makes or changes no key to use more models', async () => {
  const own = await keyFor(['small-1', 'tiny-*']);
  const make = (models: unknown) => post('/v1/account/keys', { name: 'more', models }, own);
  for (const wish of [null, undefined, ['*'], ['large-1'], ['small-1', 'tiny*'], ['small-*']])
    assert.equal((await make(wish)).status, 403, String(wish));
  const within = await make(['tiny-2*', 'small-1']);
  assert.equal(within.status, 201, within.text);
  const wide = await service.call('PATCH', `/v1/account/keys/${within.json.id}`, { key: own, body: { models: null } });
  assert.equal(wide.status, 403);
  for (const bad of [[], 'small-1', [''], ['x'.repeat(257)], Array.from({ length: 101 }, () => 'a')])
    assert.equal((await make(bad)).status, 400, JSON.stringify(bad).slice(0, 40));
});
