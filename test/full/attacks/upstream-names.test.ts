// Nothing that a customer reads names an upstream, its address, its own names of models or its software, however it answers or fails.
// The operator reads all of it.
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../../src/core/log.ts';
import { makeTone } from '../../../src/upstreams/tone.ts';
import { makeSmallFilm } from '../../support/film-server.ts';
import { type OperatorKit, openDesk } from '../../support/operator-kit.ts';
import { plain } from '../../support/pictures.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type CallAnswer, freePort, startService, type TestAccount, type TestService } from '../../support/service.ts';
import { MOODS, type Mood, startTellingUpstream, type TellingUpstream } from '../../support/telling-upstream.ts';
import { until } from '../../support/until.ts';

const NAME = 'zebra-quartz-7';
/** With a port that nothing listens on. */
const AWAY = 'zebra-quartz-8';
const HOST = '127.77.66.55';
const SOUND = `data:audio/wav;base64,${Buffer.from(makeTone()).toString('base64')}`;

let upstream: TellingUpstream;
let receiver: Receiver;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;
let folder: string;
/** All that the customer has read, by where. */
const read: { where: string; text: string }[] = [];
const log: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upstream-names-'));
  const film = await readFile(await makeSmallFilm(folder));
  upstream = await startTellingUpstream({ name: NAME, host: HOST, picture: await plain(64, 64, '#00aa00'), film });
  receiver = await startReceiver();
  const models = MOODS.map((mood) => ({ id: `public-${mood}`, upstream_id: `behind-${mood}` }));
  const server = { name: NAME, kind: 'openai', base_url: upstream.baseUrl, retries: 0, models };
  const away = {
    ...server,
    name: AWAY,
    base_url: `http://${HOST}:${await freePort()}/quartz-path/v1`,
    models: [{ id: 'public-away' }],
  };
  const both = (more: object = {}) => [server, away].map((one) => ({ ...one, ...more }));
  const config = {
    upstreams: both({ list_models: false }),
    image_upstreams: both(),
    speech_upstreams: both(),
    transcription_upstreams: both(),
    video_upstreams: both({ poll_seconds: 0.01 }),
    music_upstreams: [{ name: NAME, kind: 'ace-step', base_url: upstream.baseUrl, retries: 0 }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  const lines = { write: (line: string) => void log.push(line) };
  service = await startService(
    {
      CONFIG: join(folder, 'config.json'),
      OPENAI_BASE_URL: upstream.baseUrl,
      ALLOW_PRIVATE_WEBHOOKS: '1',
    },
    undefined,
    createLog({ level: 'info', lines: lines as never }),
  );
  desk = await openDesk(service);
  customer = await service.account({ credits: 100_000 });
  equal((await ask('PATCH', '/v1/requests/settings', { level: 'bodies' })).status, 200);
  equal((await ask('POST', '/v1/webhooks', { url: receiver.url, events: ['*'] })).status, 200);
});
after(async () => {
  await service.stop();
  await upstream.close();
  receiver.close();
  await rm(folder, { recursive: true });
});

async function ask(method: string, path: string, body?: object): Promise<CallAnswer> {
  const signal = AbortSignal.timeout(60_000);
  const answer = await service.call(method, path, { key: customer.liveKey, signal, ...(body ? { body } : {}) });
  const headers = JSON.stringify([...answer.headers]);
  read.push({ where: `${method} ${path} ${JSON.stringify(body ?? {}).slice(0, 120)}`, text: headers + answer.text });
  return answer;
}

async function finished(started: CallAnswer): Promise<CallAnswer> {
  if (started.status >= 400) return started;
  const path = `/v1/jobs/${started.json.id}`;
  const ended = async () => {
    const job = await service.call('GET', path, { key: customer.liveKey });
    return job.json.status !== 'processing';
  };
  await until(ended, { saying: 'the job has ended', withinMs: 120_000, everyMs: 50 });
  return ask('GET', path);
}

