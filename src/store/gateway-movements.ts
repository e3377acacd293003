// Movements of the balance at a payment gateway as rows, each once, and how far they were read.
import { sql } from 'kysely';
import { ISSUED_ON } from './billing-documents.ts';
import type { Queries, Transaction } from './database.ts';
import type { Months } from './document-sums.ts';

export interface Movement {
  /** The gateway's own. */
  id: string;
  /** The gateway's word for accountants. */
  category: string;
  currency: string;
  /** Minor units; the balance has grown by the amount less the fee. */
  amount: number;
  fee: number;
  occurredAt: Date;
}

/** Documents have these amounts. */
const OF_CUSTOMERS = sql`array['charge', 'charge_failure', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'partial_capture_reversal']`;
const OF_FEES = sql`array['fee', 'network_cost', 'tax']`;
const OF_THE_BANK = sql`array['payout', 'payout_reversal', 'topup', 'topup_reversal']`;

/** The beginning of the first live payment at the gateway; undefined before it. */
export async function findFirstPaid(queries: Queries, gateway: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from payments where gateway = ${gateway} and environment = 'live' order by seq limit 1`.execute(
    queries,
  );
  return rows[0]?.at;
}

export async function readMovementMark(queries: Queries, gateway: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select read_until as until from gateway_marks where gateway = ${gateway}`.execute(queries);
  return rows[0]?.until;
}

export async function moveMovementMark(queries: Queries, gateway: string, until: Date): Promise<void> {
  await sql`
    insert into gateway_marks as m (gateway, read_until) values (${gateway}, ${until})
    on conflict (gateway) do update set read_until = greatest(m.read_until, excluded.read_until)`.execute(queries);
}

/** Those that are known stay as they were. */
export async function insertMovements(
  trx: Transaction,
  gateway: string,
  movements: readonly (Movement & { bookedOn: string })[],
): Promise<void> {
  if (movements.length === 0) return;
  await sql`
    insert into gateway_movements (gateway, id, category, currency, amount, fee, occurred_at, booked_on)
    select ${gateway}, id, category, currency, amount, fee, occurred_at, booked_on::date from unnest(
      ${movements.map(({ id }) => id)}::text[], ${movements.map(({ category }) => category)}::text[],
      ${movements.map(({ currency }) => currency)}::text[], ${movements.map(({ amount }) => amount)}::bigint[],
      ${movements.map(({ fee }) => fee)}::bigint[], ${movements.map(({ occurredAt }) => occurredAt)}::timestamptz[],
      ${movements.map(({ bookedOn }) => bookedOn)}::text[]) as n(id, category, currency, amount, fee, occurred_at, booked_on)
    on conflict do nothing`.execute(trx);
}

export interface ClearingSum {
  month: string;
  currency: string;
  charged: number;
  fees: number;
  paidOut: number;
  other: number;
  /** Invoices less credit notes of the gateway's payments. */
  documented: number;
}

/** By month and currency, from the beginning; the end is exclusive. */
export async function sumClearing(queries: Queries, gateway: string, to: string): Promise<ClearingSum[]> {
  const { rows } = await sql<ClearingSum>`
    with parts as (
      select date_trunc('month', booked_on)::date as month, currency,
        case when category = any(${OF_CUSTOMERS}) then amount else 0 end as charged,
        fee - case when category = any(${OF_FEES}) then amount else 0 end as fees,
        case when category = any(${OF_THE_BANK}) then -amount else 0 end as paid_out,
        case when category = any(${OF_CUSTOMERS} || ${OF_FEES} || ${OF_THE_BANK}) then 0 else amount end as other, 0::bigint as documented
      from gateway_movements where gateway = ${gateway} and booked_on < ${to}::text::date
      union all
      select date_trunc('month', ${ISSUED_ON})::date, d.currency, 0, 0, 0, 0, case d.kind when 'invoice' then d.amount else -d.amount end
      from billing_documents d join payments p on p.id = d.payment_id
      where d.environment = 'live' and p.gateway = ${gateway} and ${ISSUED_ON} < ${to}::text::date
    )
    select coalesce(to_char(month, 'YYYY-MM'), '') as month, coalesce(currency, '') as currency, coalesce(sum(charged), 0)::bigint as charged,
      coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(paid_out), 0)::bigint as "paidOut", coalesce(sum(other), 0)::bigint as other,
      coalesce(sum(documented), 0)::bigint as documented
    from parts group by 1, 2 order by 1, 2`.execute(queries);
  return rows;
}

export interface MovementRow {
  id: string;
  category: string;
  currency: string;
  amount: number;
  isOfBank: boolean;
  bookedOn: string;
}

/** Those that no document has and that are no fees, in the order of their days. */
export async function listOtherMovements(
  queries: Queries,
  { gateway, from, to, after, limit }: Months & { gateway: string; after: MovementRow | undefined; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select id, category, currency, amount, coalesce(category = any(${OF_THE_BANK}), false) as "isOfBank",
      to_char(booked_on, 'YYYY-MM-DD') as "bookedOn"
    from gateway_movements
    where gateway = ${gateway} and booked_on >= ${from}::text::date and booked_on < ${to}::text::date and amount <> 0
      and not category = any(${OF_CUSTOMERS} || ${OF_FEES})
      and (booked_on, id) > (${after?.bookedOn ?? '0001-01-01'}::text::date, ${after?.id ?? ''}::text)
    order by booked_on, id limit ${limit}`.execute(queries);
  return rows;
}
