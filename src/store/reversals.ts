// Refunds and disputes in the state of the gateway's newest event; the result does not depend on the order of the events.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Payment } from './payments.ts';

interface Told {
  gateway: string;
  /** The gateway's id of the payment: a payment intent, or a charge that has none. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Stores the total refund of a payment so far; a smaller total comes from an older event. */
export async function noteRefund(queries: Queries, refund: Told): Promise<void> {
  await sql`
    insert into reversals as r (gateway, kind, id, reference, amount, currency, is_standing, told_at, told_rank)
    values (${refund.gateway}, 'refund', ${refund.reference}, ${refund.reference}, ${refund.amount}, ${refund.currency}, true, to_timestamp(0), '')
    on conflict (gateway, kind, id) do update set amount = greatest(r.amount, excluded.amount), currency = excluded.currency`.execute(
    queries,
  );
}

export interface ReportedDispute extends Told {
  id: string;
  /** Whether the gateway has withdrawn the money. */
  isStanding: boolean;
  reportedAt: Date;
  /** Orders events of the same second. */
  rank: string;
}

/** Stores the dispute's state, unless a newer event was stored before. */
export async function noteDispute(queries: Queries, dispute: ReportedDispute): Promise<void> {
  await sql`
    insert into reversals as r (gateway, kind, id, reference, amount, currency, is_standing, told_at, told_rank)
    values (${dispute.gateway}, 'dispute', ${dispute.id}, ${dispute.reference}, ${dispute.amount}, ${dispute.currency}, ${dispute.isStanding},
      ${dispute.reportedAt}, ${dispute.rank})
    on conflict (gateway, kind, id) do update set amount = excluded.amount, currency = excluded.currency, is_standing = excluded.is_standing,
      told_at = excluded.told_at, told_rank = excluded.told_rank
    where (excluded.told_at, excluded.told_rank) > (r.told_at, r.told_rank)`.execute(queries);
}

/** Minor units of a payment that were returned to the payer. A reversal in another currency counts as the whole payment. */
export async function sumReversed(queries: Queries, payment: Payment): Promise<number> {
  const { gateway, gatewayId, amount, currency } = payment;
  const { rows } = await sql<{ reversed: number }>`
    select least(${amount}::bigint, coalesce(sum(case when coalesce(currency, ${currency}) = ${currency} then amount else ${amount}::bigint end), 0))::bigint as reversed
    from reversals where gateway = ${gateway} and is_standing and (reference = ${gatewayId} or reference in (
      select l.reference from payment_links l where l.gateway = ${gateway} and l.gateway_id = ${gatewayId}))`.execute(
    queries,
  );
  return rows[0]?.reversed ?? 0;
}

/** Minor units that disputes have withdrawn. */
export async function sumDisputed(queries: Queries, { gateway, gatewayId }: Payment): Promise<number> {
  const { rows } = await sql<{ disputed: number }>`
    select coalesce(sum(amount), 0)::bigint as disputed
    from reversals where gateway = ${gateway} and kind = 'dispute' and is_standing and (reference = ${gatewayId} or reference in (
      select l.reference from payment_links l where l.gateway = ${gateway} and l.gateway_id = ${gatewayId}))`.execute(
    queries,
  );
  return rows[0]?.disputed ?? 0;
}
