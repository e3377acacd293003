// Packages of this repository, built as they are published.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../../src/store/postgres/kernel-lock.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export function runProgram(program: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

const BUILD_PATIENCE_MS = 300_000;
const LOOK_AGAIN_MS = 100;

/** Builds it into its dist folder, unless what is there is newer than its sources. Test files run side by side: one builds, the others wait. */
export function buildPackage(name: 'client' | 'cli'): void {
  // Of this checkout. It ends with its process, so that a killed build holds nobody up.
  const lock = join(ROOT, 'test-results', `build-${name}-lock.db`);
  const giveUpMs = Date.now() + BUILD_PATIENCE_MS;
  let unlock = tryLock(lock);
  while (!unlock) {
    if (Date.now() > giveUpMs) throw new Error(`another process builds ${name} and does not end`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
    unlock = tryLock(lock);
  }
  try {
    if (!isBuilt(name)) runProgram(process.execPath, ['build.mjs'], { cwd: join(ROOT, name) });
  } finally {
    unlock();
  }
}

/** The command line has the client in it. */
function isBuilt(name: 'client' | 'cli'): boolean {
  const built = timeOf(join(ROOT, name, 'dist'), Math.min);
  const sources = [name, 'client'].flatMap((one) => [join(ROOT, one, 'src'), join(ROOT, one, 'build.mjs')]);
  return sources.every((source) => timeOf(source, Math.max) <= built);
}

/** The newest or the oldest of all files below it; a folder that is not there is as old as can be. */
function timeOf(path: string, choose: (...times: number[]) => number): number {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.length === 0 ? 0 : choose(...files.map((one) => statSync(join(one.parentPath, one.name)).mtimeMs));
}

/** What is published: the client's own package.json leads to its sources, that of its dist folder to what was built. */
const PUBLISHED = { client: join('client', 'dist'), cli: 'cli' };

/** A folder into which the packages were installed from their tarballs, as a stranger would. */
export function installPacked(names: ('client' | 'cli')[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-packed-'));
  for (const name of names) {
    buildPackage(name);
    runProgram('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, PUBLISHED[name]) });
  }
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  runProgram('npm', ['init', '--yes'], { cwd: folder });
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  runProgram('npm', ['install', ...flags, ...tarballs.map((file) => `./${file}`)], { cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
