// What upstreams bill for calls: rows stored in the commit of the charges, and hourly sums.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { AttachedRow, AttachedTable } from './attached-row.ts';
import type { Queries } from './database.ts';

interface CostedUse {
  promptTokens?: number;
  completionTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  images?: number;
  milliseconds?: number;
  /** The upstream never told its use: the cost is kept apart from what is known. */
  isEstimated?: boolean | undefined;
}

export interface CallCost {
  accountId: string;
  environment: Environment;
  module: string;
  model: string;
  keyId: string | null;
  upstream: string;
  /** Whether the customer paid for the call. */
  isPaid: boolean;
  used: CostedUse;
  credits: MicroCredits;
  /** null: unknown. */
  cost: MicroCredits | null;
  /** An attempt without a result, of which nobody knows what its upstream bills. */
  isLost?: boolean;
  /** Stored as unpaid when it was done, and paid now. */
  wasUnpaid?: boolean;
}

const TABLE: AttachedTable = {
  name: 'call_costs',
  columns: {
    account_id: 'text',
    environment: 'text',
    module: 'text',
    model: 'text',
    key_id: 'text',
    upstream: 'text',
    calls: 'bigint',
    unpaid_calls: 'bigint',
    unknown_calls: 'bigint',
    unknown_attempts: 'bigint',
    prompt_tokens: 'bigint',
    completion_tokens: 'bigint',
    cached_tokens: 'bigint',
    cache_write_tokens: 'bigint',
    images: 'bigint',
    milliseconds: 'bigint',
    credits: 'bigint',
    cost: 'bigint',
    unpaid_cost: 'bigint',
    estimated_cost: 'bigint',
  },
};
const NAMES = Object.keys(TABLE.columns);

/** One row for each kind of call: calls charged together are stored together. */
export function costRows(calls: readonly CallCost[]): AttachedRow[] {
  return sumRows(calls).map((row) => {
    const named: Readonly<Record<string, string | number>> = row;
    return { table: TABLE, values: NAMES.map((name) => named[name] ?? 0), bytes: 0 };
  });
}

