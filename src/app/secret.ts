// The service's secret: from the configuration, or generated once and stored in the data folder.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function loadSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  try {
    // `wx` fails if the file exists: processes that start at the same time use the secret of the first one.
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
