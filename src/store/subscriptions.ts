// Subscriptions in the state of the gateway's newest event.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { Queries, Transaction } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Subscription {
  id: string;
  accountId: string;
  environment: Environment;
  gateway: string;
  gatewayId: string;
  plan: string;
  nextPlan: string | null;
  status: 'active' | 'past_due' | 'cancelled';
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  card: string | null;
}

const COLUMNS = sql`id, account_id as "accountId", environment, gateway, gateway_id as "gatewayId", plan, next_plan as "nextPlan", status,
  current_period_start as "currentPeriodStart", current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd", card`;

export interface ReportedSubscription extends Omit<Subscription, 'id' | 'nextPlan'> {
  reportedAt: Date;
  /** Orders events of the same second. */
  rank?: string;
}

/**
 * Stores the state from a gateway event, unless a newer one was stored before; a cancelled subscription stays cancelled. Returns the state
 * before (undefined: it is new) and after, or undefined when nothing changed.
 */
export async function applySubscription(
  trx: Transaction,
  told: ReportedSubscription,
): Promise<{ before: Subscription | undefined; after: Subscription } | undefined> {
  const before = await lockSubscription(trx, told.gateway, told.gatewayId);
  const { rows } = await sql<Subscription>`
    insert into subscriptions as s (id, account_id, environment, gateway, gateway_id, plan, status, current_period_start, current_period_end,
      cancel_at_period_end, told_at, told_rank, card)
    values (${newId('sub')}, ${told.accountId}, ${told.environment}, ${told.gateway}, ${told.gatewayId}, ${told.plan}, ${told.status},
      ${told.currentPeriodStart}, ${told.currentPeriodEnd}, ${told.cancelAtPeriodEnd}, ${told.reportedAt}, ${told.rank ?? ''}, ${told.card})
    on conflict (gateway, gateway_id) do update set
      plan = excluded.plan, status = excluded.status, current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
      cancel_at_period_end = excluded.cancel_at_period_end, told_at = excluded.told_at, told_rank = excluded.told_rank,
      card = coalesce(excluded.card, s.card)
      where s.status <> 'cancelled' and (excluded.status = 'cancelled' or (excluded.told_at, excluded.told_rank) > (s.told_at, s.told_rank))
    returning ${COLUMNS}`.execute(trx);
  const [after] = rows;
  return after && { before, after };
}

async function lockSubscription(
  trx: Transaction,
  gateway: string,
  gatewayId: string,
): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions where gateway = ${gateway} and gateway_id = ${gatewayId} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function findRunningSubscription(queries: Queries, owner: Owner): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions
    where ${ownedBy(owner)} and status <> 'cancelled'
    order by cancel_at_period_end, created_at desc, id limit 1`.execute(queries);
  return rows[0];
}

const MAX_RUNNING = 100;

export async function listRunningSubscriptions(queries: Queries, accountId: string): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions where account_id = ${accountId} and status <> 'cancelled'
    limit ${MAX_RUNNING}`.execute(queries);
  return rows;
}

/**
 * The subscription that the account pays for. A plan from a redeem code does not count: the account can buy a plan
 * beside it.
 */
export async function findBoughtSubscription(queries: Queries, owner: Owner): Promise<Subscription | undefined> {
  const running = await findRunningSubscription(queries, owner);
  return running?.gateway === 'code' ? undefined : running;
}

export async function findSubscription(
  queries: Queries,
  gateway: string,
  gatewayId: string,
): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions where gateway = ${gateway} and gateway_id = ${gatewayId}`.execute(queries);
  return rows[0];
}

/** Records the customer's request; the gateway's own event about it arrives later and still counts as newer. */
export async function setCancelAtPeriodEnd(queries: Queries, id: string): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    update subscriptions set cancel_at_period_end = true where id = ${id} and status <> 'cancelled' returning ${COLUMNS}`.execute(
    queries,
  );
  return rows[0];
}

export async function setNextPlan(queries: Queries, id: string, nextPlan: string | null): Promise<void> {
  await sql`update subscriptions set next_plan = ${nextPlan} where id = ${id}`.execute(queries);
}

/** Claims one live subscription of the built-in checkout that ends within as many days and was not marked as ending. */
export async function claimEndingUnannounced(trx: Transaction, days: number): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions
    where gateway = 'builtin' and environment = 'live' and status <> 'cancelled' and not cancel_at_period_end
      and current_period_end <= now() + ${days}::integer * interval '1 day'
    order by current_period_end limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** Claims one subscription whose period has ended. Its row is locked by this transaction, so that other nodes skip it. */
export async function claimDueSubscription(trx: Transaction): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select ${COLUMNS} from subscriptions where gateway in ('builtin', 'code') and status <> 'cancelled' and current_period_end <= now()
    order by current_period_end limit 1 for update skip locked`.execute(trx);
  return rows[0];
}
