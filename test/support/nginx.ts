// nginx with the configuration that we ship, where the machine has it (Debian: nginx-light or nginx).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

export async function startNginx(
  port: number,
  origins: readonly string[],
): Promise<{ pid: number | undefined; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-nginx-'));
  const shipped = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const servers = (terms: string) => origins.map((origin) => `server ${new URL(origin).host}${terms};`).join('\n    ');
  const configuration = shipped
    .replace(/server api:3000(.*);/g, (_, terms: string) => servers(terms))
    .replace('listen 8080;', `listen 127.0.0.1:${port};`);
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const child: ChildProcess = spawn(
    'nginx',
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'],
    { stdio: 'ignore' },
  );
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    return answers(port);
  };
  await until(isReady, { saying: 'nginx answers' });
  return {
    pid: child.pid,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
