// Random lives of an account and of the one that referred it: whatever is done in whatever order, the books must be right.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/config.ts';
import type { Caller } from '../../src/core/caller.ts';
import { newId } from '../../src/core/ids.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import { openAccount } from '../../src/modules/account/open-account.ts';
import { CreditsShort } from '../../src/money/depletion.ts';
import { postEntry } from '../../src/money/entries.ts';
import type { Hold } from '../../src/money/hold.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices, type Prices } from '../../src/money/prices.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createTestDatabase } from './database.ts';
import { type BatchStep, batchStep, runBatch } from './random-batches.ts';
import { actOnBudgets, assertBudgets, type BudgetStep, budgetSteps } from './random-budgets.ts';
import { buildOffers, type OfferServices, type OfferStep, Offers, offerSteps } from './random-offers.ts';
import { PricedCalls, type PriceStep, priceSteps } from './random-prices.ts';
import { type PurchaseStep, Purchases, purchaseSteps } from './random-purchases.ts';
import { assertOnePass, assertRevenue, assertUsedUp } from './revenue-books.ts';
import { Tally, WantedBooks } from './wanted-books.ts';

let database: Database;
let prices: Prices;
let money: Money;
let offerServices: OfferServices;
let tally: Tally;

/** Lives through that many random sequences and checks the books of each; SEED repeats a run that failed. */
export async function proveBooks(
  sequences: number,
  { minLength = 1, maxLength = 20 }: { minLength?: number; maxLength?: number } = {},
): Promise<Tally> {
  const testDatabase = await createTestDatabase();
  database = openDatabase(
    // What is proved here is arithmetic: waiting for the disk would only make it slow.
    { connectionString: testDatabase.url, options: '-c synchronous_commit=off' },
    () => undefined,
  );
  await migrate(database.pool);
  money = new Money(database);
  prices = createPrices(loadConfig({ PATH: '' }, '/').prices);
  offerServices = buildOffers(database, prices);
  tally = new Tally();
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  try {
    const lives = fc.asyncProperty(fc.array(step, { minLength, maxLength, size: 'max' }), live);
    await fc.assert(lives, { numRuns: sequences, seed });
    await assertOnePass(database);
    return tally;
  } finally {
    await money.close();
    await database.close();
    await testDatabase.drop();
  }
}

interface Life {
  accountId: string;
  referrerId: string;
  holds: Hold[];
  books: WantedBooks;
  purchases: Purchases;
  offers: Offers;
  /** Calls by the token, whose prices and costs change. */
  calls: PricedCalls;
}

const amount = fc.integer({ min: 1, max: 500 });
/** Small enough for a lease. */
const small = fc.constant(0.01);
const share = fc.integer({ min: 0, max: 150 });
const callSteps = [
  fc.record({ do: fc.constant('grant' as const), credits: amount }),
  fc.record({ do: fc.constant('hold' as const), credits: fc.oneof(amount, small), isWhole: fc.boolean() }),
  fc.record({ do: fc.constant('secure' as const) }),
  fc.record({ do: fc.constant('crowd' as const), calls: fc.integer({ min: 2, max: 12 }), percent: share }),
  fc.record({ do: fc.constant('settle' as const), percent: share }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('crash' as const) }),
];
type Arbitrary<T> = T extends fc.Arbitrary<infer V> ? V : never;
type CallStep = Arbitrary<(typeof callSteps)[number]>;
type Step = CallStep | BudgetStep | BatchStep | PurchaseStep | PriceStep | OfferStep;
const step: fc.Arbitrary<Step> = fc.oneof(
  ...callSteps,
  ...[...budgetSteps, ...budgetSteps, ...budgetSteps],
  batchStep,
  ...[...purchaseSteps, ...purchaseSteps],
  ...priceSteps,
  ...offerSteps,
);

async function live(steps: readonly Step[]): Promise<void> {
  const older = await open();
  // A referrer is older, in whole milliseconds.
  await database.pool.query(`update accounts set created_at = created_at - interval '1 minute' where id = $1`, [
    older.accountId,
  ]);
  const younger = await open();
  const calls = new PricedCalls();
  const books = new WantedBooks();
  const purchases = new Purchases({ database, prices, books });
  const offers = new Offers({ services: offerServices, people: { older, younger }, books, purchases });
  const { accountId } = younger;
  const life: Life = { accountId, referrerId: older.accountId, holds: [], books, purchases, offers, calls };
  money = new Money(database, calls.prices.upstreamCost);
  for (const one of steps) await act(life, one);
  await assertBooks(life, 'in the middle');
  await crash(life);
  const { held, holds } = await assertBooks(life, 'at the end');
  assert.deepEqual({ held, holds }, { held: 0, holds: 0 }, 'every hold has ended');
  await assertUsedUp(database, accountId);
  tally.count('sequences');
}

async function open(): Promise<Caller> {
  const email = `${newId('p')}@example.com`;
  const opening = { email, plan: 'free', liveCredits: 0, announce: async () => undefined };
  const { id: accountId } = await database.transaction((trx) => openAccount(trx, opening));
  return {
    ...{ accountId, environment: 'live', plan: 'free', attributionWaived: false, priceFactorPermille: null, email },
    ...{ isOwner: false, keyId: null, keyMonthlyCap: null, keyDailyCap: null, keyRequestsPerMinute: null },
    ...{ keyTokensPerMinute: null, keyModels: null, keyExpiresAt: null, scopes: [] },
  };
}

