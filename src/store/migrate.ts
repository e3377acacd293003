// Brings the schema up to date: SQL files in order, each once, under a lock so that many nodes may start together.
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

// Any constant will do, as long as every node takes the same one.
const MIGRATION_LOCK = 7_306_112;

export async function migrate(
  pool: Pool,
  folder: URL = new URL('../../migrations/', import.meta.url),
): Promise<string[]> {
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
    return pending;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
