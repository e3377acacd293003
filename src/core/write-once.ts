// Creates a small file once: processes that start at the same time all read the first one's text, and a full disk
// leaves no partial file.
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Returns the text of the file: the given text, or that of an existing file. Only this user may read it. */
export function writeOnce(path: string, text: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size) return readFileSync(path, 'utf8').trim();
  // Left behind by an older version that wrote in place while the disk was full.
  if (size === 0) rmSync(path, { force: true });
  const own = `${path}.${process.pid}`;
  try {
    writeFileSync(own, text, { mode: 0o600 });
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
