// The operator's actions on an account: plan, price factor, credits and suspension. Each is logged with its reason.
import type { Environment } from '../../core/caller.ts';
import { readCredits } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import { followPlan } from '../../money/account-plan.ts';
import { postEntry, readBalance } from '../../money/entries.ts';
import { type GrantTerms, postGrant, readGrantTerms, shownTerms } from '../../money/grants.ts';
import { lossesAtFactor } from '../../money/losses.ts';
import type { Prices } from '../../money/prices.ts';
import { emitIn } from '../../outbox/events.ts';
import { namePlanActor } from '../../store/account-log.ts';
import { type Account, findAccount, lockAccount, updateAccount } from '../../store/accounts.ts';
import { type Facts, listAudit } from '../../store/audit.ts';
import type { Transaction } from '../../store/database.ts';
import { noSuchAccount } from './account-service.ts';
import type { AuditTrail, Change, Operator } from './audit-trail.ts';
import { refuseLoss } from './price-service.ts';
import type { CreditsAct, PlanAct, PriceFactorAct } from './schema.ts';

export interface AccountActParts {
  trail: AuditTrail;
  prices: Prices;
  /** Cancels the queued jobs of a suspended account. */
  cancelJobsOf(accountId: string): Promise<void>;
  /** Drops this node's cached data of an account at once; other nodes learn of the change through the database. */
  forgetCallers(accountId: string): void;
}

export class AccountActs {
  readonly #parts: AccountActParts;

  constructor(parts: AccountActParts) {
    this.#parts = parts;
  }

  /** Gives the plan; a higher paid plan stays in effect. Giving "free" takes back the given plan. */
  async changePlan(operator: Operator, id: string, { plan, reason }: PlanAct): Promise<void> {
    const { trail, prices } = this.#parts;
    if (!Object.hasOwn(prices.list.plans, plan))
      throw new ServiceError(
        'invalid_parameter',
        `There is no plan "${plan}". Plans: ${Object.keys(prices.list.plans).join(', ')}.`,
        { param: 'plan' },
      );
    const act = { action: 'account.plan', target: id, accountId: id, asked: { plan }, reason } as const;
    await trail.perform(operator, act, async (trx) => {
      const account = await lockedAccount(trx, id);
      const given = plan === 'free' ? null : plan;
      await namePlanActor(trx, { keyId: null, email: operator.caller.email });
      await updateAccount(trx, id, { operatorPlan: given });
      const standing = (await followPlan(trx, prices, id)) ?? account.plan;
      if (standing !== account.plan) await emitPlanChanged(trx, account, standing);
      return {
        before: { plan: account.plan, given_plan: account.operatorPlan },
        after: { plan: standing, given_plan: given },
      };
    });
    this.#parts.forgetCallers(id);
  }

