// The operator's books: for any history what was sold and given, less what was used, refunded and expired, is what is owed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creditsToMicro, partOf } from '../../src/core/money.ts';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import { postEntry } from '../../src/money/entries.ts';
import { noteDispute, noteRefund } from '../../src/store/reversals.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { pay } from '../support/paid-calls.ts';
import { paidRoute } from '../support/paid-route.ts';
import { assertRevenue } from '../support/revenue-books.ts';
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
    assert.deepEqual([...new Set(payments.map((line) => line.tax_rate))], [{ DE: 19, FR: 20, US: 0 }[country]]);
    const revenue = linesOf(books.revenue, country);
    assert.equal(total(revenue, 'invoiced'), total(payments, 'net'));
    assert.equal(
      total(revenue, 'invoiced') - total(revenue, 'used') - total(revenue, 'expired') - total(revenue, 'other'),
      revenue.at(-1)?.deferred ?? 0,
    );
  }
  const { json: books } = await desk.read('/books');
  const { rows } = await service.app.database.pool.query(
    "select sum(balance) as owed from balances where environment = 'live'",
  );
  assert.equal(Math.round(total(books.credits, 'owed') * 1_000_000), rows[0].owed, 'owed is what customers have');
});

test('revenue is what was paid for the credits that were used: with a tax, a coupon, a gift, a refund and a debt', async () => {
  const account = await openIn('DE');
  const { database, prices } = service.app;
  const settle = (gatewayId: string, sums: object) =>
    database.transaction((trx) =>
      settlePayment(trx, prices, {
        ...{ accountId: account.id, environment: 'live', gateway: 'builtin', gatewayId: `${account.id}-${gatewayId}` },
        ...{ amount: 500, currency: 'eur', credits: 500, description: '', ...sums },
      }),
    );
  const move = (type: 'grant' | 'usage' | 'adjustment', credits: number) =>
    database.transaction((trx) =>
      postEntry(trx, {
        ...{ accountId: account.id, environment: 'live', contra: 'grants', description: '' },
        ...{ type, amount: creditsToMicro(credits) },
      }),
    );
  const refund = (gatewayId: string, amount: number) =>
    database.transaction(async (trx) => {
      const reference = `${account.id}-${gatewayId}`;
      await noteRefund(trx, { gateway: 'builtin', reference, amount, currency: 'eur' });
      await takeBack(trx, prices, { gateway: 'builtin', gatewayId: reference });
    });
  const revenueNow = async () => {
    const { json } = await desk.read('/books');
    const euros = json.revenue.filter(({ currency }: { currency: string }) => currency === 'eur');
    return [total(euros, 'used'), total(euros, 'other'), euros.at(-1)?.deferred];
  };
  // 5.00 with 19 %: 4.20 for 500 credits.
  await settle('one', {});
  assert.deepEqual(await revenueNow(), [0, 0, 420]);
  await move('usage', -250);
  assert.deepEqual(await revenueNow(), [210, 0, 210]);
  // A gift is used after what was there before it, and is worth nothing.
  await move('grant', 1000);
  await move('usage', -750);
  assert.deepEqual(await revenueNow(), [420, 0, 0]);
  await move('adjustment', -500);
  // 13.40 with a coupon for 21.00: 11.26 for 2,100 credits.
  await settle('two', { amount: 1340, discount: 760, listPrice: 2100, coupon: 'AUTUMN', credits: 2100 });
  await move('usage', -1050);
  assert.deepEqual(await revenueNow(), [420 + 563, 0, 563]);
  // All of it is refunded: half was used, which is a debt now, and no revenue.
  await refund('two', 1340);
  assert.deepEqual(await revenueNow(), [983, -563, 0]);
  // 1,050 of the next 2,000 credits pay the debt: what was used has used these.
  await settle('three', { amount: 2000, credits: 2000 });
  assert.deepEqual(await revenueNow(), [983 + partOf(1681, 1050, 2000), -563, 1681 - partOf(1681, 1050, 2000)]);
  await move('usage', -950);
  assert.deepEqual(await revenueNow(), [983 + 1681, -563, 0], 'nothing is deferred when nothing is owed');
  await assertRevenue(database, [account.id], 'in the end');
  const { text } = await desk.read('/books/export?part=revenue');
  assert.match(text, /"EUR","DE","19","standard","21\.01","26\.64","0\.00","-5\.63","21\.01","0\.00"/);
  const journal = (await desk.read('/books/export?part=journal')).text.split('\r\n');
  const booked = journal
    .filter((line) => line.includes('"EUR"'))
    .reduce((sum, line) => {
      const [, , , , , name, debit, credit] = [...line.matchAll(/"([^"]*)"/g)].map((cell) => cell[1]);
      return name === 'deferred_revenue' ? sum + Math.round((Number(debit) - Number(credit)) * 100) : sum;
    }, 0);
  assert.equal(booked, 0, 'the journal leaves nothing in deferred revenue');
});

