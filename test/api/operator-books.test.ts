// The operator's books: for any history what was sold and given, less what was used, refunded and expired, is what is owed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creditsToMicro } from '../../src/core/money.ts';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import { postEntry } from '../../src/money/entries.ts';
import { noteDispute, noteRefund } from '../../src/store/reversals.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { pay } from '../support/paid-calls.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let desk: OperatorKit;
before(async () => {
  service = await startService({}, paidRoute);
  desk = await openDesk(service);
  const value = { name: 'Example', country: 'DE', tax_rate: 19, tax_rates: { FR: 20 } };
  const answer = await service.call('PUT', '/v1/operator/settings/seller', {
    key: desk.key,
    body: { value, reason: 'a test' },
  });
  assert.equal(answer.status, 200, answer.text);
});
after(() => service.stop());

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const CURRENT = new Date().toISOString().slice(0, 7);

interface Wanted {
  sold: number;
  given: number;
  used: number;
  refunded: number;
  paid: number;
  refundedMoney: number;
  disputedMoney: number;
}

async function openIn(country: string | null, name = 'Buyer'): Promise<TestAccount> {
  const account = await service.account({ credits: 0 });
  const body = { name, address: { country } };
  assert.equal((await service.call('PATCH', '/v1/payments/details', { key: account.liveKey, body })).status, 200);
  return account;
}

/** Buys, refunds, disputes, gives, uses, in a random order; answers what it has done. */
async function live(account: TestAccount, chance: () => number): Promise<Wanted> {
  const { database, prices } = service.app;
  const did = { sold: 0, given: 0, used: 0, refunded: 0, paid: 0, refundedMoney: 0, disputedMoney: 0 };
  const bought: { gatewayId: string; amount: number; refund: number; dispute: number }[] = [];
  const gateway = 'builtin';
  const back = async (one: (typeof bought)[number], note: 'refund' | 'dispute') => {
    const told = { gateway, reference: one.gatewayId, currency: 'usd' };
    await database.transaction(async (trx) => {
      if (note === 'refund') await noteRefund(trx, { ...told, amount: one.refund });
      else
        await noteDispute(trx, {
          ...{ ...told, id: `dp-${one.gatewayId}`, amount: one.dispute, isStanding: true },
          ...{ reportedAt: new Date(), rank: '' },
        });
      await takeBack(trx, prices, { gateway, gatewayId: one.gatewayId });
    });
  };
  for (let step = 0; step < 14; step += 1) {
    const what = chance();
    const of = bought[Math.floor(chance() * bought.length)];
    if (what < 0.35 || !of) {
      const amount = 50 + Math.floor(chance() * 3_000);
      const one = { gatewayId: `${account.id}-${step}`, amount, refund: 0, dispute: 0 };
      await database.transaction((trx) =>
        settlePayment(trx, prices, {
          ...{ accountId: account.id, environment: 'live', gateway, gatewayId: one.gatewayId, amount },
          ...{ currency: 'usd', credits: amount, description: `${amount} credits` },
        }),
      );
      bought.push(one);
      did.sold += creditsToMicro(amount);
      did.paid += amount;
    } else if (what < 0.5) {
      const part = Math.floor(chance() * (of.amount - of.refund - of.dispute));
      of.refund += part;
      did.refunded += creditsToMicro(part);
      did.refundedMoney += part;
      await back(of, 'refund');
    } else if (what < 0.6 && of.dispute === 0) {
      of.dispute = Math.floor(chance() * (of.amount - of.refund));
      did.refunded += creditsToMicro(of.dispute);
      did.disputedMoney += of.dispute;
      await back(of, 'dispute');
    } else if (what < 0.75) {
      const amount = Math.floor(chance() * 5_000_000) + 1;
      const grant = { accountId: account.id, environment: 'live', type: 'grant', contra: 'grants' } as const;
      await database.transaction((trx) => postEntry(trx, { ...grant, amount, description: 'a gift' }));
      did.given += amount;
    } else if ((await pay(service.origin, account.liveKey)) === 200) did.used += creditsToMicro(1);
  }
  return did;
}

function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Line = Record<string, number> & { month: string; country: string | null };
const linesOf = (lines: Line[], country: string | null) => lines.filter((line) => line.country === country);
const total = (lines: Line[], name: string) => lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);

