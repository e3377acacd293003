// Speech through the API with an upstream that speaks: bounds, errors, prices, streaming and leaving early.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import OpenAI from 'openai';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SOUND = Buffer.from('ID3 not really an mp3, but relayed as it is');
const TEXT = 'Good evening, and welcome.';

let upstream: AudioStandIn;
let service: TestService;
let account: TestAccount;
let folder: string;

const speakWhole: Answer = (_call, response) => void response.setHeader('content-type', 'audio/mpeg').end(SOUND);

before(async () => {
  upstream = await startAudioStandIn(speakWhole);
  folder = await mkdtemp(join(tmpdir(), 'audio-config-'));
  const server = { kind: 'openai', base_url: upstream.baseUrl, api_key_env: 'SPEECH_KEY' };
  const config = {
    speech_upstreams: [
      {
        ...server,
        name: 'speaker',
        models: [
          { id: 'parrot-1', upstream_id: 'tts-parrot' },
          { id: 'actor-1', instructions: true },
        ],
      },
    ],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({
    CONFIG: join(folder, 'config.json'),
    SPEECH_KEY: 'upstream-secret',
    READ_ON_SECONDS: '1',
  });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  upstream.calls = [];
  upstream.answer = speakWhole;
});

const speak = (body: object, key = account.liveKey) => service.call('POST', '/v1/audio/speech', { key, body });
const client = () => new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });

async function creditsOf(who: TestAccount): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { key: who.liveKey })).json.credits;
}

test("OpenAI's client gets the upstream's bytes, and the upstream gets the order with its own key and names", async () => {
  const answer = await client().audio.speech.create({
    model: 'parrot-1',
    voice: 'nova',
    input: TEXT,
    speed: 1.5,
    response_format: 'opus',
  });
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), SOUND);
  assert.equal(answer.headers.get('content-type'), 'audio/ogg');
  const [call] = upstream.calls;
  assert.equal(call?.path, '/v1/audio/speech');
  assert.equal(call?.authorization, 'Bearer upstream-secret');
  assert.deepEqual(JSON.parse(call?.body ?? ''), {
    model: 'tts-parrot',
    input: TEXT,
    voice: 'nova',
    response_format: 'opus',
    speed: 1.5,
  });
});

test('speech costs by the character, and the header says how much', async () => {
  const who = await service.account({ credits: 10 });
  const answer = await speak({ model: 'parrot-1', input: 'x'.repeat(1000) }, who.liveKey);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-credits-charged'), '1.5');
  assert.ok(answer.headers.get('x-attribution'));
  assert.equal(await creditsOf(who), 8.5);
});

test('a balance that does not cover the text is a 402, and nothing is asked of the upstream', async () => {
  const who = await service.account({ credits: 1 });
  const answer = await speak({ model: 'parrot-1', input: 'x'.repeat(1000) }, who.liveKey);
  assert.equal(answer.status, 402);
  assert.equal(answer.json.error.code, 'insufficient_credits');
  assert.equal(upstream.calls.length, 0);
});

test('bytes arrive while the upstream still speaks', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  upstream.answer = async (_call, response) => {
    response.write('first words');
    await mayEnd;
    response.end(' and last');
  };
  const answer = await client().audio.speech.create({ model: 'parrot-1', voice: 'nova', input: TEXT });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  assert.equal(Buffer.from((first?.value as Uint8Array) ?? []).toString(), 'first words');
  end();
  const second = await reader?.read();
  assert.equal(Buffer.from((second?.value as Uint8Array) ?? []).toString(), ' and last');
});

test('with stream_format sse the sound comes as events, the last of which says what it cost', async () => {
  const answer = await speak({ model: 'parrot-1', input: TEXT, stream_format: 'sse' });
  assert.match(answer.headers.get('content-type') ?? '', /text\/event-stream/);
  const events = answer.text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => JSON.parse(frame.replace('data: ', '')));
  const sound = events
    .filter(({ type }) => type === 'speech.audio.delta')
    .map(({ audio }) => Buffer.from(audio, 'base64'));
  assert.deepEqual(Buffer.concat(sound), SOUND);
  assert.equal(events.at(-1).type, 'speech.audio.done');
  assert.deepEqual(events.at(-1).usage, {
    ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    ...{ characters: TEXT.length, credits: 0.039 },
  });
});

