// Random lives of an account: whatever is done in whatever order, the books must be right.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/config.ts';
import { newId } from '../../src/core/ids.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import { openAccount } from '../../src/modules/account/open-account.ts';
import { followSubscription } from '../../src/modules/payments/plans.ts';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import { CreditsShort } from '../../src/money/depletion.ts';
import { postEntry } from '../../src/money/entries.ts';
import type { Hold } from '../../src/money/hold.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices, type Prices } from '../../src/money/prices.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { noteRefund } from '../../src/store/reversals.ts';
import { createTestDatabase } from './database.ts';
import { PricedCalls, priceSteps } from './random-prices.ts';

let database: Database;
let prices: Prices;
let money: Money;

/** Lives through that many random sequences and checks the books of each. */
export async function proveBooks(sequences: number): Promise<void> {
  const testDatabase = await createTestDatabase();
  database = openDatabase(
    // What is proved here is arithmetic: waiting for the disk would only make it slow.
    { connectionString: testDatabase.url, options: '-c synchronous_commit=off' },
    () => undefined,
  );
  await migrate(database.pool);
  money = new Money(database);
  prices = createPrices(loadConfig({ PATH: '' }, '/').prices);
  try {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), live), { numRuns: sequences });
  } finally {
    await money.close();
    await database.close();
    await testDatabase.drop();
  }
}

interface Life {
  accountId: string;
  holds: Hold[];
  payments: { gatewayId: string; amount: number }[];
  subscription: string | null;
  told: number;
  isRefunded: boolean;
  /** Calls by the token, whose prices and costs change. */
  calls: PricedCalls;
}

const amount = fc.integer({ min: 1, max: 500 });
/** Small enough for a lease. */
const small = fc.constant(0.01);
const share = fc.integer({ min: 0, max: 150 });
const step = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), credits: amount }),
  fc.record({ do: fc.constant('grant' as const), credits: amount }),
  fc.record({ do: fc.constant('hold' as const), credits: fc.oneof(amount, small), isWhole: fc.boolean() }),
  fc.record({ do: fc.constant('secure' as const) }),
  fc.record({ do: fc.constant('crowd' as const), calls: fc.integer({ min: 2, max: 12 }), percent: share }),
  fc.record({ do: fc.constant('settle' as const), percent: share }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('refund' as const), percent: share }),
  fc.record({ do: fc.constant('plan' as const), plan: fc.constantFrom('pro', 'unlimited', 'enterprise') }),
  fc.record({ do: fc.constant('crash' as const) }),
  ...priceSteps,
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function live(steps: readonly Step[]): Promise<void> {
  const opening = { email: `${newId('p')}@example.com`, plan: 'free', liveCredits: 0, announce: async () => undefined };
  const account = await database.transaction((trx) => openAccount(trx, opening));
  const calls = new PricedCalls();
  const facts = { holds: [], payments: [], subscription: null, told: 0, isRefunded: false };
  const life: Life = { accountId: account.id, ...facts, calls };
  money = new Money(database, calls.prices.upstreamCost);
  for (const one of steps) await act(life, one);
  await assertBooks(life, 'in the middle');
  await crash(life);
  const { held, holds } = await assertBooks(life, 'at the end');
  assert.deepEqual({ held, holds }, { held: 0, holds: 0 }, 'every hold has ended');
}