/** Runs in the caller's transaction. */
export async function insertCallCosts(queries: Queries, calls: readonly CallCost[]): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    insert into call_costs (account_id, environment, module, model, key_id, upstream, calls, unpaid_calls, unknown_calls, unknown_attempts,
      prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, images, milliseconds, credits, cost, unpaid_cost, estimated_cost)
    select account_id, environment, module, model, key_id, upstream, calls, unpaid_calls, unknown_calls, unknown_attempts,
      prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, images, milliseconds, credits, cost, unpaid_cost, estimated_cost
    from jsonb_to_recordset(${JSON.stringify(sumRows(calls))}::jsonb) as r (account_id text, environment text, module text, model text,
      key_id text, upstream text, calls bigint, unpaid_calls bigint, unknown_calls bigint, unknown_attempts bigint, prompt_tokens bigint, completion_tokens bigint,
      cached_tokens bigint, cache_write_tokens bigint, images bigint, milliseconds bigint, credits bigint, cost bigint, unpaid_cost bigint, estimated_cost bigint)`.execute(
    queries,
  );
}

type CostRow = ReturnType<typeof rowOf>;
const COUNTS = [
  ...(['calls', 'unpaid_calls', 'unknown_calls', 'unknown_attempts', 'prompt_tokens', 'completion_tokens'] as const),
  ...(['cached_tokens', 'cache_write_tokens', 'images', 'milliseconds', 'credits', 'cost', 'unpaid_cost'] as const),
  'estimated_cost',
] as const satisfies readonly (keyof CostRow)[];

function sumRows(calls: readonly CallCost[]): CostRow[] {
  const [first] = calls;
  if (first && calls.length === 1) return [rowOf(first)];
  const sums = new Map<string, CostRow>();
  for (const call of calls) {
    const { accountId, environment, module, model, keyId, upstream } = call;
    const key = `${accountId}\n${environment}\n${module}\n${model}\n${keyId}\n${upstream}`;
    const row = rowOf(call);
    const sum = sums.get(key);
    if (!sum) sums.set(key, row);
    else for (const count of COUNTS) sum[count] += row[count];
  }
  return [...sums.values()];
}

function rowOf(call: CallCost) {
  const { accountId, environment, module, model, keyId, upstream, isPaid, used, credits, cost, isLost, wasUnpaid } =
    call;
  const counted = isPaid ? used : {};
  const { isEstimated = false } = used;
  const known = isEstimated ? 0 : (cost ?? 0);
  const before = wasUnpaid ? { unpaid_calls: -1, unpaid_cost: -known } : { unpaid_calls: 0, unpaid_cost: 0 };
  return {
    account_id: accountId,
    environment,
    module,
    model,
    key_id: keyId ?? '',
    upstream,
    calls: isPaid ? 1 : 0,
    // What was stored before has counted that its cost is unknown.
    unknown_calls: cost === null && !isLost && !wasUnpaid ? 1 : 0,
    unknown_attempts: isLost ? 1 : 0,
    prompt_tokens: counted.promptTokens ?? 0,
    completion_tokens: counted.completionTokens ?? 0,
    cached_tokens: counted.cachedTokens ?? 0,
    cache_write_tokens: counted.cacheWriteTokens ?? 0,
    images: counted.images ?? 0,
    milliseconds: counted.milliseconds ?? 0,
    credits,
    cost: isPaid ? known : 0,
    ...(isPaid ? before : { unpaid_calls: 1, unpaid_cost: known }),
    estimated_cost: isEstimated && !wasUnpaid ? (cost ?? 0) : 0,
  };
}

const MAX_ROWS = 20_000;
const MAX_ROUNDS = 50;

/** Moves all rows of calls into the sums, a bounded number at a time. */
export async function rollUpAllCallCosts(queries: Queries): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) if ((await rollUpCallCosts(queries)) < MAX_ROWS) return;
}

/**
 * Moves rows of calls into the sums; returns how many. Uses the account's current plan, some seconds after the call.
 */
async function rollUpCallCosts(queries: Queries): Promise<number> {
  const { rows } = await sql<{ moved: number | null }>`
    with taken as (
      delete from call_costs where ctid = any(array(select ctid from call_costs limit ${MAX_ROWS} for update skip locked))
      returning *
    ), summed as (
      insert into cost_hourly as c (account_id, environment, hour, module, model, key_id, upstream, plan, calls, unpaid_calls, unknown_calls, unknown_attempts,
        prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, images, milliseconds, credits, cost, unpaid_cost, estimated_cost)
      select t.account_id, t.environment, date_trunc('hour', t.at), t.module, t.model, t.key_id, t.upstream, coalesce(a.plan, ''),
        sum(t.calls), sum(t.unpaid_calls), sum(t.unknown_calls), sum(t.unknown_attempts), sum(t.prompt_tokens), sum(t.completion_tokens), sum(t.cached_tokens),
        sum(t.cache_write_tokens), sum(t.images), sum(t.milliseconds), sum(t.credits), sum(t.cost), sum(t.unpaid_cost), sum(t.estimated_cost)
      from taken t left join accounts a on a.id = t.account_id
      group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (account_id, environment, hour, module, model, key_id, upstream, plan) do update set
        calls = c.calls + excluded.calls, unpaid_calls = c.unpaid_calls + excluded.unpaid_calls,
        unknown_calls = c.unknown_calls + excluded.unknown_calls, unknown_attempts = c.unknown_attempts + excluded.unknown_attempts,
        prompt_tokens = c.prompt_tokens + excluded.prompt_tokens, completion_tokens = c.completion_tokens + excluded.completion_tokens, cached_tokens = c.cached_tokens + excluded.cached_tokens,
        cache_write_tokens = c.cache_write_tokens + excluded.cache_write_tokens, images = c.images + excluded.images, milliseconds = c.milliseconds + excluded.milliseconds, credits = c.credits + excluded.credits,
        cost = c.cost + excluded.cost, unpaid_cost = c.unpaid_cost + excluded.unpaid_cost,
        estimated_cost = c.estimated_cost + excluded.estimated_cost
    )
    select count(*) as moved from taken`.execute(queries);
  return rows[0]?.moved ?? 0;
}

/** Calls of one account that were served there, rolled up or not. */
export async function sumCallsServedBy(
  queries: Queries,
  range: { accountId: string; environment: Environment; from: Date; to: Date },
  upstream: string,
): Promise<{ calls: number; credits: MicroCredits }> {
  const { accountId, environment, from, to } = range;
  const { rows } = await sql<{ calls: number; credits: number }>`
    select coalesce(sum(calls), 0)::float8 as calls, coalesce(sum(credits), 0)::float8 as credits from (
      select calls, credits from cost_hourly
      where account_id = ${accountId} and environment = ${environment} and hour >= ${from} and hour < ${to} and upstream = ${upstream}
      union all
      select calls, credits from call_costs
      where account_id = ${accountId} and environment = ${environment} and at >= ${from} and at < ${to} and upstream = ${upstream}
    ) served`.execute(queries);
  return rows[0] ?? { calls: 0, credits: 0 };
}

/** Older than the retention of usage. */
export async function deleteOldCosts(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from cost_hourly where ctid = any(array(
      select ctid from cost_hourly where hour < now() - ${keepDays} * interval '1 day' limit 1000 for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
