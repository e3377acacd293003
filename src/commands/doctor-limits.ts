// What doctor checks of the limits around the service: connections and clock of PostgreSQL, and file handles.
import { readFileSync } from 'node:fs';
import type { Database } from '../store/database.ts';

export interface Finding {
  name: string;
  problem: string | null;
  detail: string;
}

/** One that listens and one for charges, beside the pool. */
const BESIDE_POOL = 2;
/** Two `serve` and two `work` processes: what the page on scaling sets up. */
const USUAL_PROCESSES = 4;
const MAX_CLOCK_SECONDS = 5;
/** The oldest PostgreSQL that the service was run with, Debian 12's; below 14 there are no multiranges, which the schema uses. */
const OLDEST_POSTGRES = 15;
/** Each connection is one, and files, pipes and sockets of worker processes come on top. */
const NEEDED_HANDLES = 4_096;

export interface DatabaseServer {
  version: string;
  /** As PostgreSQL numbers itself: 150018 is 15.18. */
  number: number;
  fsync: string;
  maxConnections: number;
  reserved: number;
  /** Its clock minus ours. */
  clockSeconds: number;
}

export async function readServer({ pool }: Database): Promise<DatabaseServer> {
  const { rows } = await pool.query<Omit<DatabaseServer, 'clockSeconds'> & { nowMs: number }>(
    `select version(), coalesce(current_setting('server_version_num')::integer, 0) as number,
      coalesce(current_setting('fsync'), '') as fsync,
      coalesce(current_setting('max_connections')::integer, 0) as "maxConnections",
      coalesce(current_setting('superuser_reserved_connections')::integer, 0) as reserved,
      coalesce((extract(epoch from clock_timestamp()) * 1000)::float8, 0) as "nowMs"`,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL says nothing of itself');
  return { ...row, clockSeconds: (row.nowMs - Date.now()) / 1000 };
}

export function problemOfServer(server: DatabaseServer, pool: number): string | null {
  const { number, fsync, maxConnections, reserved, clockSeconds } = server;
  if (number < OLDEST_POSTGRES * 10_000)
    return `${nameOf(server)} is too old: the service needs PostgreSQL ${OLDEST_POSTGRES} or newer.`;
  if (fsync !== 'on') return 'fsync is off: a power failure can lose payments and balances. Turn it on.';
  const each = pool + BESIDE_POOL;
  const free = maxConnections - reserved;
  if (free < each)
    return `max_connections is ${maxConnections}, and one process needs ${each}: raise it, or lower DATABASE_POOL.`;
  if (Math.abs(clockSeconds) > MAX_CLOCK_SECONDS)
    return `its clock and that of this machine differ by ${Math.abs(Math.round(clockSeconds))} s: set both by NTP.`;
  return null;
}

/** Enough for one process is no problem; how many it is enough for is what an operator has to know. */
export function wordsOfServer(server: DatabaseServer, pool: number): string {
  const { maxConnections, reserved, clockSeconds } = server;
  const processes = Math.floor((maxConnections - reserved) / (pool + BESIDE_POOL));
  const advice =
    processes < USUAL_PROCESSES
      ? `; ${USUAL_PROCESSES} need max_connections of ${USUAL_PROCESSES * (pool + BESIDE_POOL) + reserved}, or a lower DATABASE_POOL`
      : '';
  const clocks = `its clock and ours are ${Math.abs(clockSeconds).toFixed(1)} s apart`;
  return `${nameOf(server)}, ${clocks}, ${maxConnections} connections: enough for ${processes} processes${advice}`;
}

function nameOf({ version }: DatabaseServer): string {
  return version.split(' on ')[0] ?? version;
}

export function fileHandles(): Finding {
  const name = 'file handles';
  const limit = limitOfHandles();
  if (limit === null) return { name, problem: null, detail: 'the limit of this system is not known' };
  if (limit >= NEEDED_HANDLES) return { name, problem: null, detail: `${limit}` };
  return { name, problem: `at most ${limit}: raise them to ${NEEDED_HANDLES} or more (ulimit -n).`, detail: '' };
}

/** null where the system has no such file. */
function limitOfHandles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return null;
  }
}
