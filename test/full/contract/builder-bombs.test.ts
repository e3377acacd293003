// Generated apps that take all the machine has: processes, processor time and memory. Each is ended, and nothing of it is left.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { createPreviewEngine } from '../../../src/engines/preview/engine.ts';
import type { PreviewEngine } from '../../../src/engines/preview/port.ts';
import { WATCH_LIMITS } from '../../../src/engines/preview/watchdog.ts';
import { askApp, serverOf } from '../../support/hostile-app.ts';
import { needSandbox } from '../../support/sandbox.ts';
import { until } from '../../support/until.ts';

/** Processes, of which an app may have fewer than a hundred. */
const MANY = 30;

let engine: PreviewEngine;
let folder = '';
const signal = new AbortController().signal;

const startApp = (files: { path: string; content: string }[]) => engine.start({ files, framework: 'nodejs' }, signal);

before(async () => {
  await needSandbox();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  // On a busy machine a loop gets less than the share that a preview may use for ever: here nothing comes back.
  engine = createPreviewEngine({ folder, watchLimits: { ...WATCH_LIMITS, burstSeconds: 4, recoveryShare: 0 } });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

test('a fork bomb meets its limit, the service goes on, and no process is left', async () => {
  const mark = `bomb-${process.pid}-${Date.now()}`;
  const bomb = `const args = ['-e', "const {spawn} = require('child_process'); setInterval(() => { for (let i = 0; i < 8; i += 1) { try { spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' }).on('error', () => {}); } catch {} } }, 20)", '${mark}']; for (let i = 0; i < 4; i += 1) spawn(process.execPath, ['-e', args[1], '${mark}'], { stdio: 'ignore' }).on('error', () => {});`;
  const preview = await startApp(serverOf('return { alive: true }', bomb));
  let isEnded = false;
  void preview.ended.then(() => {
    isEnded = true;
  });
  const other = await startApp(serverOf('return { alive: true }'));
  assert.deepEqual(await askApp(other), { alive: true }, 'another preview answers meanwhile');
  await until(async () => isEnded || (await countProcesses(mark)) >= MANY, {
    saying: 'the bomb has spread or was ended',
  });
  await preview.stop();
  await other.stop();
  // The kernel takes a whole process table down by itself, a moment after its first process.
  await until(async () => (await countProcesses(mark)) === 0, { saying: 'nothing of the bomb is left' });
});

test('an endless loop and a memory hog are ended, with the reason said', async () => {
  const loop = await startApp(
    serverOf(
      'return {}',
      "setTimeout(() => { for (let i = 0; i < 3; i += 1) spawn(process.execPath, ['-e', 'for(;;);']); for (;;); }, 100);",
    ),
  );
  const hog = await startApp(
    serverOf('return {}', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(40 << 20, 1)), 30);'),
  );
  assert.match(await hog.ended, /memory/);
  assert.match(await loop.ended, /CPU time|The app ended/);
});

test('after all that the doors are cleaned up', async () => {
  assert.deepEqual(await readdir(folder), []);
});

async function countProcesses(mark: string): Promise<number> {
  if (!existsSync('/proc')) return 0;
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(mark)).length;
}
