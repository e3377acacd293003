// One interface for a worker thread and for a worker process.
import { type ForkOptions, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { type Transferable, Worker, type WorkerOptions } from 'node:worker_threads';

export interface Channel {
  /** For a worker process. */
  readonly pid?: number | undefined;
  send(message: unknown, transfer?: readonly Transferable[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when the worker has failed or ended. */
  onEnd(listener: (why: Error) => void): void;
  /** Whether the worker keeps this process alive. */
  hold(isHeld: boolean): void;
  /** Resolves when the worker has ended. */
  end(): Promise<void>;
}

export function openThread(entry: URL, options: WorkerOptions = {}): Channel {
  const worker = new Worker(entry, options);
  return {
    send: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => worker.on('message', listener),
    onEnd(listener) {
      worker.once('error', listener);
      worker.once('exit', (code) => listener(new Error(`the thread ended with ${code}`)));
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: async () => void (await worker.terminate()),
  };
}

export interface ProcessOptions extends Pick<ForkOptions, 'execArgv'> {
  args?: readonly string[];
  /** Higher numbers yield to other processes. */
  priority?: number;
  /** The process is first asked to end, and killed after this time. */
  graceMs?: number;
  /** How much of its stderr is kept for the error when it ends; without this, it shares this process's stderr. */
  keptStderrChars?: number;
}

/** A process rather than a thread: native code that crashes or cannot be interrupted ends only its own process. */
export function openProcess(entry: URL, options: ProcessOptions = {}): Channel {
  const { keptStderrChars = 0 } = options;
  const child = fork(entry, options.args ?? [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', keptStderrChars > 0 ? 'pipe' : 'inherit', 'ipc'],
    ...(options.execArgv ? { execArgv: options.execArgv } : {}),
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => child.pid === undefined && resolve());
  });
  if (child.pid !== undefined && options.priority !== undefined) yieldToOthers(child.pid, options.priority);
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => {
    stderr = (stderr + text.toString()).slice(-keptStderrChars);
  });
  return {
    pid: child.pid,
    send(message) {
      // Ignored: if the process has ended, its exit event reports that.
      if (child.connected) child.send(message as object, () => undefined);
    },
    onMessage: (listener) => child.on('message', listener),
    onEnd(listener) {
      child.once('error', listener);
      // `close` rather than `exit`, because by then all of its stderr has been read.
      child.once(child.stderr ? 'close' : 'exit', (code, signal) => {
        const why = `the process ended with ${signal ?? code}`;
        listener(new Error(stderr ? `${why}: ${stderr.trim()}` : why));
      });
    },
    hold(isHeld) {
      // A piped stderr is a socket, which its type does not say.
      const stderr = child.stderr as Socket | null;
      for (const part of [child, child.channel, stderr])
        if (isHeld) part?.ref();
        else part?.unref();
    },
    async end() {
      // An idle process is unreferenced; the caller that ends it waits for its exit.
      child.ref();
      if (options.graceMs === undefined) child.kill('SIGKILL');
      else {
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), options.graceMs).unref();
      }
      await gone;
    },
  };
}

function yieldToOthers(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // Ignored: the process may have ended already, and its exit event reports that.
  }
}