test('a client that disconnects ends the upstream call and pays for the text that the upstream had', async () => {
  const who = await service.account({ credits: 10 });
  const leaving = new AbortController();
  upstream.answer = (_call, response) => void response.write('the first sentence');
  const answer = await fetch(`${service.origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'parrot-1', input: 'x'.repeat(1000) }),
    signal: leaving.signal,
  });
  await answer.body?.getReader().read();
  leaving.abort();
  await until(() => upstream.calls[0]?.isBroken, { saying: 'the upstream call ended' });
  await until(async () => (await creditsOf(who)) === 8.5, { saying: 'the delivered speech was charged' });

  upstream.calls = [];
  upstream.answer = () => undefined;
  const silent = service.call('POST', '/v1/audio/speech', {
    key: who.liveKey,
    body: { model: 'parrot-1', input: TEXT },
    signal: AbortSignal.timeout(300),
  });
  await assert.rejects(silent);
  await until(() => upstream.calls[0]?.isBroken, { saying: 'the silent upstream call ended' });
  await until(async () => (await creditsOf(who)) === 8.461, { saying: 'the ordered speech was charged' });
});

test('an upstream that fails, refuses or sends nothing is an error and costs nothing', async () => {
  const who = await service.account({ credits: 10 });
  const cases: [Answer, number, string][] = [
    [(_, response) => void response.writeHead(500).end('{}'), 502, 'engine_failed'],
    [(_, response) => void response.writeHead(429).end('{}'), 503, 'engine_unavailable'],
    [
      (_, response) => void response.writeHead(400).end('{"error":{"message":"no such voice"}}'),
      400,
      'invalid_parameter',
    ],
    [(_, response) => void response.end(), 502, 'engine_failed'],
    [(_, response) => void response.destroy(), 503, 'engine_unavailable'],
  ];
  for (const [answer, status, code] of cases) {
    upstream.answer = answer;
    const { status: got, json } = await speak({ model: 'parrot-1', input: TEXT }, who.liveKey);
    assert.deepEqual([got, json.error.code], [status, code]);
    // A success in between: five failures in a row would pause the upstream.
    upstream.answer = speakWhole;
    assert.equal((await speak({ model: 'parrot-1', input: TEXT })).status, 200);
  }
  assert.equal(await creditsOf(who), 10);
});

test('a speech that breaks off is a broken connection, never a short success', async () => {
  upstream.answer = (_call, response) => {
    response.write('the first sentence');
    setTimeout(() => response.destroy(), 50);
  };
  const answer = await fetch(`${service.origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'parrot-1', input: TEXT }),
  });
  await assert.rejects(answer.arrayBuffer());
});

test('bad orders are refused with the field and what would be possible', async () => {
  const cases: [object, string, RegExp][] = [
    [{}, 'input', /required/],
    [{ input: '' }, 'input', /./],
    [{ input: '…' }, 'input', /no words/],
    [{ input: 'x'.repeat(4097) }, 'input', /4096/],
    [{ input: TEXT, response_format: 'ogg' }, 'response_format', /mp3.*flac/],
    [{ input: TEXT, speed: 5 }, 'speed', /4/],
    [{ input: TEXT, model: 'atelier-voice-1', speed: 3 }, 'speed', /0\.5 to 2/],
    [{ input: TEXT, model: 'atelier-voice-1', voice: 'nobody' }, 'voice', /\/audio\/voices/],
    [{ input: TEXT, model: 'parrot-2' }, 'model', /parrot-1/],
    [{ input: TEXT, model: 'atelier-voice-1', instructions: 'Whisper.' }, 'instructions', /no instructions/],
    [{ input: TEXT, model: 'parrot-1', instructions: 'Whisper.' }, 'instructions', /no instructions/],
  ];
  for (const [body, param, message] of cases) {
    const { status, json } = await speak(body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.equal(json.error.param, param);
    assert.match(json.error.message, message);
  }
});

test('a model that takes instructions gets them', async () => {
  assert.equal((await speak({ model: 'actor-1', input: TEXT, instructions: 'Whisper.' })).status, 200);
  assert.equal(JSON.parse(upstream.calls[0]?.body ?? '').instructions, 'Whisper.');
});

test("voices are listed with OpenAI's names, and speech models with their price", async () => {
  const voices = await service.call('GET', '/v1/audio/voices', { key: account.liveKey });
  assert.equal(voices.json.data.length, 54);
  const named = voices.json.data.flatMap((voice: { openai_names: string[] }) => voice.openai_names);
  assert.deepEqual(named.sort(), [
    'alloy',
    'ash',
    'ballad',
    'cedar',
    'coral',
    'echo',
    'fable',
    'marin',
    'nova',
    'onyx',
    'sage',
    'shimmer',
    'verse',
  ]);
  const models = await service.call('GET', '/v1/models', { key: account.liveKey });
  const parrot = models.json.data.find(({ id }: { id: string }) => id === 'parrot-1');
  assert.equal(parrot.pricing.per_million_characters, 1500);
});
