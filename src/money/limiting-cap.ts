// Finds the cap of a key, member or plan that limited a hold; if none did, the balance is too low.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';
import { type CountedCap, KEY_CAP_REACHED, MEMBER_CAP_REACHED } from './spending-caps.ts';
import type { HoldRequest } from './statements.ts';

/**
 * The refusal of that cap, or undefined. Asked only after a hold that is smaller than wanted: the one that limited it has nothing left
 * now, whereas a balance that limited it would have nothing left.
 */
export async function findLimitingCap(queries: Queries, request: HoldRequest): Promise<number | undefined> {
  const caps = capsOf(request);
  if (caps.length === 0) return undefined;
  const { accountId, environment } = request;
  const [free, rooms] = await Promise.all([readFree(queries, accountId, environment), readRooms(queries, caps)]);
  const tightest = rooms.reduce((least, one) => (one.room < least.room ? one : least));
  return tightest.room <= 0 || free > 0 ? tightest.refusal : undefined;
}

function capsOf(request: HoldRequest): CountedCap[] {
  const { keyId, keyMonthlyCap, memberSpender, memberMonthlyCap, caps } = request;
  const period = 'month' as const;
  return [
    ...(keyId !== null && keyMonthlyCap !== null
      ? [{ spender: keyId, period, cap: keyMonthlyCap, refusal: KEY_CAP_REACHED }]
      : []),
    ...(memberSpender !== null && memberMonthlyCap !== null
      ? [{ spender: memberSpender, period, cap: memberMonthlyCap, refusal: MEMBER_CAP_REACHED }]
      : []),
    ...(caps ?? []),
  ];
}

async function readFree(queries: Queries, accountId: string, environment: Environment): Promise<MicroCredits> {
  const { rows } = await sql<{ free: number }>`
    select balance - held - leased as free from balances where account_id = ${accountId} and environment = ${environment}`.execute(
    queries,
  );
  return rows[0]?.free ?? 0;
}

async function readRooms(
  queries: Queries,
  caps: readonly CountedCap[],
): Promise<{ refusal: number; room: MicroCredits }[]> {
  const { rows } = await sql<{ refusal: number | null; room: number | null }>`
    select c.refusal, c.cap - coalesce(k.spent + k.held, 0) as room
    from json_to_recordset(${JSON.stringify(caps)}::json) as c(spender text, period text, cap bigint, refusal bigint)
    left join key_spending k on k.key_id = c.spender
      and k.month = case c.period when 'day' then (now() at time zone 'utc')::date else date_trunc('month', now() at time zone 'utc')::date end`.execute(
    queries,
  );
  return rows.map(({ refusal, room }) => ({ refusal: refusal ?? KEY_CAP_REACHED, room: room ?? 0 }));
}
