// Referral rewards: granted with the first paid purchase, taken back on its refund or by the operator.
import { creditsToMicro, type MicroCredits, microToCredits, partOf } from '../core/money.ts';
import { emitAllIn } from '../outbox/events.ts';
import { findAccount, lockAccount } from '../store/accounts.ts';
import type { Transaction } from '../store/database.ts';
import type { Payment } from '../store/payments.ts';
import {
  countRewards,
  findReferral,
  lockReferral,
  lockReferralOfPayment,
  lockWaitingReferral,
  type Referral,
  shareTaxId,
  storeReward,
  storeTaken,
} from '../store/referrals.ts';
import { postEntry } from './entries.ts';

/**
 * Rewards both sides. A referrer is older than the accounts it refers, so accounts are always locked from younger to
 * older, and two rewards cannot deadlock.
 */
export async function rewardReferral(trx: Transaction, payment: Payment): Promise<void> {
  if (payment.environment !== 'live' || payment.amount === 0) return;
  const referral = await lockWaitingReferral(trx, payment.accountId);
  if (!referral) return;
  const { id, referrerId, referredId, offer, mostRewards } = referral;
  await lockAccount(trx, referrerId);
  const isSelf = await shareTaxId(trx, referrerId, referredId);
  const referrer = await findAccount(trx, referrerId);
  const isBounded = referrer?.suspendedAt != null || (await countRewards(trx, referrerId)) >= mostRewards;
  // Together they never exceed the payment: otherwise one person with two accounts would buy credits below their price.
  const most = Math.floor(creditsToMicro(payment.amount - payment.tax) / 2);
  const reward = Math.min(offer, most);
  const referredCredits = isSelf ? 0 : reward;
  const referrerCredits = isSelf || isBounded ? 0 : reward;
  await storeReward(trx, id, { paymentId: payment.id, referrerCredits, referredCredits });
  await move(trx, referral, { referrer: referrerCredits, referred: referredCredits });
}

/** Adjusts the rewards to the refunds of the purchase: a partial refund takes back the same share of them. */
export async function followRefund(trx: Transaction, payment: Payment, reversed: number): Promise<void> {
  const referral = await lockReferralOfPayment(trx, payment.id);
  if (!referral || referral.revokedAt) return;
  const referrerTaken = partOf(referral.referrerCredits, reversed, payment.amount);
  const referredTaken = partOf(referral.referredCredits, reversed, payment.amount);
  await take(trx, referral, { referrerTaken, referredTaken, isRevoked: false });
}

/** Takes back all rewards of a referral for good; undefined if there is none with this id. */
export async function revokeReferral(trx: Transaction, id: string): Promise<Referral | undefined> {
  const found = await findReferral(trx, id);
  if (!found) return undefined;
  // Same order as for payments: the account before its referral.
  await lockAccount(trx, found.referredId);
  const referral = (await lockReferral(trx, id)) ?? found;
  const { referrerCredits: referrerTaken, referredCredits: referredTaken } = referral;
  await take(trx, referral, { referrerTaken, referredTaken, isRevoked: true });
  return referral;
}

async function take(
  trx: Transaction,
  referral: Referral,
  taken: { referrerTaken: MicroCredits; referredTaken: MicroCredits; isRevoked: boolean },
): Promise<void> {
  await storeTaken(trx, referral.id, taken);
  await move(trx, referral, {
    referrer: referral.referrerTaken - taken.referrerTaken,
    referred: referral.referredTaken - taken.referredTaken,
  });
}

/** The younger account first. Credits that are held or spent are taken too, so a balance may become negative. */
async function move(
  trx: Transaction,
  { id, referrerId, referredId }: Referral,
  amounts: { referrer: MicroCredits; referred: MicroCredits },
): Promise<void> {
  const sides = [
    { accountId: referredId, role: 'referred', amount: amounts.referred },
    { accountId: referrerId, role: 'referrer', amount: amounts.referrer },
  ].filter(({ amount }) => amount !== 0);
  for (const { accountId, amount } of sides)
    await postEntry(trx, {
      accountId,
      environment: 'live',
      type: 'referral',
      amount,
      contra: 'grants',
      description: amount > 0 ? `Referral ${id}` : `Referral ${id} taken back`,
    });
  await emitAllIn(
    trx,
    sides.map(({ accountId, role, amount }) => ({
      accountId,
      environment: 'live' as const,
      type: amount > 0 ? ('referral.rewarded' as const) : ('referral.revoked' as const),
      data: { referral_id: id, role, credits: microToCredits(Math.abs(amount)) },
    })),
  );
}
