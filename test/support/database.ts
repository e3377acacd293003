// A fresh database for a test, in a PostgreSQL that all tests of a run share.
import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { randomToken } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { startEmbedded } from '../../src/store/embedded.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const checkout = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  const embedded = await startEmbedded({
    dataDir: join(tmpdir(), `atelier-test-${userInfo().uid}-${checkout}`),
    log: silentLog,
  });
  const name = `test_${randomToken()}`;
  // Stays connected until the drop: the server is stopped by whoever leaves last.
  const admin = new pg.Client({ connectionString: embedded.connectionString });
  await admin.connect();
  await admin.query(`create database ${name}`);
  return {
    url: withDatabase(embedded.connectionString, name),
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await embedded.stop();
    },
  };
}

/** By hand, because an address of a socket has no host and is no URL to the parser. */
function withDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/@\/[^?]*/, `@/${name}`);
}
