// Invoices and credit notes: numbered without gaps, taxed by rule, frozen, in any script, and mailed.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { settlePayment } from '../../src/modules/payments/settlement.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { downloadPdf, textOfPdf } from '../support/pdf-text.ts';
import { startService, type TestAccount } from '../support/service.ts';
import { eventOf, invoiceOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';
import { stripeObject } from '../support/stripe-stand-in.ts';
import { until } from '../support/until.ts';

const SELLER = {
  name: 'Werkstatt Beispiel GmbH',
  line1: 'Lindenallee 7',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_id: 'DE123456789',
  tax_id: '30/123/45678',
  email: 'books@seller.example',
  bank: 'Beispielbank, DE02 1203 0000 0000 2020 51',
  tax_rate: 19,
  tax_rates: { FR: 20, US: 0 },
};
const YEAR = new Date().getUTCFullYear();

let kit: StripeKit;
let desk: OperatorKit;
before(async () => {
  kit = await startStripeKit();
  desk = await openDesk(kit.service);
});
after(() => kit.stop());

interface Doc {
  id: string;
  object: string;
  number: string | null;
  refers_to: string | null;
  reason: string;
  amount: number;
  tax: number;
  tax_rate: number;
  tax_kind: string;
}

async function sell(seller: object): Promise<void> {
  const body = { value: seller, reason: 'a test' };
  const answer = await kit.service.call('PUT', '/v1/operator/settings/seller', { key: desk.key, body });
  assert.equal(answer.status, 200, answer.text);
}

const details = (account: TestAccount, body: object) => kit.call(account, 'PATCH', 'details', body);
async function documentsOf(account: TestAccount): Promise<Doc[]> {
  const { json } = await kit.call(account, 'GET', 'receipts');
  return json.data.flatMap(({ documents }: { documents: Doc[] }) => documents);
}
async function bought(account: TestAccount, credits = 1000): Promise<{ intent: string; documents: Doc[] }> {
  const { completed, intent } = await kit.buy(account, credits);
  await kit.sendAll([completed]);
  return { intent, documents: await documentsOf(account) };
}
const refunded = (intent: string, amount: number, part: number) =>
  eventOf('charge.refunded', {
    ...stripeObject('charge'),
    ...{ id: `ch_${intent}`, payment_intent: intent, amount, amount_refunded: part, currency: 'usd' },
  });
const disputed = (intent: string, amount: number, [status, created]: [string, number]) =>
  eventOf(
    `charge.dispute.${status === 'won' ? 'closed' : 'created'}`,
    { ...stripeObject('dispute'), ...{ id: `dp_${intent}`, payment_intent: intent, amount, status, currency: 'usd' } },
    created,
  );

test('before the seller is set a payment has a receipt without a number; a wrong setting is refused', async () => {
  const account = await kit.service.account({ credits: 0 });
  const { documents } = await bought(account);
  assert.deepEqual([documents.length, documents[0]?.number, documents[0]?.tax], [1, null, 0]);
  assert.match(textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: documents[0]?.id ?? '' })), /Receipt/);
  for (const wrong of [
    { name: 'x' },
    { ...SELLER, tax_rate: 101 },
    { ...SELLER, country: 'de' },
    { ...SELLER, more: 1 },
  ]) {
    const body = { value: wrong, reason: 'a test' };
    const answer = await kit.service.call('PUT', '/v1/operator/settings/seller', { key: desk.key, body });
    assert.equal(answer.status, 400, JSON.stringify(wrong));
  }
});

