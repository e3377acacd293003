// The built-in checkout's page: plain HTML that works without scripts.
import { escapeHtml, htmlPage } from '../../core/html-page.ts';
import type { Checkout } from '../../store/checkouts.ts';

export function checkoutHtml(checkout: Checkout, serviceName: string, problem?: string): string {
  const what = checkout.plan ? `Plan “${checkout.plan}”, monthly` : `${checkout.credits.toLocaleString('en')} credits`;
  const price = `${(checkout.amount / 100).toFixed(2)} ${checkout.currency.toUpperCase()}`;
  const off =
    checkout.discount > 0
      ? `<p class="note">Coupon ${escapeHtml(checkout.coupon ?? '')}: −${(checkout.discount / 100).toFixed(2)}${checkout.plan ? ' in the first month' : ''}</p>`
      : '';
  const body =
    checkout.status === 'open'
      ? form(price, checkout.cancelUrl, problem)
      : `<p role="status">This checkout is ${checkout.status}. You can close the page.</p>`;
  return htmlPage({ serviceName, heading: what, content: `<p class="price">${price}</p>${off}${body}` });
}

/** For an address whose checkout is unknown or was deleted. */
export function missingCheckoutHtml(serviceName: string): string {
  return htmlPage({
    serviceName,
    heading: 'This checkout does not exist',
    content: '<p>It may have expired. Start the purchase again.</p><nav><a href="/billing">Billing</a></nav>',
  });
}

function form(price: string, cancelUrl: string | null, problem: string | undefined): string {
  return `${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}<form method="post">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242">
<div class="two"><div><label for="expiry">Valid until</label><input id="expiry" name="expiry" required placeholder="MM/YY" autocomplete="off"></div>
<div><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" required placeholder="123" autocomplete="off"></div></div>
<button>Pay ${price}</button></form><p class="note">Test cards only: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds. No money is moved.</p>
${cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">Cancel and go back</a></p>` : ''}`;
}
