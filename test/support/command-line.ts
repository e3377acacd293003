// Runs a program as a person would, and keeps what it said.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export const ATELIER = join(ROOT, 'cli', 'bin', 'atelier.mjs');

export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  input?: string;
  /** Called with all of stderr so far. */
  onStderr?: (text: string) => void;
  signal?: AbortSignal;
}

export function runCommandLine(program: string, args: string[], options: RunOptions): Promise<Said> {
  const { env, cwd, input, onStderr, signal } = options;
  return new Promise((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(program, args, { env: { PATH, NODE_COMPILE_CACHE, ...env }, cwd });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      stderr += piece;
      onStderr?.(stderr);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
    child.stdin.end(input ?? '');
  });
}
