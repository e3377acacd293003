// The service's secret: from the configuration, or generated once and stored in the data folder.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from '../core/write-once.ts';

export function loadSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  return writeOnce(join(dataDir, 'secret'), randomBytes(32).toString('hex'));
}

/** The same without generating one; null: the first start will. */
export function findSecret(configured: string | null, dataDir: string): string | null {
  const path = join(dataDir, 'secret');
  return configured ?? ((existsSync(path) && readFileSync(path, 'utf8').trim()) || null);
}
