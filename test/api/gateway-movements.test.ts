// Stripe's fees and payouts in the books: the account clearing:stripe comes to Stripe's own balance.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type Stripe from 'stripe';
import { MovementReading } from '../../src/modules/payments/movement-reading.ts';
import { StripeGateway } from '../../src/money/gateways/stripe.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { disputeOf, eventOf, refundOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';

let kit: StripeKit;
let desk: OperatorKit;
before(async () => {
  kit = await startStripeKit();
  desk = await openDesk(kit.service);
});
after(() => kit.stop());

const MINUTE_AGO = Math.floor(Date.now() / 1000) - 60;

function moved(id: string, reporting_category: string, amount: number, fee = 0): Stripe.BalanceTransaction {
  return {
    ...{ id: `txn_${id}`, object: 'balance_transaction', amount, fee, net: amount - fee, currency: 'usd' },
    ...{ reporting_category, type: 'adjustment', balance_type: 'payments', created: MINUTE_AGO, status: 'pending' },
    ...{ available_on: MINUTE_AGO, description: null, exchange_rate: null, fee_details: [], source: null },
  };
}

/** As each node reads. */
const reading = () => {
  const { database } = kit.service.app;
  const settings = {
    ...{ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiBase: kit.standIn.url },
    ...{ tax: false, promotionCodes: false, invoices: false },
  };
  return new MovementReading({ database, source: new StripeGateway(settings).movements });
};
const gatewayRows = async () => (await desk.read('/books')).json.gateway;
const month = new Date(MINUTE_AGO * 1000).toISOString().slice(0, 7);

test('fees, disputes and payouts are read once, by several nodes and after a failure, and the journal comes to the balance at Stripe', async () => {
  const { standIn } = kit;
  await reading().run();
  assert.equal(standIn.calls.length, 0, 'nothing is asked before the first payment');
  const account = await kit.service.account({ credits: 0 });
  const [one, two] = [await kit.buy(account, 1000), await kit.buy(account, 2000)];
  await kit.sendAll([
    ...[one.completed, two.completed, eventOf('charge.refunded', refundOf(one.intent, 1000, 300))],
    eventOf('charge.dispute.created', disputeOf(two.intent, 2000, 'needs_response')),
  ]);
  standIn.movements.push(
    ...[moved('a', 'charge', 1000, 59), moved('b', 'charge', 2000, 88), moved('c', 'refund', -300)],
    ...[moved('d', 'dispute', -2000, 1500), moved('e', 'fee', -25), moved('f', 'payout', -500)],
    ...Array.from({ length: 230 }, (_, at) => moved(`t${at}`, 'topup', 1)),
  );
  // Stripe is gone after the first page.
  standIn.beforeAnswer.run = async () => {
    standIn.beforeAnswer.run = null;
    standIn.lose.calls = 3;
  };
  await assert.rejects(reading().run());
  await Promise.all([reading().run(), reading().run()]);
  await reading().run();
  const wanted = {
    ...{ month, currency: 'usd', charged: 700, fees: 59 + 88 + 1500 + 25, paid_out: 500 - 230, other: 0 },
    ...{ documented: 700, balance: 700 - 1672 - 270, difference: 0 },
  };
  assert.deepEqual(await gatewayRows(), [wanted]);
  assert.equal((await desk.read('/books/export?part=gateway')).text.split('\r\n')[1], row(wanted));

  const postings = await journal();
  const net = standIn.movements.reduce((sum, one) => sum + one.net, 0);
  assert.equal(sumOf(postings, 'clearing:stripe'), net);
  assert.equal(sumOf(postings, 'gateway_fees'), 1672);
  assert.equal(sumOf(postings, 'bank'), 270);
  for (const [document, lines] of Map.groupBy(postings, ({ document }) => document))
    assert.equal(sumOf(lines), 0, document);
});

test('a charge that is not of this service, and whatever else moves the balance, is told apart', async () => {
  const { standIn } = kit;
  standIn.movements.push(moved('other', 'charge', 999, 10), moved('transfer', 'transfer', -100));
  await reading().run();
  const [found] = await gatewayRows();
  assert.deepEqual(
    [found.charged, found.documented, found.difference, found.other, found.fees],
    [1699, 700, 999, -100, 1682],
  );
  const postings = await journal();
  assert.equal(sumOf(postings, 'gateway_other'), 100);
  assert.equal(sumOf(postings, 'clearing:stripe') + 999, found.balance);
});

interface Posting {
  document: string;
  account: string;
  cents: number;
}

async function journal(): Promise<Posting[]> {
  const { text } = await desk.read('/books/export?part=journal');
  const [head = [], ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((cell) => cell[1] ?? ''));
  const at = (name: string) => head.indexOf(name);
  const cents = (cell: string | undefined) => Math.round(Number(cell || 0) * 100);
  return lines.map((line) => ({
    document: line[at('document')] ?? '',
    account: line[at('account')] ?? '',
    cents: cents(line[at('debit')]) - cents(line[at('credit')]),
  }));
}

function sumOf(postings: readonly Posting[], account?: string): number {
  return postings
    .filter((one) => account === undefined || one.account === account)
    .reduce((sum, { cents }) => sum + cents, 0);
}

function row(of: Record<string, string | number>): string {
  const cells = Object.entries(of).map(([name, value]) => {
    if (name === 'currency') return String(value).toUpperCase();
    return typeof value === 'number' ? (value / 100).toFixed(2) : value;
  });
  return cells.map((cell) => `"${cell}"`).join(',');
}
