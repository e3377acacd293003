// A database for a test, copied from a migrated template, in a PostgreSQL that all tests of a run share.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { randomToken } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { migrate } from '../../src/store/migrate.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/store/postgres/server.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** With the schema in place. Without flushes, copied files cost half the processor time of a copy through the log. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(async (admin, server) => `template ${await ensureTemplate(admin, server)} strategy file_copy`);
}

/** Without any table: for proofs about migrating and restoring. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(async () => '');
}

/** No test reads this server's rows after a crash of the machine; a kill of PostgreSQL alone loses nothing. */
const NOT_DURABLE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum_naptime: '60s',
  // Several runs in one checkout share this server.
  max_connections: '1000',
};

/** The server of this checkout; whoever leaves last stops it. */
export function startTestPostgres(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  const dataDir = join(tmpdir(), `atelier-test-${userInfo().uid}-${checkout}`);
  return startEmbedded({ dataDir, log: silentLog, settings: NOT_DURABLE });
}

const SERVER_OF_RUN = 'TEST_POSTGRES';

/** The setup of a run tells its processes which server they share: to find and to leave it costs more than a database. */
export function shareTestPostgres({ connectionString }: EmbeddedPostgres): void {
  process.env[SERVER_OF_RUN] = connectionString;
}

/** A test process without the setup of a run joins the server by itself. */
async function findTestPostgres(): Promise<EmbeddedPostgres> {
  const connectionString = process.env[SERVER_OF_RUN];
  return connectionString ? { connectionString, stop: async () => {} } : startTestPostgres();
}

async function createDatabase(
  origin: (admin: pg.Client, server: EmbeddedPostgres) => Promise<string>,
): Promise<TestDatabase> {
  const server = await findTestPostgres();
  const name = `test_${randomToken()}`;
  const admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  await admin.query(`create database ${name} ${await origin(admin, server)}`);
  return {
    url: withDatabase(server.connectionString, name),
    async drop() {
      await dropDatabase(admin, name);
      await admin.end();
      await server.stop();
    },
  };
}

/**
 * PostgreSQL waits five seconds for connections that are about to close: a pool says that it ended before its sockets
 * did, and by force such a connection would end with an error that nobody awaits.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`drop database if exists ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    await admin.query(`drop database if exists ${name} with (force)`);
  }
}

const OBJECT_IN_USE = '55006';

// Any constant will do, as long as every test process takes the same one.
const TEMPLATE_LOCK = 5_230_988;
const SOURCES = ['../../migrations/', '../../src/money/sql/'].map((folder) => new URL(folder, import.meta.url));

/** Named after the migrations and functions that made it: another set of them is another template. */
async function ensureTemplate(admin: pg.Client, server: EmbeddedPostgres): Promise<string> {
  const template = `template_${hashOfMigrations()}`;
  const exists = async () =>
    (await admin.query('select 1 from pg_database where datname = $1', [template])).rowCount === 1;
  if (await exists()) return template;
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (!(await exists())) await makeTemplate(admin, server, template);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return template;
}

/** Renamed when it is complete: a kill in the middle leaves nothing that looks like a template. */
async function makeTemplate(admin: pg.Client, server: EmbeddedPostgres, template: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'template\\_%' or datname like 'unfinished\\_%'",
  );
  for (const { datname } of rows.filter((row) => !/^template[01]$/.test(row.datname)))
    await admin.query(`drop database if exists ${datname} with (force)`);
  const unfinished = `unfinished_${randomToken()}`;
  await admin.query(`create database ${unfinished}`);
  const pool = new pg.Pool({ connectionString: withDatabase(server.connectionString, unfinished), max: 1 });
  await migrate(pool);
  await pool.end();
  await admin.query(`alter database ${unfinished} rename to ${template}`);
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 12);
}

/** By hand, because an address of a socket has no host and is no URL to the parser. */
function withDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/@\/[^?]*/, `@/${name}`);
}
