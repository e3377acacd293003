// Creates, lists and disables coupons.
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { newCode } from '../../core/redeem-code.ts';
import type { Prices } from '../../money/prices.ts';
import { type Coupon, disableCoupon, insertCoupon, listCoupons, type NewCoupon } from '../../store/coupons.ts';
import type { Database } from '../../store/database.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import type { CouponAct, CouponQuery } from './coupon-schema.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq } from './page.ts';

export class OperatorCoupons {
  readonly #database: Database;
  readonly #trail: AuditTrail;
  readonly #prices: Prices;

  constructor(parts: { database: Database; trail: AuditTrail; prices: Prices }) {
    this.#database = parts.database;
    this.#trail = parts.trail;
    this.#prices = parts.prices;
  }

  async create(operator: Operator, body: CouponAct): Promise<object> {
    const coupon = this.#couponOf(body);
    const asked = show(coupon);
    const act = { action: 'coupons.create', target: coupon.id, asked, reason: body.reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      if (!(await insertCoupon(trx, coupon))) refuse('code', 'There is a coupon with this code already.');
      return { before: null, after: { id: coupon.id, code: coupon.code } };
    });
    return { ...asked, id: entry.after?.id ?? coupon.id, code: entry.after?.code ?? coupon.code, audit_id: entry.id };
  }

  async list({ limit, cursor }: CouponQuery): Promise<object> {
    const rows = await listCoupons(this.#database.queries, {
      limit: (limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(cursor),
    });
    const now = new Date();
    return pageBySeq(rows, limit, (coupon) => ({
      ...show(coupon),
      used: coupon.used,
      status: statusOf(coupon, now),
      created_at: coupon.createdAt.toISOString(),
    }));
  }

  async disable(operator: Operator, id: string, reason: string): Promise<object> {
    const act = { action: 'coupons.disable', target: id, asked: {}, reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      const coupon = await disableCoupon(trx, id);
      if (!coupon) throw new ServiceError('not_found', `There is no coupon "${id}".`);
      return { before: null, after: show(coupon) };
    });
    return { ...entry.after, audit_id: entry.id };
  }

  #couponOf(body: CouponAct): NewCoupon {
    const { percent_off: percentOff = null, amount_off: amountOff = null, environment = 'live' } = body;
    const { packages = null, plans = null } = body;
    if ((percentOff === null) === (amountOff === null))
      refuse('percent_off', 'Send exactly one of "percent_off" and "amount_off".');
    const { list } = this.#prices;
    for (const name of packages ?? [])
      if (!Object.hasOwn(list.packages, name)) refuse('packages', `There is no package "${name}".`);
    for (const name of plans ?? [])
      if (!list.plans[name]?.for_sale || !Object.hasOwn(list.plans, name))
        refuse('plans', `There is no plan "${name}" for sale.`);
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt && !(expiresAt > new Date())) refuse('expires_at', 'The coupon must expire in the future.');
    const code = (body.code ?? newCode().slice(0, 11)).toUpperCase();
    const maxUses = body.max_uses ?? null;
    return { id: newId('coupon'), code, environment, percentOff, amountOff, packages, plans, maxUses, expiresAt };
  }
}

function refuse(param: string, message: string): never {
  throw new ServiceError('invalid_parameter', message, { param });
}

function show(coupon: NewCoupon) {
  return {
    object: 'operator.coupon',
    id: coupon.id,
    code: coupon.code,
    environment: coupon.environment,
    percent_off: coupon.percentOff,
    amount_off: coupon.amountOff,
    packages: coupon.packages,
    plans: coupon.plans,
    max_uses: coupon.maxUses,
    expires_at: coupon.expiresAt?.toISOString() ?? null,
  };
}

function statusOf(coupon: Coupon, now: Date): string {
  if (coupon.disabledAt) return 'disabled';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'used';
  return coupon.expiresAt && coupon.expiresAt <= now ? 'expired' : 'active';
}
