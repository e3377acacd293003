// Plans that an operator gives and plans that are paid for: no payment, refund, dispute, end or gift lowers what the other side stands for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runCommandLine } from '../support/command-line.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import type { TestAccount } from '../support/service.ts';
import {
  disputeOf,
  eventOf,
  invoiceOf,
  PERIOD_START,
  refundOf,
  type StripeKit,
  startStripeKit,
  subscriptionOf,
} from '../support/stripe-kit.ts';

const HISTORIES = 10;
const STEPS = 14;
const LADDER = ['free', 'payg', 'pro', 'unlimited', 'enterprise'];
const FEES: Record<string, number> = { pro: 2000, unlimited: 9900 };

let kit: StripeKit;
let desk: OperatorKit;
before(async () => {
  kit = await startStripeKit();
  desk = await openDesk(kit.service);
});
after(() => kit.stop());

const give = (account: TestAccount, plan: string) =>
  desk.act(`/accounts/${account.id}/plan`, { plan, reason: 'a partner of ours' });
const rows = async (text: string, account: TestAccount) =>
  (await kit.service.app.database.pool.query(text, [account.id])).rows;

async function buy(account: TestAccount, credits: number): Promise<string> {
  const { intent, completed } = await kit.buy(account, credits);
  await kit.sendAll([completed]);
  return intent;
}

async function subscribe(account: TestAccount, plan: string): Promise<string> {
  const [id, intent] = [`in_${account.id}`, `pi_sub_${account.id}`];
  kit.standIn.paidBy.set(id, intent);
  await kit.sendAll([
    eventOf('customer.subscription.created', subscriptionOf(account, { plan })),
    eventOf('invoice.paid', invoiceOf(account, { id, plan, amount: FEES[plan] ?? 0 })),
  ]);
  return intent;
}

test('a partner on a plan of the operator buys credits and has them refunded in full: the plan stays', async () => {
  for (const account of [
    await kit.service.account({ plan: 'enterprise', credits: 0 }),
    await kit.service.account({ plan: 'free', credits: 0 }),
  ]) {
    assert.equal((await give(account, 'enterprise')).json.plan, 'enterprise');
    const intent = await buy(account, 500);
    assert.equal(await kit.plan(account), 'enterprise', 'buying credits is no change of the plan');
    await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 500, 500))]);
    assert.equal(await kit.plan(account), 'enterprise');
    const month = await subscribe(account, 'pro');
    await kit.sendAll([eventOf('charge.refunded', refundOf(month, 2000, 2000))]);
    const deleted = subscriptionOf(account, { plan: 'pro', status: 'canceled' });
    await kit.sendAll([eventOf('customer.subscription.deleted', deleted, PERIOD_START + 50)]);
    assert.equal(await kit.plan(account), 'enterprise');
  }
});

test('an operator gives a smaller plan to a subscriber, and takes it back: what was paid for stands', async () => {
  const account = await kit.service.account({ plan: 'free', credits: 0 });
  await subscribe(account, 'unlimited');
  for (const plan of ['pro', 'free']) {
    const given = await give(account, plan);
    assert.deepEqual([given.status, given.json.plan], [200, 'unlimited'], given.text);
    assert.equal(given.json.given_plan, plan === 'free' ? null : plan);
  }
});

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

interface Paid {
  intent: string;
  amount: number;
  refunded: number;
  isDisputed: boolean;
  wasDisputed: boolean;
}

const isKept = ({ amount, refunded, isDisputed }: Paid) => !isDisputed && refunded < amount;
const higher = (one: string, other: string) => (LADDER.indexOf(one) >= LADDER.indexOf(other) ? one : other);

