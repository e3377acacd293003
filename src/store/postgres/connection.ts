// Talks to the bundled PostgreSQL before there is a pool: whether it runs, and which other processes use it.
import pg from 'pg';
import { type DatabasePlace, SOCKET_PORT } from './place.ts';

const ADMIN_NAME = 'atelier launcher';
const CONNECT_LIMIT_MS = 30_000;
const PRESENCE_LOCK = 4_711_001;
const CANNOT_CONNECT_NOW = '57P03';

interface Address {
  place: DatabasePlace;
  user: string;
  password: string;
  database: string;
}

/** The process id in the name distinguishes the connections of this service's processes. */
export function connectionStringFor({ place, user, password, database }: Address): string {
  const query = new URLSearchParams({
    host: place.socketDir,
    port: `${SOCKET_PORT}`,
    application_name: database === 'postgres' ? ADMIN_NAME : ownName(),
  });
  return `postgresql://${user}:${password}@/${database}?${query}`;
}

/** 'busy': it is starting, recovering or stopping. 'absent': nothing answers at the socket. */
export async function askServer(connectionString: string): Promise<'ready' | 'busy' | 'absent'> {
  try {
    await withClient(connectionString, (client) => client.query('select 1'));
    return 'ready';
  } catch (error) {
    if (codeOf(error) === CANNOT_CONNECT_NOW) return 'busy';
    if (isAbsent(error)) return 'absent';
    throw error;
  }
}

export async function ensureDatabase(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'atelier'`);
    if (rowCount) return;
    await client.query('create database atelier').catch((error: unknown) => {
      // 42P04 and 23505: another process of this service has just created it.
      if (!['42P04', '23505'].includes(codeOf(error))) throw error;
    });
  });
}

/**
 * Stays connected and holds a shared lock while this process uses the server. Stopping the server requires the same lock exclusively, so it is
 * never stopped under a process that has just found it running.
 */
export async function bePresent(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** True if no other process uses the server; the exclusive lock then makes new processes wait until the server has stopped. */
export async function isLastPresent(client: pg.Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as alone`);
  return rows[0]?.alone === true;
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  // The query reports a server that dies; this listener only keeps the error from ending the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code) || isCutOff(error);
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && /connection terminated|timeout|not queryable/i.test(error.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function ownName(): string {
  return `atelier ${process.pid}`;
}
