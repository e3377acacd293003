// The built-in checkout's page: plain HTML that works without scripts.
import type { Checkout } from '../../store/checkouts.ts';

export function checkoutHtml(checkout: Checkout, serviceName: string, problem?: string): string {
  const what = checkout.plan
    ? `Plan “${escapeHtml(checkout.plan)}”, monthly`
    : `${checkout.credits.toLocaleString('en')} credits`;
  const price = `${(checkout.amount / 100).toFixed(2)} ${checkout.currency.toUpperCase()}`;
  const body =
    checkout.status === 'open'
      ? form(price, checkout.cancelUrl, problem)
      : `<p role="status">This checkout is ${checkout.status}. You can close the page.</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(serviceName)} checkout</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#8881}
main{width:min(24rem,90vw);background:Canvas;border:1px solid #8884;border-radius:1rem;padding:2rem}h1{font-size:1.1rem;margin:0}
.price{font-size:2rem;font-weight:700;margin:.2rem 0 1.2rem}label{display:block;margin:.8rem 0 .2rem}input{font:inherit;width:100%;box-sizing:border-box;padding:.55rem;border:1px solid #8888;border-radius:.5rem}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}button{font:inherit;font-weight:600;width:100%;margin-top:1.4rem;padding:.7rem;border:0;border-radius:.5rem;background:#2f6fde;color:#fff;cursor:pointer}
.problem{background:#b91c1c22;border-left:4px solid #b91c1c;padding:.5rem .8rem}.note{opacity:.75;font-size:.85rem}
</style></head><body><main><h1>${escapeHtml(serviceName)} · ${what}</h1><p class="price">${price}</p>${body}</main></body></html>`;
}

function form(price: string, cancelUrl: string | null, problem: string | undefined): string {
  return `${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}<form method="post">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" autocomplete="off" required placeholder="4242 4242 4242 4242">
<div class="two"><div><label for="expiry">Valid until</label><input id="expiry" name="expiry" required placeholder="MM/YY" autocomplete="off"></div>
<div><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" required placeholder="123" autocomplete="off"></div></div>
<button>Pay ${price}</button></form><p class="note">Test cards only: 4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds. No money is moved.</p>
${cancelUrl ? `<p><a href="${escapeHtml(cancelUrl)}">Cancel and go back</a></p>` : ''}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
