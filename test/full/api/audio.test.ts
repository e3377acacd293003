// Speech with the voices of this machine, as OpenAI's client gets it; ffprobe reads every format.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import OpenAI, { toFile } from 'openai';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { nodeAvEncoder } from '../../../src/engines/speech/local/encoder.ts';
import { WHISPER_MODEL } from '../../../src/engines/transcription/whisper/engine.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights } from '../../support/weights.ts';
import { shareOfWordsHeard } from '../../support/whisper.ts';

const run = promisify(execFile);
const FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
const CODECS = { mp3: 'mp3', opus: 'opus', aac: 'aac', flac: 'flac', wav: 'pcm_s16le', pcm: 'pcm_s16le' };
const TEXT = 'The boat left the harbour at dawn.';
const SHORT = 'At dawn.';

let service: TestService;
let account: TestAccount;
let openai: OpenAI;
let folder: string;

before(async () => {
  await needProgram('ffmpeg');
  await bringWeights(KOKORO_MODEL);
  await bringWeights(WHISPER_MODEL);
  service = await startService();
  account = await service.account();
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  folder = await mkdtemp(join(tmpdir(), 'speech-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function creditsOf(who: TestAccount): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { key: who.liveKey })).json.credits;
}

async function probe(bytes: Buffer, format: (typeof FORMATS)[number]): Promise<{ codec: string; seconds: number }> {
  const path = join(folder, `speech.${format}`);
  await writeFile(path, bytes);
  const raw = format === 'pcm' ? ['-f', 's16le', '-ar', '24000', '-ch_layout', 'mono'] : [];
  const show = ['-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...raw, ...show, path]);
  // The header of a stream does not know its length: the decoded samples do.
  const decode = ['-v', 'error', ...raw, '-i', path, '-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:1'];
  const { stdout: samples } = await run('ffmpeg', decode, { encoding: 'buffer', maxBuffer: 64e6 });
  return { codec: stdout.trim(), seconds: samples.length / 16_000 };
}

test('every format holds the whole text in its own codec', async () => {
  for (const format of FORMATS) {
    const answer = await openai.audio.speech.create({
      model: 'atelier-voice-1',
      voice: 'alloy',
      input: SHORT,
      response_format: format,
    });
    const { codec, seconds } = await probe(Buffer.from(await answer.arrayBuffer()), format);
    assert.equal(codec, CODECS[format]);
    assert.ok(seconds > 0.5 && seconds < 2, `${format}: ${seconds} s`);
  }
});

test("FFmpeg's library from npm encodes the same formats where there is no command", async () => {
  async function* tone(): AsyncGenerator<Uint8Array> {
    for (let second = 0; second < 2; second += 1) {
      const samples = Int16Array.from(
        { length: 24_000 },
        (_, at) => 8_000 * Math.sin((at * 2 * Math.PI * 440) / 24_000),
      );
      yield new Uint8Array(samples.buffer);
    }
  }
  for (const format of FORMATS) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of nodeAvEncoder.encode(format, tone(), AbortSignal.timeout(60_000))) chunks.push(chunk);
    const { codec, seconds } = await probe(Buffer.concat(chunks), format);
    assert.equal(codec, CODECS[format]);
    assert.ok(Math.abs(seconds - 2) < 0.25, `${format}: ${seconds} s`);
  }
});

test('a faster voice takes less time, and another voice sounds different', async () => {
  const lengthAt = async (voice: string, speed: number) => {
    const answer = await openai.audio.speech.create({
      model: KOKORO_MODEL,
      voice,
      input: SHORT,
      speed,
      response_format: 'pcm',
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const [slow, fast, other] = [
    await lengthAt('onyx', 0.8),
    await lengthAt('onyx', 1.6),
    await lengthAt('bf_emma', 0.8),
  ];
  assert.ok(fast.length < slow.length * 0.65, `${fast.length} of ${slow.length}`);
  assert.notDeepEqual(other, slow);
});

// What is charged is what was spoken, so the charge says how far the engine was when the first bytes arrived.
for (const format of ['mp3', 'pcm'] as const) {
  test(`the first bytes of ${format} arrive before later sentences are spoken, and whoever leaves then does not pay for those`, async () => {
    const who = await service.account({ credits: 100 });
    const text = `${TEXT} `.repeat(12);
    const whole = (text.length * 1500) / 1e6;
    const answer = await fetch(`${service.origin}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.liveKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: text, model: KOKORO_MODEL, response_format: format }),
    });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    assert.ok(first?.value?.length, 'sound has arrived');
    await reader?.cancel();
    const paid = await until(async () => 100 - (await creditsOf(who)) < whole && 100 - (await creditsOf(who)), {
      saying: 'only a part was charged',
    });
    assert.ok(paid > 0, `${paid} of ${whole}`);
  });
}

const SENTENCES = [
  'The boat left the island at dawn.',
  'Please close the window before you leave the house.',
  'Seven children were playing in the garden behind the church.',
  'He forgot his umbrella and came home completely wet.',
  'The old teacher remembered the name of every student.',
];

/** More than a window of the network. */
const HEARD_TIMES = 2;

test('spoken sentences are transcribed with at least 95 % of their words, and each word has its time', async (t) => {
  const spoken: Buffer[] = [];
  for (const input of SENTENCES) {
    const order = { model: KOKORO_MODEL, voice: 'af_heart', input, response_format: 'pcm' } as const;
    spoken.push(Buffer.from(await (await openai.audio.speech.create(order)).arrayBuffer()));
  }
  const said = Array.from({ length: HEARD_TIMES }, () => SENTENCES.join(' ')).join(' ');
  const pieces: Buffer[] = [];
  const starts: number[] = [];
  for (const pcm of Array.from({ length: HEARD_TIMES }, () => spoken).flat()) {
    starts.push(pieces.reduce((sum, piece) => sum + piece.length, 0) / 48_000);
    pieces.push(pcm, Buffer.alloc(24_000));
  }
  const path = join(folder, 'sentences.pcm');
  await writeFile(path, Buffer.concat(pieces));
  const mp3 = join(folder, 'sentences.mp3');
  await run('ffmpeg', ['-v', 'error', '-f', 's16le', '-ar', '24000', '-ac', '1', '-i', path, mp3]);
  const file = () => toFile(createReadStream(mp3), 'sentences.mp3');
  const model = WHISPER_MODEL;

  const heard = await openai.audio.transcriptions.create({
    model,
    file: await file(),
    response_format: 'verbose_json',
    timestamp_granularities: ['segment', 'word'],
  });
  const share = shareOfWordsHeard(said, heard.text);
  t.diagnostic(`${(share * 100).toFixed(1)} % of the words: ${heard.text}`);
  assert.ok(share >= 0.95, `${share}: ${heard.text}`);
  assert.equal(heard.language, 'english');
  const words = heard.words ?? [];
  assert.ok(words.length >= said.split(' ').length * 0.95);
  for (const [index, { start, end }] of words.entries()) {
    assert.ok(end >= start && start >= (words[index - 1]?.start ?? 0), `word ${index} at ${start}`);
  }
  // The first words of the sentences stand where their sound begins.
  const off = starts
    .map((start) => Math.min(...words.map((word) => Math.abs(word.start - start))))
    .sort((a, b) => a - b);
  t.diagnostic(`first words are off by ${off.map((seconds) => seconds.toFixed(2)).join(' ')} s`);
  assert.ok((off[5] ?? 1) < 0.35, `off by ${off}`);

  const stream = await openai.audio.transcriptions.create({ model, file: await file(), stream: true });
  let text = '';
  let deltas = 0;
  for await (const event of stream) {
    if (event.type !== 'transcript.text.delta') continue;
    text += event.delta;
    deltas += 1;
  }
  assert.ok(deltas >= 2, 'a recording longer than a window comes in several deltas');
  assert.ok(shareOfWordsHeard(said, text) >= 0.95, text);
});

test('a transcript comes as subtitles', async () => {
  const order = { model: KOKORO_MODEL, voice: 'af_heart', input: TEXT, response_format: 'mp3' } as const;
  const spoken = Buffer.from(await (await openai.audio.speech.create(order)).arrayBuffer());
  const file = await toFile(spoken, 'sentence.mp3');
  const vtt = await openai.audio.transcriptions.create({ model: WHISPER_MODEL, file, response_format: 'vtt' });
  assert.match(String(vtt), /^WEBVTT\n\n00:00:0\d\.\d{3} --> .*\n.*harbou?r/);
});

test('silence has no words, and an unknown language is refused with the known ones', async () => {
  const path = join(folder, 'silence.wav');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '3', path]);
  const file = () => toFile(createReadStream(path), 'silence.wav');
  const silent = await openai.audio.transcriptions.create({ model: WHISPER_MODEL, file: await file() });
  assert.ok(silent.text.length < 20, silent.text);
  const asked = openai.audio.transcriptions.create({ model: WHISPER_MODEL, file: await file(), language: 'xx' });
  await assert.rejects(asked, (error: { status?: number; message: string }) => {
    assert.equal(error.status, 400);
    assert.match(error.message, /de, .*en, /);
    return true;
  });
});
