// A real Redis for tests, where the machine has one (Debian: redis-server).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { freePort } from './service.ts';

export function hasRedis(): boolean {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  // The set-up of the tests: as root on Debian it can be had.
  return (
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['install', '-y', '-qq', 'redis-server'], { timeout: 120_000 }).status === 0
  );
}

export async function startRedis(): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });
}
