// The months of the books: in the seller's time zone, closed once they are over, and apart for the operator's own credits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/core/ids.ts';
import { dayIn } from '../../src/core/time-zone.ts';
import { settlePayment } from '../../src/modules/payments/settlement.ts';
import { postEntry } from '../../src/money/entries.ts';
import { insertPayment } from '../../src/store/payments.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { downloadPdf, textOfPdf } from '../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SELLER = { name: 'Example', country: 'DE', tax_rate: 19 };

let service: TestService;
let desk: OperatorKit;
before(async () => {
  service = await startService();
  desk = await openDesk(service);
});
after(() => service.stop());

const setZone = (time_zone?: string) =>
  service.call('PUT', '/v1/operator/settings/seller', {
    key: desk.key,
    body: { value: { ...SELLER, ...(time_zone === undefined ? {} : { time_zone }) }, reason: 'a test' },
  });

const sale = (account: TestAccount, name: string) => ({
  ...{ accountId: account.id, environment: 'live' as const, gateway: 'builtin', gatewayId: `${account.id}-${name}` },
  ...{ amount: 500, currency: 'sek', credits: 500, description: '500 credits' },
});

/** A zone in which it is another day now than in UTC. */
const elsewhere = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';

test("an invoice has the day of the seller's time zone, on the PDF, in its number and in the journal; an unknown zone is refused", async () => {
  for (const wrong of ['Mars/Olympus', '+02:00', '']) assert.equal((await setZone(wrong)).status, 400, wrong);
  assert.equal((await setZone(elsewhere)).status, 200);
  const account = await service.account({ credits: 0 });
  const { database, prices } = service.app;
  await database.transaction((trx) => settlePayment(trx, prices, sale(account, 'now')));
  const day = dayIn(elsewhere, new Date());
  assert.notEqual(day, new Date().toISOString().slice(0, 10));
  const { text } = await desk.read(`/books/export?part=journal&from=${day.slice(0, 7)}&to=${day.slice(0, 7)}`);
  const lines = text.split('\r\n').filter((line) => line.includes('"clearing:builtin"') && line.includes('"SEK"'));
  assert.equal(lines.length, 1);
  assert.ok(lines[0]?.startsWith(`"${day}","INV-${day.slice(0, 4)}-00001"`), lines[0]);
  const { json } = await service.call('GET', '/v1/payments/receipts', { key: account.liveKey });
  const pdf = textOfPdf(await downloadPdf(service, account.liveKey, { id: json.data[0].documents[0].id }));
  const printed = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  assert.ok(pdf.replace(/\s+/g, '').includes(printed.replace(/\s+/g, '')), `${printed} in ${pdf}`);
});

test('an hour before midnight in UTC counts in the next month of Berlin, and stays there when the zone is changed', async () => {
  assert.equal((await setZone('Europe/Berlin')).status, 200);
  const account = await service.account({ credits: 0 });
  const { database } = service.app;
  const { pool } = database;
  // Berlin is the zone since long before the sale.
  await pool.query(
    "update setting_changes set created_at = '2020-01-01' where version = (select max(version) from setting_changes)",
  );
  await pool.query("update setting_changes set created_at = '2019-01-01' where created_at > '2020-01-01'");
  const payment = await database.transaction(async (trx) => {
    const made = await insertPayment(trx, sale(account, 'then'));
    await sql`update payments set created_at = '2026-08-31T22:30:00Z' where id = ${made?.id}`.execute(trx);
    return made;
  });
  assert.ok(payment);
  await downloadPdf(service, account.liveKey, { id: payment.id });
  const entry = (type: string, amount: number, left: number, at: string) =>
    pool.query(
      `insert into ledger (id, account_id, environment, type, amount, balance_after, contra, payment_id, description, created_at)
       values ($1, $2, 'live', $3, $4, $5, $6, $7, '', $8)`,
      [
        ...[newId('txn'), account.id, type, amount, left, type === 'usage' ? 'revenue' : 'payments'],
        ...[type === 'usage' ? null : payment.id, at],
      ],
    );
  await entry('purchase', 500e6, 500e6, '2026-08-31T22:30:00Z');
  await entry('usage', -100e6, 400e6, '2026-08-31T22:40:00Z');
  await entry('usage', -100e6, 300e6, '2026-09-30T21:40:00Z');
  await entry('usage', -50e6, 250e6, '2026-09-30T22:40:00Z');
  await pool.query("update balances set balance = 250000000 where account_id = $1 and environment = 'live'", [
    account.id,
  ]);
  const read = async () => {
    const { json } = await desk.read('/books?from=2026-08&to=2026-10');
    const months = (rows: Record<string, unknown>[], names: string[]) =>
      rows.map((row) => [row.month, ...names.map((name) => row[name])]);
    return {
      payments: months(json.payments, ['paid']),
      revenue: months(json.revenue, ['invoiced', 'used', 'deferred']),
      credits: months(
        json.credits.filter(({ holder }: { holder: string }) => holder === 'customers'),
        ['sold', 'used'],
      ),
    };
  };
  const wanted = {
    payments: [['2026-09', 500]],
    revenue: [
      ['2026-09', 500, 200, 300],
      ['2026-10', 0, 50, 250],
    ],
    credits: [
      ['2026-09', 500, 200],
      ['2026-10', 0, 50],
    ],
  };
  assert.deepEqual(await read(), wanted);
  for (const zone of ['America/Los_Angeles', undefined]) {
    assert.equal((await setZone(zone)).status, 200);
    assert.deepEqual(await read(), wanted, `after a change to ${zone}`);
    assert.equal((await desk.read('/books')).json.time_zone, zone ?? 'UTC');
  }
});

