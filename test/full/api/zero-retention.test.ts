// Zero retention: a word goes through every kind of call of such a key, and afterwards neither database, files, log nor traces hold it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../../src/core/log.ts';
import { LogLines } from '../../../src/core/log-lines.ts';
import { findTraces } from '../../support/account-traces.ts';
import { type EchoUpstream, startEchoUpstream } from '../../support/echo-upstream.ts';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../../support/film-server.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../../support/service.ts';
import { beep } from '../../support/small-wav.ts';
import { type SongServer, startSongServer } from '../../support/song-server.ts';
import { until } from '../../support/until.ts';

let echo: EchoUpstream;
let films: FilmServerStandIn;
let songs: SongServer;
let service: TestService;
let folder: string;
let told = '';
let traced = '';
const collector = createServer(async (request, response) => {
  for await (const chunk of request) traced += String(chunk);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zero-'));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  [echo, songs, films] = await Promise.all([
    startEchoUpstream(),
    startSongServer(),
    startFilmServer('openai', await readFile(await makeSmallFilm(folder))),
  ]);
  const lines = new LogLines({ write: (text) => (told += text) }, { isColoured: false });
  service = await startService(
    {
      OPENAI_BASE_URL: echo.baseUrl,
      ZERO_RETENTION_SECONDS: '2',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
    undefined,
    createLog({ level: 'debug', lines }),
  );
  const desk = await openDesk(service);
  const audio = (id: string, price: object) => ({ kind: 'openai', base_url: echo.baseUrl, models: [{ id, price }] });
  const added = [
    { name: 'speakers', makes: 'speech', settings: audio('echo-voice-1', { per_million_characters: 100 }) },
    { name: 'ears', makes: 'transcription', settings: audio('echo-ear-1', { per_second: 1 }) },
    {
      name: 'songs',
      makes: 'music',
      settings: { kind: 'ace-step', base_url: songs.baseUrl, price: { per_request: 1 } },
    },
    {
      name: 'films',
      makes: 'video',
      settings: {
        kind: 'openai',
        base_url: `${films.url}/v1`,
        poll_seconds: 0.05,
        models: [{ id: 'film-1', price: { per_second: 1 } }],
      },
    },
  ];
  for (const upstream of added) {
    const { status, text } = await desk.act('/upstreams', { ...upstream, reason: 'a test' });
    assert.equal(status, 201, text);
  }
});
after(async () => {
  await service.stop();
  await echo.close();
  songs.close();
  films.close();
  collector.close();
  await rm(folder, { recursive: true, force: true });
});

const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);

async function keyOf(owner: TestAccount, zeroRetention: boolean): Promise<string> {
  const body = { name: 'made by the test', zero_retention: zeroRetention };
  const { json, text } = await service.call('POST', '/v1/account/keys', { key: owner.liveKey, body });
  assert.equal(json.zero_retention, zeroRetention, text);
  return json.key;
}

/** What the word looks like as text, in JSON, in an URL, in base64 at every offset and in hex. */
function spellingsOf(word: string): string[] {
  const bytes = Buffer.from(word);
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(offset === 0 ? 0 : offset + 1, -4);
  });
  return [
    word,
    JSON.stringify(word).slice(1, -1),
    escaped(word),
    encodeURIComponent(word),
    bytes.toString('hex'),
    ...shifted,
  ];
}

const escaped = (word: string) =>
  [...word]
    .map((letter) => (letter > '~' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter))
    .join('');

async function tracesOf(word: string): Promise<string[]> {
  const spellings = spellingsOf(word);
  const found = await findTraces(service, spellings);
  for (const [name, text] of Object.entries({ log: told, traces: traced }))
    if (spellings.some((spelling) => text.includes(spelling))) found.push(name);
  return found;
}

