// Random histories of payments at Stripe, told in random orders: what they end with must be what the payments alone imply.
import assert from 'node:assert/strict';
import type { TestAccount } from './service.ts';
import {
  disputeOf,
  eventOf,
  invoiceOf,
  PERIOD_END,
  PERIOD_START,
  refundOf,
  type StripeEvent,
  type StripeKit,
  startStripeKit,
  subscriptionOf,
} from './stripe-kit.ts';

const AT_ONCE = 8;
const MICRO = 1_000_000;
const FEES: Record<string, number> = { pro: 2000, unlimited: 9900, enterprise: 49_900 };
const INCLUDED: Record<string, number> = { pro: 2200, unlimited: 12_000, enterprise: 65_000 };

/** Lives through that many histories; a failure names the seed that brings it back (STRIPE_SEED). */
export async function proveOrders(histories: number): Promise<void> {
  const seed = Number(process.env.STRIPE_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const kit = await startStripeKit();
  try {
    for (let first = 0; first < histories; first += AT_ONCE) {
      const many = Math.min(AT_ONCE, histories - first);
      await Promise.all(Array.from({ length: many }, (_, index) => live(kit, seed + first + index)));
    }
  } finally {
    await kit.stop();
  }
}

/** What one payment granted and how much of it was taken back. */
interface Paid {
  amount: number;
  credits: number;
  reversed: number;
  plan?: string;
  periodEnd?: number;
  billedAt?: number;
  /** The bill of the plan that an upgrade was charged from. */
  raises?: Paid | undefined;
}

async function live(kit: StripeKit, seed: number): Promise<void> {
  const random = seeded(seed);
  const account = await kit.service.account({ plan: 'free', credits: 0 });
  const { events, paid, isEnded } = await historyOf(kit, account, random);
  const late = events.filter(() => random() < 0.3);
  const order = shuffled([...events, ...late], random);
  for (const event of order) assert.equal((await kit.send(event)).status, 200, `STRIPE_SEED=${seed} ${event.type}`);
  const told = order.map(({ type, created }) => `${Number(created) - PERIOD_START} ${type}`).join('\n');
  const wanted = paid.reduce((sum, one) => sum + leftOf(one), 0);
  const credits = await kit.credits(account);
  assert.equal(Math.round(credits * MICRO), wanted, `balance, STRIPE_SEED=${seed}\n${told}`);
  assert.equal(await kit.plan(account), planOf(paid, isEnded), `plan, STRIPE_SEED=${seed}\n${told}`);
  await kit.assertExact(account);
}

function leftOf({ amount, credits, reversed }: Paid): number {
  const whole = BigInt(credits * MICRO);
  return Number(whole - (whole * BigInt(Math.min(amount, reversed))) / BigInt(amount));
}

function isKept({ amount, reversed }: Paid): boolean {
  return reversed < amount;
}

function planOf(paid: readonly Paid[], isEnded: boolean): string {
  const bills = paid.filter((one) => one.plan);
  const until = Math.max(...bills.map((one) => one.periodEnd ?? 0));
  const good = bills
    .filter((one) => one.periodEnd === until && isKept(one) && (!one.raises || isKept(one.raises)))
    .sort((a, b) => (b.billedAt ?? 0) - (a.billedAt ?? 0));
  if (!isEnded && good[0]?.plan) return good[0].plan;
  return paid.some((one) => one.reversed < one.amount) ? 'payg' : 'free';
}

async function historyOf(kit: StripeKit, account: TestAccount, random: () => number) {
  const events: StripeEvent[] = [];
  const paid: Paid[] = [];
  const chance = (share: number) => random() < share;
  const reverse = (one: Paid, intent: string) => {
    paid.push(one);
    events.push(...reversalsOf(one, intent, random));
  };
  for (let left = Math.floor(random() * 3); left > 0; left -= 1) {
    const credits = 50 + Math.floor(random() * 5000);
    const { intent, completed } = await kit.buy(account, credits);
    events.push(completed);
    reverse({ amount: credits, credits, reversed: 0 }, intent);
  }
  let isEnded = false;
  if (chance(0.8)) {
    let [plan, told, at] = ['pro', 'pro', PERIOD_START];
    const change = (type: string, status: string) => {
      const pricedPlan = told === 'pro' ? {} : { pricedPlan: told };
      events.push(eventOf(type, subscriptionOf(account, { plan: 'pro', status, ...pricedPlan }), at));
    };
    const bill = (facts: {
      reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
      amount: number;
      credits: number;
      periodEnd: number;
      price?: string;
    }) => {
      const id = `in_${account.id}_${events.length}`;
      kit.standIn.paidBy.set(id, `pi_${id}`);
      events.push(eventOf('invoice.paid', invoiceOf(account, { ...facts, id, plan: 'pro', created: at }), at));
      const { amount, credits, periodEnd } = facts;
      const raises = facts.reason === 'subscription_update' ? paid.find((one) => one.plan === 'pro') : undefined;
      reverse({ amount, credits, reversed: 0, plan, periodEnd, billedAt: at, raises }, `pi_${id}`);
    };
    // In one second, as Stripe does it.
    change('customer.subscription.created', 'incomplete');
    change('customer.subscription.updated', 'active');
    bill({ reason: 'subscription_create', amount: 2000, credits: 2200, periodEnd: PERIOD_END });
    let price: string | undefined;
    const to = chance(0.5) ? 'unlimited' : 'enterprise';
    if (chance(0.6)) {
      at += 100;
      const upgrade = `price_${account.id}`;
      await kit.service.app.database.pool.query(
        `insert into plan_prices (gateway, id, plan, replaces) values ('stripe', $1, $2, 'pro')`,
        [upgrade, to],
      );
      if (chance(0.7)) {
        [plan, told, price] = [to, to, upgrade];
        const difference = (FEES[to] ?? 0) - 2000;
        const amount = Math.max(1, Math.floor(difference * random()));
        const credits = Math.floor(((INCLUDED[to] ?? 0) - 2200) * (amount / difference));
        change('customer.subscription.updated', 'active');
        bill({ reason: 'subscription_update', amount, credits, periodEnd: PERIOD_END, price: upgrade });
      } else {
        const failed = { id: `in_${account.id}_f`, plan: 'pro', amount: 900, reason: 'subscription_update' as const };
        events.push(eventOf('invoice.payment_failed', invoiceOf(account, { ...failed, price: upgrade }), at));
      }
    }
    if (chance(0.4)) {
      at += 100;
      const isDowngraded = chance(0.5);
      if (isDowngraded) {
        told = 'pro';
        change('customer.subscription.updated', 'active');
      }
      at += 100;
      if (isDowngraded) [plan, price] = ['pro', undefined];
      const fee = { amount: FEES[plan] ?? 0, credits: INCLUDED[plan] ?? 0, periodEnd: PERIOD_END + 2_592_000 };
      bill({ reason: 'subscription_cycle', ...fee, ...(price ? { price } : {}) });
    } else if (chance(0.3)) {
      at += 100;
      change('customer.subscription.updated', 'past_due');
    }
    if (chance(0.3)) {
      at += 100;
      isEnded = true;
      change('customer.subscription.deleted', 'canceled');
    }
  }
  return { events, paid, isEnded };
}

function reversalsOf(paid: Paid, intent: string, random: () => number): StripeEvent[] {
  const { amount } = paid;
  const events: StripeEvent[] = [];
  let [at, refunded] = [PERIOD_START + 500, 0];
  while (random() < 0.35 && refunded < amount) {
    refunded = random() < 0.4 ? amount : Math.min(amount, refunded + Math.ceil(random() * amount));
    at += Math.floor(random() * 2);
    events.push(eventOf('charge.refunded', refundOf(intent, amount, refunded), at));
  }
  paid.reversed += refunded;
  const disputed = amount - refunded;
  if (random() < 0.3 && disputed > 0) {
    const tell = (type: string, status: string) =>
      events.push(eventOf(`charge.dispute.${type}`, disputeOf(intent, disputed, status), at));
    tell('created', 'needs_response');
    tell('funds_withdrawn', 'needs_response');
    at += 10;
    if (random() < 0.5) tell('updated', 'under_review');
    at += 10;
    const isWon = random() < 0.5;
    if (random() < 0.8) {
      tell('closed', isWon ? 'won' : 'lost');
      if (isWon) tell('funds_reinstated', 'won');
      if (!isWon) paid.reversed += disputed;
    } else paid.reversed += disputed;
  }
  return events;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
