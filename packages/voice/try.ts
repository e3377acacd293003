// Says one sentence: node packages/voice/try.ts "Hello there." [file.wav] [voice]
// The weights are read from KOKORO_DIR, else from models/kokoro-82m-v1 (npm run models -- pull kokoro-82m-v1).
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
  const wav = Buffer.alloc(44 + sound.length * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + sound.length * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(sound.length * 2, 40);
  for (const [index, value] of sound.entries())
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), 44 + index * 2);
  return wav;
}
