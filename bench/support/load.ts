// Load from a process of its own, and latency by one caller.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

export interface Target {
  url: string;
  key: string;
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
    '-H',
    `authorization=Bearer ${target.key}`,
    '-H',
    'content-type=application/json',
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

/** Milliseconds of each call, one after the other on one connection. */
export async function measureLatency(target: Target, calls: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const started = performance.now();
    await post(target, agent);
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function post(target: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(target.body),
    };
    const outgoing = request(target.url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the server answered ${response.statusCode}`));
      response.resume().on('end', resolve);
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
