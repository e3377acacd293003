// Customers at Stripe: one per account, with billing name, address, tax id, saved cards and portal.
import Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import type { BillingDetails } from '../../store/billing-details.ts';
import { askStripe, pageOf } from './stripe-client.ts';

export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

const MAX_CARDS = 20;

export class StripeCustomers {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /**
   * The key and the parameters are the same for every call about one account, so that concurrent calls get one
   * customer.
   */
  async create(accountId: string, generation: number): Promise<string> {
    const customer = await askStripe(() =>
      this.#stripe.customers.create(
        { metadata: { account_id: accountId } },
        { idempotencyKey: `customer-${accountId}-${generation}` },
      ),
    );
    return customer.id;
  }

  async describe(customer: string, buyer: BillingDetails & { email: string }): Promise<void> {
    const { name, email, line1, line2, city, state, postalCode: postal_code, country } = buyer;
    const address = { line1, line2, city, state, postal_code, ...(country ? { country } : {}) };
    await askStripe(() =>
      this.#stripe.customers.update(customer, {
        email,
        name,
        ...(country || line1 ? { address } : {}),
      }),
    );
  }

  /** Deletes a customer with name, address and cards at Stripe; its subscriptions end at once. Invoices stay there. */
  async remove(customer: string): Promise<void> {
    try {
      await this.#stripe.customers.del(customer);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Ends a subscription at once, without a refund. */
  async endSubscription(subscription: string): Promise<void> {
    try {
      await this.#stripe.subscriptions.cancel(subscription);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Replaces the tax id; Stripe validates its format. */
  async setTaxId(customer: string, taxId: { type: string; value: string } | null): Promise<void> {
    const { data } = await askStripe(() => this.#stripe.customers.listTaxIds(customer, { limit: 20 }));
    const isSame = (one: Stripe.TaxId) => one.type === taxId?.type && one.value === taxId.value;
    if (taxId && !data.some(isSame)) await this.#addTaxId(customer, taxId);
    for (const old of data.filter((one) => !isSame(one)))
      await askStripe(() => this.#stripe.customers.deleteTaxId(customer, old.id));
  }

  async openPortal(customer: string, returnUrl: string): Promise<string> {
    const session = await askStripe(() =>
      this.#stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
    );
    return pageOf(session.url);
  }

  /** A page where the customer saves a card for later charges. */
  async openCardSetup(customer: string, pages: { successUrl: string; cancelUrl: string; currency: string }) {
    const session = await askStripe(() =>
      this.#stripe.checkout.sessions.create({
        mode: 'setup',
        customer,
        currency: pages.currency,
        success_url: pages.successUrl,
        cancel_url: pages.cancelUrl,
      }),
    );
    return pageOf(session.url);
  }

  /** Newest first, as Stripe lists them. */
  async cards(customer: string): Promise<SavedCard[]> {
    const { data } = await askStripe(() =>
      this.#stripe.customers.listPaymentMethods(customer, { type: 'card', limit: MAX_CARDS }),
    );
    return data.flatMap(({ id, card }) =>
      card ? [{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }] : [],
    );
  }

  async removeCard(card: string): Promise<void> {
    await askStripe(() => this.#stripe.paymentMethods.detach(card));
  }

  async #addTaxId(customer: string, taxId: { type: string; value: string }): Promise<void> {
    try {
      await this.#stripe.customers.createTaxId(customer, taxId);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid')
        throw new ServiceError('invalid_parameter', 'The payment provider says that this is no valid tax id.', {
          param: 'tax_id.value',
        });
      await askStripe(() => Promise.reject(error));
    }
  }
}

/** Somebody has removed it before. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
