// Files that take the reader of content credentials forever, or that it cannot read: sent by customers as sources, and by upstreams as work.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import test, { after, before } from 'node:test';
import { pino } from 'pino';
import type { ArtifactStore, NewArtifact } from '../../src/artifacts/port.ts';
import { silentLog } from '../../src/core/log.ts';
import { MarkedArtifacts } from '../../src/marks/marked-artifacts.ts';
import { makeCertificate } from '../../src/marks/signing/certificate.ts';
import { signFile } from '../../src/marks/signing/sign-file.ts';
import { writeMark } from '../../src/marks/write-mark.ts';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { nestedCredentials, pngWith, soundWithBoxes, tinyParts, withBoxes } from '../support/hostile-media.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 0.8 MB; the library would compute for minutes. */
const MANY_BOXES = 100_000;
const SIGN = 'jumdc2pa';
const MARK = {
  source: 'trainedAlgorithmicMedia',
  model: 'film-1',
  call: 'req_1',
  generator: 'Atelier/1',
  time: new Date('2026-01-02T03:04:05Z'),
} as const;

let service: TestService;
let [attacker, victim]: TestAccount[] = [];
let films: FilmServerStandIn;
let folder: string;
const logged: { level: number; msg: string }[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-media-'));
  const film = withBoxes(await readFile(await makeSmallFilm(folder)), 2 * MANY_BOXES);
  films = await startFilmServer('openai', film);
  const filmer = { name: 'filmer', kind: 'openai', base_url: films.url, api_key_env: 'FILM_KEY', poll_seconds: 1 };
  const config = { video_upstreams: [{ ...filmer, models: [{ id: 'film-1' }] }] };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(JSON.parse(line.toString()));
      done();
    },
  });
  const settings = { CONFIG: join(folder, 'config.json'), FILM_KEY: 'key' };
  service = await startService(settings, undefined, pino({ level: 'warn' }, lines));
  [attacker, victim] = [await service.account(), await service.account()];
});
after(async () => {
  await service.stop();
  films.close();
  await rm(folder, { recursive: true });
});

async function send(
  path: string,
  field: string,
  { file, name, more = {} }: { file: Buffer; name: string; more?: Record<string, string> },
) {
  const body = new FormData();
  for (const [key, value] of Object.entries(more)) body.set(key, value);
  body.set(field, new Blob([new Uint8Array(file)]), name);
  const headers = { authorization: `Bearer ${attacker?.liveKey}` };
  const response = await fetch(`${service.origin}/v1${path}`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
  const json = (await response.json()) as any;
  assert.ok(response.ok, JSON.stringify(json));
  return json;
}

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const master = () => send('/music/master', 'audio', { file: soundWithBoxes(MANY_BOXES), name: 'song.m4a' });

async function endOf(path: string) {
  const ended = async () => {
    const { json } = await service.call('GET', `/v1${path}`, { key: attacker?.liveKey ?? '' });
    return json.status === 'processing' ? undefined : json;
  };
  return until(ended, { saying: 'the job has ended', everyMs: 100 });
}

async function drawForVictim(): Promise<Buffer> {
  const body = { prompt: 'a lake', width: 64, height: 64 };
  const signal = AbortSignal.timeout(60_000);
  const { status, text, json } = await service.call('POST', '/v1/image/generate', {
    key: victim?.liveKey ?? '',
    body,
    signal,
  });
  assert.equal(status, 200, text);
  return download(json.image_url);
}

test('a recording of a hundred thousand empty boxes is mastered, and nobody waits for it', async () => {
  const { id } = await master();
  const [drawn, job] = await Promise.all([drawForVictim(), endOf(`/music/status/${id}`)]);
  assert.ok(drawn.includes(SIGN), 'the image of another account is signed');
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const track = (await service.call('GET', `/v1/music/${id}`, { key: attacker?.liveKey ?? '' })).json;
  for (const url of [track.formats.mp3, track.formats.wav, track.formats.flac]) {
    const file = await download(url);
    assert.ok(file.includes('digitalsourcetype/algorithmicallyEnhanced') && file.includes('c2pa.opened'), url);
  }
});

test('the same, cancelled: images of others are signed at once', async () => {
  const { id } = await master();
  const key = attacker?.liveKey ?? '';
  await until(async () => (await service.call('GET', `/v1/music/status/${id}`, { key })).json.progress > 0, {
    saying: 'the job works',
  });
  await service.call('DELETE', `/v1/jobs/${id}`, { key });
  assert.ok((await drawForVictim()).includes(SIGN));
});

test('a video of an upstream with two hundred thousand empty boxes is delivered with its mark alone', async () => {
  const key = attacker?.liveKey ?? '';
  const body = { model: 'film-1', prompt: 'A red balloon', duration: 5 };
  const { id } = (await service.call('POST', '/v1/video/generate', { key, body })).json;
  const [drawn, job] = await Promise.all([drawForVictim(), endOf(`/video/${id}`)]);
  assert.ok(drawn.includes(SIGN));
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const film = await download(job.video_url);
  assert.deepEqual([film.includes('digitalsourcetype/trainedAlgorithmicMedia'), film.includes(SIGN)], [true, false]);
});

test('images whose credentials cannot be read are edited and signed, and the log says so once', async () => {
  for (const depth of [50, 2_000]) {
    const file = pngWith(nestedCredentials(depth));
    const more = { operation: 'adjust', brightness: '0.5' };
    const { image_url: url } = await send('/image/edit', 'image', { file, name: 'a.png', more });
    const edited = await download(url);
    assert.ok(edited.includes('c2pa.opened'), `${depth}`);
  }
  // The video before them is one as well: all of them within a minute are one line.
  const told = logged.filter(({ msg, level }) => level >= 50 || /a made file/.test(msg));
  assert.deepEqual(
    told.map(({ level }) => level),
    [40],
  );
});

test('a file that is signed here must have a bounded number of parts, in every format', async () => {
  const { certificate: certificates, privateKey } = await makeCertificate('Atelier');
  for (const [what, { contentType, file }] of Object.entries(tinyParts(1_000_000))) {
    const signing = signFile(file, { contentType, mark: MARK, credential: { certificates, privateKey }, parent: file });
    const before = process.cpuUsage();
    await signing.catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 3_000_000, `${what} took ${(user + system) / 1_000} ms`);
  }
});

