// A lock file per model, shared by all processes. Its heartbeat lets others take it over when its process was killed.
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface LockContent {
  token: string;
  pid: number;
  host: string;
  receivedBytes: number;
}

export interface HeldLock {
  /** Publishes the progress for the processes that wait for the lock. */
  setReceived(bytes: number): void;
  release(): Promise<void>;
}

const BEAT_MS = 1_000;
const STALE_AFTER_MS = 15_000;
const RETRY_MS = 50;

/**
 * Returns undefined if a running process holds the lock. Within a window of microseconds two processes can both take
 * over a dead process's lock. They then do the same work twice; the checksums still ensure a correct result.
 */
export async function tryLock(path: string): Promise<HeldLock | undefined> {
  await mkdir(dirname(path), { recursive: true });
  const token = randomUUID();
  const content: LockContent = { token, pid: process.pid, host: hostname(), receivedBytes: 0 };
  if (!(await createLock(path, content))) {
    if (!(await isAbandoned(path))) return undefined;
    await rename(path, `${path}.${token}.dead`).catch(() => undefined);
    await rm(`${path}.${token}.dead`, { force: true });
    if (!(await createLock(path, content))) return undefined;
  }
  return keepAlive(path, content);
}

/** For short work: returns undefined if another process still holds the lock after that time. */
export async function waitForLock(path: string, waitMs: number): Promise<HeldLock | undefined> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const lock = await tryLock(path);
    if (lock || Date.now() >= untilMs) return lock;
    await wait(RETRY_MS);
  }
}

export async function readLock(path: string): Promise<LockContent | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockContent;
  } catch {
    return undefined; // the lock was released, or its content is not written yet
  }
}

/** The lock of a running process; undefined if there is none. */
export function peekLock(path: string): LockContent | undefined {
  try {
    // Checked for every model several times a second, and the file almost never exists: an exception each time costs
    // ten times as much.
    const info = statSync(path, { throwIfNoEntry: false });
    if (!info || Date.now() - info.mtimeMs > STALE_AFTER_MS) return undefined;
    const content = JSON.parse(readFileSync(path, 'utf8')) as LockContent;
    return content.host === hostname() && !isAlive(content.pid) ? undefined : content;
  } catch {
    return undefined;
  }
}

async function createLock(path: string, content: LockContent): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(JSON.stringify(content));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const [content, info] = await Promise.all([readLock(path), stat(path).catch(() => undefined)]);
  if (!info) return true;
  if (Date.now() - info.mtimeMs > STALE_AFTER_MS) return true;
  return content !== undefined && content.host === hostname() && !isAlive(content.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function keepAlive(path: string, content: LockContent): HeldLock {
  let beating: Promise<void> = Promise.resolve();
  const beat = setInterval(() => {
    beating = beating.then(() => writeFile(path, JSON.stringify(content))).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    setReceived: (bytes) => {
      content.receivedBytes = bytes;
    },
    release: async () => {
      clearInterval(beat);
      await beating;
      const current = await readLock(path);
      if (current?.token === content.token) await rm(path, { force: true });
    },
  };
}
