// Coupons and their uses: reserved by a checkout while it is open, used for good once it is paid.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries, Transaction } from './database.ts';
import type { Owner } from './owner.ts';

export interface Coupon {
  seq: number;
  id: string;
  code: string;
  environment: Environment;
  percentOff: number | null;
  /** Minor units. */
  amountOff: number | null;
  /** What it applies to; both null: everything. */
  packages: string[] | null;
  plans: string[] | null;
  /** null: no limit. */
  maxUses: number | null;
  used: number;
  expiresAt: Date | null;
  disabledAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`seq, id, code, environment, percent_off as "percentOff", amount_off as "amountOff", packages, plans, max_uses as "maxUses", used,
  expires_at as "expiresAt", disabled_at as "disabledAt", created_at as "createdAt"`;

export type NewCoupon = Omit<Coupon, 'seq' | 'used' | 'disabledAt' | 'createdAt'>;

/** False if the environment already has a coupon with this code. */
export async function insertCoupon(trx: Transaction, of: NewCoupon): Promise<boolean> {
  const { rows } = await sql`
    insert into coupons (id, code, environment, percent_off, amount_off, packages, plans, max_uses, expires_at)
    values (${of.id}, ${of.code}, ${of.environment}, ${of.percentOff}, ${of.amountOff}, ${of.packages}, ${of.plans}, ${of.maxUses}, ${of.expiresAt})
    on conflict (environment, code) do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** Newest first. */
export async function listCoupons(queries: Queries, filter: { limit: number; beforeSeq?: number }): Promise<Coupon[]> {
  const { rows } = await sql<Coupon>`
    select ${COLUMNS} from coupons where true
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function disableCoupon(trx: Transaction, id: string): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    update coupons set disabled_at = coalesce(disabled_at, now()) where id = ${id} returning ${COLUMNS}`.execute(trx);
  return rows[0];
}

/** Locks the coupon until the end of the transaction, which serialises its uses. */
export async function lockCoupon(
  trx: Transaction,
  code: string,
  environment: Environment,
): Promise<Coupon | undefined> {
  const { rows } = await sql<Coupon>`
    select ${COLUMNS} from coupons where code = ${code} and environment = ${environment} for update`.execute(trx);
  return rows[0];
}

export interface CouponUse {
  checkoutId: string;
  isPaid: boolean;
  /** Whether its checkout can still be paid. */
  isOpen: boolean;
  /** The gateway's session id; null at the built-in checkout. */
  session: string | null;
}

/**
 * A checkout that is not stored yet is still being created. At Stripe, only Stripe's own event ends a checkout: it may
 * have been paid in time.
 */
const IS_OPEN = sql`coalesce(case when s.id is null then u.created_at > now() - interval '10 minutes'
  else s.status = 'open' and (s.gateway <> 'builtin' or s.expires_at > now()) end, false)`;

export async function findUse(queries: Queries, owner: Owner, code: string): Promise<CouponUse | undefined> {
  const { rows } = await sql<CouponUse>`
    select u.checkout_id as "checkoutId", u.is_paid as "isPaid", ${IS_OPEN} as "isOpen", s.gateway_session as session
    from coupon_uses u join coupons c on c.id = u.coupon_id left join checkout_sessions s on s.id = u.checkout_id
    where u.account_id = ${owner.accountId} and c.code = ${code} and c.environment = ${owner.environment}`.execute(
    queries,
  );
  return rows[0];
}

export async function insertUse(
  trx: Transaction,
  use: { couponId: string; accountId: string; checkoutId: string },
): Promise<void> {
  await sql`insert into coupon_uses (coupon_id, account_id, checkout_id) values (${use.couponId}, ${use.accountId}, ${use.checkoutId})`.execute(
    trx,
  );
  await sql`update coupons set used = used + 1 where id = ${use.couponId}`.execute(trx);
}

/** Frees an unpaid use. */
export async function releaseUse(queries: Queries, checkoutId: string): Promise<void> {
  await sql`
    with freed as (delete from coupon_uses where checkout_id = ${checkoutId} and not is_paid returning coupon_id)
    update coupons c set used = used - 1 from freed where c.id = freed.coupon_id`.execute(queries);
}

/** Frees the uses of checkouts that have ended. */
export async function releaseOverUses(trx: Transaction, couponId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with freed as (
      delete from coupon_uses where coupon_id = ${couponId} and not is_paid and checkout_id in (
        select u.checkout_id from coupon_uses u left join checkout_sessions s on s.id = u.checkout_id
        where u.coupon_id = ${couponId} and not u.is_paid and not (${IS_OPEN}))
      returning 1
    ), counted as (select count(*) as count from freed)
    update coupons set used = used - counted.count from counted where id = ${couponId} returning counted.count`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Uses the coupon of a checkout for good; false if the checkout no longer holds it. */
export async function payUse(trx: Transaction, checkoutId: string): Promise<boolean> {
  const { rows } = await sql`
    update coupon_uses set is_paid = true where checkout_id = ${checkoutId} returning coupon_id`.execute(trx);
  return rows.length > 0;
}
