// A lock of the kernel: it ends with its process, and works between containers that share the folder.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;
/** Keeps the garbage collector from closing, and so unlocking, a lock whose unlock function nobody kept. */
const held = new Set<DatabaseSync>();

/** Returns the function that unlocks, or undefined if another process holds the lock. */
export function tryLock(path: string): (() => void) | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  // Node offers no file locks of its own. SQLite's exclusive lock is one (fcntl), and nothing is ever stored in the file.
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    held.add(file);
    return () => {
      held.delete(file);
      file.close();
    };
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    throw error;
  }
}
