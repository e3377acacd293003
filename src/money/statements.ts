// Statements of holds and settlements: each is one commit, exact, and safe to run from many nodes at once.
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { AttachedRow } from '../store/attached-row.ts';
import type { CallCost } from '../store/call-costs.ts';
import type { Queries, Queryable } from '../store/database.ts';
import { chargeWithRows, placedRows } from './attached-rows.ts';
import type { NamedTerms } from './named-terms.ts';
import type { UsageCount } from './receipt.ts';
import type { CountedCap } from './spending-caps.ts';

export interface HoldRequest {
  id: string;
  accountId: string;
  environment: Environment;
  amount: MicroCredits;
  /** The minimum; a smaller hold is refused. */
  minimum: MicroCredits;
  keyId: string | null;
  keyMonthlyCap: MicroCredits | null;
  module: string;
  model: string;
  requestId: string | null;
  jobId: string | null;
  ttlSeconds: number;
  /** The row of the member's spending; null if the member has no cap. */
  memberSpender: string | null;
  memberMonthlyCap: MicroCredits | null;
  /** The other caps; null: none. */
  caps: CountedCap[] | null;
  /** The customer and run that the call names; null: neither. */
  named: NamedTerms | null;
}

/** Runs in the caller's transaction. Returns the held amount, -1 for too few credits, or the refusal of a cap. */
export async function holdOne(queries: Queries, request: HoldRequest): Promise<number> {
  const [
    id,
    accountId,
    environment,
    amount,
    minimum,
    keyId,
    cap,
    module,
    model,
    requestId,
    jobId,
    ttl,
    member,
    memberCap,
    caps,
  ] = valuesOf(request);
  const { rows } = await sql<{ granted: number | null }>`select hold_one(
    ${id}, ${accountId}, ${environment}, ${amount}, ${minimum}, ${keyId}, ${cap}, ${module}, ${model}, ${requestId}, ${jobId}, ${ttl},
    ${member}, ${memberCap}, ${caps}
  ) as granted`.execute(queries);
  return rows[0]?.granted ?? -1;
}

/**
 * The same for many holds, without waiting for the disk. Losing one in a crash is harmless: its call was never
 * answered, and a later settlement reaches the disk together with everything before it.
 */
export async function holdMany(pool: Pool, requests: readonly HoldRequest[]): Promise<number[]> {
  const [only] = requests;
  if (only && requests.length === 1) {
    const { rows } = await pool.query<{ granted: number | null }>({
      name: 'hold_one',
      text: `select ${UNSYNCED}, hold_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as granted`,
      values: [...valuesOf(only)],
    });
    return rows.map(({ granted }) => granted ?? -1);
  }
  const { rows } = await pool.query<{ granted: number[] | null }>({
    name: 'hold_batch',
    text: `select ${UNSYNCED}, hold_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)::float8[] as granted`,
    values: columnsOf(requests.map(valuesOf)),
  });
  return rows[0]?.granted ?? [];
}

const UNSYNCED = "set_config('synchronous_commit', 'off', true)";

/** In the order of the functions' parameters. */
function valuesOf(request: HoldRequest) {
  const { id, accountId, environment, amount, minimum, keyId, module, model, requestId, jobId, ttlSeconds } = request;
  const cap = request.keyMonthlyCap ?? -1;
  return [
    id,
    accountId,
    environment,
    amount,
    minimum,
    keyId,
    cap,
    module,
    model,
    requestId,
    jobId,
    ttlSeconds,
    request.memberSpender,
    request.memberMonthlyCap ?? -1,
    request.caps && JSON.stringify(request.caps),
  ] as const;
}

function columnsOf(rows: readonly (readonly unknown[])[]): unknown[][] {
  return (rows[0] ?? []).map((_value, column) => rows.map((row) => row[column]));
}

export interface Settlement {
  /** The hold or lease of the call. A hold stores its account and purpose; a lease does not. */
  from: { hold: string } | FromLease;
  accountId: string;
  environment: Environment;
  /** 0 releases. */
  cost: MicroCredits;
  description: string;
  /** Whether the use is counted in the statistics: not for calls that failed. */
  counted: boolean;
  usage: UsageCount;
  /** What the upstream charges the operator for it. */
  upstreamCost: MicroCredits;
  /** Stored in the same commit, if the call is charged. */
  row?: AttachedRow | undefined;
  /** What the upstream bills, stored in the same commit. */
  billed?: CallCost | undefined;
}

export interface FromLease {
  lease: string;
  keyId: string | null;
  module: string;
  model: string;
  requestId: string | null;
  customer: string | null;
}

export interface Settled {
  charged: MicroCredits;
  available: MicroCredits;
}

interface SettledRow extends Settled {
  place: number | null;
}

