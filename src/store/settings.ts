// Small facts of the installation, each under its name.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export async function putSetting(queries: Queries, name: string, value: unknown): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(queries);
}

/** Reads and removes it in one step: of two who ask, one gets it. */
export async function takeSetting<T>(queries: Queries, name: string): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`delete from settings where name = ${name} returning value`.execute(queries);
  return rows[0]?.value;
}