async function live(seed: number): Promise<void> {
  const random = seeded(seed);
  const account = await kit.service.account({ plan: 'free', credits: 0 });
  const paid: Paid[] = [];
  let month: { plan: string; bill: Paid; isEnded: boolean } | undefined;
  let [given, stands, at, changes, gifts] = ['free', 'free', PERIOD_START, 0, 0];
  const note = (intent: string, amount: number): Paid => {
    const one = { intent, amount, refunded: 0, isDisputed: false, wasDisputed: false };
    paid.push(one);
    return one;
  };
  for (let step = 0; step < STEPS; step += 1) {
    at += 10;
    const one = paid[random(paid.length || 1)];
    const act = random(6);
    let isGift = false;
    if (act === 0) note(await buy(account, 500), 500);
    else if (act === 1 && !month) {
      const plan = random(2) === 0 ? 'pro' : 'unlimited';
      month = { plan, bill: note(await subscribe(account, plan), FEES[plan] ?? 0), isEnded: false };
    } else if (act === 2 && one) {
      one.refunded = random(2) === 0 ? one.amount : Math.max(one.refunded, Math.ceil(one.amount / 2));
      await kit.sendAll([eventOf('charge.refunded', refundOf(one.intent, one.amount, one.refunded), at)]);
    } else if (act === 3 && one && (one.isDisputed || !one.wasDisputed)) {
      const status = one.isDisputed ? 'won' : 'needs_response';
      one.isDisputed = !one.isDisputed;
      one.wasDisputed = true;
      const type = `charge.dispute.${one.isDisputed ? 'created' : 'closed'}`;
      await kit.sendAll([eventOf(type, disputeOf(one.intent, one.amount, status), at)]);
    } else if (act === 4 && month && !month.isEnded && random(2) === 0) {
      month.isEnded = true;
      const ended = subscriptionOf(account, { plan: month.plan, status: 'canceled' });
      await kit.sendAll([eventOf('customer.subscription.deleted', ended, at)]);
    } else if (act === 5) {
      isGift = true;
      given = LADDER[random(LADDER.length)] ?? 'free';
      assert.equal((await give(account, given)).status, 200);
    }
    const bought = month && !month.isEnded && isKept(month.bill) ? month.plan : paid.some(isKept) ? 'payg' : 'free';
    const wanted = higher(given, bought);
    if (wanted !== stands) changes += 1;
    if (wanted !== stands && isGift) gifts += 1;
    stands = wanted;
    assert.equal(
      await kit.plan(account),
      wanted,
      `step ${step}, act ${act}, given ${given}, bought ${bought}, seed ${seed}`,
    );
  }
  const logged = await rows(
    `select before->>'plan' as "from", after->>'plan' as "to" from account_log where account_id = $1 and action = 'plan.change' order by seq`,
    account,
  );
  assert.equal(logged.length, changes, `every change is in the log once, seed ${seed}`);
  for (const [index, { from }] of logged.entries()) assert.equal(from, logged[index - 1]?.to ?? 'free');
  const told = await rows(
    `select 1 from events where account_id = $1 and type = 'subscription.updated' and body::json->'data'->>'subscription_id' is null`,
    account,
  );
  assert.equal(told.length, gifts, `an event for every change by the operator, seed ${seed}`);
  await kit.assertExact(account);
}

test('random histories of payments, refunds, disputes, ends and gifts: always the higher of both plans', async (t) => {
  const seed = Number(process.env.PLAN_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`PLAN_SEED=${seed}`);
  await Promise.all(Array.from({ length: HISTORIES }, (_, index) => live(seed + index)));
});

test('the command line opens accounts on the plans that the running service has, and on no others', async () => {
  const { config, databaseUrl } = kit.service;
  const { pro, ...others } = config.prices.plans;
  const value = { plans: { ...others, pro, partner: { ...pro, name: 'Partner', for_sale: false } } };
  const put = await kit.service.call('PUT', '/v1/operator/settings/prices', {
    key: desk.key,
    body: { value, reason: 'a plan for partners' },
  });
  assert.equal(put.status, 200, put.text);
  const create = (plan: string) =>
    runCommandLine(
      process.execPath,
      ['src/main.ts', 'accounts', 'create', '--email', `${plan}@example.com`, '--plan', plan, '--json'],
      {
        cwd: new URL('../..', import.meta.url).pathname,
        env: { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir },
      },
    );
  const made = await create('partner');
  assert.equal(made.code, 0, made.stderr);
  const { account_id } = JSON.parse(made.stdout) as { account_id: string };
  assert.equal((await desk.read(`/accounts/${account_id}`)).json.given_plan, 'partner');
  const refused = await create('constructor');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr + refused.stdout, /There is no plan "constructor"/);
});
