// The interface of a payment gateway: a checkout page and changes of subscriptions. Payments arrive later as events.
import { ServiceError } from '../../core/errors.ts';
import type { Checkout } from '../../store/checkouts.ts';
import type { Subscription } from '../../store/subscriptions.ts';

export interface CheckoutOrder extends Omit<Checkout, 'url' | 'status' | 'createdAt' | 'gateway' | 'gatewaySession'> {
  email: string;
  /** The account's customer at the gateway; null if the gateway has none. */
  customer: string | null;
  description: string;
  /** The same for every retry of one call. */
  idempotencyKey: string;
}

export interface PlanChange {
  plan: string;
  amount: number;
  currency: string;
  isUpgrade: boolean;
}

export interface PaymentGateway {
  readonly name: string;
  /** Whether the gateway has a customer for each account, with cards and invoices. */
  readonly hasCustomers: boolean;
  /** The URL of the payment page, and the gateway's own session id. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string; session: string | null }>;
  /** Ends an open checkout; fails if it is being paid. */
  expireCheckout(session: string): Promise<void>;
  cancelAtPeriodEnd(subscription: Subscription): Promise<void>;
  /** Creates a price for a change of plan; null if the gateway needs none. */
  createPrice(subscription: Subscription, change: PlanChange): Promise<string | null>;
  /**
   * Requests the change. An upgrade is paid at once, prorated for the rest of the period, and takes effect when paid; a
   * downgrade begins with the next period.
   */
  changePlan(subscription: Subscription, change: PlanChange, price: string | null): Promise<void>;
}

/** The gateway no longer has the customer that was stored for an account. */
export class CustomerMissing extends ServiceError {
  constructor(options?: { cause: unknown }) {
    super('engine_failed', 'The payment provider no longer knows this customer. Please try again.', options);
  }
}
