// An account looks after itself: its name, its attribution, its keys.
import { isIP } from 'node:net';
import type { Prices } from '../../billing/prices.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { creditsToMicro, microToCredits } from '../../core/money.ts';
import { holds, isScope } from '../../core/scopes.ts';
import { type Account, findAccount, updateAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import {
  findKey,
  insertKey,
  type Key,
  listKeys,
  revokeKey,
  rotateKey,
  type KeyTerms as StoredTerms,
  updateKey,
} from '../../store/keys.ts';
import type { AccountPatch, KeyPatch, KeyTerms } from './schema.ts';

const DEFAULT_OVERLAP_SECONDS = 0;

export class AccountService {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #forgetCallers: (accountId: string) => void;

  /** `forgetCallers`: this node knows a change at once; the others hear of it through the database. */
  constructor(database: Database, prices: Prices, forgetCallers: (accountId: string) => void) {
    this.#database = database;
    this.#prices = prices;
    this.#forgetCallers = forgetCallers;
  }

  async read(caller: Caller): Promise<object> {
    return this.#present(found(await findAccount(this.#database.queries, caller.accountId)), caller);
  }

  async change(caller: Caller, patch: AccountPatch): Promise<object> {
    const account = await updateAccount(this.#database.queries, caller.accountId, {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.attribution === undefined ? {} : { attribution: patch.attribution }),
    });
    this.#forgetCallers(caller.accountId);
    return this.#present(found(account), caller);
  }

  async listKeys(caller: Caller): Promise<object> {
    const keys = await listKeys(this.#database.queries, caller);
    return { object: 'list', data: keys.map((key) => presentKey(key)) };
  }

  async createKey(caller: Caller, terms: KeyTerms): Promise<object> {
    const stored = storedTerms(caller, { scopes: ['*'], ...terms });
    const { key, secret } = await insertKey(this.#database.queries, caller, {
      ...stored,
      name: terms.name,
      scopes: stored.scopes ?? [],
    });
    return presentKey(key, secret);
  }

  async changeKey(caller: Caller, id: string, patch: KeyPatch): Promise<object> {
    const key = found(await updateKey(this.#database.queries, caller, id, storedTerms(caller, patch)));
    this.#forgetCallers(caller.accountId);
    return presentKey(key);
  }

  async revokeKey(caller: Caller, id: string): Promise<object> {
    if (!(await revokeKey(this.#database.queries, caller, id))) throw notFound();
    this.#forgetCallers(caller.accountId);
    return { object: 'key', id, deleted: true };
  }

  /** The new secret is all of the key's rights: only who holds them may have it. */
  async rotateKey(caller: Caller, id: string, overlapSeconds: number | undefined): Promise<object> {
    refuseBadScopes(caller, found(await findKey(this.#database.queries, caller, id)).scopes);
    const { key, secret } = found(
      await rotateKey(this.#database.queries, caller, id, overlapSeconds ?? DEFAULT_OVERLAP_SECONDS),
    );
    this.#forgetCallers(caller.accountId);
    return presentKey(key, secret);
  }

  #present(account: Account, caller: Caller): object {
    const plan = this.#prices.plan(account.plan);
    return {
      object: 'account',
      id: account.id,
      email: account.email,
      name: account.name,
      plan: account.plan,
      environment: caller.environment,
      // The field `attribution` of every answer is the service's own.
      attribution_setting: account.attribution,
      is_owner: account.isOwner,
      limits: {
        requests_per_minute: plan.requests_per_minute,
        requests_per_day: plan.requests_per_day,
        concurrent_jobs: plan.concurrent_jobs,
      },
      created_at: account.createdAt.toISOString(),
    };
  }
}

function storedTerms(caller: Caller, terms: KeyPatch): Partial<StoredTerms> {
  refuseBadScopes(caller, terms.scopes ?? []);
  refuseBadAddresses(terms.ip_allow_list ?? []);
  const cap = terms.monthly_credit_cap;
  return {
    ...(terms.name === undefined ? {} : { name: terms.name }),
    ...(terms.scopes === undefined ? {} : { scopes: terms.scopes }),
    ...(terms.expires_at === undefined
      ? {}
      : { expiresAt: terms.expires_at === null ? null : new Date(terms.expires_at) }),
    ...(terms.ip_allow_list === undefined ? {} : { ipAllowList: terms.ip_allow_list }),
    ...(terms.requests_per_minute === undefined ? {} : { requestsPerMinute: terms.requests_per_minute }),
    ...(cap === undefined ? {} : { monthlyCap: cap === null ? null : creditsToMicro(cap) }),
  };
}

/** Nobody can hand out more than they hold. */
function refuseBadScopes(caller: Caller, scopes: readonly string[]): void {
  scopes.forEach((scope, index) => {
    const param = `scopes[${index}]`;
    if (!isScope(scope))
      throw new ServiceError(
        'invalid_parameter',
        `"${scope}" is no scope. Use "*", a module such as "music", or "music:read".`,
        { param },
      );
    if (!holds(caller.scopes, scope))
      throw new ServiceError('scope_missing', `Your own key lacks "${scope}", so it cannot give it to another.`, {
        param,
      });
  });
}

function refuseBadAddresses(ranges: readonly string[]): void {
  ranges.forEach((range, index) => {
    const [address = '', bits] = range.split('/');
    const version = isIP(address);
    const isGood =
      version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
    if (!isGood)
      throw new ServiceError(
        'invalid_parameter',
        `"${range}" is no address or range (203.0.113.7 or 203.0.113.0/24).`,
        { param: `ip_allow_list[${index}]` },
      );
  });
}

function presentKey(key: Key, secret?: string): object {
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    environment: key.environment,
    hint: key.hint,
    ...(secret === undefined ? {} : { key: secret }),
    scopes: key.scopes,
    expires_at: key.expiresAt?.toISOString() ?? null,
    ip_allow_list: key.ipAllowList,
    requests_per_minute: key.requestsPerMinute,
    monthly_credit_cap: key.monthlyCap === null ? null : microToCredits(key.monthlyCap),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such key or account.');
}
