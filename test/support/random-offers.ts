// Random codes, coupons and referrals of two accounts: the services must accept what the rules allow, and nothing else.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Caller } from '../../src/core/caller.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { AuditTrail } from '../../src/modules/operators/audit-trail.ts';
import { OperatorCodes } from '../../src/modules/operators/code-service.ts';
import { OperatorCoupons } from '../../src/modules/operators/coupon-service.ts';
import { OperatorReferrals } from '../../src/modules/operators/referral-service.ts';
import { BuiltinCheckout } from '../../src/modules/payments/builtin-checkout.ts';
import { CheckoutService } from '../../src/modules/payments/checkout-service.ts';
import { Coupons } from '../../src/modules/payments/coupons.ts';
import { Customers } from '../../src/modules/payments/customers.ts';
import { RedeemService } from '../../src/modules/payments/redeem-service.ts';
import { Referrals } from '../../src/modules/payments/referrals.ts';
import { BuiltinGateway } from '../../src/money/gateways/builtin.ts';
import type { Prices } from '../../src/money/prices.ts';
import type { Database } from '../../src/store/database.ts';
import { MICRO, type Purchases } from './random-purchases.ts';
import type { WantedBooks } from './wanted-books.ts';

const by = fc.constantFrom('older' as const, 'younger' as const);
const which = fc.nat(2);
const uses = fc.integer({ min: 1, max: 2 });
export const offerSteps = [
  fc.record({ do: fc.constant('code' as const), micro: fc.integer({ min: 1, max: 300 * MICRO }), uses, by }),
  fc.record({ do: fc.constant('redeem' as const), which, by }),
  fc.record({ do: fc.constant('revoke code' as const), which }),
  fc.record({
    do: fc.constant('coupon' as const),
    off: fc.oneof(
      fc.record({ percent_off: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ amount_off: fc.integer({ min: 1, max: 600 }) }),
    ),
    uses,
  }),
  fc.record({
    do: fc.constant('buy with coupon' as const),
    ...{ which, by, credits: fc.integer({ min: 50, max: 2_000 }), isPaid: fc.boolean() },
  }),
  fc.record({ do: fc.constant('accept referral' as const) }),
  fc.record({ do: fc.constant('revoke referral' as const) }),
];
type Arbitrary<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type OfferStep = Arbitrary<(typeof offerSteps)[number]>;
type StepOf<K extends OfferStep['do']> = Extract<OfferStep, { do: K }>;

const PROGRAM = { credits: 37.000_001, mostRewards: 5 };
const CARD = { number: '4242424242424242', expiry: '12/60', cvc: '123' };
const REASON = 'a random life';

export type OfferServices = ReturnType<typeof buildOffers>;

/** The services themselves, without HTTP. */
export function buildOffers(database: Database, prices: Prices) {
  const trail = new AuditTrail(database);
  const gateway = new BuiltinGateway('http://127.0.0.1');
  return {
    codes: new OperatorCodes({ database, trail, prices }),
    coupons: new OperatorCoupons({ database, trail, prices }),
    revoking: new OperatorReferrals({ database, trail }),
    redeeming: new RedeemService({ database, prices }),
    referrals: new Referrals({ database, program: PROGRAM, publicUrl: 'http://127.0.0.1' }),
    checkout: new BuiltinCheckout({ database, prices, sellsLive: true, serviceName: 'Atelier' }),
    checkouts: new CheckoutService({
      ...{ database, prices, liveGateway: gateway, sandboxGateway: gateway, publicUrl: 'http://127.0.0.1' },
      ...{ customers: new Customers({ database, stripe: null }), coupons: new Coupons(database) },
    }),
  };
}

interface Code {
  text: string;
  batch: string;
  micro: number;
  uses: number;
  isRevoked: boolean;
  redeemedBy: Set<Caller>;
}

interface Coupon {
  code: string;
  off: StepOf<'coupon'>['off'];
  uses: number;
  heldBy: Map<Caller, 'open' | 'over' | 'paid'>;
}

export class Offers {
  readonly #services: OfferServices;
  readonly #people: { older: Caller; younger: Caller };
  readonly #books: WantedBooks;
  readonly #purchases: Purchases;
  readonly #codes: Code[] = [];
  readonly #coupons: Coupon[] = [];

  constructor(parts: {
    services: OfferServices;
    people: { older: Caller; younger: Caller };
    books: WantedBooks;
    purchases: Purchases;
  }) {
    this.#services = parts.services;
    this.#people = parts.people;
    this.#books = parts.books;
    this.#purchases = parts.purchases;
  }

  async act(one: OfferStep): Promise<'done' | 'refused' | 'nothing to do'> {
    switch (one.do) {
      case 'code':
        await this.#makeCode(one);
        return this.#redeem(this.#codes.at(-1), this.#people[one.by]);
      case 'redeem':
        return this.#redeem(chosen(this.#codes, one.which), this.#people[one.by]);
      case 'revoke code':
        return this.#revokeCode(chosen(this.#codes, one.which));
      case 'coupon':
        return this.#makeCoupon(one);
      case 'buy with coupon':
        return this.#buy(one);
      case 'accept referral':
        return this.#acceptReferral();
      case 'revoke referral':
        return this.#revokeReferral();
    }
  }

  get #operator() {
    return { caller: this.#people.older, requestId: 'req', idempotencyKey: null };
  }

