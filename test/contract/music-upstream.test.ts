// Music servers elsewhere: ACE-Step's and Replicate's protocols over real HTTP, their sound finished here like our own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { MusicOrder } from '@atelier/composer';
import { writeWav } from '../../packages/composer/src/encode/wav.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { upstreamOf, wholeReason } from '../../src/core/upstream-failure.ts';
import { createComposerEngine } from '../../src/engines/music/composer.ts';
import { connectMusic } from '../../src/engines/music/upstream/connect.ts';
import { fetchFile, fileAt } from '../../src/net/provider-call.ts';
import { type ComfyStandIn, startComfyUi } from '../support/comfyui-stand-in.ts';
import { until } from '../support/until.ts';

const ORDER: MusicOrder = {
  prompt: 'waves',
  genre: 'pop',
  title: 'Waves',
  durationSeconds: 30,
  tempo: 100,
  seed: 9,
  instrumental: false,
  voices: [],
  lyrics: '[Verse]\nla',
  mastering: { preset: 'streaming' },
};
const never = new AbortController().signal;
// Mastering needs no sound bank.
const local = createComposerEngine({ bankPath: () => undefined, serviceName: 'Atelier' });
let root: string;
let sound: Uint8Array;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-upstream-'));
  const tone = Float32Array.from(
    { length: 44_100 * 4 },
    (_, index) => 0.1 * Math.sin(index / 20) * (1 + Math.sin(index / 9000)),
  );
  await writeWav(join(root, 'tone.wav'), { left: tone, right: tone }, { sampleRate: 44_100 });
  sound = await readFile(join(root, 'tone.wav'));
});
after(() => rm(root, { recursive: true, force: true }));

type Answer = (path: string, body: Record<string, unknown>, request: IncomingMessage) => object | Uint8Array | number;

async function serve(answer: Answer): Promise<{ baseUrl: string; server: Server }> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const reply = answer(request.url ?? '', text ? JSON.parse(text) : {}, request);
      if (typeof reply === 'number') response.writeHead(reply).end();
      else if (reply instanceof Uint8Array) response.writeHead(200, { 'content-type': 'audio/wav' }).end(reply);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('ACE-Step: released, asked for, fetched, mastered', async () => {
  const seen: Record<string, unknown>[] = [];
  let asked = 0;
  const { baseUrl, server } = await serve((path, body, request) => {
    assert.equal(request.headers.authorization, 'Bearer secret');
    if (path === '/release_task') {
      seen.push(body);
      return { data: { task_id: 't1', status: 'queued', queue_position: 1 }, code: 200, error: null };
    }
    if (path === '/query_result') {
      asked += 1;
      assert.deepEqual(body, { task_id_list: ['t1'] });
      return {
        data: [
          {
            task_id: 't1',
            status: asked > 1 ? 1 : 0,
            result: JSON.stringify(asked > 1 ? [{ file: '/v1/audio?path=a.wav' }] : []),
          },
        ],
        code: 200,
      };
    }
    return path === '/v1/audio?path=a.wav' ? sound : 404;
  });
  const engine = connectMusic(
    { name: 'ace', kind: 'ace-step', base_url: baseUrl, api_key_env: 'KEY' },
    local,
    'Atelier',
    () => 'secret',
  );
  const song = await engine.compose(ORDER, await mkdtemp(join(root, 'ace-')), () => undefined, never);
  server.close();
  assert.deepEqual(seen, [
    {
      prompt: 'waves, pop',
      lyrics: '[Verse]\nla',
      audio_duration: 30,
      audio_format: 'wav',
      batch_size: 1,
      seed: 9,
      use_random_seed: false,
      bpm: 100,
    },
  ]);
  assert.ok(Math.abs(song.durationSeconds - 4) < 0.05);
  assert.ok(Math.abs(song.loudness.integratedLufs + 14) < 0.5);
  assert.deepEqual([song.title, song.files.midi, Object.keys(song.files.stems).length], ['Waves', null, 0]);
});

