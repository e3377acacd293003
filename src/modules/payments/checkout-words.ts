// The texts of the built-in checkout, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';
import { CARD_REASONS } from '../../money/gateways/builtin.ts';
import type { Refusal } from './builtin-checkout.ts';

export interface CheckoutWords {
  plan(name: string): string;
  credits(count: string): string;
  firstMonth(plan: string): string;
  creditsAMonth: string;
  coupon(code: string): string;
  couponFirstMonth(code: string): string;
  total: string;
  receiptTo(email: string): string;
  confirmTitle: string;
  confirmLead(price: string): string;
  confirm: string;
  deny: string;
  confirmNote: string;
  renews(day: string, fee: string): string;
  planChange(from: string, to: string): string;
  number: string;
  expiry: string;
  expiryExample: string;
  cvc: string;
  pay(price: string): string;
  testCards: string;
  cancel: string;
  complete: string;
  expired: string;
  missing: string;
  missingAdvice: string;
  billing: string;
  refusals: Readonly<Record<Refusal, string>>;
}

const english: CheckoutWords = {
  plan: (name) => `${name} plan, monthly`,
  credits: (count) => `${count} credits`,
  firstMonth: (plan) => `${plan} plan, first month`,
  creditsAMonth: 'Credits every month',
  coupon: (code) => `Coupon ${code}`,
  couponFirstMonth: (code) => `Coupon ${code}, first month`,
  total: 'Total today',
  receiptTo: (email) => `The receipt goes to ${email}.`,
  confirmTitle: 'Confirm the payment',
  confirmLead: (price) => `Your bank asks whether you want to pay ${price}.`,
  confirm: 'Confirm',
  deny: 'Do not confirm',
  confirmNote: 'With a real card this page comes from the bank (3-D Secure). No money is moved.',
  renews: (day, fee) =>
    `Renews on ${day} and every month after that for ${fee}, until you cancel it under Billing. It then ends with its month.`,
  planChange: (from, to) =>
    `With this first purchase your plan changes from ${from} to ${to}. It has no monthly fee, and nothing renews.`,
  number: 'Card number',
  expiry: 'Valid until',
  expiryExample: 'MM/YY',
  cvc: 'Security code',
  pay: (price) => `Pay ${price}`,
  testCards:
    'Test cards only: 4242 4242 4242 4242 succeeds, 4000 0025 0000 3155 asks the bank first, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds. No money is moved.',
  cancel: 'Cancel and go back',
  complete: 'This checkout is complete. You can close the page.',
  expired: 'This checkout is expired. You can close the page.',
  missing: 'This checkout does not exist',
  missingAdvice: 'It may have expired. Start the purchase again.',
  billing: 'Billing',
  refusals: {
    ...CARD_REASONS,
    has_subscription: 'This account already has a subscription. Change its plan under Billing.',
  },
};

const german: CheckoutWords = {
  plan: (name) => `Tarif „${name}“, monatlich`,
  credits: (count) => `${count} Credits`,
  firstMonth: (plan) => `Tarif „${plan}“, erster Monat`,
  creditsAMonth: 'Credits jeden Monat',
  coupon: (code) => `Gutschein ${code}`,
  couponFirstMonth: (code) => `Gutschein ${code}, erster Monat`,
  total: 'Heute zu zahlen',
  receiptTo: (email) => `Die Quittung geht an ${email}.`,
  confirmTitle: 'Zahlung bestätigen',
  confirmLead: (price) => `Ihre Bank fragt, ob Sie ${price} zahlen möchten.`,
  confirm: 'Bestätigen',
  deny: 'Nicht bestätigen',
  confirmNote: 'Bei einer echten Karte kommt diese Seite von der Bank (3-D Secure). Es wird kein Geld bewegt.',
  renews: (day, fee) =>
    `Verlängert sich am ${day} und danach jeden Monat für ${fee}, bis Sie unter „Abrechnung“ kündigen. Er endet dann mit seinem Monat.`,
  planChange: (from, to) =>
    `Mit diesem ersten Kauf wechselt Ihr Tarif von „${from}“ zu „${to}“. Er hat keine Monatsgebühr, und nichts verlängert sich.`,
  number: 'Kartennummer',
  expiry: 'Gültig bis',
  expiryExample: 'MM/JJ',
  cvc: 'Prüfziffer',
  pay: (price) => `${price} bezahlen`,
  testCards:
    'Nur Testkarten: 4242 4242 4242 4242 wird angenommen, bei 4000 0025 0000 3155 fragt erst die Bank, 4000 0000 0000 0002 wird abgelehnt, 4000 0000 0000 9995 ist nicht gedeckt. Es wird kein Geld bewegt.',
  cancel: 'Abbrechen und zurück',
  complete: 'Dieser Kauf ist abgeschlossen. Sie können die Seite schließen.',
  expired: 'Dieser Kauf ist abgelaufen. Sie können die Seite schließen.',
  missing: 'Diesen Kauf gibt es nicht',
  missingAdvice: 'Vielleicht ist er abgelaufen. Beginnen Sie den Kauf noch einmal.',
  billing: 'Abrechnung',
  refusals: {
    declined: 'Die Karte wurde abgelehnt.',
    insufficient_funds: 'Die Karte ist nicht gedeckt.',
    expired_card: 'Die Karte ist abgelaufen.',
    incorrect_cvc: 'Die Prüfziffer der Karte stimmt nicht.',
    not_confirmed: 'Die Zahlung wurde bei der Bank nicht bestätigt.',
    processing_error: 'Die Karte konnte nicht belastet werden. Bitte versuchen Sie es noch einmal.',
    invalid_number: 'Das ist keine Kartennummer.',
    invalid_expiry: 'Das Datum muss in der Zukunft liegen, in der Form MM/JJ.',
    invalid_cvc: 'Die Prüfziffer hat drei oder vier Ziffern.',
    real_card: 'Diese Seite nimmt nur Testkarten, zum Beispiel 4242 4242 4242 4242. Es wurde nichts abgebucht.',
    has_subscription: 'Dieses Konto hat schon ein Abonnement. Den Tarif ändern Sie unter „Abrechnung“.',
  },
};

export const CHECKOUT_WORDS: InEachLanguage<CheckoutWords> = { en: english, de: german };
