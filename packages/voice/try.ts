// Says one sentence: node packages/voice/try.ts "Hello there." [file.wav] [voice]
// The weights are read from KOKORO_DIR, else from models/kokoro-82m-v1 (npm run models -- pull kokoro-82m-v1).
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wavHeader } from '@atelier/kit';
import { KokoroSpeech } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [text = 'Hello there.', path = 'speech.wav', voice = 'af_heart'] = positionals;
const folder = process.env.KOKORO_DIR ?? 'models/kokoro-82m-v1';
if (!existsSync(join(folder, 'model.onnx'))) throw new Error(`There are no weights in ${folder}; set KOKORO_DIR.`);

const files = Object.fromEntries(readdirSync(folder).map((name) => [name, join(folder, name)]));
const speech = new KokoroSpeech({ isReady: () => true, findFiles: async () => files });
const { samples, sampleRate, phonemes } = await speech.speak({ text, voice }, AbortSignal.timeout(120_000));
await speech.close();
await writeFile(path, monoWav(samples, sampleRate));
console.log(`${path}: ${(samples.length / sampleRate).toFixed(2)} s, ${phonemes.length} sounds, voice ${voice}`);

function monoWav(sound: Float32Array, rate: number): Buffer {
  const pcm = Buffer.alloc(sound.length * 2);
  for (const [index, value] of sound.entries())
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), index * 2);
  return Buffer.concat([wavHeader({ sampleRate: rate, channels: 1, sampleBytes: 2, bytes: pcm.length }), pcm]);
}