test('ACE-Step: a failed task is an engine that failed', async () => {
  const { baseUrl, server } = await serve((path) =>
    path === '/release_task' ? { data: { task_id: 't' } } : { data: [{ task_id: 't', status: 2 }] },
  );
  const engine = connectMusic({ name: 'ace', kind: 'ace-step', base_url: baseUrl }, local, 'Atelier', () => undefined);
  const making = engine.compose(ORDER, root, () => undefined, never);
  await assert.rejects(making, (error) => error instanceof ServiceError && error.code === 'engine_failed');
  server.close();
});

test('Replicate: the model’s own field names, the output wherever it stands', async () => {
  const inputs: unknown[] = [];
  const { baseUrl, server } = await serve((path, body) => {
    if (path === '/v1/models/someone/musician/predictions') {
      inputs.push(body.input);
      return { id: 'p1', status: 'starting' };
    }
    if (path === '/v1/predictions/p1')
      return { id: 'p1', status: 'succeeded', output: { audio: [`${baseUrl}/out.wav`] } };
    return path === '/out.wav' ? sound : 404;
  });
  const settings = {
    name: 'rep',
    kind: 'replicate' as const,
    base_url: `${baseUrl}/v1`,
    model: 'someone/musician',
    inputs: { prompt: 'tags' },
    fixed_inputs: { steps: 20 },
  };
  const song = await connectMusic(settings, local, 'Atelier', () => undefined).compose(
    ORDER,
    await mkdtemp(join(root, 'rep-')),
    () => undefined,
    never,
  );
  server.close();
  assert.deepEqual(inputs, [{ steps: 20, tags: 'waves, pop', duration: 30, seed: 9, lyrics: '[Verse]\nla' }]);
  assert.ok(Math.abs(song.durationSeconds - 4) < 0.05);
});

test('Replicate: cancelling here cancels there', async () => {
  const stop = new AbortController();
  const cancelled = Promise.withResolvers<void>();
  const { baseUrl, server } = await serve((path) => {
    if (path === '/predictions/p2/cancel') {
      cancelled.resolve();
      return {};
    }
    if (path === '/predictions/p2') stop.abort(new Error('cancelled'));
    return { id: 'p2', status: 'processing' };
  });
  const settings = { name: 'rep', kind: 'replicate' as const, base_url: baseUrl, model: 'someone/musician:abc' };
  const making = connectMusic(settings, local, 'Atelier', () => undefined).compose(
    ORDER,
    root,
    () => undefined,
    stop.signal,
  );
  await assert.rejects(making);
  await cancelled.promise;
  server.close();
});

test('an unreachable server is unavailable, and the operator reads which it is', async () => {
  const engine = connectMusic(
    { name: 'ace', kind: 'ace-step', base_url: 'http://127.0.0.1:9' },
    local,
    'Atelier',
    () => undefined,
  );
  const making = engine.compose(ORDER, root, () => undefined, never);
  await assert.rejects(
    making,
    (error) => error instanceof ServiceError && error.code === 'engine_unavailable' && upstreamOf(error) === 'ace',
  );
});

test('a file that a public provider names on a private network is not fetched', () => {
  const open = { name: 'songs', baseUrl: 'https://api.example.com/v1', headers: { authorization: 'Bearer k' } };
  assert.deepEqual(fileAt(open, 'https://api.example.com/files/a.wav').headers, open.headers);
  const elsewhere = fileAt(open, 'http://127.0.0.1:4321/a.wav');
  assert.deepEqual(elsewhere.headers, {});
  const reading = fetchFile(open, elsewhere, { maxBytes: 1_000, signal: never });
  return assert.rejects(reading, (error) => /no usable file.*not public/.test(wholeReason(error)));
});

test('a provider on the operator’s own network keeps its files there, too', async () => {
  const { baseUrl, server } = await serve(() => sound);
  const own = { name: 'songs', baseUrl: 'http://127.0.0.1:9', headers: {} };
  const bytes = await fetchFile(own, fileAt(own, `${baseUrl}/a.wav`), { maxBytes: 10_000_000, signal: never });
  assert.equal(bytes.length, sound.length);
  server.close();
});

const ACE_WORKFLOW = new URL('../../docs/examples/comfyui/ace-step-1.5.json', import.meta.url).pathname;

function comfyEngine(comfy: ComfyStandIn, workflow?: string) {
  const entry = { name: 'comfy', kind: 'comfyui' as const, base_url: comfy.url, ...(workflow ? { workflow } : {}) };
  return connectMusic(entry, local, 'Atelier', () => undefined);
}