test('sales to companies of other states of the EU are listed by VAT id, and payments are added up by rate and month', async () => {
  const value = { name: 'Example', country: 'DE', vat_id: 'DE123456789', tax_rate: 19, tax_rates: { FR: 20 } };
  const seller = await service.call('PUT', '/v1/operator/settings/seller', {
    key: desk.key,
    body: { value, reason: 'a test' },
  });
  assert.equal(seller.status, 200, seller.text);
  const { database, prices } = service.app;
  const sell = async (country: string, tax_id: object, amount: number) => {
    const account = await service.account({ credits: 0 });
    const body = { name: `Firm of ${amount}`, address: { country }, tax_id };
    const answer = await service.call('PATCH', '/v1/payments/details', { key: account.liveKey, body });
    assert.equal(answer.status, 200, answer.text);
    const sale = { accountId: account.id, environment: 'live', gateway: 'builtin', currency: 'sek' } as const;
    await database.transaction((trx) =>
      settlePayment(trx, prices, { ...sale, gatewayId: account.id, amount, credits: amount, description: '' }),
    );
    return account;
  };
  await sell('GR', { type: 'eu_vat', value: 'EL123456789' }, 1000);
  await sell('GR', { type: 'eu_vat', value: 'el 123 456.789' }, 200);
  await sell('AT', { type: 'eu_vat', value: 'ATU12345678' }, 300);
  await sell('CH', { type: 'ch_vat', value: 'CHE123456789MWST' }, 400);
  await sell('GB', { type: 'eu_vat', value: 'XI123456789' }, 500);
  await sell('FR', { type: 'eu_vat', value: 'DE987654321' }, 1200);
  const { json } = await desk.read('/books');
  const list = json.sales_list.filter(({ currency }: { currency: string }) => currency === 'sek');
  assert.deepEqual(
    list.map((row: Record<string, unknown>) => [row.month, row.vat_id, row.name, row.net]),
    [
      [CURRENT, 'ATU12345678', 'Firm of 300', 300],
      [CURRENT, 'EL123456789', 'Firm of 200', 1200],
    ],
  );
  assert.match((await desk.read('/books/export?part=sales_list')).text, /"EL123456789","Firm of 200","SEK","12\.00"/);
  const [sum] = json.totals.filter(({ currency }: { currency: string }) => currency === 'sek');
  assert.deepEqual([sum.payments, sum.paid, sum.tax, sum.net], [6, 3600, 200, 3400]);
  const rates = json.by_rate.filter(({ currency }: { currency: string }) => currency === 'sek');
  assert.equal(total(rates, 'tax'), 200);
  assert.match((await desk.read('/books/export?part=by_rate')).text, /"SEK","20","standard","1","12\.00","2\.00"/);
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
  await pool.query("update billing_countries set since = since - interval '3 months' where account_id = $1", [
    account.id,
  ]);
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
  const mine = lines.filter((line) => line[at('country')] === 'IT' && line[at('kind')] !== 'revenue');
  assert.ok(mine.length > 0);
  for (const line of mine) assert.equal(line[at('customer')], '\'=HYPERLINK("https://evil.example")');
  for (const line of lines) for (const cell of line) assert.doesNotMatch(cell, /^\s*[=+@\t]/);
  for (const part of ['payments', 'by_rate', 'sales_list', 'revenue', 'credits'] as const) {
    const table = await desk.read(`/books/export?part=${part}`);
    assert.match(table.text, /^"month",/);
    assert.ok(table.text.split('\r\n').length > 3, part);
  }
  assert.equal((await service.call('GET', '/v1/operator/books', { key: account.liveKey })).status, 403);
});
