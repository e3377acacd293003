// The interface of a payment gateway: a checkout page and changes of subscriptions. Payments arrive later as events.
import { ServiceError } from '../../core/errors.ts';
import type { Checkout } from '../../store/checkouts.ts';
import type { Subscription } from '../../store/subscriptions.ts';

export interface CheckoutOrder extends Omit<Checkout, 'url' | 'status' | 'createdAt' | 'gateway' | 'gatewaySession'> {
  email: string;
  /** The account's customer at the gateway; null where the gateway has none. */
  customer: string | null;
  description: string;
  /** The same for every attempt of one call. */
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
  /** Whether an account is a customer there, with cards and invoices. */
  readonly hasCustomers: boolean;
  /** The address of the page where it is paid, and the gateway's own id of the session. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string; session: string | null }>;
  /** Ends an open checkout; fails if it is being paid. */
  expireCheckout(session: string): Promise<void>;
  cancelAtPeriodEnd(subscription: Subscription): Promise<void>;
  /** Makes a price of its own for a change of plan; null where changes need none. */
  createPrice(subscription: Subscription, change: PlanChange): Promise<string | null>;
  /**
   * Asks for the change. More is paid for at once, in proportion to what is left of the period, and had when it is paid; less begins
   * with the next period.
   */
  changePlan(subscription: Subscription, change: PlanChange, price: string | null): Promise<void>;
}

/** The gateway no longer has the customer that was stored for an account. */
export class CustomerMissing extends ServiceError {
  constructor(options?: { cause: unknown }) {
    super('engine_failed', 'The payment provider no longer knows this customer. Please try again.', options);
  }
}
