// Automatic top-up: buys a package when credits run low. A declined charge pauses it, with an event and an email.
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { ChargeOutcome, StripeCharges } from '../../money/gateways/stripe-charges.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { takeTurns } from '../../store/payments.ts';
import {
  chooseCharge,
  claimOpenTopUps,
  type DueTopUp,
  endTopUp,
  insertTopUp,
  type OpenTopUp,
  type TopUp,
  takeDueTopUps,
} from '../../store/top-ups.ts';
import type { Customers } from './customers.ts';
import { pauseAndMail } from './pause-top-ups.ts';
import { emitPaymentFailed, settlePayment } from './settlement.ts';

const AT_ONCE = 20;
/** Stripe remembers idempotency keys for a day: after this time, a retry could charge twice. */
const ASKED_FOR_MS = 20 * 60 * 60_000;
const NO_CARD = {
  stripe: 'There is no saved card.',
  builtin: 'There is no card to charge: buy once with a plan first.',
};

export interface TopUpParts {
  database: Database;
  prices: Prices;
  customers: Customers;
  /** Charges saved cards; null if Stripe is not connected. */
  charges: StripeCharges | null;
  sellsBuiltin: boolean;
  log: Log;
}

export class TopUps {
  readonly #parts: TopUpParts;

  constructor(parts: TopUpParts) {
    this.#parts = parts;
  }

  /** A chore: starts due top-ups, and checks those in progress. */
  async run(): Promise<void> {
    const { database, charges, sellsBuiltin, log } = this.#parts;
    if (!charges && !sellsBuiltin) return;
    await database.transaction(async (trx) => {
      for (const due of await takeDueTopUps(trx, AT_ONCE)) await this.#begin(trx, due);
    });
    if (!charges) return;
    for (const topUp of await claimOpenTopUps(database.queries, 'stripe', AT_ONCE))
      await this.#ask(charges, topUp).catch((error) =>
        log.warn({ err: error, topUp: topUp.id }, 'a top-up could not be asked for; it will be tried again'),
      );
  }

  async #begin(trx: Transaction, { accountId, package: name, card }: DueTopUp): Promise<void> {
    const { prices, charges } = this.#parts;
    const { packages, currency } = prices.list;
    const bought = Object.hasOwn(packages, name) ? packages[name] : undefined;
    if (!bought) {
      const reason = 'This package is no longer sold. Choose another.';
      return pauseAndMail(trx, accountId, { reason, mailed: reason });
    }
    const { amount, credits } = bought;
    const description = `${bought.name}, automatic top-up`;
    const id = newId('topup');
    await insertTopUp(trx, {
      ...{ id, accountId, gateway: charges ? 'stripe' : 'builtin' },
      ...{ amount, currency, credits, description },
    });
    if (charges) return;
    if (card) await settleTopUp(trx, prices, { id, intent: id });
    else await failTopUp(trx, id, NO_CARD.builtin);
  }

  async #ask(charges: StripeCharges, topUp: OpenTopUp): Promise<void> {
    const { database, prices, customers } = this.#parts;
    const { id, accountId, currency, description } = topUp;
    const isOver = Date.now() - topUp.startedAt.getTime() > ASKED_FOR_MS;
    // Off, paused, suspended or no longer needed. The charge may still have been paid; its event would then record it.
    if (!topUp.isWanted) return topUp.card === null || isOver ? this.#drop(id) : undefined;
    if (isOver) return this.#fail(id, 'The payment provider did not answer for too long.');
    const email = (await findAccount(database.queries, accountId))?.email ?? '';
    const outcome = await customers.with({ accountId, email }, async (customer): Promise<ChargeOutcome> => {
      const chosen = topUp.card ? topUp : await this.#choose(charges, customer, topUp);
      if (!chosen.card) return { kind: 'failed', reason: NO_CARD.stripe };
      const { card, amount, calculation } = chosen;
      return charges.charge({ id, accountId, customer, card, amount, currency, description, calculation });
    });
    if (outcome.kind === 'failed') return this.#fail(id, outcome.reason);
    if (outcome.kind === 'pending') return;
    await database.transaction(async (trx) => {
      // In the same order as Stripe's events: a refund of this payment may be on its way.
      await takeTurns(trx, 'stripe');
      await settleTopUp(trx, prices, { id, intent: outcome.intent });
    });
  }

  async #choose(charges: StripeCharges, customer: string, topUp: TopUp) {
    const card = (await charges.cardOf(customer)) ?? null;
    if (!card) return { ...topUp, card };
    const chosen = { card, ...(await charges.taxed(customer, topUp)) };
    return (await chooseCharge(this.#parts.database.queries, topUp.id, chosen)) ?? topUp;
  }

  /** Ends a top-up that is no longer wanted, without notice. */
  async #drop(id: string): Promise<void> {
    await this.#parts.database.transaction((trx) => endTopUp(trx, id, 'failed'));
  }

  async #fail(id: string, reason: string): Promise<void> {
    await this.#parts.database.transaction((trx) => failTopUp(trx, id, reason));
  }
}

/** Records a paid top-up, once. A charge that failed before may still succeed. */
export async function settleTopUp(
  trx: Transaction,
  prices: Prices,
  paid: { id: string; intent: string },
): Promise<void> {
  const topUp = await endTopUp(trx, paid.id, 'paid');
  if (!topUp) return;
  const { accountId, gateway, amount, tax, currency, credits, description } = topUp;
  await settlePayment(trx, prices, {
    ...{ accountId, environment: 'live', gateway, gatewayId: paid.intent },
    ...{ amount, tax, currency, credits, description },
  });
}

/** Pauses automatic top-up with the reason, once for each top-up. */
export async function failTopUp(trx: Transaction, id: string, reason: string): Promise<void> {
  const topUp = await endTopUp(trx, id, 'failed');
  if (!topUp) return;
  const { accountId, amount, currency } = topUp;
  await emitPaymentFailed(trx, { accountId, environment: 'live', paymentId: id, amount, currency, reason });
  const sum = `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
  await pauseAndMail(trx, accountId, { reason, mailed: `The charge of ${sum} did not succeed: ${reason}` });
}
