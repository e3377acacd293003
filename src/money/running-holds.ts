// Whether calls of an account still run: then its rows must not be erased yet.
import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';

export async function hasOpenHolds(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select 1 from holds where account_id = ${accountId})
      or exists (select 1 from leases where account_id = ${accountId}) as open`.execute(queries);
  return rows[0]?.open ?? false;
}
