// The built-in checkout's page: plain HTML that works without scripts.
import { escapeHtml, htmlPage } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import type { Checkout } from '../../store/checkouts.ts';
import type { CardForm, OrderFacts, Refusal } from './builtin-checkout.ts';
import { CHECKOUT_WORDS, type CheckoutWords } from './checkout-words.ts';

export interface CheckoutLook {
  serviceName: string;
  language: PageLanguage;
}

export interface ShownCheckout {
  checkout: Checkout;
  order: OrderFacts;
  /** Why the card was just declined. */
  refusal?: Refusal;
}

export function checkoutHtml({ checkout, order, refusal }: ShownCheckout, look: CheckoutLook): string {
  const { language } = look;
  const words = CHECKOUT_WORDS[language];
  const money = (minor: number) => `${inMajor(minor, language)} ${checkout.currency.toUpperCase()}`;
  const count = checkout.credits.toLocaleString(language);
  const what = order.plan ? words.plan(order.plan.name) : words.credits(count);
  const price = money(checkout.amount);
  const body =
    checkout.status === 'open'
      ? form({ words, price, cancelUrl: checkout.cancelUrl, refusal })
      : `<p role="status">${checkout.status === 'complete' ? words.complete : words.expired}</p>`;
  return htmlPage({
    ...look,
    heading: what,
    content: `<p class="price">${price}</p>${summary(checkout, order, { words, language, money })}${body}`,
  });
}

interface Says {
  words: CheckoutWords;
  language: PageLanguage;
  money(minor: number): string;
}

/** The order, its discount, and its consequences: a renewal, another plan. */
function summary(
  checkout: Checkout,
  { email, plan, planChange }: OrderFacts,
  { words, language, money }: Says,
): string {
  const { amount, discount, credits, coupon } = checkout;
  const count = credits.toLocaleString(language);
  const off = plan ? words.couponFirstMonth(coupon ?? '') : words.coupon(coupon ?? '');
  const rows = [
    [plan ? words.firstMonth(plan.name) : words.credits(count), money(amount + discount)],
    ...(discount > 0 ? [[off, `−${money(discount)}`]] : []),
    ...(plan && credits > 0 ? [[words.creditsAMonth, count]] : []),
  ];
  const line = ([name = '', value = '']: readonly string[]) =>
    `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;
  const total = `<div class="total"><dt>${words.total}</dt><dd>${money(amount)}</dd></div>`;
  const day = (time: Date) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  const notes = [
    ...(email ? [words.receiptTo(email)] : []),
    ...(plan ? [words.renews(day(plan.renewsAt), money(plan.fee))] : []),
    ...(planChange ? [words.planChange(planChange.from, planChange.to)] : []),
  ];
  return `<dl class="order">${rows.map(line).join('')}${total}</dl>${notes
    .map((note) => `<p class="terms">${escapeHtml(note)}</p>`)
    .join('')}`;
}

/** The page that a bank would show: test cards alone come here, so their numbers may travel in the form. */
export function confirmationHtml(
  { checkout, card }: { checkout: Checkout; card: CardForm },
  look: CheckoutLook,
): string {
  const words = CHECKOUT_WORDS[look.language];
  const price = `${inMajor(checkout.amount, look.language)} ${checkout.currency.toUpperCase()}`;
  const kept = (['number', 'expiry', 'cvc'] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(card[name])}">`)
    .join('');
  return htmlPage({
    ...look,
    heading: words.confirmTitle,
    content: `<p>${escapeHtml(words.confirmLead(price))}</p><form method="post">${kept}<button name="bank" value="confirmed">${words.confirm}</button><button class="second" name="bank" value="denied">${words.deny}</button></form><p class="note">${words.confirmNote}</p>`,
  });
}

/** For a URL whose checkout is unknown or was deleted. */
export function missingCheckoutHtml(look: CheckoutLook): string {
  const words = CHECKOUT_WORDS[look.language];
  return htmlPage({
    ...look,
    heading: words.missing,
    content: `<p>${words.missingAdvice}</p><nav><a href="/billing">${words.billing}</a></nav>`,
  });
}

function inMajor(minor: number, language: PageLanguage): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (minor / 100).toLocaleString(language, digits);
}

interface FormFacts {
  words: CheckoutWords;
  price: string;
  cancelUrl: string | null;
  refusal: Refusal | undefined;
}

function form({ words, price, cancelUrl, refusal }: FormFacts): string {
  const problem = refusal && `<p class="problem" role="alert">${escapeHtml(words.refusals[refusal])}</p>`;
  return `${problem ?? ''}<form method="post">
<label for="number">${words.number}</label><input id="number" name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242">
<div class="two"><div><label for="expiry">${words.expiry}</label><input id="expiry" name="expiry" required placeholder="${words.expiryExample}" autocomplete="off"></div>
<div><label for="cvc">${words.cvc}</label><input id="cvc" name="cvc" inputmode="numeric" required placeholder="123" autocomplete="off"></div></div>
<button>${words.pay(price)}</button></form><p class="note">${words.testCards}</p>
${cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">${words.cancel}</a></p>` : ''}`;
}
