// Reads and changes an account: its name, its attribution and its keys.
import { isIP } from 'node:net';
import type { Caller } from '../../core/caller.ts';
import { readCreditsOrNull } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { strictest } from '../../core/guards/policy.ts';
import { isScope } from '../../core/scopes.ts';
import type { Prices } from '../../money/prices.ts';
import { type Actor, insertLog } from '../../store/account-log.ts';
import { type Account, findAccount, updateAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import {
  findKey,
  insertKey,
  listKeys,
  revokeKey,
  rotateKey,
  type KeyTerms as StoredTerms,
  updateKey,
} from '../../store/keys.ts';
import {
  type KeyBounds,
  NO_LIMITS,
  refuseLogLevel,
  refuseMilderAccount,
  refuseMilderGuards,
  refuseMore,
  refuseMoreStorage,
  refuseOthersKey,
  withDefaults,
} from './key-bounds.ts';
import { loggedKey, presentKey } from './key-view.ts';
import type { AccountPatch, KeyPatch, KeyTerms } from './schema.ts';

const DEFAULT_OVERLAP_SECONDS = 0;

export class AccountService {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #forgetCallers: (accountId: string) => void;

  /** `forgetCallers` applies a change on this node at once; other nodes learn of it through the database. */
  constructor(database: Database, prices: Prices, forgetCallers: (accountId: string) => void) {
    this.#database = database;
    this.#prices = prices;
    this.#forgetCallers = forgetCallers;
  }

  async read(caller: Caller): Promise<object> {
    return this.#present(found(await findAccount(this.#database.queries, caller.accountId)), caller);
  }

  async change(actor: Actor, patch: AccountPatch): Promise<object> {
    const wanted = {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.attribution === undefined ? {} : { attribution: patch.attribution }),
      ...(patch.guards === undefined ? {} : { guards: patch.guards }),
    };
    const account = await this.#database.transaction(async (trx) => {
      const before = found(await findAccount(trx, actor.accountId));
      refuseMilderAccount(actor, patch.guards, before.guards);
      const after = found(await updateAccount(trx, actor.accountId, wanted));
      const facts = { before: settingsOf(before), after: settingsOf(after) };
      await insertLog(trx, actor, { action: 'account.change', target: actor.accountId, ...facts });
      return after;
    });
    this.#forgetCallers(actor.accountId);
    return this.#present(account, actor);
  }

  async listKeys(caller: Caller): Promise<object> {
    const keys = await listKeys(this.#database.queries, caller);
    return { object: 'list', data: keys.map((key) => presentKey(key)) };
  }

  async createKey(actor: Actor, terms: KeyTerms): Promise<object> {
    refuseLogLevel(actor, terms);
    refuseMoreStorage(actor, terms);
    const own = await this.#boundsOf(actor);
    refuseMilderGuards(actor, { wanted: terms.guards, own: own.guards });
    const wanted = storedTerms({ scopes: ['*'], ...terms });
    const zeroRetention = wanted.zeroRetention ?? (actor.keyId !== null && actor.zeroRetention === true);
    const stored = {
      ...wanted,
      zeroRetention,
      guards: wanted.guards === undefined ? own.guards : wanted.guards,
      name: terms.name,
      scopes: wanted.scopes ?? [],
      memberId: actor.member?.id ?? null,
    };
    refuseMore(own, { id: null, terms: withDefaults(stored) });
    return this.#database.transaction(async (trx) => {
      const { key, secret } = await insertKey(trx, actor, stored);
      await insertLog(trx, actor, { action: 'key.create', target: key.id, after: loggedKey(key) });
      return presentKey(key, secret);
    });
  }

  async changeKey(actor: Actor, id: string, patch: KeyPatch): Promise<object> {
    refuseLogLevel(actor, patch);
    const terms = storedTerms(patch);
    const own = await this.#boundsOf(actor);
    refuseMore(own, { id, terms });
    const current = found(await findKey(this.#database.queries, actor, id));
    refuseOthersKey(actor, current, 'change');
    refuseMoreStorage(actor, patch, current);
    refuseMilderGuards(actor, { wanted: patch.guards, own: own.guards, current: current.guards });
    const key = await this.#database.transaction(async (trx) => {
      const changed = found(await updateKey(trx, { ...actor, id }, terms));
      const facts = { before: loggedKey(current), after: loggedKey(changed) };
      await insertLog(trx, actor, { action: 'key.change', target: id, ...facts });
      return changed;
    });
    this.#forgetCallers(actor.accountId);
    return presentKey(key);
  }

  async revokeKey(actor: Actor, id: string): Promise<object> {
    const current = found(await findKey(this.#database.queries, actor, id));
    refuseOthersKey(actor, current, 'revoke');
    await this.#database.transaction(async (trx) => {
      if (!(await revokeKey(trx, actor, id))) throw notFound();
      await insertLog(trx, actor, { action: 'key.revoke', target: id, before: loggedKey(current) });
    });
    this.#forgetCallers(actor.accountId);
    return { object: 'key', id, deleted: true };
  }

  /** The new secret has all rights of the key, so the caller must have them too. */
  async rotateKey(actor: Actor, id: string, overlapSeconds: number | undefined): Promise<object> {
    const key = found(await findKey(this.#database.queries, actor, id));
    refuseOthersKey(actor, key, 'rotate');
    refuseMore(await this.#boundsOf(actor), { id, terms: key });
    const rotated = await this.#database.transaction(async (trx) => {
      const done = found(await rotateKey(trx, { ...actor, id }, overlapSeconds ?? DEFAULT_OVERLAP_SECONDS));
      await insertLog(trx, actor, { action: 'key.rotate', target: id });
      return done;
    });
    this.#forgetCallers(actor.accountId);
    return presentKey(rotated.key, rotated.secret);
  }

  /** The current limits of the calling key; none for a dashboard user. */
  async #boundsOf(caller: Caller): Promise<KeyBounds> {
    if (caller.keyId === null) return { id: null, scopes: caller.scopes, ...NO_LIMITS };
    const own = found(await findKey(this.#database.queries, caller, caller.keyId));
    return { ...own, expiresAt: caller.keyExpiresAt };
  }

  #present(account: Account, caller: Caller): object {
    const plan = this.#prices.plan(account.plan);
    const { member } = caller;
    return {
      object: 'account',
      id: account.id,
      email: account.email,
      name: account.name,
      plan: account.plan,
      environment: caller.environment,
      // The name `attribution` is taken by the service's own field in every response.
      attribution_setting: account.attribution,
      is_owner: caller.isOwner,
      member: member ? { id: member.id, email: member.email, role: member.role } : null,
      guards: account.guards,
      guards_in_force: strictest([plan.guards, account.guards, ...(caller.guards ?? [])]) ?? null,
      limits: {
        requests_per_minute: plan.requests_per_minute,
        requests_per_day: plan.requests_per_day,
        concurrent_jobs: plan.concurrent_jobs,
      },
      created_at: account.createdAt.toISOString(),
    };
  }
}