/** Runs in the caller's transaction. Returns undefined if the hold has already ended. */
export async function settleOne(queries: Queries, settlement: Settlement): Promise<Settled | undefined> {
  const { rows } = await sql<SettledRow>`
    select place, coalesce(charged, 0) as charged, coalesce(available, 0) as available
    from settle_calls(${JSON.stringify([callOf(settlement)])})`.execute(queries);
  return rows[0] && { charged: rows[0].charged, available: rows[0].available };
}

/**
 * The same for several charges; the result omits those whose hold has already ended. `onlyExpired` also omits those
 * that have not expired.
 */
export async function settleSome(
  queries: Queries,
  settlements: readonly Settlement[],
  { onlyExpired = false } = {},
): Promise<Map<number, Settled>> {
  const { rows } = await sql<SettledRow>`
    select place, coalesce(charged, 0) as charged, coalesce(available, 0) as available
    from settle_calls(${JSON.stringify(settlements.map(callOf))}, ${onlyExpired})`.execute(queries);
  return new Map(rows.map(({ place, charged, available }) => [(place ?? 0) - 1, { charged, available }]));
}

/** Releases the open holds of a request's calls after its node died; those of its jobs stay. */
export async function releaseHoldsOfRequest(
  queries: Queries,
  owner: { accountId: string; environment: Environment },
  requestId: string,
): Promise<void> {
  const { accountId, environment } = owner;
  await sql`
    select count(*) from settle_calls((
      select coalesce(json_agg(json_build_object('hold', id, 'account_id', account_id, 'environment', environment, 'cost', 0, 'counted', false)), '[]')
      from holds where account_id = ${accountId} and environment = ${environment} and request_id = ${requestId} and job_id is null
    ))`.execute(queries);
}

/** Releases the open holds of a job's calls after its worker died. */
export async function releaseHoldsOfJob(
  queries: Queries,
  owner: { accountId: string; environment: Environment },
  jobId: string,
): Promise<void> {
  const { accountId, environment } = owner;
  await sql`
    select count(*) from settle_calls((
      select coalesce(json_agg(json_build_object('hold', id, 'account_id', account_id, 'environment', environment, 'cost', 0, 'counted', false)), '[]')
      from holds where account_id = ${accountId} and environment = ${environment} and job_id = ${jobId}
    ))`.execute(queries);
}

/** The same for many charges, in one commit that is on disk when it returns; undefined for each hold that has already ended. */
export async function settleMany(
  connection: Queryable,
  settlements: readonly Settlement[],
): Promise<(Settled | undefined)[]> {
  const values = [JSON.stringify(settlements.map(callOf))];
  const placed = placedRows(settlements, { areTogether: false });
  if (placed.length > 0) {
    const isCharged = 'place in (select settled.place from settled)';
    const rows = await chargeWithRows(
      connection,
      { name: 'settle_calls', text: SETTLE_CALLS, values, isCharged },
      placed,
    );
    return byPlace(settlements, rows.map(readSettled));
  }
  const { rows } = await connection.query<SettledRow>({ name: 'settle_calls', text: SETTLE_CALLS, values });
  return byPlace(settlements, rows);
}

const SETTLE_CALLS =
  'select place, coalesce(charged, 0) as charged, coalesce(available, 0) as available from settle_calls($1)';

function readSettled({ place, charged, available }: Record<string, unknown>): SettledRow {
  return { place: Number(place), charged: Number(charged), available: Number(available) };
}

function byPlace(settlements: readonly Settlement[], rows: readonly SettledRow[]): (Settled | undefined)[] {
  const found = new Map(rows.map((row) => [row.place, row]));
  return settlements.map((_, index) => found.get(index + 1));
}

function callOf(settlement: Settlement): object {
  const { from, accountId, environment, cost, counted, description, usage, upstreamCost } = settlement;
  const { promptTokens = 0, completionTokens = 0, images = 0, milliseconds = 0 } = usage;
  const source =
    'hold' in from
      ? { hold: from.hold }
      : {
          ...{ lease: from.lease, key_id: from.keyId, module: from.module, model: from.model },
          ...{ request_id: from.requestId, customer_id: from.customer },
        };
  return {
    ...source,
    account_id: accountId,
    environment,
    cost,
    counted,
    entry_id: newId('txn'),
    description,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    images,
    milliseconds,
    cached_tokens: usage.cachedTokens ?? 0,
    cache_write_tokens: usage.cacheWriteTokens ?? 0,
    upstream_cost: upstreamCost,
  };
}

/** What a hold is for; undefined if it has ended. */
export async function purposeOfHold(
  queries: Queries,
  holdId: string,
): Promise<{ module: string; model: string; keyId: string | null } | undefined> {
  const { rows } = await sql<{ module: string; model: string; keyId: string | null }>`
    select module, model, key_id as "keyId" from holds where id = ${holdId}`.execute(queries);
  return rows[0];
}
