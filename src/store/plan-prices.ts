// Prices created at a gateway for one change of plan; they map its invoices, which name only the price, to the plan.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export interface PlanPrice {
  id: string;
  plan: string;
  replaces: string;
  /** Who requested the change; null in rows of older versions. */
  memberId: string | null;
  keyId: string | null;
}

export async function insertPlanPrice(queries: Queries, gateway: string, price: PlanPrice): Promise<void> {
  await sql`
    insert into plan_prices (gateway, id, plan, replaces, actor_member_id, actor_key_id)
    values (${gateway}, ${price.id}, ${price.plan}, ${price.replaces}, ${price.memberId}, ${price.keyId})
    on conflict do nothing`.execute(queries);
}

export async function findPlanPrices(queries: Queries, gateway: string, ids: readonly string[]): Promise<PlanPrice[]> {
  const { rows } = await sql<PlanPrice>`
    select id, plan, replaces, actor_member_id as "memberId", actor_key_id as "keyId" from plan_prices where gateway = ${gateway} and id = any(${ids as string[]})`.execute(
    queries,
  );
  return rows;
}
