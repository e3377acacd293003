// Packages of this repository, built as they are published.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export function runProgram(program: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Builds it into its dist folder. */
export function buildPackage(name: 'client' | 'cli'): void {
  runProgram(process.execPath, ['build.mjs'], { cwd: join(ROOT, name) });
}

/** A folder into which the packages were installed from their tarballs, as a stranger would. */
export function installPacked(names: ('client' | 'cli')[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-packed-'));
  for (const name of names) {
    buildPackage(name);
    runProgram('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, name) });
  }
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  runProgram('npm', ['init', '--yes'], { cwd: folder });
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  runProgram('npm', ['install', ...flags, ...tarballs.map((file) => `./${file}`)], { cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
