// The holds that are open now, for the metrics: as many as calls and jobs are running or waiting.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';

export interface OpenHolds {
  holds: number;
  held: MicroCredits;
}

export async function countOpenHolds(queries: Queries): Promise<OpenHolds> {
  const { rows } = await sql<OpenHolds>`
    select count(*) as holds, coalesce(sum(amount), 0)::bigint as held from holds`.execute(queries);
  return rows[0] ?? { holds: 0, held: 0 };
}
