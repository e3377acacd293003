// Twenty images from one diffusion worker: its memory stays where it was after the first.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test, { after, before } from 'node:test';
import { createDiffusionEngine, type DiffusionEngine } from '../../src/engines/image/diffusion/engine.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { createModelStore } from '../../src/models/store.ts';
import { type DiffusionFolder, prepareDiffusion } from '../support/diffusion.ts';
import { until } from '../support/until.ts';

const MODEL = 'sdxs-random-1';
const IMAGES = 20;
const studio = createStudio();
let folder: DiffusionFolder;
let engine: DiffusionEngine;

before(async () => {
  folder = await prepareDiffusion([{ id: MODEL, layout: 'sdxs' }]);
  const store = createModelStore({ modelsDir: folder.modelsDir, extraModels: folder.entries });
  engine = createDiffusionEngine({ store, studio, mayPull: false, limits: { idleMs: 2_000 } });
});
after(async () => {
  await engine?.close();
  studio.close();
  await folder?.remove();
});

function memoryMb(pid: number): number {
  return Number.parseInt(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString(), 10) / 1024;
}

test(`${IMAGES} images of one worker do not grow its memory, and none of it stays when it is idle`, async (t) => {
  const sizes: number[] = [];
  for (let seed = 1; seed <= IMAGES; seed += 1) {
    const order = {
      model: MODEL,
      prompt: `cat ${seed}`,
      width: 64,
      height: 64,
      count: 1,
      seed,
      format: 'png',
    } as const;
    await engine.generate(order, () => undefined, new AbortController().signal);
    sizes.push(Math.round(memoryMb(engine.workers().get(MODEL)?.pid ?? 0)));
  }
  t.diagnostic(`resident MB after each image: ${sizes.join(' ')}`);
  const [, second = 0] = sizes;
  assert.ok(Math.max(...sizes.slice(2)) <= second * 1.05, `memory grew: ${sizes.join(' ')}`);
  const pid = engine.workers().get(MODEL)?.pid ?? 0;
  await until(() => isGone(pid), { saying: 'the idle worker has ended' });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
