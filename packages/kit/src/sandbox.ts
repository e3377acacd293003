// The walls around generated programs: bubblewrap namespaces, a small root of their own, no network, hard limits.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SandboxLimits {
  diskBytes: number;
  temporaryBytes: number;
  processes: number;
  openFiles: number;
  cpuSeconds: number;
  dataBytes: number;
}

const LIMITS: SandboxLimits = {
  diskBytes: 64 * 1024 * 1024,
  temporaryBytes: 16 * 1024 * 1024,
  processes: 96,
  openFiles: 512,
  cpuSeconds: 120,
  dataBytes: 2 * 1024 * 1024 * 1024,
};

export interface SandboxOrder {
  /** Read-only folders and files: host path → path inside. */
  readable: Record<string, string>;
  environment: Record<string, string>;
  command: string[];
}

/** System folders that interpreters need to start; nothing of the service itself lies below them. */
const SYSTEM = ['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/share/zoneinfo', '/etc/ld.so.cache', '/etc/alternatives'];
const SYSTEM_LINKS = { '/bin': 'usr/bin', '/lib': 'usr/lib', '/lib64': 'usr/lib64' };

let nextUser = 0;

export class Sandbox {
  readonly #path: string | null;
  #trouble: Promise<string | null> | undefined;

  constructor(path: string | null = findBubblewrap()) {
    this.#path = path;
  }

  /** Why nothing can be run here, or null. Tried for real once. */
  trouble(): Promise<string | null> {
    this.#trouble ??= this.#try();
    return this.#trouble;
  }

  /** The program and arguments that run the order behind the walls. */
  command(order: SandboxOrder): { file: string; args: string[] } {
    const isRoot = process.getuid?.() === 0;
    const inside = [...(isRoot ? dropRights() : []), ...limitArguments(), ...order.command];
    return { file: this.#path ?? 'bwrap', args: [...wallArguments(order, isRoot), '--', ...inside] };
  }

  async #try(): Promise<string | null> {
    if (process.platform !== 'linux') return 'Processes can be previewed on Linux only.';
    if (!this.#path) return 'No sandbox: install bubblewrap (Debian: apt install bubblewrap) to preview server apps.';
    const { file, args } = this.command({ readable: {}, environment: {}, command: ['/usr/bin/true'] });
    try {
      await run(file, args, { timeout: 10_000, env: {} });
      return null;
    } catch (error) {
      return `The sandbox cannot be built on this machine (${error instanceof Error ? error.message.split('\n').at(-2) || error.message : 'unknown'}).`;
    }
  }
}

function findBubblewrap(): string | null {
  return ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path)) ?? null;
}

function wallArguments(order: SandboxOrder, isRoot: boolean): string[] {
  const args = ['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  if (!isRoot) args.push('--unshare-user', '--uid', '65534', '--gid', '65534');
  args.push('--die-with-parent', '--new-session', '--clearenv', '--hostname', 'preview');
  const system = SYSTEM.filter((path) => existsSync(path));
  for (const folder of parentsOf([...system, ...Object.values(order.readable)]))
    args.push('--perms', '0755', '--dir', folder);
  for (const path of system) args.push('--ro-bind', path, path);
  for (const [link, target] of Object.entries(SYSTEM_LINKS)) if (existsSync(link)) args.push('--symlink', target, link);
  for (const [outside, inside] of Object.entries(order.readable)) args.push('--ro-bind', realpathSync(outside), inside);
  args.push('--proc', '/proc', '--dev', '/dev', '--size', '1048576', '--tmpfs', '/dev/shm');
  args.push('--perms', '1777', '--size', String(LIMITS.diskBytes), '--tmpfs', '/app');
  args.push('--perms', '1777', '--size', String(LIMITS.temporaryBytes), '--tmpfs', '/tmp');
  args.push('--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/app');
  for (const [name, value] of Object.entries({ PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...order.environment }))
    args.push('--setenv', name, value);
  return args;
}

/** Bubblewrap makes missing parents for its own user alone: they are made here, open to be walked through. */
function parentsOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(folders)].sort();
}

/** Root builds the walls and is left at the door: inside, a user of its own without any capability. */
function dropRights(): string[] {
  nextUser = (nextUser + 1) % 5000;
  const id = 210_000 + nextUser;
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

function limitArguments(): string[] {
  return [
    '/usr/bin/prlimit',
    `--nproc=${LIMITS.processes}`,
    `--nofile=${LIMITS.openFiles}`,
    `--cpu=${LIMITS.cpuSeconds}`,
    `--data=${LIMITS.dataBytes}`,
    `--fsize=${LIMITS.diskBytes}`,
    '--core=0',
    '/usr/bin/nice',
    '-n',
    '10',
  ];
}
