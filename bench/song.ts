// A whole song with vocals beside the bare speech engine saying the same words, in one run: time, event loop, memory.
// npm run bench -- song [seconds] [genre]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DictionaryScansion, GuidedSinger, Lyricist } from '@atelier/composer';
import { createComposerEngine } from '../src/engines/music/composer.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../src/engines/speech/kokoro.ts';
import { createModelStore } from '../src/models/store.ts';
import { watchTree } from './support/tree-watch.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const GENRE = process.argv[3] ?? 'pop';
const MORE_SECONDS = 30;
const LIMIT_MEGABYTES = 1_500;
const LIMIT_LOOP_MS = 20;

const store = createModelStore({ modelsDir: process.env.MODELS_DIR ?? 'data/models' });
await Promise.all([store.ensure('musescore-general-lite-1'), store.ensure(KOKORO_MODEL)]);
const speech = createKokoroSpeech(store);
const engine = createComposerEngine({
  bankPath: () => store.pathIfReady('musescore-general-lite-1')?.['bank.sf3'],
  serviceName: 'Atelier',
  singer: new GuidedSinger(speech),
  writer: new Lyricist(),
  scansion: new DictionaryScansion(),
});
const signal = AbortSignal.timeout(1_800_000);
await speech.speak({ text: 'Warm up.', voice: 'af_heart' }, signal);

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
const delay = monitorEventLoopDelay({ resolution: 5 });
const watch = watchTree();
const stages: string[] = [];
delay.enable();
const startedMs = performance.now();
const song = await engine.compose(
  {
    prompt: 'an uplifting song about coming home in the summer rain',
    genre: GENRE,
    durationSeconds: SECONDS,
    seed: 1,
    instrumental: false,
    voices: ['af_heart'],
    mastering: { preset: 'streaming' },
  },
  folder,
  (_fraction, stage) => {
    if (stages.at(-1)?.split(' ')[0] !== stage)
      stages.push(`${stage} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  },
  signal,
);
const sungSeconds = (performance.now() - startedMs) / 1000;
delay.disable();
const use = await watch.stop();

const lines = (song.lyrics ?? '').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('['));
const spokenMs = performance.now();
for (const line of lines) await speech.speak({ text: line, voice: 'af_heart' }, signal);
const spokenSeconds = (performance.now() - spokenMs) / 1000;

console.log(`${SECONDS} s of ${song.genre} with ${lines.length} sung lines, stages begun at: ${stages.join(', ')}`);
verdict('the song, s', sungSeconds, 2 * spokenSeconds + MORE_SECONDS);
console.log(
  `the bare speech engine, the same words: ${spokenSeconds.toFixed(1)} s (limit: twice that + ${MORE_SECONDS} s)`,
);
verdict('event loop of the calling process, p99 ms', delay.percentile(99) / 1e6, LIMIT_LOOP_MS);
verdict('memory of the worker and all its processes, MB', use.megabytes, LIMIT_MEGABYTES);
console.log(`by process at the peak, MB: ${use.parts}`);
await rm(folder, { recursive: true });
await speech.close();
process.exit();

function verdict(what: string, value: number, limit: number): void {
  const isMet = value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`${what}: ${value.toFixed(1)} (wanted: at most ${limit.toFixed(1)}) ${isMet ? 'ok' : 'MISSED'}`);
}
