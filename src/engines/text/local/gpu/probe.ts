// Asks a process of its own whether a GPU works, and turns its crash or silence into words.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProbeAnswer, ProbeTask } from './probe-child.ts';

const CHILD = fileURLToPath(new URL('./probe-child.ts', import.meta.url));
const LONGEST_MS = 60_000;
const MOST_WORDS = 400;

export function probeGpu(task: ProbeTask, child = CHILD): Promise<ProbeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProbeAnswer>();
  const process = fork(child, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  process.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-10_000);
  });
  const timer = setTimeout(() => {
    process.kill('SIGKILL');
    reject(new Error(`the GPU did not answer within ${LONGEST_MS / 1000} s`));
  }, LONGEST_MS);
  process.once('message', (answer: ProbeAnswer) => resolve(answer));
  process.once('error', reject);
  process.once('close', (code, signal) => {
    clearTimeout(timer);
    reject(new Error(`${reasonOf(complaint) || `its process ended with ${signal ?? code}`}`));
  });
  process.send(task);
  return promise;
}

/** The line that names the error; the rest is a stack. */
function reasonOf(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim());
  const line = lines.find((one) => /^\w*Error: /.test(one)) ?? lines.find((one) => one !== '') ?? '';
  return line.replace(/^(?:\w*Error: )+/, '').slice(0, MOST_WORDS);
}
