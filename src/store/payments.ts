// Payments: stored once, found by any of the gateway's ids for them, listed by account.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import { type BillingDetails, readBillingDetails } from './billing-details.ts';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Payment {
  seq: number;
  id: string;
  accountId: string;
  environment: Environment;
  gateway: string;
  gatewayId: string;
  amount: number;
  currency: string;
  credits: number;
  description: string;
  /** The plan that was paid for, and the gateway's id of its subscription; null for credits. */
  plan: string | null;
  subscription: string | null;
  coversUntil: Date | null;
  /** Included in the amount, in minor units. */
  tax: number;
  /** Whether the gateway has computed it, also if it is 0. */
  taxComputed: boolean;
  /** The discount of a coupon or promotion code, in minor units. */
  discount: number;
  coupon: string | null;
  /** The part of the credits that the discount paid for. */
  couponCredits: MicroCredits;
  /** The billing details at the time of payment. */
  buyer: BillingDetails | null;
  /** Minor units that were refunded. */
  reversed: number;
  takenBack: MicroCredits;
  /** The total of its invoices and credit notes; null: none was created yet. */
  documented: number | null;
  /** The invoice that the gateway has made. */
  invoiceNumber: string | null;
  invoiceUrl: string | null;
  createdAt: Date;
}

const COLUMNS = sql`seq, id, account_id as "accountId", environment, gateway, gateway_id as "gatewayId", amount, currency, credits, description,
  plan, subscription, covers_until as "coversUntil", tax, tax_computed as "taxComputed", discount, coupon,
  coupon_credits as "couponCredits", buyer, reversed, taken_back as "takenBack", documented, invoice_number as "invoiceNumber",
  invoice_url as "invoiceUrl", created_at as "createdAt"`;

export interface NewPayment
  extends Pick<
    Payment,
    'accountId' | 'environment' | 'gateway' | 'gatewayId' | 'amount' | 'currency' | 'credits' | 'description'
  > {
  tax?: number;
  taxComputed?: boolean;
  discount?: number;
  /** Before the discount. */
  listPrice?: number;
  coupon?: string | null;
  /** If the gateway has made one. */
  invoice?: { number: string; url: string | null } | undefined;
  /** Set if the payment is for a plan. */
  forPlan?: {
    plan: string;
    subscription: string;
    coversUntil: Date;
    billedAt: Date;
    /** Set if only the difference to this plan was paid. */
    raises?: string;
  };
}

