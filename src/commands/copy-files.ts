// Copies the service's stored files for backups; files that an earlier copy has are linked, because a stored file never changes.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

interface LinkedCopy {
  from: string;
  to: string;
  /** An earlier copy on the same disk. */
  twin?: string;
}

/** Skips files that are still being written, and files that `to` already has. */
export async function copyLinked({ from, to, twin }: LinkedCopy): Promise<{ count: number; bytes: number }> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = existsSync(from) ? await readdir(from, { recursive: true, withFileTypes: true }) : [];
  let count = 0;
  let bytes = 0;
  for (const entry of entries) {
    // A `.part` file has no row yet.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const source = join(entry.parentPath, entry.name);
    const path = relative(from, source);
    const target = join(to, path);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    if (!(await copyOrLink(source, target, twin && join(twin, path)))) continue;
    count += 1;
    bytes += (await stat(target)).size;
  }
  return { count, bytes };
}

export async function copyIfThere(from: string, to: string): Promise<void> {
  if (existsSync(from)) await copyFile(from, to);
}

/** Flushes the disk that holds a folder, in one call if the machine supports it. */
export async function flushFolder(folder: string): Promise<void> {
  const run = promisify(execFile);
  await run('sync', ['-f', folder]).catch(() => run('sync'));
}

/** False if the file was deleted meanwhile. */
async function copyOrLink(source: string, target: string, twin: string | undefined): Promise<boolean> {
  if (
    twin &&
    existsSync(twin) &&
    (await link(twin, target).then(
      () => true,
      () => false,
    ))
  )
    return true;
  return copyFile(source, target).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