test('an invoice has the next number and its tax; refunds and disputes make credit notes that name it and add up to the cent', async () => {
  await sell(SELLER);
  const account = await kit.service.account({ credits: 0 });
  const { intent, documents } = await bought(account, 1001);
  assert.equal(documents.length, 1);
  const [invoice] = documents;
  assert.equal(invoice?.number, `INV-${YEAR}-00001`);
  // 10.01 contains 1.598 of tax.
  assert.deepEqual([invoice?.amount, invoice?.tax, invoice?.tax_rate, invoice?.tax_kind], [1001, 160, 19, 'standard']);
  await kit.sendAll([
    refunded(intent, 1001, 333),
    refunded(intent, 1001, 333),
    disputed(intent, 668, ['needs_response', 10]),
  ]);
  const gone = await documentsOf(account);
  assert.deepEqual(
    gone.slice(1).map((one) => [one.object, one.number, one.refers_to, one.reason, one.amount]),
    [
      ['credit_note', `CN-${YEAR}-00001`, invoice?.number, 'refund', 333],
      ['credit_note', `CN-${YEAR}-00002`, invoice?.number, 'dispute', 668],
    ],
  );
  assert.equal(
    gone.slice(1).reduce((sum, { tax }) => sum + tax, 0),
    160,
    'the whole tax is given back, to the cent',
  );
  const { json: entries } = await kit.call(account, 'GET', 'transactions');
  assert.deepEqual(
    entries.data.slice(0, 2).map(({ description }: { description: string }) => description),
    ['Payment disputed (chargeback)', 'Payment refunded'],
  );
  await kit.assertExact(account);
  await kit.sendAll([disputed(intent, 668, ['won', 20])]);
  const last = (await documentsOf(account)).at(-1);
  assert.deepEqual(
    [last?.object, last?.number, last?.reason, last?.amount],
    ['invoice', `INV-${YEAR}-00002`, 'dispute', 668],
  );
  await kit.assertExact(account);
  const credit = textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: gone[1]?.id ?? '' }));
  for (const words of [
    'Credit note',
    `CN-${YEAR}-00001`,
    `INV-${YEAR}-00001`,
    '-3.33 USD',
    'Lindenallee 7',
    'DE02 1203',
  ])
    assert.ok(credit.includes(words), `${words} is on\n${credit}`);
  const stranger = await kit.service.account();
  assert.equal((await kit.call(stranger, 'GET', `receipts/${gone[1]?.id}`)).status, 404);
});