const messages = [{ role: 'user', content: 'Hello' }];
const KINDS: Record<string, (model: string) => Promise<CallAnswer>> = {
  text: (model) => ask('POST', '/v1/chat/completions', { model, messages }),
  'text as a stream': (model) => ask('POST', '/v1/chat/completions', { model, messages, stream: true }),
  'text in the form of Anthropic': (model) => ask('POST', '/v1/messages', { model, messages, max_tokens: 50 }),
  'text in the form of Ollama': (model) => ask('POST', '/api/chat', { model, messages }),
  'a response': (model) => ask('POST', '/v1/responses', { model, input: 'Hello' }),
  image: (model) => ask('POST', '/v1/image/generate', { model, prompt: 'A tree', width: 64, height: 64 }),
  speech: (model) => ask('POST', '/v1/audio/speech', { model, input: 'Good evening.' }),
  transcription: (model) => ask('POST', '/v1/audio/transcriptions', { model, file: SOUND }),
  video: async (model) => finished(await ask('POST', '/v1/video/generate', { model, prompt: 'Grey', duration: 5 })),
};
/** Of kinds whose models share one upstream, the mood is in the words. */
const BY_WORDS: Record<string, (words: string) => Promise<CallAnswer>> = {
  embedding: (input) => ask('POST', '/v1/embeddings', { model: 'text-embedding-listed', input }),
  rerank: (query) => ask('POST', '/v1/rerank', { model: 'rerank-listed', query, documents: ['one', 'two'] }),
  moderation: (input) => ask('POST', '/v1/moderations', { model: 'omni-moderation-listed', input }),
  music: async (prompt) => finished(await ask('POST', '/v1/music/generate', { prompt, duration: 30 })),
};

const errorOf = ({ json }: CallAnswer) => json?.error ?? null;

for (const [kind, call] of Object.entries(KINDS))
  test(`${kind}: an upstream that works, fails and is away is not named to the customer`, async () => {
    for (const mood of [...MOODS, 'away'] as (Mood | 'away')[]) {
      const answer = await call(`public-${mood}`);
      // A stream that breaks off has been a success until then.
      const isFine = mood === 'ok';
      if (isFine) equal(errorOf(answer), null, answer.text);
      else match(answer.text, /error/, `${mood}: ${answer.text}`);
    }
    for (let count = 0; count < 6 && kind === 'text'; count += 1) await call('public-500');
    if (kind === 'text') match((await call('public-500')).json.error.message, /paused/);
  });

for (const [kind, call] of Object.entries(BY_WORDS))
  test(`${kind}: an upstream that works and fails is not named to the customer`, async () => {
    for (const mood of ['401', '404', '500', 'ok', '429', 'redirect', 'cut', '400', 'json'] as Mood[]) {
      const answer = await call(`words of mood-${mood}`);
      if (mood === 'ok') equal(errorOf(answer), null, answer.text);
      else ok(errorOf(answer), `${mood}: ${answer.text}`);
    }
  });

