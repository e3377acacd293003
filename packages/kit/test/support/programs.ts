// Programs of the machine that tests drive: found, or installed once as root on Debian; else the test fails and says how to help.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Program → Debian's package. Of a list, the first program that is found is taken. */
const PROGRAMS = {
  // Without a window and its parts, the same engine takes a third less processor time.
  chromium: {
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium-headless-shell'],
  },
  chromiumWithWindows: { names: ['chromium', 'chromium-browser', 'google-chrome'], packages: ['chromium'] },
  redis: { names: ['redis-server'], packages: ['redis-server'] },
  sandbox: { names: ['bwrap'], packages: ['bubblewrap'] },
  ffmpeg: { names: ['ffmpeg'], packages: ['ffmpeg'] },
  ffprobe: { names: ['ffprobe'], packages: ['ffmpeg'] },
  python: { names: ['python3'], packages: ['python3'] },
  pdftotext: { names: ['pdftotext'], packages: ['poppler-utils'] },
  nginx: { names: ['nginx'], packages: ['nginx-light'] },
  go: { names: ['go'], packages: ['golang-go'] },
  git: { names: ['git'], packages: ['git'] },
  curl: { names: ['curl'], packages: ['curl'] },
  script: { names: ['script'], packages: ['bsdutils'] },
  nspawn: { names: ['systemd-nspawn'], packages: ['systemd-container'] },
  ip: { names: ['ip'], packages: ['iproute2'] },
  mmdebstrap: { names: ['mmdebstrap'], packages: ['mmdebstrap'] },
  prometheus: { names: ['prometheus'], packages: ['prometheus'] },
  promtool: { names: ['promtool'], packages: ['prometheus'] },
  faketime: { names: ['faketime'], packages: ['faketime'] },
  exiftool: { names: ['exiftool'], packages: ['libimage-exiftool-perl'] },
} as const;

export type Program = keyof typeof PROGRAMS;

const LOCK = join(tmpdir(), 'atelier-test-install.lock');
const INSTALL_MS = 300_000;
const LOOK_AGAIN_MS = 250;

/** The program's path. */
export function needProgram(program: Program): string {
  const found = find(program);
  if (found) return found;
  const { packages } = PROGRAMS[program];
  const command = `apt-get install -y ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    throw new Error(`This test needs ${packages.join(' and ')}, which is not installed. As root: ${command}`);
  const trouble = alone(() => (find(program) ? '' : install(packages)));
  const installed = find(program);
  if (!installed) throw new Error(`${packages.join(' and ')} could not be installed (${command}): ${trouble}`);
  return installed;
}

function find(program: Program): string | undefined {
  for (const name of PROGRAMS[program].names) {
    const path = onPath(name);
    if (path) return path;
  }
  return undefined;
}

function onPath(name: string): string | undefined {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/bin${delimiter}/usr/sbin`.split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns what went wrong, or nothing. */
function install(packages: readonly string[]): string {
  process.stderr.write(`Installing ${packages.join(', ')} for the tests…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: 'pipe', encoding: 'utf8', timeout: INSTALL_MS } as const;
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    // Others install programs on this machine too.
    const patience = ['-o', `DPkg::Lock::Timeout=${INSTALL_MS / 1000}`];
    execFileSync('apt-get', [...patience, 'install', '-y', '-qq', '--no-install-recommends', ...packages], options);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Test files run side by side and apt-get allows one at a time: the others wait here, then look again. */
function alone(work: () => string): string {
  const giveUpMs = Date.now() + INSTALL_MS;
  while (!takesLock()) {
    if (Date.now() > giveUpMs) return 'another installation did not end';
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
  try {
    return work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function takesLock(): boolean {
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Left behind by a process that was killed.
  if (age > INSTALL_MS) rmSync(LOCK, { recursive: true, force: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}
