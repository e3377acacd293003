// Applies a payment: credits, plan and event, in one transaction and at most once.

import { newId } from '../../core/ids.ts';
import { creditsToMicro, type MicroCredits, partOf } from '../../core/money.ts';
import { followPlan } from '../../money/account-plan.ts';
import { type Entry, type EntryType, postEntry } from '../../money/entries.ts';
import { addGrant, type GrantTerms } from '../../money/grants.ts';
import type { Prices } from '../../money/prices.ts';
import { followRefund, rewardReferral } from '../../money/referral-rewards.ts';
import { emitIn } from '../../outbox/events.ts';
import { type Account, findAccount, lockAccount } from '../../store/accounts.ts';
import { listDocumentsOf } from '../../store/billing-documents.ts';
import { type Checkout, completeCheckout } from '../../store/checkouts.ts';
import { payUse } from '../../store/coupons.ts';
import type { Transaction } from '../../store/database.ts';
import { insertPayment, lockPayment, type NewPayment, noteTakenBack, type Payment } from '../../store/payments.ts';
import { sumReversed } from '../../store/reversals.ts';
import { issueDocuments, reasonOf } from './issue-documents.ts';
import { pauseAndMail } from './pause-top-ups.ts';

/** The amount paid, if the gateway added taxes or subtracted a discount. Minor units. */
export interface PaidSums {
  amount: number;
  tax: number;
  /** Whether the gateway has computed it, also if it is 0. */
  taxComputed: boolean;
  discount: number;
  /** Before the discount. */
  listPrice: number;
}

/** The gateway's invoice. */
export interface GatewayInvoice {
  number: string;
  url: string | null;
}

const RETURNED = {
  reason: 'A payment was returned (refund or dispute).',
  mailed:
    'A payment was returned to you (refund or dispute), and its credits were taken back. Nothing more is bought automatically.',
};

/** Settles a paid checkout; undefined if it was already settled. */
export async function settleCheckout(
  trx: Transaction,
  prices: Prices,
  paid: {
    checkoutId: string;
    gateway: string;
    gatewayId: string;
    sums?: PaidSums;
    invoice?: GatewayInvoice | undefined;
  },
): Promise<Checkout | undefined> {
  const { checkoutId, gateway, gatewayId, sums, invoice } = paid;
  const checkout = await completeCheckout(trx, checkoutId);
  if (checkout?.coupon) await payUse(trx, checkoutId);
  // The payments of a subscription arrive as invoices.
  if (checkout?.mode === 'payment') {
    await settlePayment(trx, prices, {
      accountId: checkout.accountId,
      environment: checkout.environment,
      amount: checkout.amount,
      discount: checkout.discount,
      listPrice: checkout.amount + checkout.discount,
      ...sums,
      coupon: checkout.coupon,
      currency: checkout.currency,
      credits: checkout.credits,
      description: `${checkout.credits} credits`,
      invoice,
      gateway,
      gatewayId,
    });
  }
  return checkout;
}

/** Posts a payment, its credits and its plan; undefined if the payment was already posted. */
export async function settlePayment(trx: Transaction, prices: Prices, paid: NewPayment): Promise<Payment | undefined> {
  // The account first, as for every change of a plan, so that two transactions cannot deadlock.
  await lockAccount(trx, paid.accountId);
  const couponCredits = partOf(creditsToMicro(paid.credits), paid.discount ?? 0, paid.listPrice ?? 0);
  const payment = await insertPayment(trx, { ...paid, couponCredits });
  if (!payment) return undefined;
  const { plan } = payment;
  const rollover = plan === null ? undefined : prices.list.plans[plan]?.rollover_months;
  await postParts(trx, payment, {
    type: plan ? 'grant' : 'purchase',
    ...(rollover !== undefined && paid.forPlan
      ? { terms: { kind: 'included', expiresAt: laterBy(rollover, paid.forPlan.coversUntil) } }
      : {}),
    bought: creditsToMicro(payment.credits) - couponCredits,
    couponed: couponCredits,
    description: plan ? `Included credits of the plan ${plan}` : payment.description,
  });
  const account = await findAccount(trx, payment.accountId);
  if (account) await emitPaymentSucceeded(trx, payment, account);
  await rewardReferral(trx, payment);
  await takeBack(trx, prices, payment);
  return payment;
}

