// Reserves a data folder for one server: a second one is refused, also from another container.
import { join } from 'node:path';
import { tryLock } from './kernel-lock.ts';

export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(`The data folder ${dataDir} is in use by another server. Stop it first, or set another DATA_DIR.`);
    this.name = 'DataFolderInUse';
  }
}

/** Returns the function that unlocks the folder. Throws DataFolderInUse. */
export function lockDataFolder(dataDir: string): () => void {
  const unlock = tryLock(join(dataDir, 'server-lock.db'));
  if (!unlock) throw new DataFolderInUse(dataDir);
  return unlock;
}

/** With DATABASE_URL many servers may share a data folder: the database coordinates them. */
export function lockServedFolder({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null;
  dataDir: string;
}): () => void {
  return databaseUrl ? () => undefined : lockDataFolder(dataDir);
}
