// Runs test files that wait in a queue, one after the other in this process, each as a suite with its own hooks.
// Several processes take from one queue, so that none is idle while another has files left.
import { AsyncResource } from 'node:async_hooks';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The addresses of modules, in the order in which they are taken. Files of one entry stay together. */
export type TestQueue = readonly (readonly string[])[];

/** A file that hangs ends here, and the rest of the queue still runs. */
const FILE_LIMIT_MS = 15 * 60_000;
const DRAIN_LIMIT_MS = 60_000;

/** `folder` holds queue.json; an entry that was taken has a folder beside it. */
export function runQueue(folder: string): void {
  const queue = JSON.parse(readFileSync(join(folder, 'queue.json'), 'utf8')) as TestQueue;
  const root = new AsyncResource('queue');
  const mine: string[] = [];
  let next = 0;
  const runNext = () => {
    while (mine.length === 0 && next < queue.length) {
      if (isTaken(folder, next)) mine.push(...(queue[next] ?? []));
      next += 1;
    }
    const file = mine.shift();
    // Beside the suite that is ending, not inside it.
    if (file !== undefined) root.runInAsyncScope(runFile, undefined, file, runNext);
  };
  after(drainReport);
  runNext();
}

/** Node exits right after the last hook: results that the pipe to the runner has not taken yet would be lost. */
async function drainReport(): Promise<void> {
  const endMs = Date.now() + DRAIN_LIMIT_MS;
  for (let quiet = 0; quiet < 3 && Date.now() < endMs; quiet += 1) {
    await setTimeout(20);
    if (process.stdout.writableLength > 0) quiet = 0;
  }
}

function runFile(file: string, runNext: () => void): void {
  describe(relative(process.cwd(), fileURLToPath(file)), { timeout: FILE_LIMIT_MS }, async () => {
    // The first of the hooks: one of the file's own may fail, and node leaves out those after it.
    after(runNext);
    try {
      await import(file);
    } catch (error) {
      // Node does not count a suite that cannot be loaded; a test it does.
      test('the file can be loaded', () => Promise.reject(error));
    }
  });
}

/** By this process: a folder can be made once. */
function isTaken(folder: string, index: number): boolean {
  try {
    mkdirSync(join(folder, String(index)));
    return true;
  } catch {
    return false;
  }
}
