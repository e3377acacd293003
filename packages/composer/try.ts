// Makes one song: node packages/composer/try.ts "a lo-fi song about rain" [folder] [seconds] [seed]
// The sound bank is read from SOUND_BANK, else from models/musescore-general-lite-1 (npm run models -- pull …).
// It is sung where KOKORO_DIR, else models/kokoro-82m-v1, holds the voices' weights.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KokoroSpeech } from '@atelier/voice';
import { Composer, DictionaryScansion, GuidedSinger, Lyricist } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [prompt = 'a lo-fi song about rain', folder = 'song', seconds = '30', seed = '1'] = positionals;
const bank = process.env.SOUND_BANK ?? 'models/musescore-general-lite-1/bank.sf3';
const voices = process.env.KOKORO_DIR ?? 'models/kokoro-82m-v1';
if (!existsSync(bank)) throw new Error(`There is no sound bank at ${bank}; set SOUND_BANK.`);

const canSing = existsSync(join(voices, 'model.onnx'));
const files = canSing ? Object.fromEntries(readdirSync(voices).map((name) => [name, join(voices, name)])) : {};
const speech = new KokoroSpeech({ isReady: () => canSing, findFiles: async () => files });
const composer = new Composer({
  bankPath: () => bank,
  serviceName: 'Composer',
  singer: new GuidedSinger(speech),
  writer: new Lyricist(),
  scansion: new DictionaryScansion(),
});
await mkdir(folder, { recursive: true });
const song = await composer.compose(
  {
    prompt,
    durationSeconds: Number(seconds),
    seed: Number(seed),
    instrumental: !canSing,
    voices: [],
    mastering: { preset: 'streaming' },
  },
  folder,
  (fraction, stage) => process.stderr.write(`\r${stage} ${Math.round(fraction * 100)} %   `),
  AbortSignal.timeout(600_000),
);
await speech.close();
console.log(`\n${join(folder, song.files.mp3)}: “${song.title}”, ${song.genre}, ${song.tempo} bpm, ${song.key}`);
if (song.lyrics) console.log(song.lyrics);
for (const warning of song.warnings) console.log(warning);
