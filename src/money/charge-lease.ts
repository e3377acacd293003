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
  const available = await charge(
    connection,
    chargeOf(first, settlements),
    placedRows(settlements, { areTogether: true }),
  );
  return settlements.map(({ cost }) => (available === null ? undefined : { charged: cost, available }));
}

const CHARGE_ONE =
  'select charge_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as available';
const CHARGE_LEASE = 'select charge_lease($1, $2, $3, $4, $5, $6) as available';
const CHARGE_NAMED = 'select charge_lease_named($1, $2, $3, $4, $5, $6, $7) as available';

interface Charge {
  name: string;
  text: string;
  values: unknown[];
}

function chargeOf(first: LeasedSettlement, settlements: readonly LeasedSettlement[]): Charge {
  const customers = customersOf(settlements);
  if (customers.length > 0) {
    const values = [...valuesOfMany(first, settlements), JSON.stringify(customers)];
    return { name: 'charge_lease_named', text: CHARGE_NAMED, values };
  }
  return settlements.length === 1 && first.counted
    ? { name: 'charge_one', text: CHARGE_ONE, values: valuesOfOne(first) }
    : { name: 'charge_lease', text: CHARGE_LEASE, values: valuesOfMany(first, settlements) };
}

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
  { name, text, values }: Charge,
  placed: readonly PlacedRow[],
): Promise<MicroCredits | null> {
  if (placed.length > 0) {
    const isCharged = '(select available from settled) is not null';
    const [row] = await chargeWithRows(connection, { name, text, values, isCharged }, placed);
    return typeof row?.available === 'number' ? row.available : null;
  }
  const { rows } = await connection.query<{ available: number | null }>({ name, text, values });
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

/** One row per customer and key, of the calls that name a customer. */
function customersOf(settlements: readonly LeasedSettlement[]): object[] {
  const sums = new Map<string, ReturnType<typeof customerSum>>();
  for (const { from, cost, counted, usage } of settlements) {
    if (from.customer === null || !counted) continue;
    const name = `${from.keyId}\n${from.customer}`;
    const sum = sums.get(name) ?? customerSum(from);
    sums.set(name, sum);
    sum.requests += 1;
    sum.prompt_tokens += usage.promptTokens ?? 0;
    sum.completion_tokens += usage.completionTokens ?? 0;
    sum.images += usage.images ?? 0;
    sum.milliseconds += usage.milliseconds ?? 0;
    sum.credits += cost;
  }
  return [...sums.values()];
}

function customerSum({ customer, keyId }: FromLease) {
  return {
    ...{ customer_id: customer, key_id: keyId ?? '', requests: 0, prompt_tokens: 0, completion_tokens: 0 },
    ...{ images: 0, milliseconds: 0, credits: 0 },
  };
}
