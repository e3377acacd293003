// Begins a purchase and goes to where it is paid.
import { type Body, call } from '../api/call.ts';

export async function goToCheckout(what: Body<'POST /payments/checkout'>): Promise<void> {
  const { url } = await call('POST /payments/checkout', { body: what });
  location.assign(url);
}
