// Keeps the link and the keys of the first start out of logs: a file in the data folder that only the service's user can read.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = 'first-start.txt';

/** Returns the path. Replaces an existing file, and does not follow a symbolic link. */
export async function writeFirstStart(dataDir: string, text: string): Promise<string> {
  const path = join(dataDir, FILE_NAME);
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return path;
}