test('the tax follows the buyer: his country, a VAT id of another country, a small business', async () => {
  const taxOf = async (buyer: object, seller: object = SELLER) => {
    await sell(seller);
    const account = await kit.service.account({ credits: 0 });
    const answer = await details(account, buyer);
    assert.equal(answer.status, 200, answer.text);
    const [one] = (await bought(account, 1200)).documents;
    return [one?.tax, one?.tax_rate, one?.tax_kind];
  };
  const greek = { type: 'eu_vat', value: 'EL 123456789' };
  assert.deepEqual(await taxOf({ address: { country: 'FR' } }), [200, 20, 'standard']);
  assert.deepEqual(await taxOf({ address: { country: 'US' } }), [0, 0, 'outside_scope']);
  assert.deepEqual(await taxOf({ address: { country: 'JP' } }), [0, 0, 'outside_scope'], 'not named in tax_rates');
  assert.deepEqual((await taxOf({ address: { country: 'MC' } }))[1], 20, 'Monaco is a part of France for the VAT');
  assert.deepEqual(await taxOf({ address: { country: 'AT' } }), [192, 19, 'standard'], 'inside of the EU');
  assert.deepEqual(await taxOf({ address: { country: 'JP' } }, { ...SELLER, outside_eu: 'home_rate' }), [
    192,
    19,
    'standard',
  ]);
  for (const [type, value] of [
    ['ch_vat', 'CHE-123.456.789 MWST'],
    ['ch_uid', 'CHE-123.456.789'],
  ]) {
    const swiss = { address: { country: 'CH' }, tax_id: { type, value } };
    assert.deepEqual(await taxOf(swiss), [0, 0, 'outside_scope'], type);
    const registered = { ...SELLER, tax_rates: { CH: 8.1 } };
    assert.deepEqual(
      await taxOf(swiss, registered),
      [0, 0, 'reverse_charge'],
      `${type} where the seller charges a tax`,
    );
  }
  const national = { address: { country: 'ES' }, tax_id: { type: 'es_cif', value: 'A12345678' } };
  assert.deepEqual(await taxOf(national), [192, 19, 'standard'], 'in the EU only a VAT id shows a company');
  assert.deepEqual(await taxOf({ address: { country: 'GR' }, tax_id: greek }), [0, 0, 'reverse_charge']);
  assert.deepEqual(await taxOf({ address: { country: 'FR' }, tax_id: greek }), [200, 20, 'standard']);
  assert.deepEqual(await taxOf({ address: { country: 'DE' }, tax_id: { type: 'eu_vat', value: 'DE987654321' } }), [
    192,
    19,
    'standard',
  ]);
  const note = 'Kein Ausweis von Umsatzsteuer (§ 19 UStG).';
  assert.deepEqual(await taxOf({ address: { country: 'FR' } }, { ...SELLER, small_business_note: note }), [
    0,
    0,
    'small_business',
  ]);
  await sell(SELLER);
  const american = await kit.service.account({ credits: 0 });
  await details(american, { address: { country: 'US' } });
  const [sold] = (await bought(american)).documents;
  const text = textOfPdf(await downloadPdf(kit.service, american.liveKey, { id: sold?.id ?? '' }));
  for (const words of ['Net amount', 'VAT 0 %', 'Not subject to VAT'])
    assert.ok(text.includes(words), `${words} is on\n${text}`);
  const account = await kit.service.account({ credits: 0 });
  const lower = await details(account, {
    address: { country: 'GR' },
    tax_id: { type: 'eu_vat', value: 'el 123.456.789' },
  });
  assert.equal(lower.json.tax_id.value, 'EL123456789', 'one spelling of one company');
  for (const value of ['EL12345678', 'DE12345678X', 'XX123456789', '123456789']) {
    const wrong = await details(account, { tax_id: { type: 'eu_vat', value } });
    assert.deepEqual([wrong.status, wrong.json.error?.param], [400, 'tax_id.value'], value);
  }
  for (const country of ['ZZ', 'EL', 'UK', 'EU', 'AA']) {
    const wrong = await details(account, { address: { country } });
    assert.deepEqual([wrong.status, wrong.json.error?.param], [400, 'address.country'], country);
  }
});

test('a key of the sandbox changes nothing of the invoices of live mode', async () => {
  const account = await kit.service.account();
  await details(account, { name: 'Live Ltd', address: { country: 'FR' } });
  const { status, json } = await kit.service.call('PATCH', '/sandbox/v1/payments/details', {
    key: account.testKey,
    body: { name: 'X Ltd', address: { country: 'US' } },
  });
  assert.deepEqual([status, json.error?.code], [403, 'wrong_environment']);
  assert.equal((await kit.call(account, 'GET', 'details')).json.name, 'Live Ltd');
});

test('numbers have no gap: purchases at once on two nodes, among others that are rolled back', async () => {
  await sell(SELLER);
  const other = await startService({ DATABASE_URL: kit.service.databaseUrl, TEST_WORKER: '0' });
  try {
    const { database, prices } = kit.service.app;
    const accounts = await Promise.all(Array.from({ length: 4 }, () => kit.service.account({ credits: 0 })));
    const buy = (at: number, isLost: boolean) =>
      (at % 2 === 0 ? other.app.database : database).transaction(async (trx) => {
        await settlePayment(trx, prices, {
          ...{ accountId: accounts[at % 4]?.id ?? '', environment: 'test', gateway: 'builtin', gatewayId: `gap-${at}` },
          ...{ amount: 500, currency: 'usd', credits: 500, description: '500 credits' },
        });
        if (isLost) throw new Error('lost');
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => buy(at, at % 3 === 0)));
    const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /lost/);
    assert.equal(won, 26);
    const { rows } = await database.pool.query(
      `select number, label from billing_documents where environment = 'test' and series = 'INV' order by number`,
    );
    assert.deepEqual(
      rows.map(({ number }) => number),
      Array.from({ length: won }, (_, index) => index + 1),
    );
    assert.equal(rows[0].label, `TEST-INV-${YEAR}-00001`);
  } finally {
    await other.stop();
  }
});

