// Migrates the schema: runs each migration once, in order, then the money functions if they have changed. A lock lets several
// nodes start at the same time, and nodes of the previous release go on serving meanwhile.
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { changePatiently } from './patient-transaction.ts';
import { replaceFunctions } from './replace-functions.ts';

// Any number works if all nodes use the same one.
const MIGRATION_LOCK = 7_306_112;

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** `folder`: the migrations of an earlier version, for a restore; the money functions are created only with the current ones. */
export async function migrate(pool: Pool, folder: URL = MIGRATIONS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    const pending = names.filter((name) => !applied.has(name));
    for (const name of pending) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      try {
        await changePatiently(client, [sql, `insert into migrations (name) values (${client.escapeLiteral(name)})`]);
      } catch (error) {
        throw new Error(
          `migration ${name} failed and was rolled back: ${error instanceof Error ? error.message : error}`,
          { cause: error },
        );
      }
    }
    if (folder === MIGRATIONS) await replaceFunctions(client);
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
