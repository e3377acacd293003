// Charges calls that were all granted from one lease, in one commit: the quick way for a busy account.
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queryable } from '../store/database.ts';
import { chargeWithRows, type PlacedRow, placedRows } from './attached-rows.ts';
import type { FromLease, Settled, Settlement } from './statements.ts';

export type LeasedSettlement = Settlement & { from: FromLease };

interface Use {
  module: string;
  model: string;
  key_id: string;
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  images: number;
  milliseconds: number;
  credits: MicroCredits;
  cached_tokens: number;
  cache_write_tokens: number;
  cost: MicroCredits;
}

/** The settlements, if they all come from the same lease. */
export function ofOneLease(settlements: readonly Settlement[]): readonly LeasedSettlement[] | undefined {
  const [first] = settlements;
  if (!first || !isLeased(first)) return undefined;
  const { lease } = first.from;
  const leased = settlements.filter(isLeased);
  return leased.length === settlements.length && leased.every(({ from }) => from.lease === lease) ? leased : undefined;
}

function isLeased(settlement: Settlement): settlement is LeasedSettlement {
  return 'lease' in settlement.from;
}

/** On disk when it returns; undefined for each call if the lease was taken back. */
export async function chargeLease(
  connection: Queryable,
  settlements: readonly LeasedSettlement[],
): Promise<(Settled | undefined)[]> {
  const [first] = settlements;
  if (!first) return [];
  const isAlone = settlements.length === 1 && first.counted;
  const values = isAlone ? valuesOfOne(first) : valuesOfMany(first, settlements);
  const available = await charge(connection, { isAlone, values }, placedRows(settlements));
  return settlements.map(({ cost }) => (available === null ? undefined : { charged: cost, available }));
}

const CHARGE_ONE =
  'select charge_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as available';
const CHARGE_LEASE = 'select charge_lease($1, $2, $3, $4, $5, $6) as available';

function valuesOfOne(settlement: LeasedSettlement): unknown[] {
  const { from, accountId, environment, cost, description, usage, upstreamCost } = settlement;
  const { lease, module, model, keyId, requestId } = from;
  return [
    ...[lease, accountId, environment, cost, newId('txn'), module, model, keyId, requestId, description],
    ...[usage.promptTokens ?? 0, usage.completionTokens ?? 0, usage.images ?? 0, usage.milliseconds ?? 0],
    ...[usage.cachedTokens ?? 0, usage.cacheWriteTokens ?? 0, upstreamCost],
  ];
}

function valuesOfMany(first: LeasedSettlement, settlements: readonly LeasedSettlement[]): unknown[] {
  let spent = 0;
  const calls = settlements.map(({ from, cost, description }) => {
    spent += cost;
    const { keyId, module, model, requestId } = from;
    return { id: newId('txn'), cost, spent, module, model, key_id: keyId, request_id: requestId, description };
  });
  const { from, accountId, environment } = first;
  return [
    ...[from.lease, accountId, environment, spent],
    ...[JSON.stringify(calls), JSON.stringify(usesOf(settlements))],
  ];
}

/** Returns what is available then; null if nothing was charged. */
async function charge(
  connection: Queryable,
  { isAlone, values }: { isAlone: boolean; values: unknown[] },
  placed: readonly PlacedRow[],
): Promise<MicroCredits | null> {
  const name = isAlone ? 'charge_one' : 'charge_lease';
  if (placed.length > 0) {
    const isCharged = '(select available from settled) is not null';
    const charging = { name, text: isAlone ? CHARGE_ONE : CHARGE_LEASE, values, isCharged };
    const [row] = await chargeWithRows(connection, charging, placed);
    return typeof row?.available === 'number' ? row.available : null;
  }
  const { rows } = await connection.query<{ available: number | null }>({
    name,
    text: isAlone ? CHARGE_ONE : CHARGE_LEASE,
    values,
  });
  return rows[0]?.available ?? null;
}

/** One row per module, model and key: usually one for all calls. */
function usesOf(settlements: readonly LeasedSettlement[]): Use[] {
  const uses = new Map<string, Use>();
  for (const { from, cost, counted, usage, upstreamCost } of settlements) {
    if (!counted) continue;
    const { module, model, keyId } = from;
    const name = `${module}\n${model}\n${keyId}`;
    const use = uses.get(name) ?? {
      ...{ module, model, key_id: keyId ?? '', requests: 0, prompt_tokens: 0 },
      ...{ completion_tokens: 0, images: 0, milliseconds: 0, credits: 0 },
      ...{ cached_tokens: 0, cache_write_tokens: 0, cost: 0 },
    };
    uses.set(name, use);
    use.requests += 1;
    use.prompt_tokens += usage.promptTokens ?? 0;
    use.completion_tokens += usage.completionTokens ?? 0;
    use.images += usage.images ?? 0;
    use.milliseconds += usage.milliseconds ?? 0;
    use.credits += cost;
    use.cached_tokens += usage.cachedTokens ?? 0;
    use.cache_write_tokens += usage.cacheWriteTokens ?? 0;
    use.cost += upstreamCost;
  }
  return [...uses.values()];
}
