// A bare Debian 12 with its own systemd as process 1, in namespaces of its own: what a page for a fresh machine is tried on.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { endsWithin } from '../../src/core/ends-within.ts';
import { findFirstProcess } from './container-root.ts';
import { until } from './until.ts';

export interface DebianMachine {
  /** Its address, and that of this machine on the wire between them. */
  address: string;
  outside: string;
  /** Stands before a command that is to run in it, as root. */
  inside: readonly string[];
  /** What a command printed; the error quotes it. */
  run(command: string): Promise<string>;
  /** Where one of its files lies for this machine. */
  pathOf(path: string): string;
  stop(): Promise<void>;
}

/** Debian's minimal system is made once; each machine writes into a layer of its own. */
const STORE = join(homedir(), '.cache', 'atelier-debian');
const WITH = 'systemd,systemd-sysv,dbus';
/** Packages that were fetched once are not fetched again; whether they are still the newest, apt-get asks. */
const PACKAGES = join(STORE, 'packages');
const STOP_MS = 60_000;

/** `binds`: folders of this machine → where they appear. Needs root. */
export async function startDebianMachine(binds: Record<string, string> = {}): Promise<DebianMachine> {
  needProgram('nspawn');
  const base = makeBase();
  const folder = mkdtempSync(join(STORE, 'machine-'));
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name));
  const name = `atl${process.pid}`;
  mkdirSync(join(PACKAGES, 'partial'), { recursive: true });
  const child = boot(base, folder, name, { [PACKAGES]: '/var/cache/apt/archives', ...binds });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += piece));
  const first = await until(
    () => {
      if (child.exitCode !== null) throw new Error(`Debian did not boot: ${said}`);
      return firstOf(child);
    },
    { saying: 'systemd runs' },
  );
  const inside = [
    'nsenter',
    '--target',
    String(first),
    ...'--mount --uts --ipc --net --pid --cgroup --root'.split(' '),
  ];
  // Not waited for synchronously: what stands in for other servers runs in this process.
  const run = async (command: string) => {
    const [file = '', ...args] = [...inside, 'sh', '-ec', command];
    return (await promisify(execFile)(file, args, { cwd: '/', maxBuffer: 16 << 20 })).stdout;
  };
  const wire = connect(name, first);
  const machine: DebianMachine = {
    ...wire,
    inside,
    run,
    pathOf: (path) => `/proc/${first}/root${path}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      if (!(await endsWithin(STOP_MS, ended))) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until(() => isUp(run), { saying: 'Debian has booted', everyMs: 200 });
  return machine;
}

function makeBase(): string {
  const base = join(STORE, 'bookworm');
  if (existsSync(base)) return base;
  mkdirSync(STORE, { recursive: true });
  const fresh = mkdtempSync(join(STORE, 'new-'));
  execFileSync(needProgram('mmdebstrap'), ['--variant=minbase', `--include=${WITH}`, '--quiet', 'bookworm', fresh], {
    stdio: 'pipe',
  });
  // Packages are installed without waiting for the disk after each file: nobody keeps this machine.
  writeFileSync(join(fresh, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  renameSync(fresh, base);
  return base;
}

function boot(base: string, folder: string, name: string, binds: Record<string, string>): ChildProcess {
  const root = join(folder, 'root');
  const layers = `lowerdir=${base},upperdir=${join(folder, 'upper')},workdir=${join(folder, 'work')}`;
  const machine = [
    ...['systemd-nspawn', '--quiet', '--register=no', '--keep-unit', '--console=pipe', '--network-veth'],
    ...[`--machine=${name}`, '--directory', root, '--boot'],
    ...Object.entries(binds).map(([from, to]) => `--bind=${from}:${to}`),
  ];
  return spawn(
    'unshare',
    ['--mount', 'sh', '-ec', 'mount -t overlay overlay -o "$0" "$1"; shift; exec "$@"', layers, root, ...machine],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    },
  );
}

function firstOf(child: ChildProcess): number | undefined {
  try {
    return findFirstProcess(child);
  } catch {
    return undefined;
  }
}

/** A network of two addresses, so that nothing of the machine meets a port of this one. */
function connect(name: string, first: number): { address: string; outside: string } {
  const net = `10.213.${process.pid % 250}`;
  const [outside, address] = [`${net}.1`, `${net}.2`];
  const ip = (...args: string[]) => execFileSync(needProgram('ip'), args, { stdio: 'pipe' });
  const ipInside = (...args: string[]) =>
    execFileSync('nsenter', ['--target', String(first), '--net', 'ip', ...args], { stdio: 'pipe' });
  ip('address', 'add', `${outside}/30`, 'dev', `ve-${name}`);
  ip('link', 'set', `ve-${name}`, 'up');
  ipInside('address', 'add', `${address}/30`, 'dev', 'host0');
  ipInside('link', 'set', 'host0', 'up');
  return { address, outside };
}

function isUp(run: DebianMachine['run']): Promise<boolean> {
  return run('systemctl is-system-running || true').then(
    (state) => /running|degraded/.test(state),
    () => false,
  );
}
