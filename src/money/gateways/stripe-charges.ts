// Charges a saved card while its holder is away.
import Stripe from 'stripe';
import { askStripe, idOf } from './stripe-client.ts';

export interface Charge {
  /** Also the idempotency key, so that a charge is made once. */
  id: string;
  accountId: string;
  customer: string;
  card: string;
  amount: number;
  currency: string;
  description: string;
  calculation: string | null;
}

export type ChargeOutcome = { kind: 'paid'; intent: string } | { kind: 'pending' } | { kind: 'failed'; reason: string };

export class StripeCharges {
  readonly #stripe: Stripe;
  readonly #collectsTax: boolean;

  constructor(stripe: Stripe, collectsTax: boolean) {
    this.#stripe = stripe;
    this.#collectsTax = collectsTax;
  }

  /** The customer's default card, else the newest; undefined if there is none. */
  async cardOf(customer: string): Promise<string | undefined> {
    const [about, cards] = await Promise.all([
      askStripe(() => this.#stripe.customers.retrieve(customer)),
      askStripe(() => this.#stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 20 })),
    ]);
    const chosen = about.deleted ? undefined : idOf(about.invoice_settings?.default_payment_method);
    return cards.data.find(({ id }) => id === chosen)?.id ?? cards.data[0]?.id;
  }

  /** The amount with tax if Stripe Tax is on. */
  async taxed(customer: string, charge: { id: string; amount: number; currency: string }) {
    const { id, amount, currency } = charge;
    if (!this.#collectsTax) return { amount, tax: 0, calculation: null };
    const computed = await askStripe(() =>
      this.#stripe.tax.calculations.create({ customer, currency, line_items: [{ amount, reference: id }] }),
    );
    const tax = computed.tax_amount_exclusive + computed.tax_amount_inclusive;
    return { amount: computed.amount_total, tax, calculation: computed.id };
  }

  /** Throws if it is unknown whether the card was charged; repeating the same charge is safe. */
  async charge(of: Charge): Promise<ChargeOutcome> {
    try {
      const intent = await this.#stripe.paymentIntents.create(
        {
          amount: of.amount,
          currency: of.currency,
          customer: of.customer,
          payment_method: of.card,
          description: of.description,
          off_session: true,
          confirm: true,
          metadata: { top_up_id: of.id, account_id: of.accountId },
          ...(of.calculation ? { hooks: { inputs: { tax: { calculation: of.calculation } } } } : {}),
        },
        { idempotencyKey: of.id },
      );
      if (intent.status === 'succeeded') return { kind: 'paid', intent: intent.id };
      if (intent.status === 'processing') return { kind: 'pending' };
      return { kind: 'failed', reason: 'The bank asks the holder of the card to confirm the payment.' };
    } catch (error) {
      const isRefusal =
        error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
      if (isRefusal) return { kind: 'failed', reason: error.message };
      return askStripe(() => Promise.reject(error));
    }
  }
}
