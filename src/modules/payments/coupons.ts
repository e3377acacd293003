// Discounts a price: a coupon is reserved when a checkout starts, and used once it is paid.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { PaymentGateway } from '../../money/gateways/port.ts';
import { expireCheckout } from '../../store/checkouts.ts';
import { type Coupon, findUse, insertUse, lockCoupon, releaseOverUses, releaseUse } from '../../store/coupons.ts';
import type { Database } from '../../store/database.ts';

/** Stripe's minimum charge. */
const LEAST_LEFT = 50;

export interface CouponOrder {
  code: string;
  checkoutId: string;
  /** Minor units, before the discount. */
  amount: number;
  package: string | null;
  plan: string | null;
  gateway: PaymentGateway;
}

export class Coupons {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reserves the coupon for a checkout and returns the discount in minor units. */
  async hold(caller: Caller, order: CouponOrder): Promise<{ code: string; discount: number }> {
    const code = order.code.trim().toUpperCase();
    await this.#endEarlier(caller, code, order.gateway);
    return this.#database.transaction(async (trx) => {
      const coupon = await lockCoupon(trx, code, caller.environment);
      if (!coupon)
        refuse('This coupon is not known. Check its spelling; a coupon is valid in live mode or in the sandbox.');
      refuseUnusable(coupon, order);
      const discount = discountOf(coupon, order.amount);
      if (order.amount - discount < LEAST_LEFT)
        refuse(`With this coupon less than ${LEAST_LEFT} minor units would be left to pay. Buy something larger.`);
      const own = await findUse(trx, caller, code);
      if (own?.isPaid) refuse('Your account used this coupon before.');
      if (own?.isOpen) refuse('Your account has an open checkout with this coupon. Finish that one.');
      if (own) await releaseUse(trx, own.checkoutId);
      const used = coupon.used - (own ? 1 : 0);
      if (
        coupon.maxUses !== null &&
        used >= coupon.maxUses &&
        used - (await releaseOverUses(trx, coupon.id)) >= coupon.maxUses
      )
        refuse('This coupon has been used up.');
      await insertUse(trx, { couponId: coupon.id, accountId: caller.accountId, checkoutId: order.checkoutId });
      return { code, discount };
    });
  }

  /** For a checkout that could not be started. */
  release(checkoutId: string): Promise<void> {
    return releaseUse(this.#database.queries, checkoutId);
  }

  /** A customer who starts again wants the new checkout: the earlier one with this coupon ends. */
  async #endEarlier(caller: Caller, code: string, gateway: PaymentGateway): Promise<void> {
    const { queries } = this.#database;
    const earlier = await findUse(queries, caller, code);
    if (!earlier?.isOpen || earlier.isPaid) return;
    if (earlier.session) {
      try {
        await gateway.expireCheckout(earlier.session);
      } catch {
        refuse('Your account has a checkout with this coupon that is being paid. Finish that one.');
      }
    }
    await expireCheckout(queries, earlier.checkoutId);
  }
}

function discountOf({ percentOff, amountOff }: Coupon, amount: number): number {
  return percentOff === null ? (amountOff ?? 0) : Math.floor((amount * percentOff) / 100);
}

function refuseUnusable(coupon: Coupon, order: CouponOrder): void {
  if (coupon.disabledAt) refuse('This coupon is no longer valid.');
  if (coupon.expiresAt && coupon.expiresAt <= new Date())
    refuse(`This coupon expired at ${coupon.expiresAt.toISOString()}.`);
  if (coupon.packages === null && coupon.plans === null) return;
  const isFor =
    (order.package !== null && coupon.packages?.includes(order.package)) ||
    (order.plan !== null && coupon.plans?.includes(order.plan));
  if (!isFor) {
    const names = [...(coupon.packages ?? []), ...(coupon.plans ?? [])].join(', ');
    refuse(`This coupon is for other things: ${names}.`);
  }
}

function refuse(message: string): never {
  throw new ServiceError('invalid_parameter', message, { param: 'coupon' });
}
