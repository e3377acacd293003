// Checks whether there is room for a pull, and explains why a pull failed.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogueEntry, totalBytes } from './catalogue.ts';
import { freeDiskOf } from './machine.ts';
import { gigabytes } from './words.ts';

/** What must stay free after a pull, for the database and the system. */
const SPARE_DISK_BYTES = 200e6;

export async function checkRoom(
  entry: CatalogueEntry,
  modelsDir: string,
  freeDisk: (folder: string) => number | undefined = freeDiskOf,
): Promise<void> {
  const free = freeDisk(modelsDir);
  const sizes = Object.keys(entry.files).map((name) => sizeOf(join(modelsDir, entry.id, name)));
  const here = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const needed = totalBytes(entry) + (entry.needs?.extraDiskBytes ?? 0) - here + SPARE_DISK_BYTES;
  if (free === undefined || free >= needed) return;
  throw new Error(
    `the disk of ${modelsDir} has ${gigabytes(free)} free, but ${gigabytes(needed)} are needed. Remove models ` +
      '(`npm run models -- list` shows them) or set MODELS_DIR to a larger disk',
  );
}

export function explainFailure(entry: CatalogueEntry, error: unknown): string {
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC' || /ENOSPC/.test(String(error));
  const said = error instanceof Error ? error.message : String(error);
  const why = isFull ? `the disk is full (${said}). Remove models or set MODELS_DIR to a larger disk` : said;
  return (
    `${entry.title} (${entry.id}) could not be pulled: ${why}. Check the network and npm's registry settings, ` +
    `then run \`npm run models -- pull ${entry.id}\`; set HF_ENDPOINT for a mirror of the model hub.`
  );
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
