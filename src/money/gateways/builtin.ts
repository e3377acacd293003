// The built-in payment gateway: our own checkout page, which accepts test cards only.
import type { Subscription } from '../../store/subscriptions.ts';
import type { CheckoutOrder, PaymentGateway } from './port.ts';

export class BuiltinGateway implements PaymentGateway {
  readonly name = 'builtin';
  readonly hasCustomers = false;
  readonly #publicUrl: string;

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  async createCheckout(order: CheckoutOrder): Promise<{ url: string; session: null }> {
    return { url: `${this.#publicUrl}/checkout/${order.id}`, session: null };
  }

  async expireCheckout(): Promise<void> {}

  // Subscriptions of this gateway exist only in our own table, so there is no provider to notify.
  async cancelAtPeriodEnd(_subscription: Subscription): Promise<void> {}

  async createPrice(): Promise<null> {
    return null;
  }

  async changePlan(_subscription: Subscription): Promise<void> {}
}

/** Why a card is declined. Events and the API report it in English; the checkout page translates it. */
export const CARD_REASONS = {
  declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: "The card's security code is incorrect.",
  processing_error: 'The card could not be processed. Please try again.',
  invalid_number: 'This is not a card number.',
  invalid_expiry: 'The date must be in the future, as MM/YY.',
  invalid_cvc: 'The security code has three or four digits.',
  not_confirmed: 'The payment was not confirmed with the bank.',
  real_card: 'This page takes test cards only, for example 4242 4242 4242 4242. Nothing was charged.',
} as const;
export type CardReason = keyof typeof CARD_REASONS;

export type CardVerdict =
  | { isGood: true; last4: string; needsConfirmation: boolean }
  | { isGood: false; reason: CardReason; isTypo: boolean };

const DECLINED: Readonly<Record<string, CardReason>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
};

/** Cards whose bank asks the buyer to confirm the payment (3-D Secure), as Stripe's test cards do. */
const CONFIRMED = new Set(['4000002500003155', '4000002760003184']);

/** Accepts test numbers only, so that nobody enters a real card on a page that charges nothing. */
const ACCEPTED = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  ...CONFIRMED,
]);

export function judgeCard(card: { number: string; expiry: string; cvc: string }, now: Date): CardVerdict {
  const number = card.number.replace(/[\s-]/g, '');
  const typo = (reason: CardReason): CardVerdict => ({ isGood: false, reason, isTypo: true });
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return typo('invalid_number');
  if (!isInFuture(card.expiry, now)) return typo('invalid_expiry');
  if (!/^\d{3,4}$/.test(card.cvc.trim())) return typo('invalid_cvc');
  const refusal = DECLINED[number];
  if (refusal) return { isGood: false, reason: refusal, isTypo: false };
  if (!ACCEPTED.has(number)) return typo('real_card');
  return { isGood: true, last4: number.slice(-4), needsConfirmation: CONFIRMED.has(number) };
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function isInFuture(expiry: string, now: Date): boolean {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(expiry);
  const [month, year] = [Number(match?.[1]), Number(match?.[2]) + 2000];
  return (
    month >= 1 &&
    month <= 12 &&
    (year > now.getUTCFullYear() || (year === now.getUTCFullYear() && month >= now.getUTCMonth() + 1))
  );
}