async function act(life: Life, one: Step): Promise<void> {
  const owner = { accountId: life.accountId, environment: 'live' as const };
  switch (one.do) {
    case 'buy': {
      const gatewayId = newId('pi');
      const payment = {
        ...owner,
        gateway: 'builtin',
        gatewayId,
        amount: one.credits,
        currency: 'usd',
        credits: one.credits,
        description: '',
      };
      // Told twice, as gateways do.
      for (let times = 0; times < 2; times += 1)
        await database.transaction((trx) => settlePayment(trx, prices, payment));
      life.payments.push({ gatewayId, amount: one.credits });
      return;
    }
    case 'grant':
      await database.transaction((trx) =>
        postEntry(trx, {
          ...owner,
          type: 'grant',
          amount: creditsToMicro(one.credits),
          contra: 'grants',
          description: '',
        }),
      );
      return;
    case 'hold': {
      const hold = await holdFor(life, one);
      if (hold) life.holds.push(hold);
      return;
    }
    case 'secure': {
      const hold = life.holds.shift();
      const secured = hold && (await money.secure(hold).catch(unlessShort));
      if (secured) life.holds.push(secured);
      else if (hold) await money.release(hold);
      return;
    }
    case 'crowd': {
      const holds: Hold[] = [];
      for (let call = 0; call < one.calls; call += 1) {
        const hold = await holdFor(life, { credits: 0.01, isWhole: true });
        if (hold) holds.push(hold);
      }
      await Promise.all(holds.map((hold) => settle(hold, one.percent)));
      return;
    }
    case 'settle': {
      const hold = life.holds.pop();
      if (hold) await settle(hold, one.percent);
      return;
    }
    case 'release': {
      const hold = life.holds.shift();
      if (hold) await money.release(hold);
      return;
    }
    case 'refund': {
      const payment = life.payments.at(-1);
      if (payment)
        await database.transaction(async (trx) => {
          const { gatewayId } = payment;
          const refunded = Math.floor((payment.amount * one.percent) / 100);
          await noteRefund(trx, { gateway: 'builtin', reference: gatewayId, amount: refunded, currency: 'usd' });
          await takeBack(trx, prices, { gateway: 'builtin', gatewayId });
          life.isRefunded = true;
        });
      return;
    }
    case 'plan': {
      life.subscription ??= newId('bsub');
      life.told += 1;
      const told = {
        ...owner,
        gateway: 'builtin',
        gatewayId: life.subscription,
        plan: one.plan,
        status: 'active' as const,
        currentPeriodStart: new Date(0),
        currentPeriodEnd: new Date(1e12),
        cancelAtPeriodEnd: false,
        toldAt: new Date(life.told * 1000),
        card: null,
      };
      await database.transaction(async (trx) => {
        await followSubscription(trx, prices, told);
        const { monthly_fee: fee, included_credits: credits } = prices.plan(one.plan);
        const bill = {
          ...owner,
          gateway: 'builtin',
          gatewayId: `${told.gatewayId}:${life.told}`,
          amount: fee,
          currency: 'usd',
          credits,
          description: `Plan ${one.plan}`,
          forPlan: {
            plan: one.plan,
            subscription: told.gatewayId,
            coversUntil: told.currentPeriodEnd,
            billedAt: told.toldAt,
          },
        };
        await settlePayment(trx, prices, bill);
        assert.equal(await settlePayment(trx, prices, bill), undefined);
      });
      return;
    }
    case 'crash':
      return crash(life);
    default:
      return life.calls.act(one, { money, accountId: life.accountId });
  }
}

async function holdFor(life: Life, call: { credits: number; isWhole: boolean }): Promise<Hold | undefined> {
  const wanted = creditsToMicro(call.credits);
  const owner = { accountId: life.accountId, environment: 'live' as const };
  const payer = {
    ...owner,
    keyId: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyTokensPerMinute: null,
    requestId: null,
  };
  const quote = { module: 'test', model: '', amount: wanted, minimum: wanted, description: '' };
  return (call.isWhole ? money.holdWhole(payer, quote) : money.hold(payer, quote)).catch(unlessShort);
}

async function settle(hold: Hold, percent: number): Promise<void> {
  const cost = Math.floor((hold.amount * percent) / 100);
  const receipt = await money.settle(hold, cost, {}).catch(unlessShort);
  if (receipt) assert.equal(receipt.charged, Math.min(cost, hold.amount), 'never more than was held');
  else assert.ok(hold.leased, 'only a lease can be taken back before its call ends');
  // Ended twice: the second changes nothing.
  await assert.rejects(money.settle(hold, cost, {}), /ended/);
  await money.release(hold);
}

function unlessShort(error: unknown): undefined {
  assert.ok(error instanceof CreditsShort, String(error));
}

/** The process forgets its holds; the sweeper finds them when their time is over. */
async function crash(life: Life): Promise<void> {
  life.holds = [];
  life.calls.forget();
  money = new Money(database, life.calls.prices.upstreamCost);
  await database.pool.query(`update holds set expires_at = now() - interval '1 second' where account_id = $1`, [
    life.accountId,
  ]);
  await money.sweep();
}

async function assertBooks(life: Life, when: string): Promise<{ held: number; holds: number }> {
  await life.calls.assertMargins(database, life.accountId);
  const { rows } = await database.pool.query(
    `select b.balance, b.held,
       (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as rows,
       (select coalesce(sum(amount), 0)::bigint from holds h where h.account_id = b.account_id and h.environment = 'live') as hold_sum,
       (select count(*) from holds h where h.account_id = b.account_id) as holds,
       (select balance_after from ledger l where l.account_id = b.account_id and l.environment = 'live' order by seq desc limit 1) as last
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [life.accountId],
  );
  const [row] = rows;
  assert.equal(row.balance, row.rows, `the balance is the sum of its rows ${when}`);
  assert.equal(row.balance, row.last ?? 0, `the last row says the balance ${when}`);
  assert.equal(row.held, row.hold_sum, `what is held is the sum of the holds ${when}`);
  assert.ok(row.held >= 0, `nothing below zero is held ${when}`);
  assert.ok(life.isRefunded || row.held <= row.balance, `only a refund takes what is held ${when}`);
  return { held: row.held, holds: row.holds };
}