test('lists, jobs, usage, the request log, events, pages and the reference do not name it either', async () => {
  const lists = [
    'models',
    'chat/models',
    'image/models',
    'audio/voices',
    'usage',
    'jobs',
    'library',
    'video',
    'music/library',
  ]
    .concat(['webhooks', 'account', 'account/log', 'files', 'customers', 'runs', 'vector_stores'])
    .concat(['payments/prices', 'payments/transactions', 'payments/receipts', 'requests?limit=100&failed=true']);
  for (const list of lists) equal((await ask('GET', `/v1/${list}`)).status, 200, list);
  for (const group of ['model', 'module', 'key']) await ask('GET', `/v1/usage?group_by=${group}`);
  const { data } = (await ask('GET', '/v1/models')).json;
  const ours = data.filter(({ id }: { id: string }) => id.startsWith('public-') || id.includes('listed'));
  ok(ours.length > 5);
  for (const { owned_by, engine } of ours) deepEqual([owned_by, engine], ['operator', 'upstream']);
  for (const { id } of ours) await ask('GET', `/v1/models/${id}`);
  const logged = (await ask('GET', '/v1/requests?limit=100')).json.data;
  for (const { id } of logged) await ask('GET', `/v1/requests/${id}`);
  for (const { id } of (await ask('GET', '/v1/jobs')).json.data) {
    await ask('GET', `/v1/jobs/${id}`);
    await ask('GET', `/v1/jobs/${id}/events`);
  }
  for (const path of ['/api/tags', '/api/ps', '/v1beta/models', '/openapi.json', '/pricing', '/', '/docs', '/healthz'])
    await ask('GET', path);
  await ask('POST', '/api/show', { model: 'public-ok' });
  const [endpoint] = (await ask('GET', '/v1/webhooks')).json.data;
  await until(() => receiver.received.some(({ body }) => body.includes('generation.failed')), {
    saying: 'a failure was delivered',
  });
  await ask('GET', `/v1/webhooks/${endpoint.id}/deliveries`);
  for (const { headers, body } of receiver.received)
    read.push({ where: 'a delivery', text: JSON.stringify(headers) + body });
});

test('what the customer has read names no upstream', () => {
  ok(read.length > 150, `${read.length} answers`);
  const beside = read.filter(({ where }) => /^POST .v1.(?:embeddings|rerank|moderations) /.test(where));
  ok(beside.length > 20);
  for (const { where, text } of beside) doesNotMatch(text, /openai/i, `${where}: ${text}`);
  const secrets = [/zebra|quartz/i, /127\.77\./, new RegExp(`:${upstream.port}\\b`), /behind-/];
  for (const { where, text } of read) for (const secret of secrets) doesNotMatch(text, secret, `${where}: ${text}`);
});

test('the operator reads in the log which upstream a call failed at, and why', async () => {
  const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a call failed at an upstream');
  const failed = (where: object) =>
    lines.filter((line) => Object.entries(where).every(([field, value]) => line[field] === value));
  for (const route of ['/chat/completions', '/messages', '/responses', '/image/generate', '/audio/speech'])
    ok(failed({ route, upstream: NAME }).length > 0, route);
  for (const route of ['/chat/completions', '/image/generate', '/audio/speech', '/audio/transcriptions'])
    ok(failed({ route, upstream: AWAY }).length > 0, route);
  for (const route of ['/embeddings', '/rerank', '/moderations'])
    ok(failed({ route, upstream: 'openai' }).length > 0, route);
  for (const kind of ['video', 'music']) ok(failed({ kind, upstream: NAME }).length > 0, kind);
  match(JSON.stringify(failed({ route: '/chat/completions', upstream: NAME })), /status 401 /);
  match(JSON.stringify(failed({ upstream: AWAY })), /ECONNREFUSED/);
  for (const { requestId, job } of lines) ok(requestId ?? job);
});

test('the operator reads on the own pages which upstream serves what, and why it fails', async () => {
  const engines = (await desk.read('/engines')).json.data.filter(({ name }: { name: string }) => name === NAME);
  const modules = engines.map(({ module }: { module: string }) => module).sort();
  deepEqual(modules, ['chat', 'image', 'music', 'speech', 'transcription', 'video']);
  const rows = engines.flatMap(({ models }: { models: object[] }) => models);
  const refused = rows.find(({ id }: { id: string }) => id === 'public-401');
  match(refused.health.last_error, /status 401/);
  const served = (await KINDS.text?.('public-ok'))?.headers.get('x-request-id');
  const logged = async () => (await desk.read(`/requests?request_id=${served}`)).json.data[0];
  equal((await until(logged, { saying: 'the call is in the log' })).upstream, NAME);
  const costs = await desk.read('/usage?group_by=upstream');
  match(costs.text, new RegExp(NAME));
  match((await desk.read('/upstreams')).text, new RegExp(`${NAME}.*${HOST}`));
  const tried = (await desk.act(`/upstreams/${AWAY}/try`, {})).json;
  match(tried.error, /ECONNREFUSED/);
});
