// The sandbox for generated programs: bubblewrap namespaces, a minimal root file system, no network, a filter of system calls, hard limits.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { systemCallFilter } from './system-call-filter.ts';

export interface SandboxLimits {
  diskBytes: number;
  temporaryBytes: number;
  processes: number;
  openFiles: number;
  /** Of each process. */
  cpuSeconds: number;
  /** Private memory of each process. */
  dataBytes: number;
  /** All memory of each process, also what is only reserved; null: any, because Node reserves far more than it uses. */
  addressBytes: number | null;
}

const LIMITS: SandboxLimits = {
  diskBytes: 64 * 1024 * 1024,
  temporaryBytes: 16 * 1024 * 1024,
  processes: 96,
  openFiles: 512,
  cpuSeconds: 120,
  dataBytes: 2 * 1024 * 1024 * 1024,
  addressBytes: null,
};

/** The service has priority, but sandboxed programs must progress beside other busy programs: at 10 they starved. */
const NICENESS = 5;

/** The trial takes milliseconds, and its result is cached: a busy machine must not count as one without a sandbox. */
const TRIAL_LIMIT_MS = 120_000;
const MAX_COMPLAINT = 2_000;

export interface SandboxedCommand {
  /** Read-only folders and files: path on the host → path inside the sandbox. */
  readable: Record<string, string>;
  environment: Record<string, string>;
  command: string[];
  limits?: Partial<SandboxLimits>;
}

export interface SandboxedStart {
  stdin: 'ignore' | 'pipe';
  /** Kills the program. */
  signal?: AbortSignal;
}

/** Where bubblewrap reads the filter. */
const FILTER_DESCRIPTOR = 3;
/** Where it reads its arguments: programs inside can read its command line, and would see paths of this machine. */
const ARGUMENTS_DESCRIPTOR = 4;

/** System folders that interpreters need to start. They contain no files of the service. */
const SYSTEM = ['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/share/zoneinfo', '/etc/ld.so.cache', '/etc/alternatives'];
const SYSTEM_LINKS = { '/bin': 'usr/bin', '/lib': 'usr/lib', '/lib64': 'usr/lib64' };

const USERS = { first: 210_000, count: 50_000 };
/**
 * Limits on processes apply per user, so sandboxes of other processes on this machine must not start with the same
 * user.
 */
let nextUser = randomInt(USERS.count);

export class Sandbox {
  readonly #path: string | null;
  readonly #filter = systemCallFilter();
  #problem: Promise<string | null> | undefined;

  constructor(path: string | null = findBubblewrap()) {
    this.#path = path;
  }

  /** Why the sandbox does not work on this machine, or null if it does. The first call runs a program in it to find out. */
  problem(): Promise<string | null> {
    this.#problem ??= this.#try();
    return this.#problem;
  }

  /** Runs the command inside the sandbox, with none of our environment. */
  start(wanted: SandboxedCommand, { stdin, signal }: SandboxedStart): ChildProcess {
    const isRoot = process.getuid?.() === 0;
    const limits = { ...LIMITS, ...wanted.limits };
    const inside = [...(isRoot ? dropRights() : []), ...limitArguments(limits), ...wanted.command];
    const child = spawn(this.#path ?? 'bwrap', ['--args', String(ARGUMENTS_DESCRIPTOR), '--', ...inside], {
      stdio: [stdin, 'pipe', 'pipe', 'pipe', 'pipe'],
      env: {},
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
    hand(child, FILTER_DESCRIPTOR, this.#filter);
    hand(child, ARGUMENTS_DESCRIPTOR, bubblewrapArguments(wanted, limits, isRoot).join('\0'));
    return child;
  }

  async #try(): Promise<string | null> {
    if (process.platform !== 'linux') return 'Server apps can be previewed on Linux only.';
    if (!this.#filter) return `The sandbox has no filter of system calls for this machine (${process.arch}).`;
    if (!this.#path)
      return 'The sandbox is missing: install bubblewrap (Debian: apt install bubblewrap) to preview server apps.';
    const limit = AbortSignal.timeout(TRIAL_LIMIT_MS);
    const trial = { readable: {}, environment: {}, command: ['/usr/bin/true'] };
    const child = this.start(trial, { stdin: 'ignore', signal: limit });
    let said = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-MAX_COMPLAINT);
    });
    const failure = await new Promise<string | null>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code) =>
        resolve(code === 0 ? null : said.trim().split('\n').at(-1) || `it ended with ${code}`),
      );
    });
    return failure && `The sandbox does not work on this machine (${failure}).`;
  }
}

function hand(child: ChildProcess, descriptor: number, content: Buffer | string | null): void {
  const end = child.stdio[descriptor] as Writable;
  end.on('error', () => {});
  end.end(content);
}

function findBubblewrap(): string | null {
  return ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path)) ?? null;
}

function bubblewrapArguments(wanted: SandboxedCommand, limits: SandboxLimits, isRoot: boolean): string[] {
  const args = ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  if (!isRoot) args.push('--unshare-user', '--uid', '65534', '--gid', '65534');
  args.push(
    '--seccomp',
    String(FILTER_DESCRIPTOR),
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    '--hostname',
    'preview',
  );
  // Mounted before the visible files, which may lie below /tmp.
  args.push('--perms', '1777', '--size', String(limits.diskBytes), '--tmpfs', '/app');
  args.push('--perms', '1777', '--size', String(limits.temporaryBytes), '--tmpfs', '/tmp');
  const system = SYSTEM.filter((path) => existsSync(path));
  for (const folder of parentsOf([...system, ...Object.values(wanted.readable)]))
    args.push('--perms', '0755', '--dir', folder);
  for (const path of system) args.push('--ro-bind', path, path);
  for (const [link, target] of Object.entries(SYSTEM_LINKS)) if (existsSync(link)) args.push('--symlink', target, link);
  for (const [outside, inside] of Object.entries(wanted.readable))
    args.push('--ro-bind', realpathSync(outside), inside);
  args.push('--proc', '/proc', '--dev', '/dev', '--size', '1048576', '--tmpfs', '/dev/shm');
  // A device that is bound without rights cannot be opened. This one, mapped, is shared memory that counts for no process.
  args.push('--ro-bind', '/dev/null', '/dev/zero');
  args.push('--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/app');
  for (const [name, value] of Object.entries({
    PATH: '/usr/bin',
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    ...wanted.environment,
  }))
    args.push('--setenv', name, value);
  return args;
}

/** Bubblewrap creates missing parent folders that only its own user can enter, so we create them with mode 0755. */
function parentsOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(folders)].sort();
}

/** Root sets up the sandbox; the program inside runs as an unprivileged user without capabilities. */
function dropRights(): string[] {
  nextUser = (nextUser + 1) % USERS.count;
  const id = USERS.first + nextUser;
  return [
    '/usr/bin/setpriv',
    `--reuid=${id}`,
    `--regid=${id}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ];
}

function limitArguments(limits: SandboxLimits): string[] {
  return [
    '/usr/bin/prlimit',
    `--nproc=${limits.processes}`,
    `--nofile=${limits.openFiles}`,
    `--cpu=${limits.cpuSeconds}`,
    `--data=${limits.dataBytes}`,
    `--fsize=${limits.diskBytes}`,
    ...(limits.addressBytes === null ? [] : [`--as=${limits.addressBytes}`]),
    '--core=0',
    '/usr/bin/nice',
    '-n',
    String(NICENESS),
  ];
}
