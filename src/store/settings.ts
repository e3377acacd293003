// A small key-value table for facts about the installation and for one-time tokens.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export async function putSetting(queries: Queries, name: string, value: unknown): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(queries);
}

/** Reads and deletes the setting in one step, so that only one of two callers gets it. */
export async function takeSetting<T>(queries: Queries, name: string): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`delete from settings where name = ${name} returning value`.execute(queries);
  return rows[0]?.value;
}

export async function readSetting<T>(queries: Queries, name: string): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`select value from settings where name = ${name}`.execute(queries);
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
