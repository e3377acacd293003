// Lists accounts for the operator, found by email, name or id, each with its balances, debts and activity.
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { type Grant, listGrants, showGrant } from '../../money/grants.ts';
import { type Account, findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { type AccountFacts, type AccountLine, listAccounts, readAccountFacts } from '../../store/operators-accounts.ts';
import { findRunningSubscription, type Subscription } from '../../store/subscriptions.ts';
import { sumUsage, type UsageSum } from '../../store/usage.ts';
import { DEFAULT_LIMIT, pageOf } from './page.ts';
import type { AccountQuery } from './schema.ts';

const USAGE_MS = 30 * 86_400_000;

export class OperatorAccounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(query: AccountQuery): Promise<object> {
    const rows = await listAccounts(this.#database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...(query.cursor ? { after: query.cursor } : {}),
      ...(query.q ? { search: query.q.trim() } : {}),
      ...(query.plan ? { plan: query.plan } : {}),
      ...(query.status ? { isSuspended: query.status === 'suspended' } : {}),
    });
    return pageOf(rows, query.limit, { show: showLine, cursorOf: ({ id }) => id });
  }

  async read(id: string): Promise<object> {
    const { queries } = this.#database;
    const account = (await findAccount(queries, id)) ?? noSuchAccount(id);
    const owner = { accountId: id, environment: 'live' as const };
    const now = Date.now();
    const [facts, subscription, usage, live, test] = await Promise.all([
      readAccountFacts(queries, id),
      findRunningSubscription(queries, owner),
      sumUsage(queries, { ...owner, from: new Date(now - USAGE_MS), to: new Date(now), group: 'module' }),
      listGrants(queries, owner),
      listGrants(queries, { accountId: id, environment: 'test' }),
    ]);
    return showAccount(account, { facts, subscription, usage, grants: { live, test } });
  }
}

export function noSuchAccount(id: string): never {
  throw new ServiceError('not_found', `There is no account "${id}".`);
}

function showLine(line: AccountLine): object {
  return {
    object: 'operator.account',
    id: line.id,
    email: line.email,
    name: line.name,
    plan: line.plan,
    is_owner: line.isOwner,
    status: line.suspendedAt ? 'suspended' : 'active',
    suspended_at: line.suspendedAt?.toISOString() ?? null,
    credits: microToCredits(line.liveBalance),
    created_at: line.createdAt.toISOString(),
  };
}

function showAccount(
  account: Account,
  its: {
    facts: AccountFacts;
    subscription: Subscription | undefined;
    usage: readonly UsageSum[];
    grants: Record<'live' | 'test', readonly Grant[]>;
  },
): object {
  const { facts, subscription, usage, grants } = its;
  const balanceIn = (environment: string) => facts.balances.find((one) => one.environment === environment);
  const keysIn = (environment: string) => facts.keys.find((one) => one.environment === environment);
  const lastUses = facts.keys.flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt.toISOString()] : []));
  return {
    ...showLine({ ...account, liveBalance: balanceIn('live')?.balance ?? 0 }),
    given_plan: account.operatorPlan,
    attribution_setting: account.attribution,
    price_factor_permille: account.priceFactorPermille,
    balances: { live: showMoney(balanceIn('live')), test: showMoney(balanceIn('test')) },
    grants: { live: grants.live.map(showGrant), test: grants.test.map(showGrant) },
    keys: {
      live: keysIn('live')?.count ?? 0,
      test: keysIn('test')?.count ?? 0,
      last_used_at: lastUses.sort().at(-1) ?? null,
    },
    jobs: facts.jobs,
    subscription: subscription
      ? {
          id: subscription.id,
          plan: subscription.plan,
          status: subscription.status,
          current_period_end: subscription.currentPeriodEnd.toISOString(),
        }
      : null,
    usage_30_days: showUsage({
      requests: sumOf(usage, 'requests'),
      errors: sumOf(usage, 'errors'),
      credits: sumOf(usage, 'credits'),
    }),
    usage_by_module: usage.map((one) => ({ module: one.group, ...showUsage(one) })),
  };
}

function showMoney(row: { balance: number; held: number } | undefined): object {
  const { balance, held } = row ?? { balance: 0, held: 0 };
  return {
    credits: microToCredits(balance),
    held: microToCredits(held),
    available: microToCredits(balance - held),
  };
}

function showUsage({ requests, errors, credits }: Pick<UsageSum, 'requests' | 'errors' | 'credits'>): object {
  return { requests, errors, credits: microToCredits(credits) };
}

function sumOf(usage: readonly UsageSum[], field: 'requests' | 'errors' | 'credits'): number {
  return usage.reduce((sum, one) => sum + one[field], 0);
}
