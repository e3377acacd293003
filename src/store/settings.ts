// A small key-value table for facts about the installation and for one-time tokens.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';

type Setting = JsonColumns['settings.value'];

export async function putSetting(queries: Queries, name: string, value: Setting): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${toJson('settings.value', value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(queries);
}

/** Reads and deletes the setting in one step, so that only one of two callers gets it. */
export async function takeSetting(queries: Queries, name: string): Promise<Setting | undefined> {
  const { rows } = await sql<{ value: Setting }>`delete from settings where name = ${name} returning value`.execute(
    queries,
  );
  return rows[0]?.value;
}

export async function readSetting(queries: Queries, name: string): Promise<Setting | undefined> {
  const { rows } = await sql<{ value: Setting }>`select value from settings where name = ${name}`.execute(queries);
  return rows[0]?.value;
}

/** Deletes the expired tokens with this prefix, so that unused ones do not accumulate. */
export async function dropOldTokens(queries: Queries, prefix: string): Promise<void> {
  await sql`delete from settings where name like ${`${prefix}%`} and (value->>'goodUntilMs')::numeric < ${Date.now()}`.execute(
    queries,
  );
}

export async function countTokens(queries: Queries, prefix: string, meaning: object): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from settings where name like ${`${prefix}%`} and value @> ${JSON.stringify(meaning)}::jsonb`.execute(
    queries,
  );
  return rows[0]?.count ?? 0;
}
