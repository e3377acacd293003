// Transcription through the API with an upstream: formats, limits, errors, prices, streams and early disconnects.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { until } from '../support/until.ts';

const HEARD = {
  language: 'english',
  text: ' Good evening. <Welcome> & thanks.',
  segments: [
    {
      id: 0,
      start: 0,
      end: 1.25,
      text: ' Good evening.',
      tokens: [1, 2],
      avg_logprob: -0.2,
      no_speech_prob: 0.01,
      compression_ratio: 1,
      temperature: 0,
    },
    { id: 1, start: 1.25, end: 2, text: ' <Welcome> & thanks.' },
  ],
  words: [
    { word: 'Good', start: 0, end: 0.4 },
    { word: 'evening', start: 0.4, end: 1.2 },
    { word: 'Welcome', start: 1.3, end: 1.6 },
  ],
};
const TEXT = 'Good evening. <Welcome> & thanks.';

let upstream: AudioStandIn;
let service: TestService;
let account: TestAccount;
let folder: string;

const listen: Answer = (_call, response) => void response.end(JSON.stringify(HEARD));

before(async () => {
  upstream = await startAudioStandIn(listen);
  folder = await mkdtemp(join(tmpdir(), 'audio-config-'));
  const models = [
    { id: 'ear-1', upstream_id: 'whisper-large' },
    { id: 'plain-ear-1', timestamps: false, translates: false },
  ];
  const server = { name: 'listener', kind: 'openai', base_url: upstream.baseUrl, models };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ transcription_upstreams: [server] }));
  service = await startService({ CONFIG: join(folder, 'config.json'), READ_ON_SECONDS: '1' });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  upstream.calls = [];
  upstream.answer = listen;
});

const client = (who = account) => new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: who.liveKey, maxRetries: 0 });
const recording = (seconds = 2) => toFile(beep(seconds), 'meeting.wav');

async function send(fields: Record<string, string | Blob>, path = '/audio/transcriptions') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const response = await fetch(`${service.origin}/v1${path}`, { method: 'POST', headers, body: form });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    error: text.startsWith('{"error"') ? JSON.parse(text).error : undefined,
  };
}

async function creditsOf(who: TestAccount): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { key: who.liveKey })).json.credits;
}

test("OpenAI's client gets json, and the upstream gets the file with its fields", async () => {
  const heard = await client().audio.transcriptions.create({
    model: 'ear-1',
    file: await recording(),
    language: 'en',
    prompt: 'Atelier',
    temperature: 0.3,
  });
  assert.equal(heard.text, TEXT);
  const [call] = upstream.calls;
  assert.equal(call?.path, '/v1/audio/transcriptions');
  for (const part of ['whisper-large', 'verbose_json', 'meeting.wav', 'Atelier', '0.3', 'RIFF'])
    assert.ok(call?.body.includes(part), part);
});

test('verbose_json has segments with times, and words when asked', async () => {
  const file = await recording();
  const heard = await client().audio.transcriptions.create({
    model: 'ear-1',
    file,
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  });
  assert.equal(heard.language, 'english');
  assert.equal(heard.duration, 2);
  assert.deepEqual(
    heard.segments?.map(({ id, start, end, text }) => [id, start, end, text]),
    [
      [0, 0, 1.25, ' Good evening.'],
      [1, 1.25, 2, ' <Welcome> & thanks.'],
    ],
  );
  assert.deepEqual([heard.segments?.[0]?.avg_logprob, heard.segments?.[1]?.seek], [-0.2, 0]);
  assert.deepEqual(heard.words, HEARD.words);
  const bare = await client().audio.transcriptions.create({
    model: 'ear-1',
    file: await recording(),
    response_format: 'verbose_json',
  });
  assert.equal(bare.words, undefined);
});

test('text, srt and vtt are plain text with their own types and the credits in their headers', async () => {
  const shapes = {
    text: [/text\/plain/, `${TEXT}\n`],
    srt: [
      /text\/plain/,
      '1\n00:00:00,000 --> 00:00:01,250\nGood evening.\n\n2\n00:00:01,250 --> 00:00:02,000\n<Welcome> & thanks.\n\n',
    ],
    vtt: [
      /text\/vtt/,
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nGood evening.\n\n00:00:01.250 --> 00:00:02.000\n&lt;Welcome&gt; &amp; thanks.\n\n',
    ],
  } as const;
  for (const [format, [type, expected]] of Object.entries(shapes)) {
    const answer = await send({ model: 'ear-1', response_format: format, file: new File([beep(2)], 'a.wav') });
    assert.equal(answer.text, expected);
    assert.match(answer.headers.get('content-type') ?? '', type);
    assert.equal(answer.headers.get('x-credits-charged'), '0.02');
    assert.ok(answer.headers.get('x-credits-remaining'));
  }
  assert.equal(
    await client().audio.transcriptions.create({ model: 'ear-1', file: await recording(), response_format: 'text' }),
    `${TEXT}\n`,
  );
});

