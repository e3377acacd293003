// Checks that both kinds of restore share: whether this version knows the schema, and which files are missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../config/values.ts';

export const MIGRATIONS = new URL('../../migrations/', import.meta.url);

export function requireKnownMigrations({ migrations, version }: { migrations: string[]; version: string }): void {
  const unknown = migrations.find((name) => !existsSync(new URL(name, MIGRATIONS)));
  if (unknown)
    throw new ConfigError(
      `This backup was made by a newer version (${version}), which has the migration ${unknown}: restore it with that version.`,
    );
}

export async function countMissing(pool: pg.Pool, files: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('select id from artifacts');
  return rows.filter(({ id }) => !existsSync(join(files, id.slice(0, 2), id))).length;
}
