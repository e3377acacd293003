// Starts a purchase and opens its checkout page.
import { type Body, client } from '../api/client.ts';

export async function goToCheckout(what: Body<'POST /payments/checkout'>): Promise<void> {
  const { url } = await client().call('POST /payments/checkout', { body: what });
  location.assign(url);
}
