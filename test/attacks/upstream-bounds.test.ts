// Upstreams of every kind that send without end, or JSON that takes long to parse: what is read of them is bounded, the caller
// gets a documented error, and nothing is charged.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { MusicOrder } from '../../src/engines/music/port.ts';
import { aceStepSource } from '../../src/engines/music/upstream/ace-step.ts';
import { comfySongs } from '../../src/engines/music/upstream/comfyui.ts';
import { replicateSource } from '../../src/engines/music/upstream/replicate.ts';
import { AiSdkEngine } from '../../src/engines/text/ai-sdk/ai-sdk-engine.ts';
import { followProgress } from '../../src/net/comfyui/progress.ts';
import { packageFetch } from '../../src/net/package-fetch.ts';
import { type Lie, type LyingUpstream, startLyingUpstream } from '../support/lying-upstream.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { until } from '../support/until.ts';

const MB = 1024 * 1024;
/** What the kernel holds of a connection on this machine. */
const IN_FLIGHT = 12 * MB;
const WORKFLOW = {
  '1': { class_type: 'Paint', inputs: { text: '{{prompt}}', seed: '{{seed}}' } },
  '2': { class_type: 'SaveVideo', inputs: { video: ['1', 0] } },
};
const WHOLE: readonly Lie[] = ['huge-error', 'endless-json', 'wide-object', 'nested-arrays'];
const STREAMED: readonly Lie[] = [
  'huge-error',
  'endless-line',
  'endless-comments',
  'endless-json',
  'wide-object',
  'nested-arrays',
];

interface Row {
  list: string;
  kind: string;
  lies: readonly Lie[];
  /** The most of one answer that may be read. */
  bound: number;
}

/** A new kind of upstream needs a row: the test below compares them with the schemas of the configuration. */
const ROWS: readonly Row[] = [
  { list: 'text', kind: 'openai', lies: STREAMED, bound: 64 * MB },
  { list: 'text', kind: 'azure', lies: STREAMED, bound: 64 * MB },
  ...['anthropic', 'google', 'mistral', 'bedrock', 'vertex'].map((kind) => ({
    list: 'text',
    kind,
    lies: STREAMED,
    bound: 8 * MB,
  })),
  { list: 'image', kind: 'openai', lies: WHOLE, bound: 64 * MB },
  { list: 'image', kind: 'automatic1111', lies: WHOLE, bound: 128 * MB },
  { list: 'image', kind: 'google', lies: WHOLE, bound: 32 * MB },
  ...['comfyui', 'replicate', 'fal', 'luma'].map((kind) => ({ list: 'image', kind, lies: WHOLE, bound: MB })),
  ...['openai', 'replicate', 'fal', 'luma', 'comfyui'].map((kind) => ({ list: 'video', kind, lies: WHOLE, bound: MB })),
  ...['ace-step', 'replicate', 'comfyui'].map((kind) => ({ list: 'music', kind, lies: WHOLE, bound: MB })),
  { list: 'transcription', kind: 'openai', lies: WHOLE, bound: 16 * MB },
  { list: 'speech', kind: 'openai', lies: WHOLE, bound: MB },
];

let upstream: LyingUpstream;
let service: TestService;
let folder: string;