test('names in Greek, Chinese, Turkish, Korean, Arabic and Hebrew are on the document as they are written', async () => {
  await sell(SELLER);
  const names = {
    GR: 'Εργαστήριο Φωτός Α.Ε.',
    CN: '北京星光科技有限公司',
    TR: 'Işık Yazılım ve Çözümleri A.Ş. Gülşen Ağaoğlu',
    KR: '한국소프트웨어 주식회사',
  };
  for (const [country, name] of Object.entries(names)) {
    const account = await kit.service.account({ credits: 0 });
    await details(account, { name, address: { line1: name, city: name, country } });
    const [invoice] = (await bought(account)).documents;
    const text = textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: invoice?.id ?? '', language: 'de' }));
    assert.ok(text.includes(name), `${name} is on\n${text}`);
    assert.match(text, /Rechnung/);
    assert.doesNotMatch(text, /\?/);
  }
  for (const [country, name] of [
    ['AE', 'شركة النور'],
    ['IL', 'חברת האור'],
  ] as const) {
    const account = await kit.service.account({ credits: 0 });
    await details(account, { name, address: { country } });
    const [invoice] = (await bought(account)).documents;
    const text = textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: invoice?.id ?? '' }));
    for (const letter of name.replace(/\s/g, '').slice(0, 3))
      assert.ok(text.includes(letter), `${letter} is on\n${text}`);
  }
});

test('a document keeps the seller and the buyer of its time, and is mailed as HTML with its PDF', async () => {
  await sell(SELLER);
  const account = await kit.service.account({ credits: 0 });
  await details(account, { name: 'Early & Co <b>', email: 'bills@early.example' });
  const [invoice] = (await bought(account)).documents;
  await details(account, { name: 'Late Ltd' });
  await sell({ ...SELLER, name: 'Another Seller' });
  const text = textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: invoice?.id ?? '' }));
  assert.match(text, /Early & Co <b>/);
  assert.match(text, /Werkstatt Beispiel/);
  assert.doesNotMatch(text, /Late Ltd|Another Seller/);
  const folder = join(kit.service.config.dataDir, 'mail');
  const mail = await until(
    () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .find((one) => one.includes('bills@early.example')),
    { saying: 'the mail was sent' },
  );
  assert.match(mail, new RegExp(`filename="?invoice-${invoice?.number}\\.pdf`));
  assert.match(mail, /Content-Type: application\/pdf/);
  assert.match(mail, /Content-Type: text\/html/);
  // Lines of mails are folded.
  const whole = mail.replace(/=\r?\n/g, '').replace(/\r\n[ \t]+/g, ' ');
  assert.match(whole, /Early &amp; Co &lt;b&gt;/);
  assert.match(whole, /Reply-To: books@seller\.example/);
  assert.match(whole, /Subject: .*Werkstatt Beispiel GmbH/);
  assert.match(whole, /Lindenallee 7/);
});

test('the seller has the fields that his law asks for, two series, and cannot be unset once documents have numbers', async () => {
  const legal = {
    register: 'HRB 12345, Amtsgericht Berlin',
    directors: 'Managing director: Ada Beispiel',
    footer: 'Thank you',
  };
  await sell({ ...SELLER, ...legal });
  const account = await kit.service.account({ credits: 0 });
  const [invoice] = (await bought(account)).documents;
  const text = textOfPdf(await downloadPdf(kit.service, account.liveKey, { id: invoice?.id ?? '' }));
  for (const words of Object.values(legal)) assert.ok(text.includes(words), `${words} is on\n${text}`);
  for (const [value, why] of [
    [{}, /numbers were issued/],
    [{ ...SELLER, invoice_series: 'CN' }, /different series/],
    [{ ...SELLER, invoice_series: 'A', credit_note_series: 'A' }, /different series/],
  ] as const) {
    const body = { value, reason: 'a test' };
    const answer = await kit.service.call('PUT', '/v1/operator/settings/seller', { key: desk.key, body });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, why);
  }
});