  async #makeCode({ micro, uses: most }: StepOf<'code'>): Promise<void> {
    const asked = { credits: micro / MICRO, max_uses: most, reason: REASON };
    const made = (await this.#services.codes.create(this.#operator, asked)) as { batch_id: string; codes: string[] };
    const [text = ''] = made.codes;
    this.#codes.push({ text, batch: made.batch_id, micro, uses: most, isRevoked: false, redeemedBy: new Set() });
  }

  async #redeem(code: Code | undefined, caller: Caller): Promise<'done' | 'refused' | 'nothing to do'> {
    if (!code) return 'nothing to do';
    const { isRevoked, redeemedBy, uses: most, micro } = code;
    const isAllowed = !isRevoked && redeemedBy.size < most && !redeemedBy.has(caller);
    const isDone = await isAccepted(this.#services.redeeming.redeem(caller, code.text));
    assert.equal(isDone, isAllowed, 'a code gives its credits as often as it says');
    if (!isDone) return 'refused';
    redeemedBy.add(caller);
    this.#books.add(caller.accountId, 'redemption', micro);
    return 'done';
  }

  async #revokeCode(code: Code | undefined): Promise<'done' | 'nothing to do'> {
    if (!code) return 'nothing to do';
    await this.#services.codes.revoke(this.#operator, code.batch, REASON);
    code.isRevoked = true;
    return 'done';
  }

  async #makeCoupon({ off, uses: most }: StepOf<'coupon'>): Promise<'done'> {
    const asked = { ...off, max_uses: most, reason: REASON };
    const { code } = (await this.#services.coupons.create(this.#operator, asked)) as { code: string };
    this.#coupons.push({ code, off, uses: most, heldBy: new Map() });
    return 'done';
  }

  async #buy(one: StepOf<'buy with coupon'>): Promise<'done' | 'refused' | 'nothing to do'> {
    const coupon = chosen(this.#coupons, one.which);
    if (!coupon) return 'nothing to do';
    const caller = this.#people[one.by];
    const { credits } = one;
    const discount = discountOf(coupon, credits);
    const isAllowed = this.#mayHold(coupon, caller) && credits - discount >= 50;
    let session: { id: string; amount: number; discount: number } | undefined;
    const asked = this.#services.checkouts.create(caller, { credits, coupon: coupon.code });
    const isOpened = await isAccepted(
      asked.then((made) => {
        session = made as { id: string; amount: number; discount: number };
      }),
    );
    assert.equal(isOpened, isAllowed, 'a coupon is held as often as it says');
    if (!session) return 'refused';
    assert.deepEqual([session.amount, session.discount], [credits - discount, discount]);
    this.#hold(coupon, caller, one.isPaid ? 'paid' : 'open');
    if (!one.isPaid) return 'done';
    // Paid twice, as a double click does.
    for (let times = 0; times < 2; times += 1)
      assert.equal((await this.#services.checkout.pay(session.id, CARD)).kind, 'paid');
    const couponed = Number((BigInt(credits * MICRO) * BigInt(discount)) / BigInt(credits));
    const { amount, id: gatewayId } = session;
    this.#purchases.note({ accountId: caller.accountId, gatewayId, amount, credits: credits * MICRO, couponed });
    return 'done';
  }

  /** Whoever starts again ends the earlier checkout, even if the new one is refused. */
  #mayHold({ heldBy, uses: most }: Coupon, caller: Caller): boolean {
    if (heldBy.get(caller) === 'paid') return false;
    if (heldBy.get(caller) === 'open') heldBy.set(caller, 'over');
    return [...heldBy.values()].filter((state) => state !== 'over').length < most;
  }

  /** Uses of ended checkouts are freed only when they are needed, which is not visible. */
  #hold({ heldBy }: Coupon, caller: Caller, state: 'open' | 'paid'): void {
    heldBy.set(caller, state);
  }

  async #acceptReferral(): Promise<'done' | 'refused'> {
    const { older, younger } = this.#people;
    const { referrals } = this.#services;
    const { code } = (await referrals.read(older)) as { code: string };
    let id = '';
    const isDone = await isAccepted(
      referrals.accept(younger, code).then((accepted) => {
        id = (accepted as { id: string }).id;
      }),
    );
    const isAllowed = !this.#purchases.referral && !this.#purchases.hasEverPaid(younger.accountId);
    assert.equal(isDone, isAllowed, 'an account is referred once, before it buys');
    if (!isDone) return 'refused';
    const sides = { referrerId: older.accountId, referredId: younger.accountId };
    const offer = Math.round(PROGRAM.credits * MICRO);
    this.#purchases.referral = { id, ...sides, offer, payment: undefined, taken: 0, isRevoked: false };
    return 'done';
  }

  async #revokeReferral(): Promise<'done' | 'nothing to do'> {
    const { referral } = this.#purchases;
    if (!referral) return 'nothing to do';
    await this.#services.revoking.revoke(this.#operator, referral.id, REASON);
    this.#purchases.noteRevoked(referral);
    return 'done';
  }
}

function chosen<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length];
}

function discountOf({ off }: Coupon, amount: number): number {
  return 'percent_off' in off ? Math.floor((amount * off.percent_off) / 100) : off.amount_off;
}

async function isAccepted(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_parameter', String(error));
    return false;
  }
}