async function startComfyWithSong(): Promise<ComfyStandIn> {
  const comfy = await startComfyUi(sound);
  comfy.saves = { key: 'audio', files: [{ filename: 'song_00001_.flac', subfolder: 'atelier', type: 'output' }] };
  return comfy;
}

test('ComfyUI: a workflow of ACE-Step is filled, followed, fetched and mastered', async () => {
  const comfy = await startComfyWithSong();
  const engine = comfyEngine(comfy, ACE_WORKFLOW);
  const shares: number[] = [];
  const folder = await mkdtemp(join(root, 'comfy-'));
  const song = await engine.compose({ ...ORDER, key: 'A minor' }, folder, (share) => shares.push(share), never);
  await engine.compose({ ...ORDER, tempo: 0, instrumental: true }, folder, () => undefined, never);
  comfy.close();
  const [sung, played] = comfy.graphs.map((graph) => graph['3']?.inputs ?? {});
  assert.deepEqual(
    [sung?.tags, sung?.lyrics, sung?.seed, sung?.bpm, sung?.duration, sung?.keyscale],
    ['waves, pop', '[Verse]\nla', 9, 100, 30, 'A minor'],
  );
  assert.deepEqual([played?.lyrics, played?.bpm, played?.keyscale], ['[inst]', 120, 'C major']);
  assert.deepEqual(comfy.graphs[0]?.['5']?.inputs, { seconds: 30, batch_size: 1 });
  assert.ok(Math.abs(song.durationSeconds - 4) < 0.05);
  assert.ok(
    shares.some((share) => Math.abs(share - 0.35) < 0.01),
    'half of the sampling is reported',
  );
});

test('ComfyUI: a song that fails, is cancelled or is no sound ends in words and leaves the queue', async () => {
  const comfy = await startComfyWithSong();
  const engine = comfyEngine(comfy, ACE_WORKFLOW);
  const compose = (signal = never) => engine.compose(ORDER, root, () => undefined, signal);
  comfy.ending = 'failed';
  await assert.rejects(compose(), (error) => /The model failed.*CUDA out of memory/.test(wholeReason(error)));
  comfy.missing = ['TextEncodeAceStepAudio1.5'];
  await assert.rejects(compose(), (error) =>
    /must check it.*TextEncodeAceStepAudio1\.5 does not exist/.test(wholeReason(error)),
  );
  Object.assign(comfy, { missing: [], ending: 'done' });
  comfy.saves = { key: 'images', files: [{ filename: 'cover.png', subfolder: '', type: 'output' }] };
  await assert.rejects(compose(), /The model made no sound file/);
  comfy.ending = 'never';
  for (const moment of ['POST /prompt', 'GET /history']) {
    comfy.calls.length = 0;
    const stop = new AbortController();
    const cancelled = compose(stop.signal);
    cancelled.catch(() => undefined);
    await until(() => comfy.calls.some((call) => call.startsWith(moment)), { saying: moment });
    stop.abort(new Error('enough'));
    await assert.rejects(cancelled, /enough/);
    assert.ok(
      comfy.calls.includes('POST /queue') && comfy.calls.includes('POST /interrupt'),
      `taken back at ${moment}`,
    );
  }
  comfy.close();
});

test('ComfyUI: a workflow that makes no song is refused at the start', async () => {
  const comfy = await startComfyWithSong();
  const path = join(root, 'silent.json');
  await writeFile(path, JSON.stringify({ 1: { class_type: 'Maker', inputs: { text: '{{prompt}}' } } }));
  assert.throws(() => comfyEngine(comfy, path), /has no output node for songs\. Add a node SaveAudio/);
  assert.throws(() => comfyEngine(comfy), /music_upstreams: comfy needs a workflow/);
  const graph = { 1: { class_type: 'SaveAudio', inputs: { text: '{{prompt}}', bpm: '{{tempo}}' } } };
  await writeFile(path, JSON.stringify(graph));
  assert.throws(() => comfyEngine(comfy, path), /uses \{\{tempo\}\}, which no order of this kind has/);
  comfy.close();
});