test('the database refuses to change or remove an issued document, and to set the numbers of a series back', async () => {
  await sell(SELLER);
  const { id } = await kit.service.account({ credits: 0 }).then(async (account) => {
    await bought(account);
    return account;
  });
  const { pool } = kit.service.app.database;
  for (const statement of [
    `update billing_documents set tax = 1 where account_id = '${id}'`,
    `update billing_documents set buyer = '{}' where account_id = '${id}'`,
    `delete from billing_documents where account_id = '${id}'`,
    `delete from accounts where id = '${id}'`,
    'truncate billing_documents',
  ])
    await assert.rejects(pool.query(statement), /append-only|foreign key/, statement);
  for (const statement of [
    'update document_counters set last = last - 1',
    'update document_counters set last = last + 2',
    "update document_counters set series = 'X', last = last + 1",
    'delete from document_counters',
    'truncate document_counters',
  ])
    await assert.rejects(pool.query(statement), /only count on/, statement);
});

test('a mail is in the language of the buyer, and a document without a number is attached as a receipt', async () => {
  const mailFor = (address: string) =>
    until(
      () =>
        readdirSync(join(kit.service.config.dataDir, 'mail'))
          .filter((name) => name.endsWith('.eml'))
          .map((name) => readFileSync(join(kit.service.config.dataDir, 'mail', name), 'utf8').replace(/=\r?\n/g, ''))
          .find((one) => one.includes(`To: ${address}`)),
      { saying: `the mail to ${address} was sent` },
    );
  await sell(SELLER);
  const german = await kit.service.account({ credits: 0 });
  await details(german, { email: 'rechnung@kunde.example', address: { country: 'AT' } });
  await bought(german);
  assert.match(await mailFor('rechnung@kunde.example'), /Subject: Rechnung INV-[\s\S]*Das PDF ist angeh/);
  const old = await kit.service.account({ credits: 0 });
  await details(old, { email: 'receipt@early.example' });
  const { pool } = kit.service.app.database;
  await pool.query("update live_settings set value = value - 'name' where name = 'seller'");
  try {
    const [receipt] = (await bought(old)).documents;
    assert.equal(receipt?.number, null);
    assert.match(await mailFor('receipt@early.example'), new RegExp(`filename="?receipt-${receipt?.id}\\.pdf`));
  } finally {
    await sell(SELLER);
  }
});

test("where Stripe makes the invoice, its number and link are shown, ours is not used up, and a credit note names Stripe's", async () => {
  await sell(SELLER);
  const numbers = async () =>
    (
      await kit.service.app.database.pool.query(
        'select series, last from document_counters order by environment, series',
      )
    ).rows;
  const before = await numbers();
  const account = await kit.service.account({ credits: 0 });
  const url = 'https://invoice.stripe.com/i/acct_1/test_1';
  const more = { number: 'STRIPE-0042', hosted_invoice_url: url, payment_intent: `pi_of_${account.id}` };
  const invoice = invoiceOf(account, {
    id: `in_${account.id}`,
    plan: 'pro',
    amount: 2000,
    reason: 'subscription_create',
    more,
  });
  await kit.sendAll([eventOf('invoice.paid', invoice)]);
  assert.deepEqual(await numbers(), before);
  const [payment] = (await kit.call(account, 'GET', 'receipts')).json.data;
  assert.deepEqual([payment.invoice_url, payment.documents[0].number], [url, 'STRIPE-0042']);
  await kit.sendAll([refunded(`pi_of_${account.id}`, 2000, 500)]);
  const credit = (await documentsOf(account)).at(-1);
  assert.equal(credit?.refers_to, 'STRIPE-0042');
  assert.match(credit?.number ?? '', /^CN-/);
  const { completed } = await kit.buy(account, 700);
  const { object } = completed.data as { object: object };
  await kit.sendAll([{ ...completed, data: { object: { ...object, invoice: 'in_once' } } }]);
  const [once] = (await kit.call(account, 'GET', 'receipts')).json.data;
  assert.deepEqual(
    [once.documents[0].number, once.invoice_url],
    ['NO-in_once', 'https://invoice.stripe.com/i/in_once'],
    'also where Stripe makes an invoice for each purchase',
  );
});

