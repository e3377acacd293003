// Reads Stripe's objects in any of its API versions; unreadable values are undefined.
import type Stripe from 'stripe';
import { idOf } from '../../money/gateways/stripe-client.ts';
import type { ReportedDispute } from '../../store/reversals.ts';
import type { ReportedSubscription, Subscription } from '../../store/subscriptions.ts';
import type { PaidSums } from './settlement.ts';

type Reference = Parameters<typeof idOf>[0];

/** Fields that versions before 2025-03-31 have instead of later ones. */
interface OldInvoice {
  subscription?: Reference;
  subscription_details?: { metadata?: Stripe.Metadata | null } | null;
  payment_intent?: Reference;
  charge?: Reference;
  paid_out_of_band?: boolean;
}

interface OldLine {
  price?: { id: string } | null;
}

export interface ReadInvoice {
  id: string;
  accountId: string;
  /** The plan at the start of the subscription. */
  plan: string | undefined;
  subscription: string;
  reason: Stripe.Invoice['billing_reason'];
  amountPaid: number;
  amountDue: number;
  /** Also if the operator was paid in another way, and says so at Stripe. */
  isPaidInFull: boolean;
  /** The tax included in the amount, and the part of it that was added to the prices. */
  tax: number;
  addedTax: number;
  /** Whether Stripe Tax has computed it, also if it is 0. */
  taxComputed: boolean;
  discount: number;
  /** Before discounts and added taxes. */
  subtotal: number;
  currency: string;
  /** Stripe's invoice number, and the page that shows the invoice. */
  invoice: { number: string; url: string | null } | undefined;
  billedAt: Date;
  coversUntil: Date;
  /** Prices of the paid lines, latest first. */
  priceIds: string[];
  /** Payment intents and charges that the invoice itself names. */
  references: string[];
}

export function readInvoice(invoice: Stripe.Invoice & OldInvoice): ReadInvoice | undefined {
  const details = invoice.parent?.subscription_details ?? invoice.subscription_details;
  const accountId = details?.metadata?.account_id;
  const subscription = idOf(invoice.parent?.subscription_details?.subscription ?? invoice.subscription);
  const lines: (Stripe.InvoiceLineItem & OldLine)[] = invoice.lines?.data ?? [];
  const coversUntil = timeOf(Math.max(...lines.map((line) => line.period?.end ?? 0)));
  const billedAt = timeOf(invoice.created);
  if (!invoice.id || !accountId || !subscription || !coversUntil || !billedAt) return undefined;
  if (![invoice.amount_paid, invoice.amount_due].every(isAmount)) return undefined;
  const payments = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent ?? payment.charge);
  return {
    id: invoice.id,
    accountId,
    plan: details?.metadata?.plan,
    subscription,
    reason: invoice.billing_reason,
    amountPaid: invoice.amount_paid,
    isPaidInFull: invoice.amount_paid >= invoice.amount_due || invoice.paid_out_of_band === true,
    amountDue: invoice.amount_due,
    tax: sumOf(invoice.total_taxes ?? []),
    taxComputed: isComputed(invoice.automatic_tax),
    addedTax: sumOf((invoice.total_taxes ?? []).filter(({ tax_behavior: how }) => how === 'exclusive')),
    discount: sumOf(invoice.total_discount_amounts ?? []),
    subtotal: invoice.subtotal,
    currency: invoice.currency,
    invoice: invoice.number ? { number: invoice.number, url: invoice.hosted_invoice_url ?? null } : undefined,
    billedAt,
    coversUntil,
    priceIds: lines
      .filter((line) => line.amount > 0)
      .flatMap((line) => idOf(line.pricing?.price_details?.price) ?? line.price?.id ?? [])
      .reverse(),
    references: [invoice.payment_intent, invoice.charge, ...payments].flatMap((one) => idOf(one) ?? []),
  };
}

/** Undefined for what is no time in seconds that PostgreSQL could store. */
function timeOf(seconds: number | undefined): Date | undefined {
  return isAmount(seconds) && seconds < LAST_SECOND ? new Date(seconds * 1000) : undefined;
}

/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_800;

/** A whole number, in the smallest unit of a currency. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** Without Stripe Tax, or if it failed, a tax of 0 says nothing. */
function isComputed(tax: { enabled: boolean; status: string | null } | null | undefined): boolean {
  return tax?.enabled === true && (tax.status ?? 'complete') === 'complete';
}