/**
 * Adjusts the credits and the plan of a payment to what was refunded or disputed. Credits that are held or spent are taken back too: the
 * balance may become negative, and calls are refused until it is positive again.
 */
export async function takeBack(
  trx: Transaction,
  prices: Prices,
  paid: { gateway: string; gatewayId: string },
): Promise<void> {
  const payment = await lockPayment(trx, paid.gateway, paid.gatewayId);
  if (!payment) return;
  await lockAccount(trx, payment.accountId);
  const reversed = await sumReversed(trx, payment);
  const takenBack = partOf(creditsToMicro(payment.credits), reversed, payment.amount);
  const amount = payment.takenBack - takenBack;
  const couponed =
    partOf(payment.couponCredits, payment.reversed, payment.amount) -
    partOf(payment.couponCredits, reversed, payment.amount);
  await noteTakenBack(trx, payment.id, { takenBack, reversed });
  await postParts(trx, payment, {
    type: 'refund',
    bought: amount - couponed,
    couponed,
    description: amount < 0 ? RETURNED_AS[await whyReturned(trx, payment, reversed)] : 'Dispute won',
  });
  // Otherwise the refunded amount would be charged again, because the credits are low now.
  if (amount < 0 && payment.environment === 'live') await pauseAndMail(trx, payment.accountId, RETURNED);
  await followRefund(trx, payment, reversed);
  if (payment.environment === 'live') await followPlan(trx, prices, payment.accountId);
  await issueDocuments(trx, { ...payment, reversed });
}

const RETURNED_AS = { refund: 'Payment refunded', dispute: 'Payment disputed (chargeback)' };

/** As its credit note will say. */
async function whyReturned(trx: Transaction, payment: Payment, reversed: number): Promise<'refund' | 'dispute'> {
  const made = await listDocumentsOf(trx, [payment.id]);
  return reasonOf(trx, payment, { made, change: payment.reversed - reversed });
}

/** The bought credits and the coupon's credits are separate entries with the same terms. */
async function postParts(
  trx: Transaction,
  payment: Payment,
  parts: {
    type: EntryType;
    bought: MicroCredits;
    couponed: MicroCredits;
    description: string;
    terms?: GrantTerms;
  },
): Promise<void> {
  const { accountId, environment, id: paymentId, coupon } = payment;
  const { type, bought, couponed, description, terms } = parts;
  const entry = { accountId, environment, paymentId };
  const entries: Entry[] = [
    { ...entry, type, amount: bought, contra: contraOf(payment), description },
    {
      ...{ ...entry, type: 'coupon', amount: couponed, contra: 'grants' },
      description: coupon ? `Coupon ${coupon}` : 'Promotion code',
    },
  ];
  const posted = entries.filter(({ amount }) => amount !== 0).map((one) => ({ ...one, id: newId('txn') }));
  for (const one of posted) await postEntry(trx, one);
  const [first] = posted;
  // One grant for both: what a coupon gave of a plan ends with the plan's credits.
  if (terms && first) await addGrant(trx, { ...first, amount: bought + couponed, description }, terms);
}

/** The same day of a later month, or its last day. */
function laterBy(months: number, from: Date): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const later = new Date(from);
  later.setUTCMonth(month, Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()));
  return later;
}

function contraOf({ plan }: Payment): 'grants' | 'payments' {
  return plan ? 'grants' : 'payments';
}

function emitPaymentSucceeded(trx: Transaction, payment: Payment, account: Account): Promise<void> {
  return emitIn(trx, {
    accountId: payment.accountId,
    environment: payment.environment,
    type: 'payment.succeeded',
    data: { payment_id: payment.id, amount: payment.amount, currency: payment.currency, customer_email: account.email },
  });
}

export interface FailedPayment {
  accountId: string;
  environment: Checkout['environment'];
  paymentId: string;
  amount: number;
  currency: string;
  reason: string;
}

export async function emitPaymentFailed(trx: Transaction, failed: FailedPayment): Promise<void> {
  const account = await findAccount(trx, failed.accountId);
  await emitIn(trx, {
    accountId: failed.accountId,
    environment: failed.environment,
    type: 'payment.failed',
    data: {
      payment_id: failed.paymentId,
      amount: failed.amount,
      currency: failed.currency,
      customer_email: account?.email ?? '',
      reason: failed.reason,
    },
  });
}