function storedTerms(terms: KeyPatch): Partial<StoredTerms> {
  refuseUnknownScopes(terms.scopes ?? []);
  refuseBadAddresses(terms.ip_allow_list ?? []);
  const { customer_daily_credit_cap: customerDaily, customer_monthly_credit_cap: customerMonthly } = terms;
  return {
    ...(terms.name === undefined ? {} : { name: terms.name }),
    ...(terms.scopes === undefined ? {} : { scopes: terms.scopes }),
    ...(terms.expires_at === undefined
      ? {}
      : { expiresAt: terms.expires_at === null ? null : dateOf(terms.expires_at) }),
    ...(terms.ip_allow_list === undefined ? {} : { ipAllowList: terms.ip_allow_list }),
    ...(terms.requests_per_minute === undefined ? {} : { requestsPerMinute: terms.requests_per_minute }),
    ...(terms.daily_credit_cap === undefined
      ? {}
      : { dailyCap: readCreditsOrNull(terms.daily_credit_cap, 'daily_credit_cap') }),
    ...(customerDaily === undefined
      ? {}
      : { customerDailyCap: readCreditsOrNull(customerDaily, 'customer_daily_credit_cap') }),
    ...(customerMonthly === undefined
      ? {}
      : { customerMonthlyCap: readCreditsOrNull(customerMonthly, 'customer_monthly_credit_cap') }),
    ...(terms.tokens_per_minute === undefined ? {} : { tokensPerMinute: terms.tokens_per_minute }),
    ...(terms.models === undefined ? {} : { models: terms.models }),
    ...(terms.guards === undefined ? {} : { guards: terms.guards }),
    ...(terms.zero_retention === undefined ? {} : { zeroRetention: terms.zero_retention }),
    ...(terms.answer_cache_seconds === undefined ? {} : { answerCacheSeconds: terms.answer_cache_seconds }),
    ...(terms.request_log === undefined ? {} : { requestLog: terms.request_log }),
    ...(terms.monthly_credit_cap === undefined
      ? {}
      : { monthlyCap: readCreditsOrNull(terms.monthly_credit_cap, 'monthly_credit_cap') }),
  };
}

function refuseUnknownScopes(scopes: readonly string[]): void {
  scopes.forEach((scope, index) => {
    if (!isScope(scope))
      throw new ServiceError(
        'invalid_parameter',
        `"${scope}" is not a scope. Use "*", a module such as "music", or "music:read".`,
        { param: `scopes[${index}]` },
      );
  });
}

const RANGE = /^([0-9a-fA-F.:]+)(?:\/(0|[1-9]\d{0,2}))?$/;

function refuseBadAddresses(ranges: readonly string[]): void {
  ranges.forEach((range, index) => {
    const [, address = '', bits] = RANGE.exec(range) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(bits ?? 0) > (version === 4 ? 32 : 128))
      throw new ServiceError(
        'invalid_parameter',
        `"${range}" is not an IP address or range. Write it like 203.0.113.7 or 203.0.113.0/24.`,
        { param: `ip_allow_list[${index}]` },
      );
  });
}

function settingsOf({ name, attribution, guards }: Account) {
  return { name, attribution, guards };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

function notFound(): ServiceError {
  return new ServiceError('not_found', 'This key or account does not exist.');
}

/** Leap seconds are valid in the text format but not in a Date. */
function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new ServiceError('invalid_parameter', 'The field "expires_at" must be a time such as 2026-01-31T12:00:00Z.', {
      param: 'expires_at',
    });
  if (date.getTime() <= Date.now())
    throw new ServiceError(
      'invalid_parameter',
      'The field "expires_at" must be in the future. Revoke a key to end it now.',
      {
        param: 'expires_at',
      },
    );
  return date;
}
