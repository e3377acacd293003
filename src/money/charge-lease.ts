// Charges calls that were all granted from one lease, in one commit: the fast path for a busy account.
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queryable } from '../store/database.ts';
import { chargeWithRows, placedRows } from './attached-rows.ts';
import type { FromLease, Settled, Settlement } from './statements.ts';

export type LeasedSettlement = Settlement & { from: FromLease };

/** The settlements, if they all belong to the same lease. */
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

const CHARGE_LEASE = 'select charge_lease($1, $2, $3, $4, $5, $6) as available';

/** On disk when it returns; undefined for each call if the lease was revoked. */
export async function chargeLease(
  connection: Queryable,
  settlements: readonly LeasedSettlement[],
): Promise<(Settled | undefined)[]> {
  const [first] = settlements;
  if (!first) return [];
  const statement = { name: 'charge_lease', text: CHARGE_LEASE, values: valuesOf(first, settlements) };
  const available = await charge(connection, statement, settlements);
  return settlements.map(({ cost }) => (available === null ? undefined : { charged: cost, available }));
}

/** Returns the available credits after the charge; null if nothing was charged. */
async function charge(
  connection: Queryable,
  statement: { name: string; text: string; values: unknown[] },
  settlements: readonly LeasedSettlement[],
): Promise<MicroCredits | null> {
  const placed = placedRows(settlements, { areTogether: true });
  if (placed.length > 0) {
    const isCharged = '(select available from settled) is not null';
    const [row] = await chargeWithRows(connection, { ...statement, isCharged }, placed);
    return typeof row?.available === 'number' ? row.available : null;
  }
  const { rows } = await connection.query<{ available: number | null }>(statement);
  return rows[0]?.available ?? null;
}

function valuesOf(first: LeasedSettlement, settlements: readonly LeasedSettlement[]): unknown[] {
  let spent = 0;
  const calls = settlements.map(({ from, cost, description }) => {
    spent += cost;
    const { keyId, module, model, requestId } = from;
    return { id: newId('txn'), cost, spent, module, model, key_id: keyId, request_id: requestId, description };
  });
  const { from, accountId, environment } = first;
  return [from.lease, accountId, environment, spent, JSON.stringify(calls), JSON.stringify(usesOf(settlements))];
}

/** One row per module, model and key (usually one for all calls), and one per customer and key. */
function usesOf(settlements: readonly LeasedSettlement[]): Use[] {
  const uses = new Map<string, Use>();
  for (const settlement of settlements) {
    if (!settlement.counted) continue;
    const { module, model, keyId, customer } = settlement.from;
    const key_id = keyId ?? '';
    addTo(sumFor(uses, `${module}\n${model}\n${key_id}`, { module, model, key_id }), settlement);
    if (customer !== null)
      addTo(sumFor(uses, `:${customer}\n${key_id}`, { customer_id: customer, key_id }), settlement);
  }
  return [...uses.values()];
}

type Used = { module: string; model: string; key_id: string } | { customer_id: string; key_id: string };
type Use = Used & typeof NOTHING;

const NOTHING = {
  ...{ requests: 0, prompt_tokens: 0, completion_tokens: 0, images: 0, milliseconds: 0, credits: 0 },
  ...{ cached_tokens: 0, cache_write_tokens: 0, cost: 0 },
};

function sumFor(uses: Map<string, Use>, name: string, what: Used): Use {
  const known = uses.get(name);
  if (known) return known;
  const use = { ...what, ...NOTHING };
  uses.set(name, use);
  return use;
}

function addTo(use: Use, { cost, usage, upstreamCost }: LeasedSettlement): void {
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
