// Upstreams of music, video, speech, transcription and images that the operator adds, tries and reverts while the service runs.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { redact } from '../../src/core/log.ts';
import { makeTone } from '../../src/upstreams/tone.ts';
import { type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../support/service.ts';
import { type SongServer, startSongServer } from '../support/song-server.ts';
import { until } from '../support/until.ts';

const KEY = 'secret-of-the-upstream-1';
const TEXT = 'Good evening.';

let audio: AudioStandIn;
let films: FilmServerStandIn;
let songs: SongServer;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-media-'));
  const film = await readFile(await makeSmallFilm(folder));
  [audio, films, songs] = await Promise.all([
    startAudioStandIn(answer),
    startFilmServer('openai', film),
    startSongServer(),
  ]);
  service = await startService({ FREE_GRANT: '1000' });
  desk = await openDesk(service);
  customer = await service.account({ credits: 1_000, plan: 'unlimited' });
});
after(async () => {
  await service.stop();
  await audio.close();
  films.close();
  songs.close();
  await rm(folder, { recursive: true, force: true });
});

const answer: AudioStandIn['answer'] = (call, response) => {
  if (call.path.endsWith('/audio/speech')) response.end('spoken');
  else response.end(JSON.stringify({ text: TEXT, language: 'english' }));
};
const ask = (method: string, path: string, body?: object) =>
  service.call(method, `/v1${path}`, { key: customer.liveKey, ...(body ? { body } : {}) });
const change = (method: string, path: string, body: object) =>
  service.call(method, `/v1/operator${path}`, { key: desk.key, body: { reason: 'A test of it', ...body } });
const rowOf = async (model: string) => {
  const { data } = (await desk.read('/usage?group_by=model')).json;
  return data.find((one: { group: string }) => one.group === model);
};
const creditsOf = async (key: string) => (await service.call('GET', '/v1/payments/balance', { key })).json.credits;
const micro = (credits: number) => Math.round(credits * 1e6);

async function finished(path: string, started: CallAnswer) {
  if (started.status >= 400) return started;
  const ended = async () => {
    const read = await ask('GET', `${path}/${started.json.id}`);
    return read.json.status === 'processing' ? undefined : read;
  };
  return until(ended, { saying: 'the job has ended', withinMs: 600_000, everyMs: 100 });
}

interface Kind {
  makes: string;
  model: string;
  settings(): { kind: string; base_url: string } & Record<string, unknown>;
  /** A customer's call; its status is 400 while the model is unknown. */
  call(): Promise<CallAnswer>;
  /** Micro-credits of such a call. */
  price: number;
  cost: number;
  /** The key that the stand-in saw last. */
  authorization(): string | undefined;
  tried: RegExp;
}

const KINDS: Kind[] = [
  {
    makes: 'speech',
    model: 'parrot-1',
    settings: () => ({
      kind: 'openai',
      base_url: audio.baseUrl,
      models: [
        {
          id: 'parrot-1',
          price: { per_million_characters: 2_000 },
          cost: { per_million_characters: 700, per_request: 0.5 },
          allow_loss: true,
        },
      ],
    }),
    call: () => ask('POST', '/audio/speech', { model: 'parrot-1', input: TEXT, voice: 'alloy' }),
    price: TEXT.length * 2_000,
    cost: TEXT.length * 700 + 500_000,
    authorization: () => audio.calls.at(-1)?.authorization,
    tried: /spoken in 6 bytes/,
  },
  {
    makes: 'transcription',
    model: 'ear-1',
    settings: () => ({
      kind: 'openai',
      base_url: audio.baseUrl,
      models: [{ id: 'ear-1', price: { per_second: 3 }, cost: { per_second: 1 } }],
    }),
    call: () =>
      ask('POST', '/audio/transcriptions', {
        model: 'ear-1',
        file: `data:audio/wav;base64,${Buffer.from(makeTone()).toString('base64')}`,
      }),
    price: 3_000_000,
    cost: 1_000_000,
    authorization: () => audio.calls.at(-1)?.authorization,
    tried: /Good evening.*generated tone/,
  },
  {
    makes: 'video',
    model: 'film-1',
    settings: () => ({
      kind: 'openai',
      base_url: `${films.url}/v1`,
      poll_seconds: 0.05,
      models: [{ id: 'film-1', price: { per_second: 5 }, cost: { per_second: 2, per_request: 1 } }],
    }),
    call: async () =>
      finished('/video', await ask('POST', '/video/generate', { model: 'film-1', prompt: 'Grey', duration: 5 })),
    // The stand-in's film has one second of the five that were ordered.
    price: 5_000_000,
    cost: 3_000_000,
    authorization: () => films.orders().at(-1)?.authorization,
    tried: /accepted the order.*cancel/,
  },
];

