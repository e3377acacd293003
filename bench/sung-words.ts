// Eight voices sing songs of several genres, from prompt to master: the share of a voice's words that whisper hears in the full mix.
// One song of forty words scatters by ten points and more, so every voice sings three.
//   npm run bench -- sung-words [--only 0,3] [--songs 3] [--seconds 40] [--keep folder]
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
/** The next song of a voice is of another kind. */
const STEP = 3;
const WANTED = 0.6;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    songs: { type: 'string', default: '3' },
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
for (const i of SONGS.keys()) if (!only || only.includes(i)) rows.push(await measureVoice(i));
console.table(rows);
const least = Math.min(...rows.map((row) => row['mix %']));
console.log(`least share of a voice's words heard in a mix: ${least} % (wanted: ${100 * WANTED} %)`);
if (least < 100 * WANTED) process.exitCode = 1;
await recogniser.close();
await speech.close();
process.exit();

async function measureVoice(index: number) {
  const { voice } = at(index);
  const songs = [];
  for (let i = 0; i < Number(values.songs); i += 1)
    songs.push(await measureSong(voice, { ...at(index + i * STEP), seed: 1 + index + i * SONGS.length }));
  const words = songs.reduce((sum, song) => sum + song.words, 0);
  const heard = songs.reduce((sum, song) => sum + song.words * song.share, 0);
  return {
    voice,
    songs: songs.map(({ genre, share }) => `${genre} ${percent(share)}`).join(', '),
    words,
    'mix %': percent(heard / words),
  };
}

function at(index: number): (typeof SONGS)[number] {
  const song = SONGS[index % SONGS.length];
  if (!song) throw new Error('no songs');
  return song;
}

function percent(share: number): number {
  return Math.round(100 * share);
}

async function measureSong(voice: string, { genre, prompt, seed }: { genre: string; prompt: string; seed: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-words-'));
  const song = await engine.compose(
    {
      prompt,
      genre,
      durationSeconds: Number(values.seconds),
      seed,
      instrumental: false,
      voices: [voice],
      mastering: { preset: 'streaming' },
    },
    folder,
    () => undefined,
    AbortSignal.timeout(1_800_000),
  );
  const lyrics = (song.lyrics ?? '').replace(/\[[^\]]*\]/g, ' ');
  const mix = await hear(join(folder, 'song.wav'), song.sections);
  if (values.keep) {
    await mkdir(values.keep, { recursive: true });
    await copyFile(join(folder, 'song.wav'), join(values.keep, `${voice}-${genre}.wav`));
  }
  await rm(folder, { recursive: true });
  const share = shareOfWordsHeard(lyrics, mix);
  console.log(
    `${voice}, ${genre}, ${percent(share)} %:\n  sung:  ${lyrics.replace(/\s+/g, ' ').trim()}\n  mix:   ${mix}`,
  );
  return { genre, share, words: lyrics.split(/\s+/).filter(Boolean).length };
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
