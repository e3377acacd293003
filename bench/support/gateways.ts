// Starts what stands between a customer and an upstream: us, a bare relay, Portkey's gateway, nginx; each alone on the first core.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { startServerProcess } from '../../test/support/server-process.ts';

export interface Gateway {
  name: string;
  origin: string;
  headers: Record<string, string>;
  pid: number;
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** As deploy/Dockerfile starts a node of its own. The bare relay and Portkey get the same: pauses between their turns would slow them down too. */
const AS_A_NODE = ['--no-memory-reducer', '--no-allocation-site-pretenuring'];
/** Counted before anything is pinned: a pinned process sees only its own core. */
const CORES = availableParallelism();
const PORTKEY = '@portkey-ai/gateway@1.15.2';
const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);

export async function startOurs(settings: Record<string, string>, key: string): Promise<Gateway> {
  const entry = new URL('../../test/support/paid-server.ts', import.meta.url);
  const server = await startServerProcess(entry, settings, AS_A_NODE);
  return gateway('atelier', server.origin, server.child, { authorization: `Bearer ${key}` });
}

export async function startBareRelay(upstream: string): Promise<Gateway> {
  const server = await startServerProcess(
    new URL('./bare-relay.ts', import.meta.url),
    { UPSTREAM: upstream },
    AS_A_NODE,
  );
  return gateway('bare relay', server.origin, server.child, {});
}

/** Fetched from npm once; it is no dependency of ours. */
export async function startPortkey(upstream: string): Promise<Gateway> {
  const folder = join(tmpdir(), 'atelier-bench-peers');
  const entry = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (!existsSync(entry)) {
    console.log(`fetching ${PORTKEY} …`);
    await mkdir(folder, { recursive: true });
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', PORTKEY]);
  }
  const port = await freePort();
  const mend = new URL('./portkey-mend.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [...AS_A_NODE, '--import', mend, entry, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  await answers(origin, child);
  const headers = {
    authorization: 'Bearer none',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstream}/v1`,
  };
  return gateway('portkey 1.15.2', origin, child, headers);
}

export async function startNginx(upstream: string, folder: string): Promise<Gateway | undefined> {
  if (!NGINX) return undefined;
  const port = await freePort();
  const place = join(folder, 'nginx');
  await mkdir(place, { recursive: true });
  await writeFile(
    join(place, 'nginx.conf'),
    `worker_processes 1; daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
     events { worker_connections 2048; }
     http { access_log off; client_body_temp_path ${place}/b; proxy_temp_path ${place}/p; fastcgi_temp_path ${place}/f;
       uwsgi_temp_path ${place}/u; scgi_temp_path ${place}/s; client_max_body_size 10m; client_body_buffer_size 1m;
       upstream model { server ${new URL(upstream).host}; keepalive 256; }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://model; proxy_http_version 1.1;
         proxy_set_header Connection ""; proxy_buffering off; } } }`,
  );
  const child = spawn(NGINX, ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await answers(origin, child);
  return gateway('nginx proxy', origin, child, {});
}

async function gateway(
  name: string,
  origin: string,
  child: ChildProcess,
  headers: Record<string, string>,
): Promise<Gateway> {
  const pid = child.pid ?? 0;
  await pin(pid, 0);
  return {
    name,
    origin,
    headers,
    pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** Keeps a process and its threads on one core, where there are two. */
export async function pin(pid: number, core: 0 | 1): Promise<void> {
  if (CORES < 2) return;
  await run('taskset', ['-a', '-p', '-c', String(core), String(pid)]);
}

async function answers(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const isThere = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing answers at ${origin}`);
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