for (const kind of KINDS)
  test(`${kind.makes}: added, tried, used at its price, counted at its cost, reverted`, async () => {
    const { makes, model } = kind;
    assert.equal((await kind.call()).status, 400);
    const body = { name: `live-${makes}`, makes, settings: kind.settings(), api_key: KEY };
    const added = await change('POST', '/upstreams', body);
    assert.equal(added.status, 201, added.text);
    assert.deepEqual([added.json.makes, added.json.has_key, added.json.models], [makes, true, [model]]);
    const [ours, theirs] = await Promise.all([creditsOf(desk.key), creditsOf(customer.liveKey)]);
    const tried = await desk.act(`/upstreams/live-${makes}/try`);
    assert.equal(tried.json.ok, true, tried.text);
    assert.match(tried.json.answer, kind.tried);
    assert.ok(tried.json.cost_credits > 0 && tried.json.price_credits > 0, tried.text);
    assert.equal(kind.authorization(), `Bearer ${KEY}`);
    assert.deepEqual([await creditsOf(desk.key), await creditsOf(customer.liveKey)], [ours, theirs]);
    const done = await kind.call();
    assert.equal(done.status, 200, done.text);
    assert.equal(kind.authorization(), `Bearer ${KEY}`);
    const row = await until(() => rowOf(model), { saying: 'the call is counted' });
    assert.deepEqual([micro(row.credits), micro(row.cost)], [kind.price, kind.cost]);
    assert.equal(micro(row.margin), kind.price - kind.cost);
    const [last] = (await desk.read(`/settings/changes?name=upstream:live-${makes}`)).json.data;
    assert.equal((await desk.act(`/settings/changes/${last.id}/revert`, { reason: 'Back again' })).status, 200);
    assert.equal((await kind.call()).status, 400);
  });

test('the order of a tried video is cancelled at the upstream', () => {
  assert.equal(films.cancels().length, 1);
  assert.equal(films.orders().length, 2);
});

test('music: an added upstream makes the songs of the music model until it is reverted', async () => {
  const engineOf = async () => {
    const { data } = (await ask('GET', '/models')).json;
    return data.find((one: { id: string }) => one.id === 'composer-1')?.engine;
  };
  const before = await engineOf();
  const settings = {
    kind: 'ace-step',
    base_url: songs.baseUrl,
    price: { per_request: 3 },
    cost: { per_second: 1, per_request: 0.25 },
  };
  const added = await change('POST', '/upstreams', { name: 'ace', makes: 'music', settings, api_key: KEY });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual(added.json.models, ['composer-1']);
  const { json: tried } = await desk.act('/upstreams/ace/try', { prompt: 'Waves' });
  assert.deepEqual([tried.ok, tried.error, tried.usage.seconds], [true, null, 1]);
  assert.equal(tried.cost_credits, 1.25);
  assert.equal(await engineOf(), 'upstream');
  assert.deepEqual([songs.tasks[0]?.body.audio_duration, songs.tasks[0]?.authorization], [2, `Bearer ${KEY}`]);
  const [last] = (await desk.read('/settings/changes?name=upstream:ace')).json.data;
  assert.equal((await desk.act(`/settings/changes/${last.id}/revert`, { reason: 'Back again' })).status, 200);
  assert.equal(await engineOf(), before);
});

