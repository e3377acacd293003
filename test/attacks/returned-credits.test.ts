// Refunds and disputes of payments whose credits expire: nobody keeps credits for longer than they were sold, and nobody pays them twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import { expireDueGrants } from '../../src/money/grants.ts';
import { noteDispute, noteRefund } from '../../src/store/reversals.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const FEE = 2000;
const CREDITS = 2500;
let service: TestService;
let desk: OperatorKit;
before(async () => {
  service = await startService();
  desk = await openDesk(service);
  const { plans } = (await desk.read('/settings')).json.prices.effective;
  const body = { value: { plans: { ...plans, pro: { ...plans.pro, rollover_months: 0 } } }, reason: 'credits expire' };
  const set = await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body });
  assert.equal(set.status, 200, set.text);
});
after(() => service.stop());

let made = 0;

/** An account that has paid for a plan whose credits expire, beside credits that do not. */
class Subscriber {
  readonly account: TestAccount;
  readonly gatewayId = `in_returned_${++made}`;
  #told = 0;

  constructor(account: TestAccount) {
    this.account = account;
  }

  static async open({ coupon = 0 } = {}): Promise<Subscriber> {
    const one = new Subscriber(await service.account({ credits: 0 }));
    const { database, prices } = service.app;
    await database.transaction((trx) =>
      settlePayment(trx, prices, {
        ...{ accountId: one.account.id, environment: 'live', amount: FEE - coupon, currency: 'usd', credits: CREDITS },
        ...(coupon > 0 ? { discount: coupon, listPrice: FEE } : {}),
        forPlan: {
          ...{ plan: 'pro', subscription: one.gatewayId },
          ...{ coversUntil: new Date(Date.now() + HOUR_MS), billedAt: new Date() },
        },
        ...{ description: 'pro', gateway: 'stripe', gatewayId: one.gatewayId },
      }),
    );
    return one;
  }

  async credits(): Promise<number> {
    const { rows } = await service.app.database.pool.query(
      `select b.balance, (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum
       from balances b where b.account_id = $1 and b.environment = 'live'`,
      [this.account.id],
    );
    assert.equal(rows[0].balance, rows[0].sum);
    return rows[0].balance / 1e6;
  }

  async remaining(): Promise<number> {
    const { json } = await service.call('GET', '/v1/payments/balance', { key: this.account.liveKey });
    return json.grants.reduce((sum: number, one: { remaining: number }) => sum + one.remaining, 0);
  }

  async spend(credits: number): Promise<void> {
    const { money } = service.app;
    const amount = credits * 1e6;
    const payer = {
      ...{ accountId: this.account.id, environment: 'live' as const, keyId: null, keyMonthlyCap: null },
      ...{ keyDailyCap: null, keyTokensPerMinute: null, requestId: null },
    };
    const hold = await money.hold(payer, {
      module: 'chat',
      model: 'm',
      amount,
      minimum: amount,
      description: 'a call',
    });
    await money.settle(hold, amount, {});
  }

  refund(amount: number): Promise<void> {
    return this.#follow((trx) =>
      noteRefund(trx, { gateway: 'stripe', reference: this.gatewayId, amount, currency: 'usd' }),
    );
  }

  dispute(amount: number, isStanding: boolean): Promise<void> {
    this.#told += 1;
    const told = { reportedAt: new Date(1_700_000_000_000 + this.#told), rank: '' };
    return this.#follow((trx) =>
      noteDispute(trx, {
        ...{ gateway: 'stripe', id: `dp_${this.gatewayId}`, reference: this.gatewayId, amount, currency: 'usd' },
        ...{ isStanding, ...told },
      }),
    );
  }

  async expire(): Promise<void> {
    await service.app.database.pool.query(
      "update credit_grants set expires_at = now() - interval '1 second' where account_id = $1",
      [this.account.id],
    );
    await Promise.all([expireDueGrants(service.app.database), expireDueGrants(service.app.database)]);
  }

  #follow(note: (trx: Parameters<typeof takeBack>[0]) => Promise<void>): Promise<void> {
    const { database, prices } = service.app;
    return database.transaction(async (trx) => {
      await note(trx);
      await takeBack(trx, prices, { gateway: 'stripe', gatewayId: this.gatewayId });
    });
  }
}

