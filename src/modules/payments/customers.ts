// Each account's customer at Stripe: created on first use with the buyer's details, and recreated if Stripe has deleted
// it.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { CustomerMissing } from '../../money/gateways/port.ts';
import type { StripeCustomers } from '../../money/gateways/stripe-customers.ts';
import { type BillingDetails, readBillingDetails } from '../../store/billing-details.ts';
import type { Database } from '../../store/database.ts';
import { forgetCustomer, readCustomer, storeCustomer } from '../../store/gateway-customers.ts';

const GATEWAY = 'stripe';

type Buyer = Pick<Caller, 'accountId' | 'email'>;

export class Customers {
  readonly #database: Database;
  readonly #stripe: StripeCustomers | null;

  /** `stripe`: null if it is not connected. */
  constructor(parts: { database: Database; stripe: StripeCustomers | null }) {
    this.#database = parts.database;
    this.#stripe = parts.stripe;
  }

  /** Refused in the sandbox, and if Stripe is not connected. */
  at({ environment }: Pick<Caller, 'environment'>): StripeCustomers {
    if (this.#stripe && environment === 'live') return this.#stripe;
    throw new ServiceError(
      'engine_unavailable',
      environment === 'test'
        ? 'The sandbox has no payment provider: cards and the portal exist in live mode only.'
        : 'This service is not connected to Stripe. Its operator can set STRIPE_SECRET_KEY.',
    );
  }

  /** Runs the work with the account's customer, or with a new one if Stripe no longer knows the old one. */
  async with<T>(buyer: Buyer, work: (customer: string) => Promise<T>): Promise<T> {
    const customer = await this.#ensure(buyer);
    try {
      return await work(customer);
    } catch (error) {
      if (!(error instanceof CustomerMissing)) throw error;
      await forgetCustomer(this.#database.queries, GATEWAY, customer);
      return work(await this.#ensure(buyer));
    }
  }

  /** Undefined in the sandbox, without Stripe, and until something has needed a customer. */
  async find({ accountId, environment }: Pick<Caller, 'accountId' | 'environment'>): Promise<string | undefined> {
    if (!this.#stripe || environment !== 'live') return undefined;
    return (await readCustomer(this.#database.queries, GATEWAY, accountId)).customer ?? undefined;
  }

  /** Tells Stripe who is billed. Does nothing without Stripe. */
  async describe(buyer: Buyer, details: BillingDetails): Promise<void> {
    if (!this.#stripe) return;
    const stripe = this.#stripe;
    await this.with(buyer, (customer) =>
      describeAt(stripe, customer, { ...details, email: details.email ?? buyer.email }),
    );
  }

  async #ensure(buyer: Buyer): Promise<string> {
    const { queries } = this.#database;
    const { customer: known, generation } = await readCustomer(queries, GATEWAY, buyer.accountId);
    if (known) return known;
    const stripe = this.at({ environment: 'live' });
    const made = await stripe.create(buyer.accountId, generation);
    const details = await readBillingDetails(queries, buyer.accountId);
    await describeAt(stripe, made, { ...details, email: details.email ?? buyer.email });
    return storeCustomer(queries, GATEWAY, { accountId: buyer.accountId, customer: made });
  }
}

/** The tax id first: Stripe may reject it, and then nothing has changed. */
async function describeAt(
  stripe: StripeCustomers,
  customer: string,
  details: BillingDetails & { email: string },
): Promise<void> {
  const { taxIdType: type, taxId: value } = details;
  await stripe.setTaxId(customer, type && value ? { type, value } : null);
  await stripe.describe(customer, details);
}