/** The operator's options that let Stripe change a price. */
export interface PriceExtras {
  tax: boolean;
  promotionCodes: boolean;
}

/** How a session was paid; undefined if not in the expected currency. */
export function readSums(
  session: Stripe.Checkout.Session,
  asked: { amount: number; discount: number },
  extras: PriceExtras,
): PaidSums | undefined {
  const { amount_total: amount, amount_subtotal: subtotal, total_details: details } = session;
  const listPrice = asked.amount + asked.discount;
  const taxComputed = extras.tax && isComputed(session.automatic_tax);
  if (amount === asked.amount) {
    const within = details?.amount_tax ?? 0;
    return {
      amount,
      // A tax that is larger than the whole price is none.
      tax: extras.tax && within >= 0 && within < amount ? within : 0,
      taxComputed,
      discount: asked.discount,
      listPrice,
    };
  }
  if (amount === null || !details || subtotal !== listPrice) return undefined;
  const { amount_discount: discount, amount_tax: tax } = details;
  if ((discount !== asked.discount && !extras.promotionCodes) || (tax > 0 && !extras.tax)) return undefined;
  // Whether prices include their tax or it is added is a setting of Stripe Tax.
  const isSum = amount === subtotal - discount || amount === subtotal - discount + tax;
  return isSum && discount >= 0 && tax >= 0 && amount >= 0
    ? { amount, tax, taxComputed, discount, listPrice }
    : undefined;
}

const TYPE_RANK = ['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'];
const STATUS_RANK: readonly Subscription['status'][] = ['past_due', 'active', 'cancelled'];

/** Versions before 2025-03-31 have these fields on the subscription instead of its items. */
interface OldSubscription {
  current_period_start?: number;
  current_period_end?: number;
}

export function readSubscription(
  told: Stripe.Subscription & OldSubscription,
  event: Stripe.Event,
): ReportedSubscription | undefined {
  const [item] = told.items?.data ?? [];
  const accountId = told.metadata?.account_id;
  const plan = item?.price?.metadata?.plan ?? told.metadata?.plan;
  const start = timeOf(item?.current_period_start ?? told.current_period_start);
  const end = timeOf(item?.current_period_end ?? told.current_period_end);
  const reportedAt = timeOf(event.created);
  if (!accountId || !plan || !start || !end || !reportedAt) return undefined;
  const status = event.type === 'customer.subscription.deleted' ? 'cancelled' : statusOf(told.status);
  // Stripe's times are whole seconds, which several messages may share: a new subscription is unpaid, then active.
  const rank = [
    TYPE_RANK.indexOf(event.type),
    String(end.getTime() / 1000).padStart(12, '0'),
    STATUS_RANK.indexOf(status),
    event.id,
  ];
  return {
    accountId,
    environment: 'live',
    gateway: 'stripe',
    gatewayId: told.id,
    plan,
    status,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    cancelAtPeriodEnd: told.cancel_at_period_end,
    reportedAt,
    rank: rank.join(':'),
    card: null,
  };
}

function statusOf(status: Stripe.Subscription.Status): Subscription['status'] {
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'canceled' || status === 'incomplete_expired' ? 'cancelled' : 'past_due';
}

const DISPUTE_RANK = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
];
/** In these states the money has been withdrawn; in an inquiry ("warning_…") it has not. */
const STANDING: ReadonlySet<string> = new Set(['needs_response', 'under_review', 'lost']);

export function readDispute(dispute: Stripe.Dispute, event: Stripe.Event): ReportedDispute | undefined {
  const reference = idOf(dispute.payment_intent) ?? idOf(dispute.charge);
  const reportedAt = timeOf(event.created);
  if (!reference || !reportedAt || typeof dispute.id !== 'string' || !isAmount(dispute.amount)) return undefined;
  const isMoved = event.type === 'charge.dispute.funds_withdrawn' || event.type === 'charge.dispute.funds_reinstated';
  const isStanding = isMoved ? event.type === 'charge.dispute.funds_withdrawn' : STANDING.has(dispute.status);
  return {
    gateway: 'stripe',
    id: dispute.id,
    reference,
    amount: dispute.amount,
    currency: dispute.currency,
    isStanding,
    reportedAt,
    rank: `${DISPUTE_RANK.indexOf(event.type)}:${event.id}`,
  };
}
