// A lock per model that several processes honour and that a killed process cannot keep: a file with a heartbeat.
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

export interface LockNote {
  token: string;
  pid: number;
  host: string;
  receivedBytes: number;
}

export interface HeldLock {
  /** Shown to the processes that wait. */
  setReceived(bytes: number): void;
  release(): Promise<void>;
}

const BEAT_MS = 1_000;
const STALE_AFTER_MS = 15_000;

/**
 * Returns undefined when somebody alive holds it. Two processes may, in a window of microseconds, both take over a
 * dead one's lock: they would then do the same work twice, and the checksums keep the result right.
 */
export async function tryLock(path: string): Promise<HeldLock | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const token = randomUUID();
  const note: LockNote = { token, pid: process.pid, host: hostname(), receivedBytes: 0 };
  if (!(await createLock(path, note))) {
    if (!(await isAbandoned(path))) return undefined;
    await rename(path, `${path}.${token}.dead`).catch(() => undefined);
    await rm(`${path}.${token}.dead`, { force: true });
    if (!(await createLock(path, note))) return undefined;
  }
  return keepAlive(path, note);
}

export async function readLock(path: string): Promise<LockNote | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockNote;
  } catch {
    return undefined; // gone, or caught between creation and the first write
  }
}

/** What a process that is at work says of itself; undefined when none is. */
export function peekLock(path: string): LockNote | undefined {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS) return undefined;
    const note = JSON.parse(readFileSync(path, 'utf8')) as LockNote;
    return note.host === hostname() && !isAlive(note.pid) ? undefined : note;
  } catch {
    return undefined;
  }
}

async function createLock(path: string, note: LockNote): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify(note));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const [note, info] = await Promise.all([readLock(path), stat(path).catch(() => undefined)]);
  if (!info) return true;
  if (Date.now() - info.mtimeMs > STALE_AFTER_MS) return true;
  return note !== undefined && note.host === hostname() && !isAlive(note.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function keepAlive(path: string, note: LockNote): HeldLock {
  let beating: Promise<void> = Promise.resolve();
  const beat = setInterval(() => {
    beating = beating.then(() => writeFile(path, JSON.stringify(note))).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    setReceived: (bytes) => {
      note.receivedBytes = bytes;
    },
    release: async () => {
      clearInterval(beat);
      await beating;
      const current = await readLock(path);
      if (current?.token === note.token) await rm(path, { force: true });
    },
  };
}
