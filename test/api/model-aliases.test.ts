// Names of other services' models: refused with advice by default, taken where the operator says so, and never without being said.
import { deepEqual, match, ok, strictEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let upstream: MisbehavingUpstream;
let speaker: AudioStandIn;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;
let folder: string;

before(async () => {
  upstream = await startMisbehavingUpstream();
  speaker = await startAudioStandIn((_call, response) => void response.end('a sound'));
  folder = await mkdtemp(join(tmpdir(), 'aliases-'));
  const speech = { name: 'speaker', kind: 'openai', base_url: speaker.baseUrl, models: [{ id: 'parrot-1' }] };
  const text = {
    name: 'declared',
    base_url: upstream.baseUrl,
    list_models: false,
    models: [{ id: 'claude-real-1', upstream_id: 'mock-good-1' }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ speech_upstreams: [speech], upstreams: [text] }));
  service = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    CONFIG: join(folder, 'config.json'),
    // Without weights the upstreams answer; this machine's own models would compute for a minute.
    MODELS_DIR: folder,
    TEST_WORKER: '0',
  });
  desk = await openDesk(service);
  customer = await service.account();
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), speaker.close()]);
  await rm(folder, { recursive: true });
});

const messages = [{ role: 'user', content: 'Hello' }];
const post = (path: string, body: object, headers = {}) =>
  service.call('POST', path, { key: customer.liveKey, body, headers });
const set = async (value: object) => {
  const body = { value, reason: 'A test of names' };
  const { status, text } = await service.call('PUT', '/v1/operator/settings/service', { key: desk.key, body });
  strictEqual(status, 200, text);
};

/** A call of each dialect and module that names a model of another service. */
const CALLS: readonly (readonly [path: string, body: object])[] = [
  ['/v1/chat/completions', { model: 'gpt-4o', messages }],
  ['/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'Hello' }],
  ['/v1/responses', { model: 'o4-mini', input: 'Hello' }],
  ['/v1/messages', { model: 'claude-sonnet-4-5', max_tokens: 20, messages }],
  ['/v1beta/models/gemini-2.5-flash:generateContent', { contents: [{ parts: [{ text: 'Hello' }] }] }],
  ['/api/chat', { model: 'llama-3', messages, stream: false }],
  ['/v1/code/generate', { model: 'gpt-5-codex', prompt: 'A sum', language: 'python' }],
  ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'Hello' }],
  ['/v1/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy' }],
  ['/v1/image/generate', { model: 'gpt-image-1', prompt: 'A logo with a sun', format: 'svg' }],
];

test('by default a name is refused in every dialect, and the error says what would fit and what it costs', async () => {
  for (const [path, body] of CALLS) {
    const { status, text } = await post(path, body);
    ok(status === 400 || status === 404, `${path}: ${status} ${text}`);
    match(text, /\\"[^"]+\\" does such work here, for [\d.]+ credits (input )?per /, path);
  }
  strictEqual((await service.call('GET', '/v1/models/gpt-4o', { key: customer.liveKey })).status, 404);
});

test('off says nothing of other models', async () => {
  await set({ model_aliases: 'off' });
  for (const [path, body] of CALLS) {
    const { status, text } = await post(path, body);
    ok(status === 400 || status === 404, path);
    ok(!text.includes('does such work'), text);
  }
});

test('on lets a model of this service answer, which the answer names', async () => {
  await set({ model_aliases: 'on' });
  for (const [path, body] of CALLS) {
    const { status, text, json: answered, headers } = await post(path, body);
    strictEqual(status, 200, `${path}: ${text}`);
    const model = headers.get('x-model') ?? answered.model;
    ok(model && !('model' in body && body.model === model), `${path}: ${model}`);
  }
  const { json } = await post('/v1/chat/completions', { model: 'gpt-4o', messages });
  const { json: direct } = await post('/v1/chat/completions', { model: json.model, messages });
  deepEqual([json.model, json.usage.credits], [direct.model, direct.usage.credits]);
});

test('a name that this service has is never replaced, and an unknown name stays unknown', async () => {
  const { json, headers } = await post('/v1/chat/completions', { model: 'claude-real-1', messages });
  deepEqual([json.model, headers.get('x-model')], ['claude-real-1', null]);
  strictEqual((await post('/v1/chat/completions', { model: 'no-such-1', messages })).json.error.code, 'unknown_model');
});

test('the operator chooses which model stands for which name, and lists of models say so', async () => {
  await set({ model_aliases: 'on', model_names: ['gpt-4o=claude-real-1', 'my-*=mock-code-1'] });
  const openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: customer.liveKey, maxRetries: 0 });
  const answer = await openai.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] });
  strictEqual(answer.model, 'claude-real-1');
  const shown = (await openai.models.retrieve('gpt-4o')) as OpenAI.Model & { aliases?: string[] };
  deepEqual([shown.id, shown.aliases], ['claude-real-1', ['gpt-4o']]);
  const { data } = (await service.call('GET', '/v1/models', { key: customer.liveKey })).json;
  deepEqual(data.find(({ id }: { id: string }) => id === 'claude-real-1').aliases, ['gpt-4o']);
  const { headers } = await post('/v1/chat/completions', { model: 'my-model', messages });
  strictEqual(headers.get('x-model'), 'mock-code-1');
});

test('a key that may use some models only gets one of them for a name, or the refusal of its list', async () => {
  await set({ model_aliases: 'on' });
  const made = await service.call('POST', '/v1/account/keys', {
    key: customer.liveKey,
    body: { name: 'one model', models: ['claude-real-*'] },
  });
  strictEqual(made.status, 201, made.text);
  const body = { model: 'gpt-4o', messages };
  const answer = await service.call('POST', '/v1/chat/completions', { key: made.json.key, body });
  deepEqual([answer.status, answer.json.model], [200, 'claude-real-1']);
  const spoken = { model: 'tts-1', input: 'Hello', voice: 'alloy' };
  const refused = await service.call('POST', '/v1/audio/speech', { key: made.json.key, body: spoken });
  ok(refused.status >= 400, refused.text);
});

test('names and routing of the environment win over live settings', async () => {
  const environment = { MODEL_ALIASES: 'off', MODEL_NAMES: 'mine=claude-real-1', MODEL_ROUTING: '*=sticky' };
  const live = { model_aliases: 'on', model_names: ['gpt-4o=mock-code-1'], model_routing: ['*=cheapest'] };
  await set(live);
  const other = await startService({ ...environment, DATABASE_URL: service.databaseUrl, TEST_WORKER: '0' });
  try {
    const { service: shown } = (await other.call('GET', '/v1/operator/settings', { key: desk.key })).json;
    const names = Object.keys(live);
    deepEqual(
      names.filter((name) => shown.fixed.includes(name)),
      names,
    );
    deepEqual(
      names.map((name) => shown.effective[name]),
      ['off', ['mine=claude-real-1'], ['*=sticky']],
    );
    for (const [name, value] of Object.entries(live)) {
      const body = { value: { [name]: value }, reason: 'it is mine' };
      const answer = await other.call('PUT', '/v1/operator/settings/service', { key: desk.key, body });
      deepEqual([answer.status, answer.json.error.param], [400, `value.${name}`], answer.text);
    }
  } finally {
    await other.stop();
    await set({});
  }
});
