// Runs image work in separate processes: a bounded queue; a process is ended on abort and replaced after a crash.
import { Host, openProcess } from '@atelier/kit';
import { callPackage } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { MadeImage } from '../port.ts';
import type { StudioAnswer, StudioTask } from './task.ts';

export interface StudioOptions {
  /** The most processes; one is right for two cores, since each uses all cores. */
  processes?: number;
  maxWaiting?: number;
  taskTimeoutMs?: number;
  /** An idle process is ended after this time, to free its memory. */
  idleMs?: number;
}

export type Report = (fraction: number) => void;
export type Studio = ReturnType<typeof createStudio>;
type StudioHost = Host<StudioTask, StudioAnswer, number>;

const ENTRY = new URL('./process.ts', import.meta.url);

export function createStudio(options: StudioOptions = {}) {
  const { processes = 1, maxWaiting = 64, taskTimeoutMs = 600_000, idleMs = 120_000 } = options;
  const hosts: StudioHost[] = Array.from(
    { length: processes },
    () => new Host({ open, name: 'The image editor', idleMs }),
  );
  const idle = [...hosts];
  const waiting: { start: () => void }[] = [];
  let running = 0;

  async function run(task: StudioTask, report: Report, signal: AbortSignal): Promise<MadeImage> {
    signal.throwIfAborted();
    await takeTurn(signal);
    const host = takeHost();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(taskTimeoutMs)]);
    try {
      const answer = await callPackage(() => host.call(task, { signal: limit, onReport: report }));
      if ('image' in answer) return answer.image;
      throw refusalOf(answer.refusal);
    } catch (error) {
      // Ending the process also ends what it is still busy with.
      if (limit.aborted || !(error instanceof ServiceError) || error.code === 'engine_failed') await host.close();
      throw timedOut(error) ? new ServiceError('engine_timeout', 'The image took too long to make.') : error;
    } finally {
      idle.push(host);
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
      throw new ServiceError('engine_unavailable', 'Too many images are waiting. Try again soon.', {
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

  function takeHost(): StudioHost {
    const host = idle.pop();
    if (!host) throw new Error('more tasks run than there are processes');
    return host;
  }

  function close(): void {
    for (const host of hosts) void host.close();
  }

  return { run, close };
}

function open() {
  return openProcess(ENTRY, { execArgv: ['--max-old-space-size=1024'] });
}

function refusalOf({ code, message, param }: Extract<StudioAnswer, { refusal: unknown }>['refusal']): ServiceError {
  return new ServiceError(code, message, param ? { param } : {});
}

function timedOut(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