test('a workflow is sent itself, never as a file of the server', async () => {
  const workflow = {
    1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
    2: { class_type: 'SaveVideo', inputs: { images: ['1', 0] } },
  };
  const settings = (sent: unknown) => ({
    kind: 'comfyui',
    base_url: films.url,
    models: [{ id: 'comfy-1', workflow: sent }],
  });
  const create = (sent: unknown) =>
    change('POST', '/upstreams', { name: 'comfy', makes: 'video', settings: settings(sent) });
  const asFile = await create('/etc/passwd');
  assert.equal(asFile.json.error.param, 'settings.workflow');
  const broken = await create({ 1: { class_type: 'SaveVideo', inputs: {} } });
  assert.match(broken.json.error.message, /no placeholder \{\{prompt\}\}/);
  const added = await create(workflow);
  assert.equal(added.status, 201, added.text);
  assert.equal((await change('POST', '/upstreams/comfy/remove', {})).status, 200);
});

test("bad settings are refused: another kind's fields, too many models, addresses that no server has", async () => {
  const speech = { kind: 'openai', base_url: audio.baseUrl, models: [{ id: 'a-1' }] };
  const video = { kind: 'openai', models: [{ id: 'b-1' }] };
  const bad: [string, object, RegExp][] = [
    ['speech', { ...speech, poll_seconds: 1 }, /no field/],
    ['speech', { ...speech, models: [{ id: 'a-1', price: { per_image: 1 } }] }, /price.*no field/],
    ['speech', { ...speech, models: [{ id: 'a-1', cost: { per_million_characters: -1 } }] }, /cost/],
    ['transcription', { ...speech, models: [{ id: 'a-1', price: { input: 1, output: 1 } }] }, /price/],
    ['image', { ...speech, models: [{ id: 'a-1', price: { per_second: 1 } }] }, /price/],
    ['music', { ...speech, kind: 'ace-step' }, /no field/],
    ['music', { kind: 'replicate', base_url: audio.baseUrl }, /needs a model/],
    ['video', { ...video, kind: 'luma' }, /needs a key/],
    ['video', { ...video, models: [] }, /models/],
    ['video', { ...video, headers: { 'x-y': 'z' } }, /headers/],
    ['speech', { ...speech, base_url: 'http://169.254.169.254/latest' }, /address/],
    ['video', { ...video, base_url: 'http://[fe80::1]/v1' }, /address/],
    ['music', { kind: 'ace-step', base_url: `${service.origin}/v1` }, /itself/],
    [
      'transcription',
      { ...speech, models: Array.from({ length: 10_000 }, (_, id) => ({ id: `m-${id}` })) },
      /1000 models/,
    ],
    ['dance', speech, /makes/],
  ];
  for (const [makes, settings, words] of bad) {
    const { status, json, text } = await change('POST', '/upstreams', { name: 'wrong', makes, settings });
    assert.equal(status, 400, text.slice(0, 300));
    assert.match(json.error.message, words);
  }
});

test('a key that the upstream repeats is shown nowhere', async () => {
  const settings = { kind: 'ace-step', base_url: songs.baseUrl };
  await change('POST', '/upstreams', { name: 'loud', makes: 'music', settings, api_key: KEY });
  songs.refusal = { status: 400, text: JSON.stringify({ error: { message: `Bad key: ${KEY}` } }) };
  const tried = await desk.act('/upstreams/loud/try');
  songs.refusal = undefined;
  assert.deepEqual([tried.json.ok, tried.json.cost_credits], [false, 0]);
  assert.match(tried.json.error, /Bad key: …/);
  assert.equal((await change('POST', '/upstreams/loud/remove', {})).status, 200);
  const shown = [
    await desk.read('/upstreams'),
    await desk.read('/settings/changes?limit=100'),
    await desk.read('/audit'),
  ];
  for (const { text } of [tried, ...shown]) assert.ok(!text.includes(KEY));
  const { rows } = await service.app.database.pool.query(
    "select value::text as text from live_settings union all select encode(sealed, 'escape') from upstream_secrets",
  );
  assert.ok(rows.length > 0);
  for (const { text } of rows) assert.ok(!text.includes(KEY));
  assert.equal(redact(`the upstream said ${KEY}`), 'the upstream said …');
});
