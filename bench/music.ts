// Listens to the composer: one song of each genre, rendered and measured, so that a change is seen as a number.
// npm run bench -- music [--seconds 30] [--genres pop,jazz] [--sung]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Song } from '@atelier/composer';
import { DictionaryScansion, GuidedSinger, Lyricist } from '@atelier/composer';
import { findTranscoder } from '../packages/composer/src/encode/transcoder.ts';
import { readRawStereo } from '../packages/composer/src/encode/wav.ts';
import { createComposerEngine } from '../src/engines/music/composer.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../src/engines/speech/kokoro.ts';
import { createModelStore } from '../src/models/store.ts';
import { listen } from './music-features.ts';

const SAMPLE_RATE = 44_100;
const never = new AbortController().signal;
const { values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    genres: { type: 'string' },
    sung: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const store = createModelStore({ modelsDir: process.env.MODELS_DIR ?? 'data/models' });
await store.ensure('musescore-general-lite-1');
if (values.sung) await store.ensure(KOKORO_MODEL);
const engine = createComposerEngine({
  bankPath: () => store.pathIfReady('musescore-general-lite-1')?.['bank.sf3'],
  serviceName: 'Atelier',
  ...(values.sung
    ? {
        singer: new GuidedSinger(createKokoroSpeech(store)),
        writer: new Lyricist(),
        scansion: new DictionaryScansion(),
      }
    : {}),
});

const wanted = values.genres?.split(',');
const delay = monitorEventLoopDelay({ resolution: 5 });
let mostBytes = 0;
const watch = setInterval(() => {
  mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
}, 100);
console.log(
  row(['genre', 'asked', 'heard', 'key', 'heard', 'LUFS', 'dBTP', 'centroid', 'onsets/s', 'voice LU', 'speed']),
);
for (const genre of engine.genres()) {
  if (wanted && !wanted.includes(genre.id)) continue;
  console.log(row(await measure(genre.id, genre.examplePrompt)));
}
clearInterval(watch);
console.log(
  `API event loop: p99 delay ${(delay.percentile(99) / 1e6).toFixed(1)} ms, mean ${(delay.mean / 1e6).toFixed(1)} ms while songs were made`,
);
console.log(`memory of the whole process: ${(mostBytes / 1e6).toFixed(0)} MB at most (limit for the worker 1500 MB)`);
process.exit(0);

async function measure(genre: string, prompt: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
  const seconds = Number(values.seconds);
  const start = performance.now();
  // Only while the song is made: what follows here is the bench's own listening, on this thread.
  delay.enable();
  const song = await engine.compose(
    {
      prompt,
      genre,
      durationSeconds: seconds,
      seed: Number(values.seed),
      instrumental: !values.sung,
      voices: [],
      mastering: { preset: 'streaming' },
    },
    folder,
    () => undefined,
    never,
  );
  delay.disable();
  const speed = seconds / ((performance.now() - start) / 1000);
  const cells = await describe(song, folder, speed);
  await rm(folder, { recursive: true });
  return [genre, ...cells];
}

async function describe(song: Song, folder: string, speed: number): Promise<string[]> {
  const raw = join(folder, 'listen.raw');
  await (await findTranscoder()).transcode(
    { input: join(folder, song.files.mp3), output: raw, codec: 'raw', sampleRate: SAMPLE_RATE, tags: {} },
    never,
  );
  const heard = listen(await readRawStereo(raw), SAMPLE_RATE);
  const voice = song.understood.voice_to_band_lu;
  return [
    String(song.tempo),
    String(heard.tempo),
    song.key,
    heard.key,
    song.loudness.integratedLufs.toFixed(2),
    song.loudness.truePeakDb.toFixed(2),
    `${heard.centroidHz.toFixed(0)} Hz`,
    heard.onsetsPerSecond.toFixed(1),
    typeof voice === 'number' ? voice.toFixed(1) : '–',
    `${speed.toFixed(1)}×`,
  ];
}

function row(cells: readonly string[]): string {
  const widths = [15, 6, 6, 14, 10, 8, 7, 9, 9, 9, 7];
  return cells.map((cell, index) => cell.padEnd(widths[index] ?? 8)).join(' ');
}
