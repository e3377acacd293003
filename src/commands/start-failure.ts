// Turns a start failure caused by the machine (a port, disk space, a permission) into a sentence that says what to do.
import { statfsSync } from 'node:fs';
import { loadConfig } from '../config/config.ts';
import { PostgresTrouble } from '../store/postgres/trouble.ts';

/** One segment of PostgreSQL's write-ahead log: with less space, the database cannot continue. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024;
const FULL = /no space left on device|disk is full|ENOSPC|EDQUOT/i;

interface Refusal {
  code?: string;
  syscall?: string;
  address?: string;
  port?: number;
  path?: string;
  message: string;
}

/** Undefined for everything else, which is a bug and keeps its stack. */
export function explainStartFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const refusal: Refusal = error;
  if (refusal.syscall === 'listen') return explainListen(refusal);
  const dataDir = readDataDir();
  // A full disk has many symptoms: PostgreSQL ends, a connection breaks, a file cannot be written.
  if (FULL.test(refusal.message) || refusal.code === '53100' || (dataDir && !hasRoom(dataDir)))
    return (
      `The disk of ${dataDir ?? 'DATA_DIR'} is full. Free some room (npm run doctor says how much is needed) or set DATA_DIR to a larger disk, ` +
      'and start again: nothing has to be cleaned up first.'
    );
  if (refusal.path && ['EACCES', 'EPERM', 'EROFS'].includes(refusal.code ?? ''))
    return `${refusal.path} cannot be written (${refusal.code}). Let the user that runs the service write there, or set another DATA_DIR.`;
  return error instanceof PostgresTrouble ? error.message : undefined;
}

function explainListen({ code, address, port, message }: Refusal): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set another PORT (of a worker: WORKER_PORT).`;
  if (code === 'EACCES') return `Port ${port} is reserved for root. Set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine. Set another HOST.`;
  return `The service cannot listen: ${message}. Set another HOST or PORT.`;
}

function readDataDir(): string | undefined {
  try {
    return loadConfig().dataDir;
  } catch {
    return undefined;
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= LEAST_ROOM_BYTES;
  } catch {
    return true;
  }
}