test('without Stripe Tax the rate is that of the seller, also where Stripe makes the invoice; what Stripe Tax computed stands, also 0', async () => {
  await sell(SELLER);
  const greek = { type: 'eu_vat', value: 'EL123456783' };
  const paid = async (details: object, more: object) => {
    const account = await kit.service.account({ credits: 0 });
    assert.equal((await kit.call(account, 'PATCH', 'details', details)).status, 200);
    const invoice = invoiceOf(account, {
      id: `in_${account.id}`,
      plan: 'pro',
      amount: 2000,
      reason: 'subscription_create',
      more: { number: `STR-${account.id}`, payment_intent: `pi_of_${account.id}`, ...more },
    });
    await kit.sendAll([eventOf('invoice.paid', invoice)]);
    const [document] = await documentsOf(account);
    return [document?.tax, document?.tax_rate, document?.tax_kind];
  };
  const german = { address: { country: 'DE' } };
  const company = { address: { country: 'GR' }, tax_id: greek };
  const computed = { automatic_tax: { enabled: true, status: 'complete' }, total_taxes: [] };
  assert.deepEqual(await paid(german, { total_taxes: [] }), [319, 19, 'standard']);
  assert.deepEqual(await paid(german, { total_taxes: null, automatic_tax: { enabled: false } }), [319, 19, 'standard']);
  assert.deepEqual(await paid(german, { automatic_tax: { enabled: true, status: 'failed' } }), [319, 19, 'standard']);
  assert.deepEqual(await paid(company, {}), [0, 0, 'reverse_charge']);
  assert.deepEqual(await paid(german, computed), [0, 0, 'standard']);
  assert.deepEqual(await paid(company, computed), [0, 0, 'reverse_charge']);
});

test('the tax of a refund is rounded to the nearest cent, and that of all refunds together is exact', async () => {
  await sell(SELLER);
  const account = await kit.service.account({ credits: 0 });
  const { intent } = await bought(account, 500);
  const refunds = [1, 221, 500];
  for (const sum of refunds) await kit.sendAll([refunded(intent, 500, sum)]);
  const taxes = (await documentsOf(account)).map(({ tax }) => tax);
  // 5.00 contains 0.80; 19 % of 0.01 are nothing, of 2.20 they are 0.35.
  assert.deepEqual(taxes, [80, 0, 35, 45]);
});

test('payments of a node of the last release get their documents later', async () => {
  const account = await kit.service.account({ credits: 0 });
  const { intent } = await bought(account);
  const { pool } = kit.service.app.database;
  // As a node without documents leaves it; the database refuses to delete them otherwise.
  await pool.query('alter table billing_documents disable trigger user');
  await pool.query('delete from billing_documents where account_id = $1', [account.id]);
  await pool.query('alter table billing_documents enable trigger user');
  await pool.query('update payments set documented = null where account_id = $1', [account.id]);
  const [payment] = (await kit.call(account, 'GET', 'receipts')).json.data;
  assert.deepEqual(payment.documents, []);
  assert.match(textOfPdf(await downloadPdf(kit.service, account.liveKey, payment)), /Invoice/);
  await kit.sendAll([refunded(intent, 1000, 1000)]);
  await kit.assertExact(account);
});