/** Returns undefined if the gateway's payment is already stored. */
export async function insertPayment(
  queries: Queries,
  payment: NewPayment & { couponCredits?: MicroCredits },
): Promise<Payment | undefined> {
  const { forPlan, tax = 0, taxComputed = false, discount = 0, coupon = null, couponCredits = 0, invoice } = payment;
  const buyer = await readBillingDetails(queries, payment.accountId);
  const { rows } = await sql<Payment>`
    insert into payments (id, account_id, environment, gateway, gateway_id, amount, currency, credits, description, plan, subscription, covers_until, billed_at,
      tax, tax_computed, discount, coupon, coupon_credits, buyer, invoice_number, invoice_url, raises)
    values (${newId('pay')}, ${payment.accountId}, ${payment.environment}, ${payment.gateway}, ${payment.gatewayId}, ${payment.amount},
      ${payment.currency}, ${payment.credits}, ${payment.description}, ${forPlan?.plan ?? null}, ${forPlan?.subscription ?? null},
      ${forPlan?.coversUntil ?? null}, ${forPlan?.billedAt ?? new Date()}, ${tax}, ${taxComputed}, ${discount}, ${coupon}, ${couponCredits}, ${toJson('payments.buyer', buyer)},
      ${invoice?.number ?? null}, ${invoice?.url ?? null}, ${forPlan?.raises ?? null})
    on conflict (gateway, gateway_id) do nothing returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

export async function findPayment(queries: Queries, owner: Owner, id: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${COLUMNS} from payments where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

/** Payments whose documents do not add up to their total yet, oldest first. */
export async function listUndocumented(
  queries: Queries,
  limit: number,
): Promise<Pick<Payment, 'gateway' | 'gatewayId'>[]> {
  const { rows } = await sql<Pick<Payment, 'gateway' | 'gatewayId'>>`
    select gateway, gateway_id as "gatewayId" from payments where documented is distinct from amount - reversed order by seq limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** Omits plans from redeem codes, which were not paid for. */
export async function listPayments(queries: Queries, owner: Owner, limit: number): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${COLUMNS} from payments where ${ownedBy(owner)} and gateway <> 'code' order by seq desc limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** Whether the account has a live payment that was not fully refunded. */
export async function hasPaid(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments where account_id = ${accountId} and environment = 'live' and amount > reversed limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Whether the account has ever paid, even if all was refunded: a dispute can be won later. */
export async function hasEverPaid(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments where account_id = ${accountId} and environment = 'live' and amount > 0 limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

export interface PaidPlan {
  subscription: string;
  plan: string;
}

/**
 * The plan that each running subscription has paid for: the newest bill of the latest period that was paid and not returned in
 * full. The bill of an upgrade counts while the plan that it was charged from is paid for. A subscription whose own event has not arrived
 * yet counts as running.
 */
export async function listPaidPlans(queries: Queries, owner: Owner): Promise<PaidPlan[]> {
  const { rows } = await sql<PaidPlan>`
    with recursive bills as (
      select p.gateway, p.gateway_id, p.subscription, p.plan, p.raises, p.covers_until, p.billed_at, (p.amount = 0 or p.amount > p.reversed) as is_kept
      from payments p left join subscriptions s on s.gateway = p.gateway and s.gateway_id = p.subscription
      where p.account_id = ${owner.accountId} and p.environment = ${owner.environment} and p.plan is not null and p.subscription is not null
        and s.status is distinct from 'cancelled'
    ), paid as (
      select * from bills where is_kept and raises is null
      union
      select b.* from bills b join paid q on q.gateway = b.gateway and q.subscription = b.subscription and q.plan = b.raises and q.covers_until > b.billed_at
      where b.is_kept
    )
    select distinct on (subscription) subscription, plan from paid p
    where covers_until = (select max(q.covers_until) from (
      select * from bills where raises is null union all select * from paid
    ) q where q.gateway = p.gateway and q.subscription = p.subscription)
    order by subscription, billed_at desc, gateway_id desc`.execute(queries);
  return rows;
}

/** Stores another id that the gateway uses for a payment; the payment itself may arrive later. */
export async function linkPayment(
  queries: Queries,
  link: { gateway: string; reference: string; gatewayId: string },
): Promise<void> {
  await sql`
    insert into payment_links (gateway, reference, gateway_id) values (${link.gateway}, ${link.reference}, ${link.gatewayId})
    on conflict do nothing`.execute(queries);
}

/** Finds a payment by any of its ids and locks it until the end of the transaction, which serialises events about it. */
export async function lockPayment(queries: Queries, gateway: string, reference: string): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${COLUMNS} from payments where gateway = ${gateway} and gateway_id = coalesce(
      (select gateway_id from payment_links where gateway = ${gateway} and reference = ${reference}), ${reference}) for update`.execute(
    queries,
  );
  return rows[0];
}

export async function noteTakenBack(
  queries: Queries,
  id: string,
  amounts: { takenBack: MicroCredits; reversed: number },
): Promise<void> {
  await sql`update payments set taken_back = ${amounts.takenBack}, reversed = ${amounts.reversed} where id = ${id}`.execute(
    queries,
  );
}

/** Returns true for the first call with this event id only. */
export async function recordGatewayEvent(queries: Queries, gateway: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`insert into gateway_events (gateway, id) values (${gateway}, ${id}) on conflict do nothing returning id`.execute(
      queries,
    );
  return rows.length > 0;
}

/** Serialises the events of a gateway across all nodes, so that each sees the result of the previous one. */
export async function takeTurns(queries: Queries, gateway: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('gateway events'), hashtext(${gateway}))`.execute(queries);
}
