// Customers at Stripe: one for each account, who buy under their own name, with saved cards, the portal, taxes and promotion codes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { downloadPdf, textOfPdf } from '../support/pdf-text.ts';
import type { TestAccount } from '../support/service.ts';
import { eventOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';
import { stripeObject } from '../support/stripe-stand-in.ts';

let kit: StripeKit;
before(async () => {
  kit = await startStripeKit({ STRIPE_TAX: '1', STRIPE_PROMOTION_CODES: '1', STRIPE_INVOICES: '1' });
});
after(() => kit.stop());

const callsOf = (name: string) => kit.standIn.calls.filter((call) => call.name === name);
const made = (account: TestAccount) => kit.standIn.state.customerOf(account.id);
const BUYER = {
  name: 'Ada & Söhne GmbH',
  email: 'bills@ada.example',
  address: { line1: 'Gasse 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
  tax_id: { type: 'eu_vat', value: 'DE 123456789' },
};

function paidEvent(sessionId: string, sums: { subtotal: number; discount?: number; tax?: number; total: number }) {
  const status = sums.total === 0 ? 'no_payment_required' : 'paid';
  return eventOf('checkout.session.completed', {
    ...stripeObject('checkout.session'),
    id: sessionId,
    payment_status: status,
    payment_intent: sums.total === 0 ? null : `pi_${sessionId}`,
    amount_subtotal: sums.subtotal,
    amount_total: sums.total,
    total_details: { amount_discount: sums.discount ?? 0, amount_shipping: 0, amount_tax: sums.tax ?? 0 },
    currency: 'usd',
  });
}

test('twenty calls at once make one customer, and every checkout names it', async () => {
  const account = await kit.service.account({ credits: 0 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => kit.call(account, 'POST', 'checkout', { credits: 500 })),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const ours = [...kit.standIn.state.customers.values()].filter(
    ({ described }) => described['metadata[account_id]'] === account.id,
  );
  assert.equal(ours.length, 1);
  assert.equal(ours[0]?.described.email, account.email);
  const sessions = answers.map(({ json }) =>
    callsOf('POST /v1/checkout/sessions').find(({ params }) => params.client_reference_id === json.id),
  );
  for (const session of sessions) {
    assert.equal(session?.params.customer, ours[0]?.id);
    assert.equal(session?.params.customer_email, undefined);
    assert.deepEqual(
      [
        session?.params['automatic_tax[enabled]'],
        session?.params['customer_update[address]'],
        session?.params.allow_promotion_codes,
        session?.params['invoice_creation[enabled]'],
      ],
      ['true', 'auto', 'true', 'true'],
    );
  }
});

test('a customer that Stripe no longer knows is made anew, with another key', async () => {
  const account = await kit.service.account({ credits: 0 });
  await kit.call(account, 'POST', 'portal', {});
  const first = made(account)?.id ?? '';
  kit.standIn.state.customers.delete(first);
  const portal = await kit.call(account, 'POST', 'portal', {});
  assert.equal(portal.status, 200, portal.text);
  assert.match(portal.json.url, new RegExp(made(account)?.id ?? 'none'));
  await kit.sendAll([eventOf('customer.deleted', { ...stripeObject('customer'), id: made(account)?.id })]);
  assert.deepEqual((await kit.call(account, 'GET', 'cards')).json.data, []);
});

test('billing details reach the customer, the receipt and its mail; a tax id that Stripe refuses changes nothing', async () => {
  const account = await kit.service.account({ credits: 0 });
  const wrong = await kit.call(account, 'PATCH', 'details', { ...BUYER, tax_id: { type: 'eu_vat', value: 'no' } });
  assert.deepEqual([wrong.status, wrong.json.error.param], [400, 'tax_id.value']);
  assert.equal((await kit.call(account, 'GET', 'details')).json.name, '');
  const set = await kit.call(account, 'PATCH', 'details', BUYER);
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(set.json.tax_id, { type: 'eu_vat', value: 'DE123456789' });
  assert.deepEqual(
    [made(account)?.described.name, made(account)?.described['address[country]'], made(account)?.taxIds[0]?.value],
    [BUYER.name, 'DE', 'DE123456789'],
  );
  const { json: moved } = await kit.call(account, 'PATCH', 'details', { address: { city: 'Wien', country: 'AT' } });
  assert.deepEqual([moved.name, moved.address.city, moved.address.line1], [BUYER.name, 'Wien', 'Gasse 1']);
  const { completed } = await kit.buy(account, 700);
  await kit.sendAll([completed]);
  await kit.call(account, 'PATCH', 'details', { name: 'Someone else', tax_id: null });
  assert.equal(made(account)?.taxIds.length, 0);
  const [payment] = (await kit.call(account, 'GET', 'receipts')).json.data;
  const pdf = textOfPdf(await downloadPdf(kit.service, account.liveKey, payment));
  assert.match(pdf, /Ada & Söhne GmbH/);
  assert.match(pdf, /DE123456789/);
  const { rows } = await kit.service.app.database.pool.query('select * from outgoing_mails where recipient = $1', [
    BUYER.email,
  ]);
  assert.equal(rows.length, 1);
  assert.match(rows[0].body, /7,00 USD/);
  await kit.call(account, 'PATCH', 'settings', { receipt_mail: false });
  await kit.sendAll([(await kit.buy(account, 800)).completed]);
  const after = await kit.service.app.database.pool.query('select 1 from outgoing_mails where body like $1', [
    '%8,00 USD%',
  ]);
  assert.equal(after.rowCount, 0);
});

test('cards are saved on a page of Stripe, listed, and removed by their owner alone', async () => {
  const account = await kit.service.account({ credits: 0 });
  assert.deepEqual((await kit.call(account, 'GET', 'cards')).json.data, []);
  assert.equal(made(account), undefined, 'looking makes no customer');
  const setup = await kit.call(account, 'POST', 'cards', {});
  assert.equal(setup.status, 200, setup.text);
  const call = callsOf('POST /v1/checkout/sessions').at(-1);
  assert.deepEqual([call?.params.mode, call?.params.customer], ['setup', made(account)?.id]);
  const card = kit.standIn.state.saveCard(made(account)?.id ?? '');
  const [listed] = (await kit.call(account, 'GET', 'cards')).json.data;
  assert.deepEqual([listed.id, listed.last4], [card, '4242']);
  const other = await kit.service.account({ credits: 0 });
  assert.equal((await kit.call(other, 'DELETE', `cards/${card}`)).status, 404);
  assert.equal((await kit.call(account, 'DELETE', `cards/${card}`)).json.deleted, true);
  assert.equal((await kit.call(account, 'DELETE', `cards/${card}`)).status, 404);
  for (const [method, path] of [
    ['POST', 'cards'],
    ['POST', 'portal'],
  ] as const) {
    const sandbox = await kit.service.call(method, `/sandbox/v1/payments/${path}`, {
      key: account.testKey,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    assert.equal(sandbox.status, 503, path);
  }
});

test('taxes and promotion codes change what is paid, never what is had; sums that do not add up are ignored', async () => {
  const account = await kit.service.account({ credits: 0 });
  const sessionOf = async () => (await kit.buy(account, 1000)).sessionId;
  await kit.sendAll([
    paidEvent(await sessionOf(), { subtotal: 1000, tax: 190, total: 1190 }),
    paidEvent(await sessionOf(), { subtotal: 1000, tax: 160, total: 1000 }),
    paidEvent(await sessionOf(), { subtotal: 1000, discount: 250, tax: 142, total: 892 }),
    paidEvent(await sessionOf(), { subtotal: 1000, discount: 1000, total: 0 }),
    paidEvent(await sessionOf(), { subtotal: 1, total: 1 }),
    paidEvent(await sessionOf(), { subtotal: 1000, total: 1 }),
    paidEvent(await sessionOf(), { subtotal: 1000, discount: -500, total: 1500 }),
  ]);
  assert.equal(await kit.credits(account), 4000);
  const { data } = (await kit.call(account, 'GET', 'receipts')).json;
  assert.deepEqual(
    data.map((one: { amount: number; tax: number; discount: number }) => [one.amount, one.tax, one.discount]).reverse(),
    [
      [1190, 190, 0],
      [1000, 160, 0],
      [892, 142, 250],
      [0, 0, 1000],
    ],
  );
  await kit.assertExact(account);
});