before(async () => {
  upstream = await startLyingUpstream(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'upstream-bounds-'));
  const entries = (list: string, model: (row: Row) => object) =>
    ROWS.filter((row) => row.list === list).flatMap((row) =>
      row.lies.map((lie) => ({
        name: `${list}-${row.kind}-${lie}`,
        kind: row.kind,
        base_url: `${upstream.origin}/${list}-${row.kind}/${lie}`,
        // Vertex asks for a token with its key: a test below does so.
        ...(row.kind === 'vertex' ? {} : { api_key_env: 'LYING_KEY' }),
        retries: 0,
        ...(list === 'text' && row.kind === 'openai' ? { list_models: false } : {}),
        ...(list === 'text' && row.kind === 'bedrock' ? { region: 'eu-central-1' } : {}),
        ...(list === 'text' && row.kind === 'vertex' ? { project: 'p', location: 'global' } : {}),
        models: [{ id: modelOf(row, lie), ...model(row) }],
      })),
    );
  const perSecond = { price: { per_second: 1 }, cost: { per_second: 0.5 } };
  const config = {
    upstreams: entries('text', () => ({ price: { input: 100, output: 1000 }, cost: { input: 1, output: 1 } })),
    image_upstreams: entries('image', () => ({ price: { per_image: 2 } })),
    video_upstreams: entries('video', ({ kind }) => ({
      ...perSecond,
      ...(kind === 'comfyui' ? { workflow: WORKFLOW } : {}),
    })).map((entry) => ({ ...entry, poll_seconds: 0.01 })),
    transcription_upstreams: entries('transcription', () => perSecond),
    speech_upstreams: entries('speech', () => ({ price: { per_million_characters: 900_000 } })),
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json'), LYING_KEY: 'key' });
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

const modelOf = ({ list, kind }: Row, lie: Lie) => `${list}-${kind}-${lie}`;

test('every kind of upstream that can be configured has a row', async () => {
  const kinds = new Set<string>();
  for (const path of await readdir('src/engines', { recursive: true })) {
    if (!/connect\.ts$|upstream-settings\.ts$/.test(path)) continue;
    const list = path.split('/')[0];
    const text = await readFile(join('src/engines', path), 'utf8');
    const [, names = ''] = text.match(/kind: [^\n]*Type\.Enum\(\[([^\]]*)\]/) ?? [];
    // The servers of speech have a table of what opens each kind.
    const [, openers = ''] = text.match(/kinds: \{([^}]*)\}/) ?? [];
    for (const [, kind] of [...names.matchAll(/'([^']+)'/g), ...openers.matchAll(/([\w'-]+):/g)])
      kinds.add(`${list} ${kind}`);
  }
  assert.deepEqual([...new Set(ROWS.map(({ list, kind }) => `${list} ${kind}`))].sort(), [...kinds].sort());
});

test('packages of providers and calls to providers pass the fetches that bound them', async () => {
  const users: string[] = [];
  for (const path of await readdir('src', { recursive: true }))
    if (path.endsWith('.ts') && /\bproviderFetch\(/.test(await readFile(join('src', path), 'utf8'))) users.push(path);
  assert.deepEqual(users.sort(), ['net/package-fetch.ts', 'net/provider-call.ts', 'net/provider-fetch.ts']);
});

for (const row of ROWS.filter(({ list }) => list !== 'music'))
  for (const lie of row.lies)
    test(`${row.list} upstream ${row.kind}: ${lie} is read up to a bound, and is free`, async () => {
      const account = await service.account({ credits: 1000 });
      const { status, code } = await call(row, modelOf(row, lie), account.liveKey);
      assert.ok(status >= 400 || status === 0, `${status}`);
      assert.match(
        code,
        /^(engine_failed|engine_unavailable|invalid_parameter|invalid_request|context_length_exceeded)$/,
      );
      const sent = upstream.sent.get(`${row.list}-${row.kind}/${lie}`) ?? 0;
      const bound = lie === 'huge-error' ? MB : row.bound;
      assert.ok(sent <= bound + IN_FLIGHT, `the upstream could send ${sent} bytes`);
      const { balance, held } = await moneyOf(service, account.id);
      assert.deepEqual([balance, held], [1000e6, 0]);
    });

/** The status, or 0 for a job, and the code of the error. */
async function call({ list }: Row, model: string, key: string): Promise<{ status: number; code: string }> {
  if (list === 'transcription') {
    const form = new FormData();
    form.set('model', model);
    form.set('file', new File([beep(1)], 'a.wav'));
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${service.origin}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
    return { status: answer.status, code: ((await answer.json()) as { error: { code: string } }).error.code };
  }
  const messages = [{ role: 'user', content: 'Hello' }];
  const [path, body] =
    list === 'text'
      ? ['/v1/chat/completions', { model, messages, max_tokens: 10, stream: true }]
      : list === 'speech'
        ? ['/v1/audio/speech', { model, input: 'Hello' }]
        : list === 'image'
          ? ['/v1/image/generate', { model, prompt: 'A fox', width: 256, height: 256 }]
          : ['/v1/video/generate', { model, prompt: 'A fox', duration: 5 }];
  const answer = await service.call('POST', path, { key, body });
  if (answer.status >= 400) return { status: answer.status, code: String(answer.json.error?.code) };
  const job = async () => (await service.call('GET', `/v1/jobs/${answer.json.id}`, { key })).json;
  await until(async () => !['queued', 'processing'].includes((await job()).status), { saying: 'the job has ended' });
  return { status: 0, code: String((await job()).error?.code) };
}

for (const answers of ['json', 'pictures'] as const)
  for (const lie of ['wide-object', 'nested-arrays', 'endless-json'] as const)
    test(`no package is given ${lie} as ${answers}`, async () => {
      const fetch = packageFetch({ baseUrl: upstream.origin, answers });
      for (const method of ['GET', 'POST'])
        await assert.rejects(fetch(`${upstream.origin}/any/${lie}`, { method }), RangeError);
    });

test('a package is given the start of an error', async () => {
  const fetch = packageFetch({ baseUrl: upstream.origin, answers: 'events' });
  const answer = await fetch(`${upstream.origin}/any/huge-error`, { method: 'POST' });
  assert.equal(answer.status, 400);
  assert.equal((await answer.arrayBuffer()).byteLength, 64 * 1024);
});

for (const lie of WHOLE)
  test(`the token of a service account: ${lie} is read up to a bound, and Vertex is not asked`, async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const engine = new AiSdkEngine(
      {
        ...{
          name: 'tokens',
          kind: 'vertex',
          base_url: `${upstream.origin}/vertex/never`,
          models: [{ id: 'gemini-1' }],
        },
        ...{ project: 'p', location: 'global' },
      },
      JSON.stringify({
        client_email: 'a@example.com',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: `${upstream.origin}/token/${lie}`,
      }),
    );
    const order = { model: 'gemini-1', messages: [{ role: 'user' as const, content: 'Hello' }] };
    const accepted: boolean[] = [];
    const signal = AbortSignal.timeout(60_000);
    const read = async () => {
      for await (const _ of engine.stream(order, signal, (isWorking) => void accepted.push(isWorking)));
    };
    await assert.rejects(read, { name: 'AttemptError' });
    assert.deepEqual(accepted, []);
    assert.ok((upstream.sent.get(`token/${lie}`) ?? 0) <= MB + IN_FLIGHT);
  });

