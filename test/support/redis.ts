// A real Redis for tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface RedisServer {
  url: string;
  port: number;
  pid: number | undefined;
  stop(): Promise<void>;
}

/** With the port of an earlier one: Redis comes back, without what it had counted. */
export async function startRedis(at?: number): Promise<RedisServer> {
  const port = at ?? (await freePort());
  const child: ChildProcess = spawn(
    needProgram('redis'),
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  await until(() => answers(port), { saying: 'Redis answers' });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
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