async function act(life: Life, one: Step): Promise<void> {
  const outcome = await perform(life, one);
  tally.count(`operation ${one.do}${typeof outcome === 'string' && outcome !== 'done' ? `, ${outcome}` : ''}`);
}

/** The outcome of the offers. */
function perform(life: Life, one: Step): Promise<unknown> {
  switch (one.do) {
    case 'buy':
    case 'plan':
    case 'refund':
      return life.purchases.act(one, life.accountId);
    case 'price':
    case 'factor':
    case 'call':
    case 'answer':
      return chargeCalls(life, one);
    case 'batch':
      return chargeBatch(life, one);
    case 'terms':
    case 'expire':
    case 'named':
      return actOnBudgets(one, {
        database,
        money,
        accountId: life.accountId,
        note: (type, credits) => life.books.add(life.accountId, type, credits),
      });
    case 'grant':
    case 'hold':
    case 'secure':
    case 'crowd':
    case 'settle':
    case 'release':
    case 'crash':
      return call(life, one);
    default:
      return life.offers.act(one);
  }
}

async function chargeCalls(life: Life, one: PriceStep): Promise<void> {
  const charged = await life.calls.act(one, { money, accountId: life.accountId });
  life.books.add(life.accountId, 'usage', -charged);
}

async function chargeBatch(life: Life, one: BatchStep): Promise<void> {
  const { accountId, books } = life;
  books.add(accountId, 'usage', -(await runBatch(one, { database, money, accountId })));
}

async function call(life: Life, one: CallStep): Promise<void> {
  switch (one.do) {
    case 'grant':
      return grant(life, creditsToMicro(one.credits));
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
      for (let made = 0; made < one.calls; made += 1) {
        // Leased and other holds end in one commit.
        const hold = await holdFor(life, { credits: 0.01, isWhole: made % 3 !== 2 });
        if (hold) holds.push(hold);
      }
      await Promise.all(holds.map((hold) => settle(life, hold, one.percent)));
      return;
    }
    case 'settle': {
      const hold = life.holds.pop();
      if (hold) await settle(life, hold, one.percent);
      return;
    }
    case 'release': {
      const hold = life.holds.shift();
      if (hold) await money.release(hold);
      return;
    }
    case 'crash':
      return crash(life);
  }
}

async function grant({ accountId, books }: Life, micro: number): Promise<void> {
  const entry = { accountId, environment: 'live', type: 'grant', contra: 'grants', description: '' } as const;
  await database.transaction((trx) => postEntry(trx, { ...entry, amount: micro }));
  books.add(accountId, 'grant', micro);
}

async function holdFor(life: Life, wanted: { credits: number; isWhole: boolean }): Promise<Hold | undefined> {
  const micro = creditsToMicro(wanted.credits);
  const owner = { accountId: life.accountId, environment: 'live' as const };
  const payer = {
    ...owner,
    keyId: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyTokensPerMinute: null,
    requestId: null,
  };
  const quote = { module: 'test', model: '', amount: micro, minimum: micro, description: '' };
  return money.hold(payer, quote, { mayLease: wanted.isWhole }).catch(unlessShort);
}

async function settle(life: Life, hold: Hold, percent: number): Promise<void> {
  const cost = Math.floor((hold.amount * percent) / 100);
  const receipt = await money.settle(hold, cost, {}).catch(unlessShort);
  if (receipt) assert.equal(receipt.charged, Math.min(cost, hold.amount), 'never more than was held');
  else assert.ok(hold.leased, 'only a lease can be taken back before its call ends');
  life.books.add(life.accountId, 'usage', -(receipt?.charged ?? 0));
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
  tally.count('rows of usage compared', await life.calls.assertMargins(database, life.accountId));
  tally.count('caps and grants compared', await assertBudgets(database, life.accountId));
  const people = [life.accountId, life.referrerId];
  tally.count('revenue compared', await assertRevenue(database, people, when));
  tally.count('rows of the ledger compared', await life.books.assertEqual(database, people, when));
  const { rows } = await database.pool.query(
    `select b.account_id as "accountId", b.balance, b.held,
       (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as rows,
       (select coalesce(sum(amount), 0)::bigint from holds h where h.account_id = b.account_id and h.environment = 'live') as hold_sum,
       (select count(*) from holds h where h.account_id = b.account_id) as holds,
       (select balance_after from ledger l where l.account_id = b.account_id and l.environment = 'live' order by seq desc limit 1) as last
     from balances b where b.account_id = any($1) and b.environment = 'live'`,
    [people],
  );
  for (const row of rows) {
    assert.equal(row.balance, row.rows, `the balance is the sum of its rows ${when}`);
    assert.equal(row.balance, row.last ?? 0, `the last row says the balance ${when}`);
    assert.equal(row.held, row.hold_sum, `what is held is the sum of the holds ${when}`);
    assert.ok(row.held >= 0, `nothing below zero is held ${when}`);
    const mayFallShort = life.purchases.isRefunded || life.purchases.referral?.isRevoked;
    assert.ok(mayFallShort || row.held <= row.balance, `only a refund takes what is held ${when}`);
  }
  tally.count('balances compared', rows.length);
  const own = rows.find(({ accountId }) => accountId === life.accountId);
  return { held: own.held, holds: own.holds };
}