test(`random histories add up to the cent, by country (SEED=${SEED})`, async () => {
  const countries = ['DE', 'FR', 'US'] as const;
  for (const [index, country] of countries.entries()) {
    const chance = chanceOf(SEED + index);
    const wanted = await live(await openIn(country), chance);
    const { json: books } = await desk.read('/books');
    const [credits, payments] = [linesOf(books.credits, country), linesOf(books.payments, country)];
    const micro = (name: string) => Math.round(total(credits, name) * 1_000_000);
    for (const name of ['sold', 'given', 'used', 'refunded'] as const) assert.equal(micro(name), wanted[name], name);
    assert.equal(micro('owed'), wanted.sold + wanted.given - wanted.used - wanted.refunded);
    assert.deepEqual(
      [total(payments, 'paid'), total(payments, 'refunded'), total(payments, 'disputed')],
      [wanted.paid, wanted.refundedMoney, wanted.disputedMoney],
    );
    assert.equal(
      total(payments, 'net') + total(payments, 'tax'),
      wanted.paid - wanted.refundedMoney - wanted.disputedMoney,
    );
    assert.deepEqual([...new Set(payments.map((line) => line.tax_rate))], [country === 'FR' ? 20 : 19]);
  }
  const { json: books } = await desk.read('/books');
  const { rows } = await service.app.database.pool.query(
    "select sum(balance) as owed from balances where environment = 'live'",
  );
  assert.equal(Math.round(total(books.credits, 'owed') * 1_000_000), rows[0].owed, 'owed is what customers have');
});

test('what is owed stays from month to month, and a range leaves nothing of the past out of it', async () => {
  const account = await openIn('SE');
  const { pool } = service.app.database;
  await service.app.database.transaction((trx) =>
    postEntry(trx, {
      ...{
        accountId: account.id,
        environment: 'live',
        type: 'grant',
        contra: 'grants',
        amount: 5_000_000,
        description: '',
      },
    }),
  );
  await desk.read('/books');
  await pool.query("update ledger_months set month = month - interval '3 months' where account_id = $1", [account.id]);
  assert.equal(await pay(service.origin, account.liveKey), 200);
  const { json: books } = await desk.read('/books');
  const owed = linesOf(books.credits, 'SE').map((line) => [line.given, line.used, line.owed]);
  assert.deepEqual(owed, [
    [5, 0, 5],
    [0, 0, 5],
    [0, 0, 5],
    [0, 1, 4],
  ]);
  const { json: short } = await desk.read(`/books?from=${CURRENT}&to=${CURRENT}`);
  assert.deepEqual(
    linesOf(short.credits, 'SE').map((line) => [line.used, line.owed]),
    [[1, 4]],
  );
  assert.equal((await desk.read('/books?from=2026-05&to=2026-04')).status, 400);
  assert.equal((await desk.read('/books?from=2001-01')).status, 400);
});

test('the journal balances line by line, and no cell is a formula', async () => {
  const account = await openIn('IT', '=HYPERLINK("https://evil.example")');
  await live(account, chanceOf(SEED + 9));
  const { text } = await desk.read('/books/export?part=journal');
  const [head = [], ...lines] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((cell) => (cell[1] ?? '').replaceAll('""', '"')));
  const at = (name: string) => head.indexOf(name);
  const cents = (cell: string | undefined) => Math.round(Number(cell || 0) * 100);
  const balances = new Map<string, number>();
  for (const line of lines) {
    const document = line[at('document')] ?? '';
    balances.set(document, (balances.get(document) ?? 0) + cents(line[at('debit')]) - cents(line[at('credit')]));
  }
  assert.ok(balances.size > 10);
  for (const [document, balance] of balances) assert.equal(balance, 0, document);
  const mine = lines.filter((line) => line[at('country')] === 'IT');
  assert.ok(mine.length > 0);
  for (const line of mine) assert.equal(line[at('customer')], '\'=HYPERLINK("https://evil.example")');
  for (const line of lines) for (const cell of line) assert.doesNotMatch(cell, /^\s*[=+@\t]/);
  for (const part of ['payments', 'credits'] as const) {
    const table = await desk.read(`/books/export?part=${part}`);
    assert.match(table.text, /^"month",/);
    assert.ok(table.text.split('\r\n').length > 3, part);
  }
  assert.equal((await service.call('GET', '/v1/operator/books', { key: account.liveKey })).status, 403);
});
