// What capped members have spent this month. Counted only while a member has a cap, like the spending of keys.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';

/**
 * The name of a member's row in key_spending: one per environment, so that test credits do not count against the live
 * cap.
 */
export function memberSpender(memberId: string, environment: Environment): string {
  return `${memberId} ${environment}`;
}

/** By member; a member without an entry has spent nothing under a cap. */
export async function readMemberSpending(
  queries: Queries,
  memberIds: readonly string[],
  environment: Environment,
): Promise<Map<string, MicroCredits>> {
  const spenders = new Map(memberIds.map((id) => [memberSpender(id, environment), id]));
  const { rows } = await sql<{ spender: string; spent: number }>`
    select key_id as spender, spent from key_spending
    where key_id = any(${[...spenders.keys()]}::text[]) and month = date_trunc('month', now() at time zone 'utc')::date`.execute(
    queries,
  );
  return new Map(rows.map(({ spender, spent }) => [spenders.get(spender) ?? '', spent]));
}
