// Pages that browsers and payment providers open without a key: the built-in checkout and Stripe's webhook.
import { HTML_POLICY } from '../../core/html-page.ts';
import { pageLanguage } from '../../core/page-language.ts';
import { answerHtml, answerJson, type Page, page, redirect } from '../../http/page.ts';
import type { BuiltinCheckout } from './builtin-checkout.ts';
import { checkoutHtml, confirmationHtml, missingCheckoutHtml } from './checkout-html.ts';

export interface CheckoutPageParts {
  checkout: BuiltinCheckout;
  serviceName: string;
  publicUrl: string;
  /** Handles a webhook message from Stripe; null when Stripe is not connected. */
  receiveStripe: ReceiveStripe | null;
}

type ReceiveStripe = (body: Buffer, signature: string) => Promise<void>;

const MAX_FORM_BYTES = 16 * 1024;
const MAX_EVENT_BYTES = 2 * 1024 * 1024;

export function checkoutPages({ checkout, serviceName, publicUrl, receiveStripe }: CheckoutPageParts): Page[] {
  const headers = { 'content-security-policy': HTML_POLICY, vary: 'Accept-Language, Cookie' };
  return [
    page('GET', '/checkout/:id', {
      run: async (visit) => {
        const look = { serviceName, language: pageLanguage(visit.headers) };
        const found = await checkout.find(visit.params.id ?? '');
        if (!found) return answerHtml(missingCheckoutHtml(look), { status: 404, headers });
        return answerHtml(checkoutHtml({ checkout: found, order: await checkout.order(found) }, look), { headers });
      },
    }),
    page('POST', '/checkout/:id', {
      run: async (visit) => {
        const look = { serviceName, language: pageLanguage(visit.headers) };
        const form = new URLSearchParams(visit.body?.toString() ?? '');
        const field = (name: string) => form.getAll(name).at(-1) ?? '';
        const card = { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), bank: field('bank') };
        const result = await checkout.pay(visit.params.id ?? '', card);
        if (result.kind === 'gone') return answerHtml(missingCheckoutHtml(look), { status: 404, headers });
        if (result.kind === 'paid') return redirect(result.checkout.successUrl ?? publicUrl, 303);
        if (result.kind === 'unconfirmed')
          return answerHtml(confirmationHtml({ checkout: result.checkout, card }, look), { headers });
        const order = await checkout.order(result.checkout);
        return answerHtml(checkoutHtml({ checkout: result.checkout, order, refusal: result.reason }, look), {
          status: 402,
          headers,
        });
      },
      bodyLimitBytes: MAX_FORM_BYTES,
    }),
    ...(receiveStripe ? [stripePage(receiveStripe)] : []),
  ];
}

function stripePage(receive: ReceiveStripe): Page {
  return page('POST', '/stripe/webhook', {
    run: async ({ headers, body }) => {
      const signature = headers['stripe-signature'];
      await receive(body ?? Buffer.alloc(0), typeof signature === 'string' ? signature : '');
      return answerJson({ received: true });
    },
    bodyLimitBytes: MAX_EVENT_BYTES,
  });
}
