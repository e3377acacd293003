// Speech with the voices of this machine, as OpenAI's client gets it; ffprobe reads every format.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import OpenAI from 'openai';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { nodeAvEncoder } from '../../../src/engines/speech/local/encoder.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights } from '../../support/weights.ts';

const run = promisify(execFile);
const FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
const CODECS = { mp3: 'mp3', opus: 'opus', aac: 'aac', flac: 'flac', wav: 'pcm_s16le', pcm: 'pcm_s16le' };
const TEXT = 'The boat left the harbour at dawn.';

let service: TestService;
let account: TestAccount;
let openai: OpenAI;
let folder: string;

before(async () => {
  await needProgram('ffmpeg');
  await bringWeights(KOKORO_MODEL);
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

test('every format holds the whole sentence in its own codec', async () => {
  for (const format of FORMATS) {
    const answer = await openai.audio.speech.create({
      model: 'atelier-voice-1',
      voice: 'alloy',
      input: TEXT,
      response_format: format,
    });
    const { codec, seconds } = await probe(Buffer.from(await answer.arrayBuffer()), format);
    assert.equal(codec, CODECS[format]);
    assert.ok(seconds > 1.2 && seconds < 4, `${format}: ${seconds} s`);
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
      input: TEXT,
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

test('the first bytes of a long text arrive long before its last', async () => {
  const started = performance.now();
  const answer = await openai.audio.speech.create({ model: KOKORO_MODEL, voice: 'nova', input: `${TEXT} `.repeat(4) });
  let firstMs = 0;
  for await (const _ of answer.body ?? []) firstMs ||= performance.now() - started;
  const wholeMs = performance.now() - started;
  assert.ok(firstMs < wholeMs / 2, `first after ${firstMs} ms, whole after ${wholeMs} ms`);
});

test('whoever leaves in the middle pays for the sentences that were spoken', async () => {
  const who = await service.account({ credits: 100 });
  const text = `${TEXT} `.repeat(8);
  const whole = (text.length * 1500) / 1e6;
  const answer = await fetch(`${service.origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: text, model: KOKORO_MODEL, response_format: 'pcm' }),
  });
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const paid = await until(async () => 100 - (await creditsOf(who)) < whole && 100 - (await creditsOf(who)), {
    saying: 'the part was charged',
  });
  assert.ok(paid > 0 && paid < whole / 2, `${paid} of ${whole}`);
});