test("the operator's own credits have rows of their own, and are not owed to customers", async () => {
  const { database } = service.app;
  const give = (accountId: string, credits: number) =>
    database.transaction((trx) =>
      postEntry(trx, {
        ...{ accountId, environment: 'live', type: 'grant', contra: 'grants', description: '' },
        amount: credits * 1_000_000,
      }),
    );
  type Row = { month: string; holder: string; given: number; owed: number };
  const month = new Date().toISOString().slice(0, 7);
  const owed = async () => {
    const { json } = await desk.read(`/books?from=${month}&to=${month}`);
    const sum = (holder: string) =>
      (json.credits as Row[]).filter((row) => row.holder === holder).reduce((all, row) => all + row.owed, 0);
    return { customers: sum('customers'), operator: sum('operator') };
  };
  const before = await owed();
  await give(desk.owner.id, 1_000_000);
  await give((await service.account({ credits: 0 })).id, 7);
  assert.deepEqual(await owed(), { customers: before.customers + 7, operator: before.operator + 1_000_000 });
  assert.match(
    (await desk.read('/books/export?part=credits')).text,
    /^"month","holder","country",.*"moved","owed"\r\n/,
  );
});

test('a customer who moves takes along what is owed, and closed months keep the country that they had', async () => {
  const account = await service.account({ credits: 0 });
  const { database } = service.app;
  const { pool } = database;
  const move = async (country: string) => {
    const body = { name: 'Buyer', address: { country } };
    const answer = await service.call('PATCH', '/v1/payments/details', { key: account.liveKey, body });
    assert.equal(answer.status, 200, answer.text);
  };
  await move('NL');
  await database.transaction((trx) =>
    postEntry(trx, {
      ...{ accountId: account.id, environment: 'live', type: 'grant', contra: 'grants', description: '' },
      amount: 5_000_000,
    }),
  );
  await desk.read('/books');
  // A month passes.
  for (const [table, column] of [
    ['ledger_months', 'month'],
    ['billing_countries', 'since'],
  ])
    await pool.query(`update ${table} set ${column} = ${column} - interval '1 month' where account_id = $1`, [
      account.id,
    ]);
  const rows = async () => {
    const { json } = await desk.read('/books');
    return json.credits
      .filter(({ country }: { country: string | null }) => country === 'NL' || country === 'PT')
      .map((row: Record<string, unknown>) => [row.country, row.given, row.moved, row.owed]);
  };
  const closed = ['NL', 5, 0, 5];
  assert.deepEqual(await rows(), [closed, ['NL', 0, 0, 5]]);
  await move('PT');
  assert.deepEqual(await rows(), [closed, ['NL', 0, -5, 0], ['PT', 0, 5, 5]]);
  await move('NL');
  assert.deepEqual(await rows(), [closed, ['NL', 0, 0, 5]], 'in the same month it was nothing');
});