/** Calls every kind of work with the word in it. */
async function useEverything(key: string, word: string): Promise<void> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    service.call('POST', path, { key, body, headers });
  const said = `My secret is ${word}`;
  const messages = [{ role: 'user', content: said }];
  const chat = { model: 'echo-1', messages };
  const ok = async (answer: Promise<CallAnswer>, quotes = false) => {
    const { status, text } = await answer;
    assert.ok(status < 300, text);
    if (quotes) assert.ok(text.includes(word), text);
  };
  await ok(post('/v1/chat/completions', chat, { 'idempotency-key': `call-${key.slice(-6)}` }), true);
  await ok(post('/v1/chat/completions', { ...chat, stream: true }), true);
  await ok(post('/v1/responses', { model: 'echo-1', input: said }), true);
  await ok(post('/v1/responses', { model: 'echo-1', input: said, stream: true }), true);
  await ok(post('/v1/messages', { model: 'echo-1', max_tokens: 50, messages }), true);
  const contents = [{ role: 'user', parts: [{ text: said }] }];
  await ok(post('/v1beta/models/echo-1:generateContent', { contents }), true);
  await ok(post('/api/chat', { ...chat, stream: false }), true);
  await ok(post('/v2/chat', chat), true);
  await ok(post('/v1/completions', { model: 'echo-1', prompt: said }), true);
  await ok(post('/v1/embeddings', { model: 'echo-embedding-1', input: said }));
  await ok(post('/v1/rerank', { model: 'echo-reranker-1', query: said, documents: [said, 'other'] }));
  await ok(post('/v1/moderations', { model: 'omni-moderation-latest', input: said }));
  await ok(
    post('/v1/code/explain', { model: 'echo-1', code: `const name = '${word}';`, language: 'javascript' }),
    true,
  );
  await ok(post('/v1/audio/speech', { model: 'echo-voice-1', input: said, voice: 'alloy' }));
  const file = `data:audio/wav;base64,${beep(1).toString('base64')}`;
  await ok(post('/v1/audio/transcriptions', { model: 'echo-ear-1', file, prompt: said }), true);
  // Refusals and failures quote the call.
  for (const model of ['echo-broken-1', 'echo-refusing-1', `no-${word}`]) {
    const { status } = await post('/v1/chat/completions', { model, messages });
    assert.ok(status >= 400);
  }
  assert.ok((await post('/v1/image/generate', { prompt: said, size: word })).status >= 400);
  await ok(post('/v1/image/generate', { prompt: said, width: 64, height: 64 }));
  const mcp = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'generate_image', arguments: { prompt: said, width: 64, height: 64 } },
  };
  await ok(post('/mcp', mcp, { accept: 'application/json, text/event-stream' }));
  const jobs = [
    await post('/v1/music/generate', { prompt: said, title: word, lyrics: `[Verse]\n${said}`, duration: 30 }),
    await post('/v1/video/generate', { model: 'film-1', prompt: said, duration: 5 }),
    await post('/v1/builder/build', { prompt: `A list of notes named ${word}`, preview: false }),
  ];
  for (const { json, text } of jobs) {
    assert.ok(json.id, text);
    const read = async () => (await service.call('GET', `/v1/jobs/${json.id}`, { key })).json;
    const ended = await until(async () => ((await read()).status === 'processing' ? undefined : read()), {
      saying: 'the job has not ended',
      withinMs: 60_000,
    });
    assert.equal(ended.status, 'completed', JSON.stringify(ended));
  }
}

test('the words of a usual key are found; those of a key with zero retention are nowhere once their time is over', async () => {
  const owner = await service.account();
  await service.call('PATCH', '/v1/requests/settings', { key: owner.liveKey, body: { level: 'bodies' } });
  const usual = 'grünfink81263';
  await useEverything(await keyOf(owner, false), usual);
  const places = [
    ...['artifacts', 'jobs', 'library_items', 'music_tracks', 'project_versions', 'responses'],
    ...['request_bodies', 'request_log', 'idempotency_keys', 'traces'],
  ];
  const found = async () => (await tracesOf(usual)).sort();
  await until(async () => (await found()).includes('request_bodies'), { saying: 'nothing is logged' });
  const traces = await found();
  for (const place of places) assert.ok(traces.includes(place), `${place} is not among ${traces.join(', ')}`);

  const careful = await service.account();
  await service.call('PATCH', '/v1/requests/settings', { key: careful.liveKey, body: { level: 'bodies' } });
  const secret = 'grünspecht40417';
  await useEverything(await keyOf(careful, true), secret);
  await until(async () => (await tracesOf(secret)).length === 0, { saying: 'the word is gone', everyMs: 1_000 }).catch(
    async () => assert.deepEqual(await tracesOf(secret), []),
  );
  const rowsIn = async (table: string) =>
    Number((await query(`select count(*) from ${table} where account_id = $1`, [careful.id])).rows[0].count);
  for (const table of [
    'artifacts',
    'library_items',
    'music_tracks',
    'projects',
    'builder_messages',
    'conversations',
    'responses',
    'stored_completions',
    'request_bodies',
    'uploads',
    'vector_stores',
    'batches',
    'background_responses',
  ])
    assert.equal(await rowsIn(table), 0, table);
  for (const table of ['jobs', 'request_log', 'ledger', 'usage_hourly']) assert.ok((await rowsIn(table)) > 0, table);
});

test('the result of a job can be fetched for its time; the job and its price stay', async () => {
  const key = await keyOf(await service.account(), true);
  const body = { prompt: 'Rain', instrumental: true, duration: 30 };
  const { json: job } = await service.call('POST', '/v1/music/generate', { key, body });
  const read = async () => (await service.call('GET', `/v1/jobs/${job.id}`, { key })).json;
  const made = await until(async () => ((await read()).audio_url ? read() : undefined), { saying: 'the song' });
  const path = new URL(made.audio_url ?? `${service.origin}/none`).pathname;
  await until(async () => (await service.call('GET', path)).status === 404, { saying: 'the file is gone' });
  const ended = await until(async () => ((await read()).audio_url ? undefined : read()), { saying: 'no result' });
  assert.deepEqual([ended.status, ended.usage], ['completed', { credits: 1 }]);
});
