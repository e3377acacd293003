// Keeps a data folder to one server process: a second start is told so, and a lock that a kill left behind is taken over.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf } from './process-identity.ts';

export class DataFolderInUse extends Error {
  constructor(dataDir: string, pid: string) {
    super(
      `The data folder ${dataDir} is in use by another server (process ${pid}). Stop it first, or set another DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}

/** Returns the function that gives the folder free again. Throws DataFolderInUse. */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, 'server.lock');
  const own = identityOf(process.pid) ?? `${process.pid}`;
  while (!tryCreate(path, own)) {
    const holder = readHolder(path);
    const [pid = ''] = (holder ?? '').split(' ');
    if (holder && identityOf(Number(pid)) === holder) throw new DataFolderInUse(dataDir, pid);
    if (holder !== undefined) removeStale(path, holder);
  }
  return () => {
    if (readHolder(path) === own) rmSync(path, { force: true });
  };
}

/** The file appears with its content in it: a reader never sees a lock without a holder. */
function tryCreate(path: string, holder: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, holder, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moved aside before it is judged again: of two starters that saw it stale, the slower must not remove the quicker's lock. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readHolder(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
