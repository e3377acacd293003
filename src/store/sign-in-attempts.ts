// Counts calls by address and path of the session API, across all nodes.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from './database.ts';

const SWEEP_ROWS = 5_000;

export interface AttemptRule {
  /** Seconds since the last allowed call. */
  window: number;
  max: number;
}

/** Counts a call unless the limit is reached; then returns how many seconds the caller must wait. */
export async function takeAttempt(
  queries: Queries,
  key: string,
  { window, max }: AttemptRule,
): Promise<{ allowed: boolean; retryAfter: number | null }> {
  const hash = createHash('sha256').update(key).digest();
  const { rows } = await sql<{ count: number }>`
    insert into auth_attempts as known (key_hash, count, last_at) values (${hash}, 1, now())
    on conflict (key_hash) do update set last_at = now(),
      count = case when known.last_at > now() - ${window} * interval '1 second' then known.count + 1 else 1 end
      where known.count < ${max} or known.last_at <= now() - ${window} * interval '1 second'
    returning count`.execute(queries);
  if (rows.length > 0) return { allowed: true, retryAfter: null };
  const { rows: refused } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at - now()) + ${window})::integer as seconds from auth_attempts where key_hash = ${hash}`.execute(
    queries,
  );
  return { allowed: false, retryAfter: Math.max(1, refused[0]?.seconds ?? 1) };
}

/** No rule has a window longer than these ten minutes. */
export async function sweepAttempts(queries: Queries): Promise<void> {
  let swept = SWEEP_ROWS;
  while (swept >= SWEEP_ROWS) {
    const { numAffectedRows = 0n } = await sql`
      delete from auth_attempts where key_hash in (
        select key_hash from auth_attempts where last_at < now() - interval '10 minutes' order by last_at limit ${SWEEP_ROWS})`.execute(
      queries,
    );
    swept = Number(numAffectedRows);
  }
}
