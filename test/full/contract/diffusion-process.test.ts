// The process of a diffusion model: cancelled, killed, stalled, idle and orphaned in the middle of real work.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../../src/core/errors.ts';
import type { WorkerOptions } from '../../../src/engines/diffusion/worker.ts';
import { createDiffusionEngine, type DiffusionEngine } from '../../../src/engines/image/diffusion/engine.ts';
import type { ImageOrder, MadeImage } from '../../../src/engines/image/port.ts';
import { createStudio } from '../../../src/engines/image/studio/studio.ts';
import { createModelStore } from '../../../src/models/store.ts';
import { type DiffusionFolder, prepareDiffusion } from '../../support/diffusion.ts';
import { until } from '../../support/until.ts';

const quiet = new AbortController().signal;
const studio = createStudio();
const engines: DiffusionEngine[] = [];
let folder: DiffusionFolder;
let engine: DiffusionEngine;

before(async () => {
  folder = await prepareDiffusion([{ id: 'sdxs-random-1', layout: 'sdxs', settings: { maxSteps: 8 } }]);
  engine = start();
});
after(async () => {
  for (const one of engines) await one.close();
  studio.close();
  await folder?.remove();
});

function start(limits: Omit<WorkerOptions, 'runtime'> = {}): DiffusionEngine {
  const store = createModelStore({ modelsDir: folder.modelsDir, extraModels: folder.entries });
  const made = createDiffusionEngine({ store, studio, mayPull: false, limits });
  engines.push(made);
  return made;
}

function order(given: Partial<ImageOrder> = {}): ImageOrder {
  return { model: 'sdxs-random-1', prompt: 'a cat', width: 64, height: 64, count: 1, seed: 7, format: 'png', ...given };
}

async function make(given: Partial<ImageOrder> = {}, from = engine): Promise<MadeImage> {
  const [image] = await from.generate(order(given), () => undefined, quiet);
  assert.ok(image);
  return image;
}

function pidOf(from: DiffusionEngine, model = 'sdxs-random-1'): number {
  const pid = from.workers().get(model)?.pid;
  assert.ok(pid);
  return pid;
}

/** Of a process that is gone: false; Linux keeps no entry of one that was reaped. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const MAX_CANCEL_MS = 2_000;

/** Resolves when the first of many steps has begun. */
async function startLong(from: DiffusionEngine, signal = quiet): Promise<{ made: Promise<MadeImage[]> }> {
  const { promise: painting, resolve } = Promise.withResolvers<void>();
  const onReport = (fraction: number) => fraction >= 0.15 && resolve();
  const made = from.generate(order({ steps: 2 }), onReport, signal);
  made.catch(() => undefined);
  await Promise.race([painting, made]);
  return { made };
}

test('a cancelled image ends at once, whatever the processor is busy with, and the next one is made', async (t) => {
  const stop = new AbortController();
  const { made } = await startLong(engine, stop.signal);
  const startedMs = performance.now();
  stop.abort(new Error('enough'));
  await assert.rejects(made, /enough/);
  const cancelledMs = performance.now() - startedMs;
  t.diagnostic(`cancelled in ${Math.round(cancelledMs)} ms`);
  // Not a matter of speed: a process that does not end by itself is killed after a second.
  assert.ok(cancelledMs < MAX_CANCEL_MS, `cancelled after ${Math.round(cancelledMs)} ms`);
  assert.equal(engine.workers().get('sdxs-random-1')?.isBusy, false);
  await make();
});

test('an image whose process is killed is made in a second try, and fails if that dies too', async () => {
  const expected = await make({ steps: 2 });
  const { made } = await startLong(engine);
  const pid = pidOf(engine);
  process.kill(pid, 'SIGKILL');
  const [image] = await made;
  assert.ok(Buffer.from(image?.bytes ?? []).equals(expected.bytes), 'the second try must make the same image');
  assert.notEqual(pidOf(engine), pid);

  const { made: doomed } = await startLong(engine);
  const first = pidOf(engine);
  process.kill(first, 'SIGKILL');
  const second = await until(() => pidOf(engine) !== first && pidOf(engine), {
    saying: 'the second try has a process',
  });
  process.kill(second, 'SIGKILL');
  await assert.rejects(doomed, (error) => error instanceof ServiceError && error.code === 'engine_failed');
});

