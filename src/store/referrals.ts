// Referrals: who referred whom, the reward of both for the first paid purchase, and what was taken back.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';

export interface Referral {
  seq: number;
  id: string;
  referrerId: string;
  referredId: string;
  /** The reward promised to each side. */
  offer: MicroCredits;
  mostRewards: number;
  /** The first paid purchase; null: none yet. */
  paymentId: string | null;
  referrerCredits: MicroCredits;
  referredCredits: MicroCredits;
  referrerTaken: MicroCredits;
  referredTaken: MicroCredits;
  revokedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`seq, id, referrer_id as "referrerId", referred_id as "referredId", offer, most_rewards as "mostRewards", payment_id as "paymentId",
  referrer_credits as "referrerCredits", referred_credits as "referredCredits", referrer_taken as "referrerTaken",
  referred_taken as "referredTaken", revoked_at as "revokedAt", created_at as "createdAt"`;

/** The code of an account; stores the given one if it has none yet. */
export async function ensureReferralCode(queries: Queries, accountId: string, code: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into referral_codes as r (account_id, code) values (${accountId}, ${code})
    on conflict (account_id) do update set code = r.code returning code`.execute(queries);
  return rows[0]?.code ?? code;
}

export interface Referrer {
  accountId: string;
  email: string;
  createdAt: Date;
  isSuspended: boolean;
}

export async function findReferrer(queries: Queries, code: string): Promise<Referrer | undefined> {
  const { rows } = await sql<Referrer>`
    select a.id as "accountId", a.email, a.created_at as "createdAt", (a.suspended_at is not null) as "isSuspended"
    from referral_codes r join accounts a on a.id = r.account_id where r.code = ${code}`.execute(queries);
  return rows[0];
}

export type NewReferral = Pick<Referral, 'id' | 'referrerId' | 'referredId' | 'offer' | 'mostRewards'>;

/** False when the account was referred before. */
export async function insertReferral(trx: Transaction, of: NewReferral): Promise<boolean> {
  const { rows } = await sql`
    insert into referrals (id, referrer_id, referred_id, offer, most_rewards)
    values (${of.id}, ${of.referrerId}, ${of.referredId}, ${of.offer}, ${of.mostRewards})
    on conflict (referred_id) do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** The referral of an account that waits for its first paid purchase. */
export async function lockWaitingReferral(trx: Transaction, referredId: string): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`
    select ${COLUMNS} from referrals where referred_id = ${referredId} and payment_id is null and revoked_at is null for update`.execute(
    trx,
  );
  return rows[0];
}

export async function lockReferralOfPayment(trx: Transaction, paymentId: string): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`
    select ${COLUMNS} from referrals where payment_id = ${paymentId} for update`.execute(trx);
  return rows[0];
}

export async function findReferral(queries: Queries, id: string): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`select ${COLUMNS} from referrals where id = ${id}`.execute(queries);
  return rows[0];
}

export async function lockReferral(trx: Transaction, id: string): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`select ${COLUMNS} from referrals where id = ${id} for update`.execute(trx);
  return rows[0];
}

/** How many rewards an account has received for referrals. */
export async function countRewards(queries: Queries, referrerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from referrals where referrer_id = ${referrerId} and referrer_credits > 0`.execute(
    queries,
  );
  return rows[0]?.count ?? 0;
}

/** Whether two accounts gave the same tax id, which means they are one company. */
export async function shareTaxId(queries: Queries, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from billing_details a join billing_details b on b.tax_id = a.tax_id
    where a.account_id = ${one} and b.account_id = ${other}`.execute(queries);
  return rows.length > 0;
}

export async function storeReward(
  trx: Transaction,
  id: string,
  reward: { paymentId: string; referrerCredits: MicroCredits; referredCredits: MicroCredits },
): Promise<void> {
  await sql`
    update referrals set payment_id = ${reward.paymentId}, referrer_credits = ${reward.referrerCredits}, referred_credits = ${reward.referredCredits}
    where id = ${id}`.execute(trx);
}

export async function storeTaken(
  trx: Transaction,
  id: string,
  taken: { referrerTaken: MicroCredits; referredTaken: MicroCredits; isRevoked: boolean },
): Promise<void> {
  await sql`
    update referrals set referrer_taken = ${taken.referrerTaken}, referred_taken = ${taken.referredTaken},
      revoked_at = case when ${taken.isRevoked} then coalesce(revoked_at, now()) else revoked_at end
    where id = ${id}`.execute(trx);
}

export interface ReferralSums {
  referred: number;
  rewarded: number;
  credits: MicroCredits;
}

export async function sumReferrals(queries: Queries, referrerId: string): Promise<ReferralSums> {
  const { rows } = await sql<ReferralSums>`
    select count(*) as referred, count(*) filter (where referrer_credits > referrer_taken) as rewarded,
      coalesce(sum(referrer_credits - referrer_taken), 0)::bigint as credits
    from referrals where referrer_id = ${referrerId}`.execute(queries);
  return rows[0] ?? { referred: 0, rewarded: 0, credits: 0 };
}

/** Newest first. */
export async function listReferrals(
  queries: Queries,
  filter: { limit: number; beforeSeq?: number },
): Promise<Referral[]> {
  const { rows } = await sql<Referral>`
    select ${COLUMNS} from referrals where true
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}