for (const [what, { contentType, file }] of Object.entries(tinyParts(12_000_000)))
  test(`12 MB of tiny parts are marked within a second of processor time: ${what}`, () => {
    const before = process.cpuUsage();
    const marked = writeMark(file, contentType, MARK);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1_000_000, `it took ${(user + system) / 1_000} ms`);
    const isBroken = /never/.test(what) || /quotes/.test(what);
    assert.equal(marked.includes('trainedAlgorithmicMedia'), !isBroken);
  });

const PNG = pngWith();
const ORIGIN = { source: 'trainedAlgorithmicMedia', call: 'req_1' } as const;

/** A store that keeps what it gets, behind marks whose signing never ends. */
async function openStuck() {
  const { certificate: certificates, privateKey } = await makeCertificate('Atelier');
  const stored: Buffer[] = [];
  const store = {
    put: async ({ source }: NewArtifact) => void stored.push(Buffer.from(source as Uint8Array)),
  } as unknown as ArtifactStore;
  const artifacts = new MarkedArtifacts(store, {
    marks: { of: (origin) => ({ ...MARK, ...origin }), credential: async () => ({ certificates, privateKey }) },
    log: silentLog,
    thread: new URL('../support/stuck-thread.ts', import.meta.url),
    leastLimitMs: 5_000,
  });
  const put = (model: string, signal?: AbortSignal) =>
    artifacts.put(
      {
        ...{ accountId: model, environment: 'live', extension: 'png', contentType: 'image/png', name: 'a.png' },
        ...{ source: PNG, origin: { ...ORIGIN, model } },
      },
      signal,
    );
  return { stored, put, artifacts };
}

test('a file whose signing never ends, or kills its thread, is stored with its mark alone', async () => {
  const { stored, put, artifacts } = await openStuck();
  await put('hangs');
  assert.ok(stored[0]?.includes('trainedAlgorithmicMedia') && !stored[0].includes(SIGN));
  await put('dies');
  assert.deepEqual(stored[1], PNG);
  await artifacts.close();
});

test('a call that is cancelled, and a service that stops, end the signing at once', async () => {
  const { stored, put, artifacts } = await openStuck();
  const cancelled = new AbortController();
  const ends = assert.rejects(put('hangs', cancelled.signal), /cancelled/);
  cancelled.abort(new Error('cancelled'));
  await ends;
  const stopped = put('also-hangs');
  await artifacts.close();
  await stopped;
  assert.deepEqual(stored, [PNG]);
});
