// Times the local video engine: how long a film takes, how much memory all its processes hold, how free the caller stays.
// npm run bench -- video [--only 720p,1080p,4k] [--prompt "a lake at sunset"]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { VideoOrder } from '@atelier/film';
import { createComposerEngine } from '../src/engines/music/composer.ts';
import { createLocalVideoEngine } from '../src/engines/video/local.ts';
import { createModelStore } from '../src/models/store.ts';
import { watchTree } from './support/tree-watch.ts';

const { values } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '720p,1080p,4k' },
    prompt: { type: 'string', default: 'two red balloons above a meadow' },
  },
});
const store = createModelStore({ modelsDir: process.env.MODELS_DIR ?? 'data/models' });
await store.ensure('musescore-general-lite-1');
const music = createComposerEngine({
  bankPath: () => store.pathIfReady('musescore-general-lite-1')?.['bank.sf3'],
  serviceName: 'Atelier',
});
const engine = createLocalVideoEngine({ music });

const FILMS: { resolution: VideoOrder['resolution']; seconds: number; wanted: string }[] = [
  { resolution: '720p', seconds: 5, wanted: '< 60 s' },
  { resolution: '1080p', seconds: 10, wanted: '< 240 s' },
  { resolution: '4k', seconds: 5, wanted: '< 2048 MB' },
];

console.log(
  row(['film', 'wanted', 'took', 'CPU', 'memory', 'loop p99', 'idle p99', 'load', 'file', 'memory by process']),
);
for (const film of FILMS) if (values.only.split(',').includes(film.resolution)) console.log(row(await measure(film)));

async function measure({ resolution, seconds, wanted }: (typeof FILMS)[number]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-film-'));
  const idle = await idleDelay();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const watch = watchTree();
  const order: VideoOrder = {
    type: 'text-to-video',
    prompt: values.prompt,
    durationSeconds: seconds,
    resolution,
    aspectRatio: '16:9',
    fps: 24,
    format: 'mp4',
    seed: 7,
    audio: true,
  };
  const before = Date.now();
  const usedBefore = process.cpuUsage();
  delay.enable();
  try {
    const film = await engine.make(order, folder, () => undefined, new AbortController().signal);
    delay.disable();
    const use = await watch.stop();
    const took = (Date.now() - before) / 1000;
    const own = process.cpuUsage(usedBefore);
    const { size } = await stat(join(folder, film.files.video));
    return [
      `${resolution} ${seconds} s`,
      wanted,
      `${took.toFixed(1)} s`,
      `${(use.cpuSeconds + (own.user + own.system) / 1e6).toFixed(0)} s`,
      `${use.megabytes.toFixed(0)} MB`,
      `${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
      `${idle.toFixed(1)} ms`,
      (loadavg()[0] ?? 0).toFixed(1),
      `${(size / 1e6).toFixed(1)} MB`,
      use.parts,
    ];
  } finally {
    await watch.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The delay of an idle loop on this machine, measured just before: on a busy machine that is most of the delay. */
async function idleDelay(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await setTimeout(3_000);
  delay.disable();
  return delay.percentile(99) / 1e6;
}

async function stat(path: string): Promise<{ size: number }> {
  return { size: (await readFile(path)).byteLength };
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => cell.padEnd(11)).join(' ');
}
