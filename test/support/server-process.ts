// Starts servers as processes of their own, and ends them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithin } from '../../src/core/ends-within.ts';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  origin: string;
  child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** As scripts/run.mjs starts the service. */
const SERVICE_FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring'];

/** A server that starts or stops hardly takes seconds. One that hangs must fail its test, and not hold the whole run. */
const START_LIMIT_MS = 5 * 60_000;
const STOP_LIMIT_MS = 3 * 60_000;

/** `settings` are the environment; TEST_LOG_FILE takes the output instead of the terminal. */
export async function startServerProcess(
  entry: URL,
  settings: Record<string, string>,
  execArgv = SERVICE_FLAGS,
): Promise<ServerProcess> {
  const { TEST_LOG_FILE, ...own } = settings;
  const output = TEST_LOG_FILE ? openSync(TEST_LOG_FILE, 'a') : 'inherit';
  const port = Number(settings.PORT ?? (await freePort()));
  const child = fork(entry, {
    execArgv,
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PULL_MODELS: '0',
      // As main.ts does for itself.
      NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-test-compile-cache'),
      ...own,
      PORT: String(port),
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const listening = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code} before it listened`))),
  ]);
  if (!(await endsWithin(START_LIMIT_MS, listening))) {
    child.kill('SIGKILL');
    throw new Error('the server does not listen');
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      if (await endsWithin(STOP_LIMIT_MS, ended)) return;
      child.kill('SIGKILL');
      throw new Error(`the server still ran ${STOP_LIMIT_MS / 1_000} s after ${signal}`);
    },
  };
}
