// What a payment changes: credits, plan and the news of it, always in one transaction and never twice.
import { creditsToMicro } from '../../core/money.ts';
import { emitIn } from '../../outbox/events.ts';
import { type Account, findAccount, updateAccount } from '../../store/accounts.ts';
import { type Checkout, completeCheckout } from '../../store/checkouts.ts';
import type { Transaction } from '../../store/database.ts';
import { postEntry, readBalance } from '../../store/ledger.ts';
import {
  insertPayment,
  lockPayment,
  type NewPayment,
  noteReversal,
  noteTakenBack,
  type Payment,
  type Reversal,
} from '../../store/payments.ts';

/** Settles a checkout that was paid; undefined when it was settled before. */
export async function settleCheckout(
  trx: Transaction,
  checkoutId: string,
  paid: { gateway: string; gatewayId: string },
): Promise<Checkout | undefined> {
  const checkout = await completeCheckout(trx, checkoutId);
  // A subscription is paid by its invoices.
  if (checkout?.mode === 'payment') {
    await settlePayment(trx, {
      accountId: checkout.accountId,
      environment: checkout.environment,
      amount: checkout.amount,
      currency: checkout.currency,
      credits: checkout.credits,
      description: `${checkout.credits} credits`,
      ...paid,
    });
  }
  return checkout;
}

/** Books a payment and its credits; undefined when the gateway's payment was booked before. */
export async function settlePayment(trx: Transaction, paid: NewPayment): Promise<Payment | undefined> {
  const payment = await insertPayment(trx, paid);
  if (!payment) return undefined;
  if (payment.credits > 0) {
    const { accountId, environment, description } = payment;
    await postEntry(trx, {
      accountId,
      environment,
      type: 'purchase',
      amount: creditsToMicro(payment.credits),
      contra: 'payments',
      paymentId: payment.id,
      description,
    });
  }
  const account = await findAccount(trx, payment.accountId);
  if (account) await tellPaid(trx, payment, account);
  // Who pays has left the free plan.
  if (account?.plan === 'free' && payment.environment === 'live')
    await updateAccount(trx, account.id, { plan: 'payg' });
  await takeBack(trx, payment.gateway, payment.gatewayId, {});
  return payment;
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

/**
 * Follows a refund or dispute in the ledger, in proportion to the payment. It never reaches below what is there: credits
 * that are spent already are noted as owed. May be told before the payment is: then it waits for it.
 */
export async function takeBack(
  trx: Transaction,
  gateway: string,
  gatewayId: string,
  change: Partial<Reversal>,
): Promise<void> {
  const reversal = await noteReversal(trx, gateway, gatewayId, change);
  const payment = await lockPayment(trx, gateway, gatewayId);
  if (!payment || payment.amount === 0) return;
  const share = Math.min(payment.amount, Math.max(reversal.refunded, reversal.disputed)) / payment.amount;
  const wanted = Math.floor(creditsToMicro(payment.credits) * share);
  const difference = wanted - payment.takenBack - payment.owed;
  if (difference === 0) return;
  const { accountId, environment } = payment;
  const { balance, held } = await readBalance(trx, accountId, environment);
  // A dispute that was won gives back what it took, and forgets what it could not take.
  const amount = difference > 0 ? -Math.min(difference, balance - held) : Math.min(-difference, payment.takenBack);
  if (amount !== 0) {
    await postEntry(trx, {
      accountId,
      environment,
      type: 'refund',
      amount,
      contra: 'payments',
      paymentId: payment.id,
      description: amount < 0 ? 'Payment refunded' : 'Dispute won',
    });
  }
  const takenBack = payment.takenBack - amount;
  await noteTakenBack(trx, payment.id, { takenBack, owed: wanted - takenBack });
}