test('a stream sends the text in deltas and ends with the whole text', async () => {
  const stream = await client().audio.transcriptions.create({ model: 'ear-1', file: await recording(), stream: true });
  let text = '';
  let done = '';
  for await (const event of stream) {
    if (event.type === 'transcript.text.delta') text += event.delta;
    if (event.type === 'transcript.text.done') done = event.text;
  }
  assert.equal(text, TEXT);
  assert.equal(done, TEXT);
});

test('a translation goes to the upstream’s own route', async () => {
  const heard = await client().audio.translations.create({ model: 'ear-1', file: await recording() });
  assert.equal(heard.text, TEXT);
  assert.equal(upstream.calls[0]?.path, '/v1/audio/translations');
});

test('a recording costs by its length; without the credits it is a 402 before the upstream is asked', async () => {
  const who = await service.account({ credits: 1 });
  await client(who).audio.transcriptions.create({ model: 'ear-1', file: await recording(30) });
  assert.equal(await creditsOf(who), 0.7);
  upstream.calls = [];
  await assert.rejects(client(who).audio.transcriptions.create({ model: 'ear-1', file: await recording(90) }), {
    status: 402,
  });
  assert.equal(upstream.calls.length, 0);
});

test('a client that disconnects ends the upstream call and pays for the recording that the upstream had', async () => {
  const who = await service.account({ credits: 1 });
  for (const stream of [false, true] as const) {
    const before = await creditsOf(who);
    upstream.calls = [];
    upstream.answer = () => undefined;
    const leaving = new AbortController();
    const order = { model: 'ear-1', file: await recording() };
    const { transcriptions } = client(who).audio;
    const { signal } = leaving;
    const asking = stream
      ? transcriptions.create({ ...order, stream }, { signal })
      : transcriptions.create(order, { signal });
    await until(() => upstream.calls.length === 1, { saying: 'the upstream was asked' });
    leaving.abort();
    await assert.rejects(async () => asking);
    await until(() => upstream.calls[0]?.isBroken, { saying: 'the upstream call ended' });
    await until(async () => (await creditsOf(who)) < before, { saying: 'the recording was charged' });
  }
});

test('an upstream that fails or sends nonsense is an error and costs nothing', async () => {
  const who = await service.account({ credits: 1 });
  const cases: [Answer, number][] = [
    [(_, response) => void response.writeHead(500).end('{}'), 502],
    [(_, response) => void response.end('not json'), 502],
    [(_, response) => void response.writeHead(429).end('{}'), 503],
  ];
  for (const [answer, status] of cases) {
    upstream.answer = answer;
    await assert.rejects(client(who).audio.transcriptions.create({ model: 'ear-1', file: await recording() }), {
      status,
    });
  }
  assert.equal(await creditsOf(who), 1);
});

test('what is no sound, too short or impossible is refused with the field and the reason', async () => {
  const file = new File([beep(1)], 'a.wav');
  const cases: [Record<string, string | Blob>, string, RegExp][] = [
    [{ model: 'ear-1' }, 'file', /missing/],
    [{ model: 'ear-1', file: 'https://example.com/a.wav' }, 'file', /multipart/],
    [{ model: 'ear-1', file: new File(['just some words'], 'a.wav') }, 'file', /not readable audio/],
    [{ model: 'ear-1', file: new File([beep(1).subarray(0, 40)], 'a.wav') }, 'file', /not readable audio|shorter/],
    [{ model: 'ear-2', file }, 'model', /ear-1/],
    [{ model: 'ear-1', file, response_format: 'docx' }, 'response_format', /srt/],
    [{ model: 'ear-1', file, temperature: '2' }, 'temperature', /./],
    [{ model: 'ear-1', file, 'timestamp_granularities[]': 'word' }, 'timestamp_granularities', /verbose_json/],
    [{ model: 'ear-1', file, stream: 'true', response_format: 'srt' }, 'stream', /text only/],
    [{ model: 'plain-ear-1', file, response_format: 'vtt' }, 'response_format', /no times/],
    [{ model: 'ear-1', file, 'include[]': 'logprobs' }, 'include', /log probabilities/],
    [{ model: 'ear-1', file, 'chunking_strategy[type]': 'server_vad' }, 'chunking_strategy', /auto/],
    [{ model: 'ear-1', file, 'known_speaker_names[]': 'Ada' }, 'known_speaker_names', /speakers/],
  ];
  for (const [fields, param, message] of cases) {
    const answer = await send(fields);
    assert.equal(answer.status, 400, `${param}: ${answer.text}`);
    assert.equal(answer.error.param, param);
    assert.match(answer.error.message, message);
  }
  const untranslated = await send({ model: 'plain-ear-1', file }, '/audio/translations');
  assert.deepEqual([untranslated.status, untranslated.error.param], [400, 'model']);
  assert.equal(upstream.calls.length, 0);
});
