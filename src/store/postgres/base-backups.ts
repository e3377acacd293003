// The base backups of an archive: their manifests, and which backups and log segments to keep.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { walFolder } from './wal-archive.ts';

export interface BaseManifest {
  version: string;
  migrations: string[];
  /** The end of the copy by the database's clock: the first moment that can be restored from it. */
  made_at: string;
  /** The first segment that a restore needs. */
  first_segment: string;
  files: { count: number; bytes: number } | null;
}

export interface Base extends BaseManifest {
  folder: string;
}

/** Written last, and then the folder gets its name. */
export const BASE_MANIFEST = 'manifest.json';
const DAY_MS = 86_400_000;
const SEGMENT = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.gz$/;
const UNFINISHED = '.part';

export function baseFolder(archive: string): string {
  return join(archive, 'base');
}

/** Oldest first; incomplete folders are not listed. */
export async function listBases(archive: string): Promise<Base[]> {
  const root = baseFolder(archive);
  const names = existsSync(root) ? await readdir(root) : [];
  const complete = names.filter((name) => !name.endsWith(UNFINISHED)).map((name) => join(root, name));
  const bases = await Promise.all(
    complete.map(async (folder) => {
      const text = await readFile(join(folder, BASE_MANIFEST), 'utf8').catch(() => null);
      return text === null ? [] : [{ ...(JSON.parse(text) as BaseManifest), folder }];
    }),
  );
  return bases.flat().sort((one, other) => (one.made_at < other.made_at ? -1 : 1));
}

export function unfinishedName(folder: string): string {
  return `${folder}${UNFINISHED}`;
}

/**
 * Every moment of the last days stays restorable: keeps the base backups of that period and the one before it, with the
 * log since then. Returns how many base backups and segments were removed.
 */
export async function pruneArchive(archive: string, days: number): Promise<{ bases: number; segments: number }> {
  const bases = await listBases(archive);
  const cutoff = new Date(Date.now() - days * DAY_MS).toISOString();
  const lastBefore = bases.findLastIndex(({ made_at }) => made_at < cutoff);
  const old = bases.slice(0, Math.max(0, lastBefore));
  for (const { folder } of old) await removeBase(folder);
  await removeUnfinished(baseFolder(archive), cutoff);
  const oldest = bases[old.length];
  return { bases: old.length, segments: oldest ? await removeSegmentsBefore(archive, oldest.first_segment) : 0 };
}

/** Renamed first: an interrupted removal leaves nothing that looks complete. */
async function removeBase(folder: string): Promise<void> {
  await rename(folder, unfinishedName(folder));
  await rm(unfinishedName(folder), { recursive: true, force: true });
}

async function removeUnfinished(root: string, cutoff: string): Promise<void> {
  const names = existsSync(root) ? await readdir(root) : [];
  for (const name of names.filter((one) => one.endsWith(UNFINISHED))) {
    const path = join(root, name);
    if ((await stat(path)).mtime.toISOString() < cutoff) await rm(path, { recursive: true, force: true });
  }
}

/** By the position in the log, which is the same on every timeline; the history of timelines stays. */
async function removeSegmentsBefore(archive: string, first: string): Promise<number> {
  const wal = walFolder(archive);
  const names = await readdir(wal);
  const old = names.filter((name) => SEGMENT.test(name) && name.slice(8, 24) < first.slice(8, 24));
  for (const name of old) await rm(join(wal, name), { force: true });
  return old.length;
}
