// Redeems a code: its credits and its plan reach the account in one transaction, once per account and as often as the code allows.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import { hashCode } from '../../core/redeem-code.ts';
import { postEntry, readBalance } from '../../money/entries.ts';
import type { Prices } from '../../money/prices.ts';
import { namePlanActor } from '../../store/account-log.ts';
import { lockAccount } from '../../store/accounts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { insertPayment } from '../../store/payments.ts';
import { insertRedemption, lockCode, type RedeemCode } from '../../store/redeem-codes.ts';
import { findRunningSubscription } from '../../store/subscriptions.ts';
import { followSubscription } from './plans.ts';

const DAY_MS = 24 * 60 * 60_000;

export class RedeemService {
  readonly #database: Database;
  readonly #prices: Prices;

  constructor(parts: { database: Database; prices: Prices }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
  }

  async redeem(caller: Caller, text: string): Promise<object> {
    const { accountId, environment } = caller;
    const id = newId('red');
    return this.#database.transaction(async (trx) => {
      // The account first, as for every change of a plan, so that two transactions cannot deadlock.
      await lockAccount(trx, accountId);
      await namePlanActor(trx, caller);
      const code = await lockCode(trx, hashCode(text), environment);
      if (!code)
        refuse(
          'This code is not known. Check every character; a code is valid in live mode or in the sandbox, not in both.',
        );
      refuseUnusable(code, new Date());
      if (!(await insertRedemption(trx, caller, { id, codeId: code.id })))
        refuse('Your account has already redeemed this code.');
      if (code.credits > 0) await postCredits(trx, caller, { id, code });
      const planEndsAt = await this.#givePlan(trx, caller, { id, code });
      const { balance, held } = await readBalance(trx, accountId, environment);
      return {
        object: 'redemption',
        id,
        credits: microToCredits(code.credits),
        plan: code.plan,
        plan_ends_at: planEndsAt?.toISOString() ?? null,
        available: microToCredits(balance - held),
      };
    });
  }

  /** A subscription that ends with its only period. Nothing is paid for it. */
  async #givePlan(trx: Transaction, caller: Caller, { id, code }: Redemption): Promise<Date | undefined> {
    const { plan, planDays } = code;
    if (plan === null || planDays === null) return undefined;
    if (!Object.hasOwn(this.#prices.list.plans, plan)) refuse(`This service no longer has the plan "${plan}".`);
    const running = await findRunningSubscription(trx, caller);
    if (running)
      refuse(
        `Your account has the plan "${running.plan}" until ${running.currentPeriodEnd.toISOString()}. Redeem the code after that.`,
      );
    const { accountId, environment } = caller;
    const now = new Date();
    const end = new Date(now.getTime() + planDays * DAY_MS);
    const gateway = { gateway: 'code', gatewayId: id };
    await insertPayment(trx, {
      ...{ accountId, environment, ...gateway },
      ...{
        amount: 0,
        credits: 0,
        currency: this.#prices.list.currency,
        description: `Plan ${plan} for ${planDays} days`,
      },
      forPlan: { plan, subscription: id, coversUntil: end, billedAt: now },
    });
    await followSubscription(trx, this.#prices, {
      ...{ accountId, environment, ...gateway, plan, status: 'active' },
      ...{ currentPeriodStart: now, currentPeriodEnd: end, cancelAtPeriodEnd: true, reportedAt: now, card: null },
    });
    return end;
  }
}

interface Redemption {
  id: string;
  code: RedeemCode;
}

async function postCredits(
  trx: Transaction,
  { accountId, environment }: Caller,
  { id, code }: Redemption,
): Promise<void> {
  await postEntry(trx, {
    accountId,
    environment,
    type: 'redemption',
    amount: code.credits,
    contra: 'grants',
    description: `Code …${code.hint} (${id})`,
  });
}

function refuseUnusable(code: RedeemCode, now: Date): void {
  if (code.revokedAt) refuse('This code was revoked.');
  if (code.expiresAt && code.expiresAt <= now) refuse(`This code expired at ${code.expiresAt.toISOString()}.`);
  if (code.used >= code.maxUses) refuse('This code has been used up.');
}

function refuse(message: string): never {
  throw new ServiceError('invalid_parameter', message, { param: 'code' });
}
