// Pages that people and payment providers reach without a key: the built-in checkout and Stripe's webhook.
import type { FastifyInstance } from 'fastify';
import type { Extension } from './server.ts';

export interface CheckoutPages {
  /** HTML, or undefined when there is no such session. */
  show(id: string): Promise<string | undefined>;
  /** Where to go next, or the page again with what was wrong. */
  pay(id: string, form: Record<string, string>): Promise<{ redirect: string } | { page: string } | undefined>;
  /** A message of Stripe; null when Stripe is not connected. */
  receiveStripe: ((body: Buffer, signature: string) => Promise<void>) | null;
}

const MAX_FORM_BYTES = 16 * 1024;
const MAX_EVENT_BYTES = 2 * 1024 * 1024;
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors 'none'";
const GONE = '<!doctype html><title>Checkout</title><p>This checkout session does not exist or has expired.';

export function checkoutPages(pages: CheckoutPages): Extension {
  return (app: FastifyInstance) => {
    app.get('/checkout/:id', async (request, reply) => {
      const page = await pages.show((request.params as { id: string }).id);
      reply.code(page ? 200 : 404).header('content-security-policy', PAGE_POLICY);
      return reply.type('text/html; charset=utf-8').send(page ?? GONE);
    });
    app.post('/checkout/:id', { bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
      const form = Object.fromEntries(new URLSearchParams((request.body as Buffer | undefined)?.toString() ?? ''));
      const result = await pages.pay((request.params as { id: string }).id, form);
      reply.header('content-security-policy', PAGE_POLICY);
      if (!result) return reply.code(404).type('text/html; charset=utf-8').send(GONE);
      if ('redirect' in result) return reply.redirect(result.redirect, 303);
      return reply.code(402).type('text/html; charset=utf-8').send(result.page);
    });
    const { receiveStripe } = pages;
    if (!receiveStripe) return;
    app.post('/stripe/webhook', { bodyLimit: MAX_EVENT_BYTES }, async (request) => {
      const signature = request.headers['stripe-signature'];
      await receiveStripe(request.body as Buffer, typeof signature === 'string' ? signature : '');
      return { received: true };
    });
  };
}
