// Random lives of two accounts that use codes, coupons and referrals and get refunds: their books must be what these imply.
import assert from 'node:assert/strict';
import { type OperatorKit, openDesk } from './operator-kit.ts';
import type { TestAccount } from './service.ts';
import { eventOf, refundOf, type StripeEvent, type StripeKit, startStripeKit } from './stripe-kit.ts';
import { stripeObject } from './stripe-stand-in.ts';

const MICRO = 1_000_000;
const OFFER = 137;
const AT_ONCE = 8;

export interface Bought {
  // biome-ignore lint/suspicious/noExplicitAny: what the service answered
  session: any;
  sessionId: string;
  intent: string;
  completed: StripeEvent;
}

/** A checkout, and the event that says it was paid. */
export async function buyWith(kit: StripeKit, account: TestAccount, what: object): Promise<Bought> {
  const { json: session, status, text } = await kit.call(account, 'POST', 'checkout', what);
  assert.equal(status, 200, text);
  const sessionId = kit.standIn.sessions.get(session.id) ?? '';
  const intent = `pi_${session.id}`;
  const completed = eventOf('checkout.session.completed', {
    ...stripeObject('checkout.session'),
    id: sessionId,
    payment_status: 'paid',
    payment_intent: intent,
    amount_subtotal: session.amount + session.discount,
    amount_total: session.amount,
    total_details: { amount_discount: session.discount, amount_shipping: 0, amount_tax: 0 },
    currency: 'usd',
  });
  return { session, sessionId, intent, completed };
}

/** Lives through that many; a failure names the seed that brings it back (OFFER_SEED). */
export async function proveOffers(lives: number): Promise<void> {
  const seed = Number(process.env.OFFER_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const kit = await startStripeKit({ REFERRAL_CREDITS: String(OFFER), REFERRALS_PER_ACCOUNT: '5' });
  try {
    const desk = await openDesk(kit.service);
    for (let first = 0; first < lives; first += AT_ONCE) {
      const many = Math.min(AT_ONCE, lives - first);
      await Promise.all(Array.from({ length: many }, (_, index) => live(kit, desk, seed + first + index)));
    }
    const { rows } = await kit.service.app.database.pool.query(
      `select count(*)::int as wrong from balances b where balance <> (select coalesce(sum(amount), 0) from ledger l
         where l.account_id = b.account_id and l.environment = b.environment)`,
    );
    assert.equal(rows[0].wrong, 0, 'every balance is the sum of its rows');
  } finally {
    await kit.stop();
  }
}

interface Purchase {
  buyer: 0 | 1;
  amount: number;
  credits: number;
  reversed: number;
  completed: StripeEvent;
}

async function live(kit: StripeKit, desk: OperatorKit, seed: number): Promise<void> {
  const random = seeded(seed);
  const older = await kit.service.account({ plan: 'free', credits: 0 });
  const younger = await kit.service.account({ plan: 'free', credits: 0 });
  const people = [older, younger] as const;
  const wanted: [number, number] = [0, 0];
  const isReferred = random() < 0.7;
  if (isReferred) {
    const { code } = (await kit.call(older, 'GET', 'referral')).json;
    assert.equal((await kit.call(younger, 'POST', 'referral', { code })).status, 200, `OFFER_SEED=${seed}`);
  }
  if (random() < 0.6) {
    const credits = 1 + Math.floor(random() * 900) / 8;
    const [code] = (await desk.act('/codes', { credits, reason: 'a random life' })).json.codes;
    const redeem = (one: TestAccount) => kit.call(one, 'POST', 'redeem', { code });
    const answers = await Promise.all([redeem(older), redeem(younger), redeem(older)]);
    const won = answers.findIndex(({ status }) => status === 200);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, `OFFER_SEED=${seed}`);
    wanted[won === 1 ? 1 : 0] += Math.round(credits * MICRO);
  }
  const events: StripeEvent[] = [];
  const purchases: Purchase[] = [];
  for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
    const buyer = random() < 0.3 ? 0 : 1;
    const coupon = random() < 0.5 ? await newCoupon(desk, random) : {};
    const what = random() < 0.5 ? { package: 'medium' } : { credits: 700 + Math.floor(random() * 3000) };
    const { session, completed, intent } = await buyWith(kit, people[buyer], { ...what, ...coupon });
    const { amount, credits } = session;
    const refunds: StripeEvent[] = [];
    let reversed = 0;
    while (random() < 0.4 && reversed < amount) {
      reversed = random() < 0.4 ? amount : Math.min(amount, reversed + Math.ceil(random() * amount));
      refunds.push(eventOf('charge.refunded', refundOf(intent, amount, reversed)));
    }
    purchases.push({ buyer, amount, credits, reversed, completed });
    events.push(completed, ...refunds);
  }
  const late = events.filter(() => random() < 0.3);
  const order = shuffled([...events, ...late], random);
  for (const event of order) assert.equal((await kit.send(event)).status, 200, `OFFER_SEED=${seed}`);
  for (const { buyer, credits, amount, reversed } of purchases)
    wanted[buyer] += left(credits * MICRO, reversed, amount);
  const told = order.find((event) => purchases.some((one) => one.buyer === 1 && one.completed === event));
  const first = purchases.find(({ completed }) => completed === told);
  if (isReferred && first) {
    const reward = Math.min(OFFER * MICRO, (first.amount * MICRO) / 2);
    for (const side of [0, 1] as const) wanted[side] += left(reward, first.reversed, first.amount);
  }
  for (const side of [0, 1] as const) {
    const credits = await kit.credits(people[side]);
    assert.equal(Math.round(credits * MICRO), wanted[side], `account ${side}, OFFER_SEED=${seed}`);
    await kit.assertExact(people[side]);
  }
}

async function newCoupon(desk: OperatorKit, random: () => number): Promise<{ coupon: string }> {
  const off =
    random() < 0.5 ? { percent_off: 1 + Math.floor(random() * 90) } : { amount_off: 1 + Math.floor(random() * 600) };
  const made = await desk.act('/coupons', { ...off, max_uses: 1, reason: 'a random life' });
  return { coupon: made.json.code };
}

/** What is left of credits of which a part was returned. */
function left(whole: number, reversed: number, amount: number): number {
  return whole - Number((BigInt(whole) * BigInt(reversed)) / BigInt(amount));
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
