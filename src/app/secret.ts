// The service's secret: from the configuration, or generated once and stored in the data folder.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from '../core/write-once.ts';

export function loadSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return writeOnce(join(dataDir, 'secret'), randomBytes(32).toString('hex'));
}
