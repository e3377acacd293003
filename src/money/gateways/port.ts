// The interface of a payment gateway: a checkout page and changes of subscriptions. Payments arrive later as events.
import type { Checkout } from '../../store/checkouts.ts';
import type { Subscription } from '../../store/subscriptions.ts';

export interface CheckoutOrder extends Omit<Checkout, 'url' | 'status' | 'createdAt' | 'gateway' | 'gatewaySession'> {
  email: string;
  description: string;
}

export interface PlanChange {
  plan: string;
  amount: number;
  currency: string;
  isUpgrade: boolean;
}

export interface PaymentGateway {
  readonly name: string;
  /** The address of the page where it is paid, and the gateway's own id of the session. */
  createCheckout(order: CheckoutOrder): Promise<{ url: string; session: string | null }>;
  cancelAtPeriodEnd(subscription: Subscription): Promise<void>;
  /** Makes a price of its own for a change of plan; null where changes need none. */
  createPrice(subscription: Subscription, change: PlanChange): Promise<string | null>;
  /**
   * Asks for the change. More is paid for at once, in proportion to what is left of the period, and had when it is paid; less begins
   * with the next period.
   */
  changePlan(subscription: Subscription, change: PlanChange, price: string | null): Promise<void>;
}
