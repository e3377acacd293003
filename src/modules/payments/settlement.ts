// Applies a payment: credits, plan and event, in one transaction and at most once.

import { creditsToMicro, type MicroCredits } from '../../core/money.ts';
import { postEntry } from '../../money/entries.ts';
import type { Prices } from '../../money/prices.ts';
import { emitIn } from '../../outbox/events.ts';
import { type Account, findAccount } from '../../store/accounts.ts';
import { type Checkout, completeCheckout } from '../../store/checkouts.ts';
import type { Transaction } from '../../store/database.ts';
import { insertPayment, lockPayment, type NewPayment, noteTakenBack, type Payment } from '../../store/payments.ts';
import { sumReversed } from '../../store/reversals.ts';
import { followPaidPlan } from './paid-plan.ts';
import { mailReceipt } from './receipt-mail.ts';

/** What was paid, where the gateway added taxes or took something off. Minor units. */
export interface PaidSums {
  amount: number;
  tax: number;
  discount: number;
}

/** Settles a paid checkout; undefined if it was settled before. */
export async function settleCheckout(
  trx: Transaction,
  prices: Prices,
  paid: { checkoutId: string; gateway: string; gatewayId: string; sums?: PaidSums },
): Promise<Checkout | undefined> {
  const { checkoutId, gateway, gatewayId, sums } = paid;
  const checkout = await completeCheckout(trx, checkoutId);
  // The payments of a subscription arrive as invoices.
  if (checkout?.mode === 'payment') {
    await settlePayment(trx, prices, {
      accountId: checkout.accountId,
      environment: checkout.environment,
      amount: checkout.amount,
      ...sums,
      currency: checkout.currency,
      credits: checkout.credits,
      description: `${checkout.credits} credits`,
      gateway,
      gatewayId,
    });
  }
  return checkout;
}

/** Posts a payment, its credits and its plan; undefined if the payment was posted before. */
export async function settlePayment(trx: Transaction, prices: Prices, paid: NewPayment): Promise<Payment | undefined> {
  const payment = await insertPayment(trx, paid);
  if (!payment) return undefined;
  if (payment.credits > 0) {
    const { accountId, environment, description, plan } = payment;
    await postEntry(trx, {
      accountId,
      environment,
      type: plan ? 'grant' : 'purchase',
      amount: creditsToMicro(payment.credits),
      contra: contraOf(payment),
      paymentId: payment.id,
      description: plan ? `Included credits of the plan ${plan}` : description,
    });
  }
  const account = await findAccount(trx, payment.accountId);
  if (account) {
    await tellPaid(trx, payment, account);
    await mailReceipt(trx, payment, account);
  }
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
  const reversed = await sumReversed(trx, payment);
  const takenBack = partOf(creditsToMicro(payment.credits), reversed, payment.amount);
  const amount = payment.takenBack - takenBack;
  await noteTakenBack(trx, payment.id, { takenBack, reversed });
  if (amount !== 0) {
    await postEntry(trx, {
      accountId: payment.accountId,
      environment: payment.environment,
      type: 'refund',
      amount,
      contra: contraOf(payment),
      paymentId: payment.id,
      description: amount < 0 ? 'Payment refunded' : 'Dispute won',
    });
  }
  await followPaidPlan(trx, prices, { ...payment, isAboutPlan: payment.plan !== null });
}

/** BigInt, because the product can exceed the safe integers. */
function partOf(whole: MicroCredits, part: number, of: number): MicroCredits {
  return of === 0 ? 0 : Number((BigInt(whole) * BigInt(part)) / BigInt(of));
}

function contraOf({ plan }: Payment): 'grants' | 'payments' {
  return plan ? 'grants' : 'payments';
}

function tellPaid(trx: Transaction, payment: Payment, account: Account): Promise<void> {
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

export async function tellFailed(trx: Transaction, failed: FailedPayment): Promise<void> {
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