  /** Calls that are already held keep the price factor of their hold. */
  async changePriceFactor(operator: Operator, id: string, body: PriceFactorAct): Promise<void> {
    const { price_factor_permille, allow_loss = false, reason } = body;
    const [loss] =
      price_factor_permille === null ? [] : lossesAtFactor(this.#parts.prices.now(), price_factor_permille);
    if (loss && !allow_loss) refuseLoss(loss, 'price_factor_permille');
    const asked = { price_factor_permille, ...(allow_loss ? { allow_loss } : {}) };
    await this.#setPriceFactor(operator, { id, asked, reason }, async () => ({ price_factor_permille, allow_loss }));
  }

  /** Restores the price factor that the last change replaced; a second revert undoes the first. */
  async revertPriceFactor(operator: Operator, id: string, reason: string): Promise<void> {
    await this.#setPriceFactor(operator, { id, asked: { revert: true }, reason }, async (trx) => {
      const [last] = await listAudit(trx, { limit: 1, action: 'account.price_factor', accountId: id });
      if (!last?.before)
        throw new ServiceError('invalid_parameter', 'The price factor of this account was never changed.', {
          param: 'id',
        });
      return last.before;
    });
  }

  async #setPriceFactor(
    operator: Operator,
    { id, asked, reason }: { id: string; asked: Facts; reason: string },
    choose: (trx: Transaction) => Promise<Facts>,
  ): Promise<void> {
    const act = { action: 'account.price_factor', target: id, accountId: id, asked, reason } as const;
    await this.#parts.trail.perform(operator, act, async (trx) => {
      const { priceFactorPermille: before, lossAllowed } = await lockedAccount(trx, id);
      const { price_factor_permille: chosen, allow_loss: allowed = false } = await choose(trx);
      const after = typeof chosen === 'number' ? chosen : null;
      await updateAccount(trx, id, { priceFactorPermille: after, lossAllowed: allowed === true });
      return { before: factsOf(before, lossAllowed), after: factsOf(after, allowed === true) };
    });
    this.#parts.forgetCallers(id);
  }

  async adjustCredits(operator: Operator, id: string, body: CreditsAct): Promise<object> {
    const { environment = 'live', reason } = body;
    const amount = readCredits(body.credits, 'credits');
    if (amount === 0)
      throw new ServiceError('invalid_parameter', 'The amount must be at least 0.000001 credits, to give or to take.', {
        param: 'credits',
      });
    const terms = readGrantTerms(body);
    if (terms && amount < 0)
      throw new ServiceError(
        'invalid_parameter',
        'Only credits that are given have terms: leave expires_at and promotional out.',
        {
          param: 'credits',
        },
      );
    const asked = { credits: microToCredits(amount), environment, ...shownTerms(terms) };
    const act = { action: 'account.credits', target: id, accountId: id, asked, reason } as const;
    const entry = await this.#parts.trail.perform(operator, act, async (trx) => {
      await lockedAccount(trx, id);
      return this.#post(trx, { accountId: id, environment, amount, reason, terms });
    });
    return {
      object: 'operator.adjustment',
      id: entry.after?.transaction_id,
      account_id: id,
      ...asked,
      balance_before: entry.before?.credits,
      balance_after: entry.after?.credits,
      audit_id: entry.id,
    };
  }

  async suspend(operator: Operator, id: string, reason: string): Promise<void> {
    const act = { action: 'account.suspend', target: id, accountId: id, asked: {}, reason } as const;
    await this.#parts.trail.perform(operator, act, async (trx) => {
      const account = await lockedAccount(trx, id);
      if (account.isOwner)
        throw new ServiceError('invalid_parameter', "The operator's own account cannot be suspended.", { param: 'id' });
      return setSuspension(trx, account, account.suspendedAt ?? new Date());
    });
    this.#parts.forgetCallers(id);
    await this.#parts.cancelJobsOf(id);
  }

  async unsuspend(operator: Operator, id: string, reason: string): Promise<void> {
    const act = { action: 'account.unsuspend', target: id, accountId: id, asked: {}, reason } as const;
    await this.#parts.trail.perform(operator, act, async (trx) =>
      setSuspension(trx, await lockedAccount(trx, id), null),
    );
    this.#parts.forgetCallers(id);
  }

  async #post(
    trx: Transaction,
    entry: {
      accountId: string;
      environment: Environment;
      amount: number;
      reason: string;
      terms: GrantTerms | undefined;
    },
  ): Promise<Change> {
    const { accountId, environment, amount, reason, terms } = entry;
    const id = newId('txn');
    const owner = { accountId, environment };
    const description = reason;
    const given = { ...owner, id, amount, description };
    const balance = terms
      ? await postGrant(trx, { ...given, type: 'grant', contra: 'grants' }, terms)
      : await postEntry(trx, { ...given, type: 'adjustment', contra: 'adjustments' });
    if (balance === undefined) throw await tooMuch(trx, owner);
    return {
      before: { credits: microToCredits(balance - amount) },
      after: { credits: microToCredits(balance), transaction_id: id },
    };
  }
}

async function lockedAccount(trx: Transaction, id: string): Promise<Account> {
  await lockAccount(trx, id);
  return (await findAccount(trx, id)) ?? noSuchAccount(id);
}

async function setSuspension(trx: Transaction, account: Account, suspendedAt: Date | null): Promise<Change> {
  await updateAccount(trx, account.id, { suspendedAt });
  const facts = (at: Date | null) => ({ status: at ? 'suspended' : 'active' });
  return { before: facts(account.suspendedAt), after: facts(suspendedAt) };
}

async function tooMuch(trx: Transaction, owner: { accountId: string; environment: Environment }) {
  const { balance, held } = await readBalance(trx, owner.accountId, owner.environment);
  return new ServiceError(
    'invalid_parameter',
    `This account has ${microToCredits(balance - held)} credits that are not held for running work. Take at most that many.`,
    { param: 'credits' },
  );
}

/** A plan set by the operator has no subscription: nothing is paid and no period ends. */
function factsOf(permille: number | null, isLossAllowed: boolean): Facts {
  return { price_factor_permille: permille, ...(isLossAllowed ? { allow_loss: true } : {}) };
}

function emitPlanChanged(trx: Transaction, account: Account, plan: string): Promise<void> {
  return emitIn(trx, {
    accountId: account.id,
    environment: 'live',
    type: 'subscription.updated',
    data: {
      subscription_id: null,
      plan,
      previous_plan: account.plan,
      status: 'active',
      current_period_end: null,
      customer_email: account.email,
    },
  });
}
