// Pages that browsers and payment providers open without a key: the built-in checkout and Stripe's webhook.
import { answerHtml, answerJson, type Page, page, redirect } from './page.ts';

export interface CheckoutPages {
  /** The checkout page as HTML; undefined if the session does not exist. */
  show(id: string): Promise<string | undefined>;
  /** The URL to redirect to, or the page again with an error. */
  pay(id: string, form: Record<string, string>): Promise<{ redirect: string } | { page: string } | undefined>;
  /** Handles a webhook message from Stripe; null when Stripe is not connected. */
  receiveStripe: ((body: Buffer, signature: string) => Promise<void>) | null;
}

const MAX_FORM_BYTES = 16 * 1024;
const MAX_EVENT_BYTES = 2 * 1024 * 1024;
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors 'none'";
const GONE = '<!doctype html><title>Checkout</title><p>This checkout session does not exist or has expired.';

export function checkoutPages(pages: CheckoutPages): Page[] {
  const headers = { 'content-security-policy': PAGE_POLICY };
  const { receiveStripe } = pages;
  return [
    page('GET', '/checkout/:id', async ({ params }) => {
      const shown = await pages.show(params.id ?? '');
      return answerHtml(shown ?? GONE, { status: shown ? 200 : 404, headers });
    }),
    page(
      'POST',
      '/checkout/:id',
      async ({ params, body }) => {
        const form = Object.fromEntries(new URLSearchParams(body?.toString() ?? ''));
        const result = await pages.pay(params.id ?? '', form);
        if (!result) return answerHtml(GONE, { status: 404, headers });
        if ('redirect' in result) return redirect(result.redirect, 303);
        return answerHtml(result.page, { status: 402, headers });
      },
      { bodyLimitBytes: MAX_FORM_BYTES },
    ),
    ...(receiveStripe ? [stripePage(receiveStripe)] : []),
  ];
}

function stripePage(receive: NonNullable<CheckoutPages['receiveStripe']>): Page {
  return page(
    'POST',
    '/stripe/webhook',
    async ({ headers, body }) => {
      const signature = headers['stripe-signature'];
      await receive(body ?? Buffer.alloc(0), typeof signature === 'string' ? signature : '');
      return answerJson({ received: true });
    },
    { bodyLimitBytes: MAX_EVENT_BYTES },
  );
}