test('a subscriber disputes, wins, and has credits for ever that were sold for a month', async () => {
  const one = await Subscriber.open();
  await one.spend(500);
  await one.dispute(FEE, true);
  assert.equal(await one.credits(), -500);
  await one.dispute(FEE, false);
  assert.deepEqual([await one.credits(), await one.remaining()], [2000, 2000]);
  await one.expire();
  assert.deepEqual([await one.credits(), await one.remaining()], [0, 0]);
});

test('a subscriber whose unused credits have expired is refunded in full, and owes them', async () => {
  const one = await Subscriber.open();
  await one.spend(500);
  await one.expire();
  assert.equal(await one.credits(), 0);
  await one.refund(FEE);
  assert.equal(await one.credits(), -500, 'what was used of a payment that was returned');
  await one.refund(FEE);
  assert.equal(await one.credits(), -500);
});

test('a dispute that is won after the credits have expired brings them back for ever', async () => {
  for (const isExpiredFirst of [true, false]) {
    const one = await Subscriber.open();
    await one.spend(300);
    if (isExpiredFirst) await one.expire();
    await one.dispute(FEE, true);
    if (!isExpiredFirst) await one.expire();
    assert.equal(await one.credits(), -300);
    await one.dispute(FEE, false);
    await one.expire();
    assert.deepEqual([await one.credits(), await one.remaining()], [0, 0]);
  }
});

test('with a coupon, the same', async () => {
  const one = await Subscriber.open({ coupon: 1000 });
  // What the coupon gives ends with the plan's credits.
  assert.deepEqual([await one.credits(), await one.remaining()], [CREDITS, CREDITS]);
  await one.dispute(1000, true);
  assert.deepEqual([await one.credits(), await one.remaining()], [0, 0]);
  await one.dispute(1000, false);
  assert.deepEqual([await one.credits(), await one.remaining()], [CREDITS, CREDITS]);
  await one.expire();
  assert.equal(await one.credits(), 0);
  await one.refund(1000);
  assert.equal(await one.credits(), 0);
});

test('16 random orders of refunds, disputes and the expiry: what is used and not kept as paid is owed, and nothing else', async () => {
  const seed = Number(process.env.RETURNED_SEED ?? Math.floor(Math.random() * 2 ** 31));
  let state = seed;
  const random = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
  for (let life = 0; life < 16; life += 1) {
    const one = await Subscriber.open();
    const used = random(CREDITS + 1);
    if (used > 0) await one.spend(used);
    let [refunded, disputed, isExpired] = [0, 0, false];
    const told = [`used ${used}`];
    for (let step = 0; step < 5; step += 1) {
      const what = random(4);
      if (what === 0) {
        refunded = Math.min(FEE, refunded + random(FEE));
        await one.refund(refunded);
      } else if (what === 1) {
        disputed = random(FEE + 1);
        await one.dispute(disputed, true);
      } else if (what === 2) {
        disputed = 0;
        await one.dispute(0, false);
      } else {
        isExpired = true;
        await one.expire();
      }
      told.push(['refund', 'dispute', 'win', 'expire'][what] ?? '', String(refunded), String(disputed));
    }
    if (isExpired) await one.expire();
    const returned = (CREDITS * Math.min(FEE, refunded + disputed)) / FEE;
    const rest = CREDITS - used - returned;
    const message = `RETURNED_SEED=${seed} life ${life}: ${told.join(' ')}`;
    assert.equal(await one.credits(), isExpired ? Math.min(0, rest) : rest, message);
    assert.ok((await one.remaining()) <= Math.max(0, rest), message);
  }
});
