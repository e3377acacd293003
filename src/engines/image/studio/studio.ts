// Hands picture work to processes of its own: a bounded queue, ended on abort, started anew after a crash.
import { type ChildProcess, fork } from 'node:child_process';
import { ServiceError } from '../../../core/errors.ts';
import type { MadeImage } from '../port.ts';
import type { StudioReply, StudioTask } from './task.ts';

export interface StudioOptions {
  /** Processes at most; one fits two cores, since each uses all of them. */
  processes?: number;
  maxWaiting?: number;
  taskTimeoutMs?: number;
  /** An idle process is ended after this, to give its memory back. */
  idleMs?: number;
}

export type Report = (fraction: number) => void;
export type Studio = ReturnType<typeof createStudio>;

const ENTRY = new URL('./process.ts', import.meta.url);

export function createStudio(options: StudioOptions = {}) {
  const { processes = 1, maxWaiting = 64, taskTimeoutMs = 600_000, idleMs = 120_000 } = options;
  const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
  const waiting: { start: () => void }[] = [];
  let running = 0;

  async function run(task: StudioTask, report: Report, signal: AbortSignal): Promise<MadeImage> {
    signal.throwIfAborted();
    await takeTurn(signal);
    const child = takeChild();
    let isClean = false;
    try {
      const image = await runOn(child, task, report, AbortSignal.any([signal, AbortSignal.timeout(taskTimeoutMs)]));
      isClean = true;
      return image;
    } catch (error) {
      isClean = error instanceof ServiceError && error.code !== 'engine_failed';
      throw timedOut(error) ? new ServiceError('engine_timeout', 'The picture took too long to make.') : error;
    } finally {
      if (isClean && child.connected) rest(child);
      else child.kill('SIGKILL');
      running -= 1;
      waiting.shift()?.start();
    }
  }

  function takeTurn(signal: AbortSignal): Promise<void> {
    if (running < processes) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= maxWaiting)
      throw new ServiceError('engine_unavailable', 'Too many pictures are waiting. Try again soon.', {
        retryAfterSeconds: 20,
      });
    return new Promise((resolve, reject) => {
      const entry = { start };
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      function start() {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      }
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
    });
  }

  function takeChild(): ChildProcess {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      clearTimeout(rested.timer);
      if (rested.child.connected) return rested.child;
    }
    return fork(ENTRY, {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => child.kill(), idleMs);
    timer.unref();
    idle.push({ child, timer });
  }

  function close(): void {
    for (const { child, timer } of idle.splice(0)) {
      clearTimeout(timer);
      child.kill();
    }
  }

  return { run, close };
}

function runOn(child: ChildProcess, task: StudioTask, report: Report, signal: AbortSignal): Promise<MadeImage> {
  return new Promise((resolve, reject) => {
    const crashed = () =>
      reject(new ServiceError('engine_failed', 'The picture could not be made: the engine stopped.'));
    const aborted = () => reject(signal.reason);
    const finish = () => {
      child.off('exit', crashed);
      child.off('error', crashed);
      child.off('message', hear);
      signal.removeEventListener('abort', aborted);
    };
    function hear(reply: StudioReply) {
      if (reply.kind === 'progress') return report(reply.fraction);
      if (reply.kind === 'made') return resolve(reply.image);
      if (reply.kind === 'refused')
        return reject(new ServiceError(reply.code, reply.message, reply.param ? { param: reply.param } : {}));
      return reject(new ServiceError('engine_failed', 'The picture could not be made.', { cause: reply.message }));
    }
    const leaving =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        finish();
        settle(value);
      };
    resolve = leaving(resolve);
    reject = leaving(reject);
    child.ref();
    child.channel?.ref();
    child.on('exit', crashed);
    child.on('error', crashed);
    child.on('message', hear);
    signal.addEventListener('abort', aborted, { once: true });
    child.send(task, (error) => error && crashed());
  });
}

function timedOut(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
