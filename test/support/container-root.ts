// Enters a root filesystem made of layers, as a container runtime does: an overlay mount, namespaces, its own process 1, no shell in between.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { needProgram } from '../../packages/kit/test/support/programs.ts';

export interface Root {
  /** Folders with the files of each layer, the newest first. */
  layers: readonly string[];
  /** Receives what is written; beside it lies the work folder of the overlay. */
  upper: string;
}

export interface Program {
  command: readonly string[];
  env: Record<string, string>;
  workdir: string;
  user: string;
  /** Folders and files of the machine → where they appear. */
  binds?: Record<string, string>;
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Waits for the end; the error quotes what the program printed. */
export function runInRoot(root: Root, program: Program): string {
  const { file, args } = enter(root, program);
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 << 20 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program.command.join(' ')} failed:\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`);
  }
}

export function startInRoot(root: Root, program: Program): ChildProcess {
  const { file, args } = enter(root, program);
  return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The process of this machine that is process 1 inside. */
export function findFirstProcess(child: ChildProcess): number {
  const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const seek = (pid: number): number | undefined => {
    if (/^NSpid:.*\t1$/m.test(statusOf(pid))) return pid;
    for (const one of childrenOf(pid)) {
      const found = seek(one);
      if (found) return found;
    }
    return undefined;
  };
  const found = child.pid === undefined ? undefined : seek(child.pid);
  if (!found) throw new Error('nothing runs in the container');
  return found;
}

/** Runs a command beside the first process, as `docker exec` does: in its namespaces and as its user. */
export function enterProcess(first: number, env: Record<string, string>, command: readonly string[]): string {
  const ids = readFileSync(`/proc/${first}/status`, 'utf8');
  const idOf = (name: string) => new RegExp(`^${name}:\\t(\\d+)`, 'm').exec(ids)?.[1] ?? '';
  const become = ['setpriv', `--reuid=${idOf('Uid')}`, `--regid=${idOf('Gid')}`, '--clear-groups', '--'];
  const values = Object.entries({ PATH: SEARCH_PATH, ...env }).map(([name, value]) => `${name}=${value}`);
  const enter = ['--target', String(first), '--mount', '--pid', '--root', '--wd'];
  const args = [...enter, 'env', '-i', ...values, ...become, ...command];
  return execFileSync('nsenter', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs work on the machine's side, with the files of the layers at the path that it is given. */
export function withFiles(layers: readonly string[], script: string, args: readonly string[]): void {
  const folder = mkdtempSync(join('/tmp', 'atelier-files-'));
  try {
    const lower = layers.length === 1 ? [...layers, `${folder}/none`] : layers;
    mkdirSync(join(folder, 'none'));
    mkdirSync(join(folder, 'root'));
    const mount = `mount -t overlay overlay -o "lowerdir=$0" "$1/root" && cd "$1/root" && shift && ${script}`;
    execFileSync('unshare', ['--mount', 'sh', '-ec', mount, lower.join(':'), folder, ...args], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function enter({ layers, upper }: Root, { command, env, workdir, user, binds = {} }: Program) {
  const [merged, work] = [`${upper}.merged`, `${upper}.work`];
  for (const folder of [upper, merged, work]) mkdirSync(folder, { recursive: true });
  const mount = `mount -t overlay overlay -o "lowerdir=$0,upperdir=$1,workdir=$2" "$3" && shift 3 && exec "$@"`;
  const bound = { '/etc/resolv.conf': '/etc/resolv.conf', ...binds };
  const become = user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'];
  const home = user === 'root' ? '/root' : `/home/${user}`;
  const sandbox = [
    ...[needProgram('sandbox'), '--bind', merged, '/', '--dev', '/dev', '--proc', '/proc', '--ro-bind', '/sys', '/sys'],
    ...Object.entries(bound).flatMap(([from, to]) => (existsSync(from) ? ['--bind', from, to] : [])),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--as-pid-1', '--cap-add', 'ALL'],
    ...['--clearenv', '--setenv', 'PATH', SEARCH_PATH],
    ...['--setenv', 'HOME', home],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', workdir, '--', ...become, ...command],
  ];
  return {
    file: 'unshare',
    args: ['--mount', 'sh', '-ec', mount, layers.join(':'), upper, work, merged, ...sandbox],
  };
}
