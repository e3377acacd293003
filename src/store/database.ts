// Opens PostgreSQL: one connection pool, and integers that are exact or an error. Of Kysely the service uses `sql` and transactions, not the
// query builder: PostgreSQL itself checks every statement (test/full/contract/sql-statements.test.ts).
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Listener } from './listener.ts';
import { OwnConnection } from './own-connection.ts';

/** Without tables the query builder does not compile. */
type NoTables = Record<never, never>;

export type Transaction = KyselyTransaction<NoTables>;
/** The database or a transaction on it: for statements that may be part of a transaction. */
export type Queries = Kysely<NoTables>;

/** The pool or one connection: for single statements. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface Database {
  queries: Queries;
  pool: pg.Pool;
  /** Returns a connection outside the pool, for statements that run one after the other. It is closed with the database. */
  ownConnection(use: string): Queryable;
  /** Runs the work in one transaction. */
  transaction<T>(work: (trx: Transaction) => Promise<T>): Promise<T>;
  /** Calls back for every NOTIFY on the channel, over one connection for all channels; reconnects by itself until the signal aborts. */
  listen(channel: string, onPayload: (payload: string) => void, signal: AbortSignal): Promise<void>;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Also how long a call waits for a free connection. A stopped server refuses at once; this is for a slow or unreachable
 * one.
 */
const CONNECT_LIMIT_MS = 30_000;
const INT8 = 20;
const NUMERIC = 1700;

export function openDatabase(settings: pg.PoolConfig, onError: (error: Error) => void): Database {
  const types = { getTypeParser };
  const limits = { connectionTimeoutMillis: CONNECT_LIMIT_MS };
  const pool = new pg.Pool({
    max: 32,
    idleTimeoutMillis: 30_000,
    ...limits,
    application_name: 'atelier',
    ...settings,
    types,
  });
  // Without a listener, an idle connection that breaks (e.g. by a database restart) would end the process.
  pool.on('error', onError);
  // The pool handles errors only of idle connections: one that breaks between two statements of a transaction would end
  // the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const own: OwnConnection[] = [];
  const listener = new Listener({ ...limits, ...settings, application_name: 'atelier-listen' }, onError);
  const queries = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    queries,
    pool,
    ownConnection(use) {
      const application_name = `atelier-${use}`;
      const connection = new OwnConnection({ ...limits, ...settings, application_name, types });
      own.push(connection);
      return connection;
    },
    transaction: (work) => queries.transaction().execute(work),
    listen: (channel, onPayload, signal) => listener.listen(channel, onPayload, signal),
    isAlive: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    async close() {
      await Promise.all([listener, ...own].map((connection) => connection.close()));
      await queries.destroy();
      // Kysely does not close the pool if it was never used; then a command would not exit before its connections time out.
      if (!pool.ending) await pool.end();
    },
  };
}

function getTypeParser(oid: number, format?: string): (value: string) => unknown {
  if (oid === INT8 || oid === NUMERIC) return exactNumber;
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}

function exactNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) && !value.includes('.'))
    throw new RangeError(`integer too large to be exact: ${value}`);
  return number;
}
