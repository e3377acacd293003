// The record of a model's verified files, stored beside them: a model counts as present once it has this record.
import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueFile } from './catalogue.ts';
import { sha256OfFile } from './checksum.ts';
import type { PulledFile } from './pull.ts';

export const MANIFEST = '.complete.json';

export function isKnownChecksum(file: CatalogueFile, sha256: string): boolean {
  const own = file.sources.flatMap((source) => (typeof source === 'object' && 'from' in source ? [source.sha256] : []));
  const pinned = file.sha256 ? [file.sha256, ...own] : own;
  return !file.sha256 || pinned.includes(sha256);
}

export function readManifest(folder: string): Record<string, PulledFile> | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Record<string, PulledFile>;
  } catch {
    return undefined; // not pulled yet
  }
}

export async function writeManifest(folder: string, pulled: Record<string, PulledFile>): Promise<void> {
  const draft = join(folder, `${MANIFEST}.${process.pid}`);
  const file = await open(draft, 'w');
  await file.writeFile(JSON.stringify(pulled, null, 2));
  await file.sync();
  await file.close();
  await rename(draft, join(folder, MANIFEST));
}

/** Reads every byte again; returns the names of the files that are not what was pulled. */
export async function findDamage(folder: string, manifest: Record<string, PulledFile>): Promise<string[]> {
  const damaged: string[] = [];
  for (const [name, { sha256 }] of Object.entries(manifest)) {
    const now = await sha256OfFile(join(folder, name)).catch(() => undefined);
    if (now !== sha256) damaged.push(name);
  }
  return damaged;
}