test('a process that makes no progress is killed and replaced', async () => {
  // Longer than a step takes on a busy machine.
  const watched = start({ stallMs: 30_000 });
  const { made } = await startLong(watched);
  const pid = pidOf(watched);
  process.kill(pid, 'SIGSTOP');
  const [image] = await made;
  assert.equal(image?.width, 64);
  assert.equal(isAlive(pid), false);
  await watched.close();
});

test('loading may take longer than a step: a process that is slow to load is not killed', async () => {
  const stallMs = 30_000;
  const patient = start({ stallMs });
  const { promise: loading, resolve } = Promise.withResolvers<number>();
  const onReport = () => {
    const pid = patient.workers().get('sdxs-random-1')?.pid;
    if (pid !== undefined) resolve(pid);
  };
  const made = patient.generate(order(), onReport, quiet);
  const pid = await loading;
  process.kill(pid, 'SIGSTOP');
  await sleep(stallMs + 5_000);
  process.kill(pid, 'SIGCONT');
  const [image] = await made;
  assert.equal(image?.width, 64);
  assert.equal(pidOf(patient), pid, 'the first process made it');
  await patient.close();
});

test('one image is made at a time, a bounded number waits, and one that leaves the queue makes room', async () => {
  const bounded = start({ maxWaiting: 1 });
  const leaving = new AbortController();
  const first = make({}, bounded);
  const second = bounded.generate(order(), () => undefined, leaving.signal);
  // Both are in the queue once the third is refused.
  await assert.rejects(
    until(() => make({}, bounded).then(() => false), { saying: 'the queue is full' }),
    (error) =>
      error instanceof ServiceError && error.code === 'engine_unavailable' && error.message.includes('waiting'),
  );
  leaving.abort(new Error('gone home'));
  await assert.rejects(second, /gone home/);
  const third = make({}, bounded);
  assert.equal((await first).width, 64);
  assert.equal((await third).width, 64);
  await bounded.close();
});

test('an idle process is ended, which frees all of its memory, and the next image starts another', async () => {
  const resting = start({ idleMs: 500 });
  await make({}, resting);
  const pid = pidOf(resting);
  await until(() => !isAlive(pid), { saying: 'the idle worker has ended' });
  await make({}, resting);
  assert.notEqual(pidOf(resting), pid);
  await resting.close();
});

test('a worker ends when its parent is killed in the middle of a step', async () => {
  const script = `
    const { createDiffusionEngine } = await import('${srcUrl('engines/image/diffusion/engine.ts')}');
    const { createModelStore } = await import('${srcUrl('models/store.ts')}');
    const { createStudio } = await import('${srcUrl('engines/image/studio/studio.ts')}');
    const store = createModelStore(${JSON.stringify({ modelsDir: folder.modelsDir, extraModels: folder.entries })});
    const engine = createDiffusionEngine({ store, studio: createStudio(), mayPull: false });
    const tell = (fraction) => fraction >= 0.15 && console.log(engine.workers().get('sdxs-random-1').pid);
    await engine.generate(${JSON.stringify(order({ steps: 2 }))}, tell, new AbortController().signal);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (text: Buffer) => resolve(Number.parseInt(text.toString(), 10)));
  });
  assert.ok(isAlive(pid));
  parent.kill('SIGKILL');
  await until(() => !isRunning(pid), { saying: 'the worker has ended with its parent' });
});

/** An orphan is reaped by the system's first process, which may take its time: a zombie has ended. */
function isRunning(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return isAlive(pid);
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function srcUrl(path: string): string {
  return new URL(`../../../src/${path}`, import.meta.url).href;
}
