// Starts servers as processes of their own, and ends them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  origin: string;
  child: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** As scripts/run.mjs starts the service. */
const SERVICE_FLAGS = ['--max-semi-space-size=4'];

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
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code} before it listened`))),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
