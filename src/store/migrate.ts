// Migrates the schema: runs each migration once, in order, then the money functions if they have changed. A lock lets several
// nodes start at the same time.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';

// Any number works, if all nodes use the same one.
const MIGRATION_LOCK = 7_306_112;

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const FUNCTIONS = new URL('../money/sql/', import.meta.url);

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
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
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

/**
 * Each money function has one file with its current text; all are replaced when a file changes. The checksum is a table comment and
 * not a row, because a restore restores rows but not functions.
 */
async function replaceFunctions(client: PoolClient): Promise<void> {
  const names = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FUNCTIONS), 'utf8')));
  const sql = texts.join('\n');
  const checksum = `functions ${createHash('sha256').update(sql).digest('hex')}`;
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('migrations'::regclass, 'pg_class') as comment",
  );
  if (rows[0]?.comment === checksum) return;
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query(`comment on table migrations is '${checksum}'`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
