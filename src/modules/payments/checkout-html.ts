// The built-in checkout's page: plain HTML that works without scripts.
import { escapeHtml, htmlPage } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import type { Checkout } from '../../store/checkouts.ts';
import type { Refusal } from './builtin-checkout.ts';
import { CHECKOUT_WORDS, type CheckoutWords } from './checkout-words.ts';

export interface CheckoutLook {
  serviceName: string;
  language: PageLanguage;
}

export function checkoutHtml(checkout: Checkout, look: CheckoutLook, refusal?: Refusal): string {
  const { language } = look;
  const words = CHECKOUT_WORDS[language];
  const what = checkout.plan ? words.plan(checkout.plan) : words.credits(checkout.credits.toLocaleString(language));
  const decimal = (minor: number) => inMajor(minor, language);
  const price = `${decimal(checkout.amount)} ${checkout.currency.toUpperCase()}`;
  const body =
    checkout.status === 'open'
      ? form({ words, price, cancelUrl: checkout.cancelUrl, refusal })
      : `<p role="status">${checkout.status === 'complete' ? words.complete : words.expired}</p>`;
  const off = couponLine(checkout, words, decimal(checkout.discount));
  return htmlPage({ ...look, heading: what, content: `<p class="price">${price}</p>${off}${body}` });
}

/** For an address whose checkout is unknown or was deleted. */
export function missingCheckoutHtml(look: CheckoutLook): string {
  const words = CHECKOUT_WORDS[look.language];
  return htmlPage({
    ...look,
    heading: words.missing,
    content: `<p>${words.missingAdvice}</p><nav><a href="/billing">${words.billing}</a></nav>`,
  });
}

function inMajor(minor: number, language: PageLanguage): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return (minor / 100).toLocaleString(language, digits);
}

function couponLine({ discount, coupon, plan }: Checkout, words: CheckoutWords, off: string): string {
  if (discount <= 0) return '';
  const line = plan ? words.couponFirstMonth(coupon ?? '', off) : words.coupon(coupon ?? '', off);
  return `<p class="note">${escapeHtml(line)}</p>`;
}

interface CardForm {
  words: CheckoutWords;
  price: string;
  cancelUrl: string | null;
  refusal: Refusal | undefined;
}

function form({ words, price, cancelUrl, refusal }: CardForm): string {
  const problem = refusal && `<p class="problem" role="alert">${escapeHtml(words.refusals[refusal])}</p>`;
  return `${problem ?? ''}<form method="post">
<label for="number">${words.number}</label><input id="number" name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242">
<div class="two"><div><label for="expiry">${words.expiry}</label><input id="expiry" name="expiry" required placeholder="${words.expiryExample}" autocomplete="off"></div>
<div><label for="cvc">${words.cvc}</label><input id="cvc" name="cvc" inputmode="numeric" required placeholder="123" autocomplete="off"></div></div>
<button>${words.pay(price)}</button></form><p class="note">${words.testCards}</p>
${cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">${words.cancel}</a></p>` : ''}`;
}
