// The upstreams that the operator connected with one click or command: a file in the data folder, in the form of the configuration file.
import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { waitForLock } from '../models/lock.ts';
import { type FileSettings, readConfigFile } from './files.ts';
import { ConfigError } from './values.ts';

export type ConnectedLists = Pick<FileSettings, 'upstreams' | 'image_upstreams'>;

const LOCK_WAIT_MS = 5_000;

export function connectedPath(dataDir: string): string {
  return join(dataDir, 'connected.json');
}

/** Throws a ConfigError that explains what is wrong with the file. */
export function readConnected(path: string): ConnectedLists {
  if (!existsSync(path)) return {};
  const { upstreams = [], image_upstreams = [] } = readConfigFile(path, '/');
  return { upstreams, image_upstreams };
}

/** Changes whenever the file does; empty without a file. */
export function connectedStamp(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false });
  return info ? `${info.mtimeMs} ${info.size} ${info.ino}` : '';
}

/** Takes a lock, so that no change of another process is lost. */
export async function changeConnected(path: string, change: (lists: ConnectedLists) => ConnectedLists): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const lock = await takeLock(`${path}.lock`);
  const draft = `${path}.${process.pid}.draft`;
  try {
    await writeFile(draft, `${JSON.stringify(change(readConnected(path)), null, 2)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
    await lock.release();
  }
}

async function takeLock(path: string) {
  const lock = await waitForLock(path, LOCK_WAIT_MS);
  if (lock) return lock;
  throw new ConfigError(`${path} is locked by another process. If none is running, delete it.`);
}
