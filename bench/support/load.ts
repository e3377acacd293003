// Load from a process of its own, and latency by one caller.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

export interface Target {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadResult {
  requestsPerSecond: number;
  failures: number;
}

const AUTOCANNON = new URL('../../node_modules/autocannon/autocannon.js', import.meta.url).pathname;

export function runLoad(target: Target, options: { connections: number; seconds: number }): Promise<LoadResult> {
  const args = [
    '-j',
    '-m',
    'POST',
    '-c',
    String(options.connections),
    '-d',
    String(options.seconds),
    ...Object.entries({ ...target.headers, 'content-type': 'application/json' }).flatMap(([name, value]) => [
      '-H',
      `${name}=${value}`,
    ]),
    '-b',
    target.body,
    target.url,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [AUTOCANNON, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('exit', () => {
      const result = JSON.parse(output) as { requests: { average: number }; non2xx: number; errors: number };
      resolve({ requestsPerSecond: result.requests.average, failures: result.non2xx + result.errors });
    });
  });
}

/** Milliseconds of each call, one after the other on one connection; of a stream, until its first bytes. */
export async function measureLatency(target: Target, calls: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    times.push(await post(target, agent));
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function post(target: Target, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      ...target.headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(target.body),
    };
    const outgoing = request(target.url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the server answered ${response.statusCode}`));
      const isStream = response.headers['content-type']?.startsWith('text/event-stream');
      let firstMs: number | undefined;
      response.on('data', () => {
        firstMs ??= performance.now() - started;
      });
      response.on('end', () => resolve(isStream && firstMs !== undefined ? firstMs : performance.now() - started));
    });
    outgoing.on('error', reject);
    outgoing.end(target.body);
  });
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}
