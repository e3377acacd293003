// Erases and reads the rows of an account in any table of the registry, a bounded number at a time.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { OwnedTable } from './personal-data.ts';

/** Returns how many rows went. Rows that another transaction holds stay for the next call. */
export async function eraseRows(queries: Queries, table: OwnedTable, accountId: string): Promise<number> {
  const { rows } = await sql<{ gone: number | null }>`
    select erase_rows(${table.name}, ${JSON.stringify(table.link)}::jsonb, ${accountId}, ${table.atOnce}) as gone`.execute(
    queries,
  );
  return rows[0]?.gone ?? 0;
}

export type ShownRow = Record<string, unknown>;

const ROWS_AT_ONCE = 200;
/** Rows of some tables are megabytes large. */
const LARGE_ROWS_AT_ONCE = 5;
const SMALL = 200;

/** The rows of an owner as objects, in the order of the table's key, read page by page: no transaction waits for a slow reader. */
export async function* readRows(queries: Queries, table: OwnedTable, owner: string): AsyncGenerator<ShownRow> {
  const { keys = [], hidden = [] } = table;
  const most = table.atOnce > 0 && table.atOnce < SMALL ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE;
  let after: string | null = null;
  for (;;) {
    const page: ShownRow[] = await readPage(queries, { table, owner, after, most });
    for (const row of page) yield Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)));
    const last = page.at(-1);
    if (!last || page.length < most) return;
    after = JSON.stringify(Object.fromEntries(keys.map((key) => [key, last[key]])));
  }
}

interface Page {
  table: OwnedTable;
  owner: string;
  after: string | null;
  most: number;
}

async function readPage(queries: Queries, { table, owner, after, most }: Page): Promise<ShownRow[]> {
  const { rows } = await sql<{ row: unknown }>`
    select rows_of(${table.name}, ${JSON.stringify(table.link)}::jsonb, ${owner}, ${[...(table.keys ?? [])]}::text[], ${after}::jsonb, ${most}) as row`.execute(
    queries,
  );
  return rows.map(({ row }) => row as ShownRow);
}