for (const row of ROWS.filter(({ list }) => list === 'music'))
  for (const lie of row.lies)
    test(`music upstream ${row.kind}: ${lie} is read up to a bound`, async () => {
      const who = `music-${row.kind}`;
      const server = { name: 'composer', baseUrl: `${upstream.origin}/${who}/${lie}`, headers: {} };
      const source = {
        replicate: () => replicateSource({ ...server, model: 'a/b' }),
        'ace-step': () => aceStepSource(server),
        comfyui: () => comfySongs(server, { graph: WORKFLOW, outputs: ['2'], placeholders: new Set() }),
      }[row.kind as 'replicate' | 'ace-step' | 'comfyui']();
      const order = { prompt: 'A calm piano phrase', durationSeconds: 5, seed: 1 } as Partial<MusicOrder> as MusicOrder;
      await assert.rejects(
        source.fetchSong(order, () => undefined, AbortSignal.timeout(60_000)),
        { name: /Error$/ },
      );
      assert.ok((upstream.sent.get(`${who}/${lie}`) ?? 0) <= row.bound + IN_FLIGHT);
    });

for (const [what, announced] of [
  ['sends a message of 120 MB', Buffer.from([0x81, 127, 0, 0, 0, 0, 7, 39, 0, 0])],
  ['never answers the end', Buffer.alloc(0)],
] as const)
  test(`the WebSocket of a ComfyUI server that ${what} is closed`, async () => {
    upstream.announced = announced;
    const seen: number[] = [];
    const stop = followProgress({ name: 'painter', baseUrl: upstream.origin, headers: {} }, 'me', (part) =>
      seen.push(part),
    );
    if (announced.length === 0) {
      await until(() => upstream.sockets.size === 1, { saying: 'the socket is open' });
      stop();
    }
    await until(() => upstream.sockets.size === 0, { saying: 'the socket is closed' });
    stop();
    assert.deepEqual(seen, []);
    assert.ok((upstream.sent.get('websocket') ?? 0) <= MB + IN_FLIGHT);
  });
