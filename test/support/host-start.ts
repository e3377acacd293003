// A copy of the checkout in a folder of its own, started with `npm start` as on somebody's machine.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The files of the repository as they are now, with the installed packages (hard links where the filesystem allows) and the built pages. */
export function copyCheckout(to: string): void {
  mkdirSync(to, { recursive: true });
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 }).split('\0');
  for (const file of files.filter((one) => one && existsSync(join(ROOT, one)) && !one.startsWith('test/'))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file), { verbatimSymlinks: true, preserveTimestamps: true });
  }
  for (const made of ['node_modules', 'dashboard/node_modules', 'dashboard/dist'].filter((one) =>
    existsSync(join(ROOT, one)),
  ))
    try {
      execFileSync('cp', ['-al', join(ROOT, made), join(to, made)], { stdio: 'pipe' });
    } catch {
      execFileSync('cp', ['-a', join(ROOT, made), dirname(join(to, made))]);
    }
}

export interface HostStart {
  cwd: string;
  env: Record<string, string>;
  /** Stands before `npm start`: another user, another namespace. */
  through?: readonly string[];
}

export interface HostService {
  child: ChildProcess;
  output(): string;
  /** True if it runs, false if it ended by itself. */
  settled(): Promise<boolean>;
  stop(): Promise<number | null>;
}

export function startOnHost({ cwd, env, through = [] }: HostStart): HostService {
  const [program = 'npm', ...args] = [...through, 'npm', 'start'];
  const settings = { PATH: process.env.PATH ?? '', PULL_MODELS: '0', LOG_LEVEL: 'silent', ...env };
  const child = spawn(program, args, { cwd, env: settings, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => output,
    async settled() {
      await until(() => isOver() || output.includes('is running.'), {
        saying: `it runs or ended: ${output}`,
        withinMs: 400_000,
      });
      return !isOver();
    },
    async stop() {
      if (isOver()) return child.exitCode;
      const ended = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
