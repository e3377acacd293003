// Decides where charges go: to a journal first where this process has the database to itself, else to the shared database at once.
import cluster from 'node:cluster';
import { join } from 'node:path';
import { applyLeftNotes, JournaledBooks } from './billing/journaled-books.ts';
import { type LeaseBooks, SharedBooks } from './billing/lease-books.ts';
import type { Config } from './config.ts';
import type { Log } from './core/log.ts';
import { DataFolderInUse, lockDataFolder } from './store/data-folder-lock.ts';
import type { Database } from './store/database.ts';

export interface OpenBooks {
  books: LeaseBooks;
  close(): void;
}

export async function openBooks(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  database: Database,
  log: Log,
): Promise<OpenBooks> {
  const folder = join(config.dataDir, 'journal');
  // One's own database may have other nodes beside it, which could not see what is noted here.
  const close = config.databaseUrl ? undefined : tryLock(folder);
  if (!close) return { books: new SharedBooks(database), close: () => undefined };
  const complain = log.error.bind(log);
  if (!cluster.isWorker) return { books: await JournaledBooks.open(database, folder, complain), close };
  // A process among several: it only brings in what a process that was alone has left.
  await applyLeftNotes(database, folder, complain);
  close();
  return { books: new SharedBooks(database), close: () => undefined };
}

function tryLock(folder: string): (() => void) | undefined {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  }
}
