// Eight songs in eight voices and genres, from prompt to master, and the share of their words that whisper hears in the full mix.
//   npm run bench -- sung-words [--only 0,3] [--seconds 40] [--keep folder]
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DictionaryScansion, GuidedSinger, Lyricist } from '@atelier/composer';
import { createComposerEngine } from '../src/engines/music/composer.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../src/engines/speech/kokoro.ts';
import { bringWeights, SOUND_BANK, testModels } from '../test/support/weights.ts';
import { Recogniser, shareOfWordsHeard } from '../test/support/whisper.ts';
import { readWavMono } from './support/read-wav.ts';

const SONGS = [
  { voice: 'af_heart', genre: 'pop', prompt: 'a song about driving along the coast with friends' },
  { voice: 'am_michael', genre: 'rock', prompt: 'a rock anthem about leaving my home town' },
  { voice: 'af_bella', genre: 'folk', prompt: 'a folk song about my grandmother’s garden' },
  { voice: 'am_fenrir', genre: 'country', prompt: 'a country song about an old truck and a long road' },
  { voice: 'bf_emma', genre: 'indie', prompt: 'an indie song about rainy days in the city' },
  { voice: 'bm_george', genre: 'r-and-b', prompt: 'a slow song about missing someone far away' },
  { voice: 'af_nicole', genre: 'synthwave', prompt: 'a synthwave song about driving through the night' },
  { voice: 'am_puck', genre: 'disco', prompt: 'a disco song about dancing until the morning' },
];
const WANTED = 0.6;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '40' },
    keep: { type: 'string' },
  },
});
const only = values.only?.split(',').map(Number);
await Promise.all([bringWeights(SOUND_BANK), bringWeights(KOKORO_MODEL)]);
const speech = createKokoroSpeech(testModels);
const engine = createComposerEngine({
  bankPath: () => testModels.pathIfReady(SOUND_BANK)?.['bank.sf3'],
  serviceName: 'Atelier',
  singer: new GuidedSinger(speech),
  writer: new Lyricist(),
  scansion: new DictionaryScansion(),
});
const recogniser = await Recogniser.open(await bringWeights('whisper-base-1'));
const rows = [];
for (const [i, one] of SONGS.entries()) if (!only || only.includes(i)) rows.push(await measureSong(one, i));
console.table(rows);
const least = Math.min(...rows.map((row) => row['mix %']));
console.log(`least share of words heard in a mix: ${least} % (wanted: ${100 * WANTED} %)`);
if (least < 100 * WANTED) process.exitCode = 1;
await recogniser.close();
await speech.close();
process.exit();

async function measureSong({ voice, genre, prompt }: (typeof SONGS)[number], index: number) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-words-'));
  const startedMs = performance.now();
  const song = await engine.compose(
    {
      prompt,
      genre,
      durationSeconds: Number(values.seconds),
      seed: 1 + index,
      instrumental: false,
      voices: [voice],
      mastering: { preset: 'streaming' },
    },
    folder,
    () => undefined,
    AbortSignal.timeout(1_800_000),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const lyrics = (song.lyrics ?? '').replace(/\[[^\]]*\]/g, ' ');
  const mix = await hear(join(folder, 'song.wav'), song.sections);
  if (values.keep) {
    await mkdir(values.keep, { recursive: true });
    await copyFile(join(folder, 'song.wav'), join(values.keep, `${voice}.wav`));
  }
  await rm(folder, { recursive: true });
  console.log(`${voice}, ${genre}:\n  sung:  ${lyrics.replace(/\s+/g, ' ').trim()}\n  mix:   ${mix}`);
  return {
    voice,
    genre,
    tempo: song.tempo,
    'song, s': Math.round(seconds),
    words: lyrics.split(/\s+/).filter(Boolean).length,
    'mix %': Math.round(100 * shareOfWordsHeard(lyrics, mix)),
  };
}

/** Section by section: whisper hears half a minute at a time, and a cut in the middle of a word costs that word. */
async function hear(file: string, sections: readonly { start: number; end: number }[]): Promise<string> {
  const { samples, sampleRate } = readWavMono(await readFile(file));
  const texts: string[] = [];
  for (const { start, end } of sections) {
    const part = samples.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
    texts.push(await recogniser.transcribe(part, sampleRate));
  }
  return texts.join(' ');
}
