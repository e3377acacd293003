// Starts the worker of a diffusion model in a Bare process and exchanges lines of JSON with it over a pipe.
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';
import { setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Channel } from '@atelier/kit';

export interface DiffusionRuntime {
  /** The Bare executable. */
  bare: string;
  /** The native addon of Bare that computes: stable-diffusion.cpp without `program`. */
  addon: string;
  /** The script that Bare runs: the worker of stable-diffusion.cpp if absent. */
  program?: string;
}

/** The process ended without a result of the task. */
export class WorkerEnded extends Error {}

const WORKER = fileURLToPath(new URL('./bare-worker.mjs', import.meta.url));
/**
 * In base64, an incompressible image of 2048 × 2048 pixels takes 22 MB, a video of 81 frames at 832 × 480 about 15 MB,
 * a song of four minutes 61 MB.
 */
const MAX_LINE_CHARS = 64 * 1024 * 1024;
const KEPT_WORDS = 2_000;
/** Below the priority of the API's own process. */
const PRIORITY = 5;

interface BareChannel extends Channel {
  readonly pid: number | undefined;
}

export function openBare({ bare, addon, program = WORKER }: DiffusionRuntime): BareChannel {
  makeExecutable(bare);
  const child = spawn(bare, [program, pathToFileURL(addon).href], {
    stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
  });
  const pipe = child.stdio[3] as Duplex;
  let lastWords = '';
  let onEnd: ((why: Error) => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      onEnd?.(new WorkerEnded(`Bare could not be started: ${error.message}`));
      if (child.pid === undefined) resolve();
    });
    child.once('exit', (code, signal) => {
      onEnd?.(new WorkerEnded(`the process ended with ${signal ?? code}: ${lastWords}`));
      resolve();
    });
  });
  child.stderr?.on('data', (words: Buffer) => {
    lastWords = (lastWords + words.toString()).slice(-KEPT_WORDS);
  });
  // Ignored: the process's exit event reports the end.
  pipe.on('error', () => undefined);
  if (child.pid !== undefined) yieldToOthers(child.pid);
  return {
    pid: child.pid,
    send(message) {
      if (pipe.writable) pipe.write(`${JSON.stringify(message)}\n`);
    },
    onMessage(listener) {
      const read = readLines(
        (line) => listener(JSON.parse(line)),
        () => child.kill('SIGKILL'),
      );
      pipe.on('data', read);
    },
    onEnd(listener) {
      onEnd = listener;
    },
    hold(isHeld) {
      for (const part of [child, child.stderr, pipe] as { ref?(): void; unref?(): void }[])
        if (isHeld) part.ref?.();
        else part.unref?.();
    },
    async end() {
      child.ref();
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Calls `onTooLong` if the other side sends an endless line. */
export function readLines(onLine: (line: string) => void, onTooLong: () => void): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let waiting = 0;
  return (bytes) => {
    let rest = bytes;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      onLine(Buffer.concat([...parts, rest.subarray(0, end)]).toString());
      parts = [];
      waiting = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length === 0) return;
    parts.push(rest);
    waiting += rest.length;
    if (waiting > MAX_LINE_CHARS) onTooLong();
  };
}

/** The model store does not keep file modes. */
function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // Ignored: the process may have ended already, and its exit event reports that.
  }
}
