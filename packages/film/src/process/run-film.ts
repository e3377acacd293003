// Runs a film in a process of its own, at a lower priority, and ends it at once when the order is aborted.
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { EngineError } from '@atelier/kit';
import type { FilmOrderMessage, FilmPlan, FilmReply } from './film-plan.ts';

const ENTRY = new URL('./film-process.ts', import.meta.url);
const KILL_AFTER_MS = 400;
/** A tenth of what a request gets while both want to run: answers do not wait for films. */
const BEHIND_REQUESTS = 10;

export interface FilmRun {
  plan: FilmPlan;
  /** Resolves to the soundtrack, or to nothing when there is none. */
  sound: Promise<string | undefined>;
  onProgress: (reply: Extract<FilmReply, { kind: 'progress' }>) => void;
}

export function runFilm(
  { plan, sound, onProgress }: FilmRun,
  signal: AbortSignal,
): Promise<{ frames: number; seconds: number }> {
  signal.throwIfAborted();
  const child = fork(ENTRY, {
    serialization: 'advanced',
    execArgv: ['--no-warnings', '--max-old-space-size=768'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  yieldToOthers(child);
  const say = (message: FilmOrderMessage) => child.connected && child.send(message, () => undefined);
  return new Promise((resolve, reject) => {
    const failed = (cause?: unknown) =>
      reject(new EngineError('engine_failed', 'The film could not be made: its process stopped.', { cause }));
    const aborted = () => end(child);
    let made: { frames: number; seconds: number } | undefined;
    let complaint: Error | undefined;
    child.on('message', (reply: FilmReply) => {
      if (reply.kind === 'progress') onProgress(reply);
      else if (reply.kind === 'made') made = reply;
      else complaint = new Error(reply.message);
    });
    child.on('error', failed);
    // Settled by the end of the process, so that nothing of it is left when the caller goes on.
    child.on('exit', () => {
      signal.removeEventListener('abort', aborted);
      if (signal.aborted) reject(signal.reason);
      else if (made) resolve({ frames: made.frames, seconds: made.seconds });
      else failed(complaint);
    });
    signal.addEventListener('abort', aborted, { once: true });
    say({ kind: 'make', plan });
    sound.then(
      (path) => say({ kind: 'sound', path }),
      () => say({ kind: 'sound', path: undefined }),
    );
  });
}

function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, BEHIND_REQUESTS);
  } catch {
    // The process may be gone already, which its end reports.
  }
}
