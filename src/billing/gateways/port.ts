// What a payment gateway offers: a page to pay at, and a say over subscriptions. That something was paid, it tells later.
import type { Checkout } from '../../store/checkouts.ts';
import type { Subscription } from '../../store/subscriptions.ts';

export interface CheckoutOrder extends Omit<Checkout, 'url' | 'status' | 'createdAt' | 'gateway'> {
  email: string;
  description: string;
}

export interface PaymentGateway {
  readonly name: string;
  /** The address of the page where it is paid. */
  createCheckout(order: CheckoutOrder): Promise<string>;
  cancelAtPeriodEnd(subscription: Subscription): Promise<void>;
  /** Upgrades are paid for at once, in proportion to what is left of the period; downgrades with the next period. */
  changePlan(
    subscription: Subscription,
    change: { plan: string; amount: number; currency: string; isUpgrade: boolean },
  ): Promise<void>;
}
