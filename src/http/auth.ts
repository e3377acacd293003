// Identifies the caller from an API key or a dashboard session. Results are cached briefly, so a revocation takes effect within a second.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Caller, CallingMember, Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { guardTermsOf } from '../core/guards/policy.ts';
import type { RequestLogTerms } from '../core/request-log-terms.ts';
import { manages } from '../core/roles.ts';
import type { Queries } from '../store/database.ts';
import { customerCapsOf, type FoundKey, findKeyByHash } from '../store/keys.ts';

/** The caller of a signed-in dashboard user; undefined without a valid session. */
export type FindSessionCaller = (headers: IncomingHttpHeaders, environment: Environment) => Promise<Caller | undefined>;

export interface Visitor {
  headers: IncomingHttpHeaders;
  ip: string;
  environment: Environment;
  /** The key from the URL, for routes that accept it there. */
  keyInQuery?: string | undefined;
}

/** Refuses a valid key at the other base URL, from a disallowed address, or while its account is suspended. */
export class RefusedKey extends ServiceError {
  readonly caller: Caller;

  constructor(caller: Caller, code: 'wrong_environment' | 'access_denied' | 'ip_not_allowed', message: string) {
    super(code, message);
    this.caller = caller;
  }
}

interface CachedKey {
  found: { key: FoundKey; caller: Caller; allowed: BlockList | null } | undefined;
  goodUntilMs: number;
}

/** What a plan says for keys without settings of their own. */
export interface PlanTerms {
  zeroRetention: boolean;
  /** How long answers are kept for calls like them; 0: not at all. */
  answerCacheSeconds: number;
}
type TermsOfPlan = (plan: string) => PlanTerms;

const NO_TERMS: PlanTerms = { zeroRetention: false, answerCacheSeconds: 0 };

const CACHE_MS = 900;
const CACHE_ENTRIES = 20_000;
const BEARER = /^Bearer +(\S+)$/i;
/** Ours, and those that `npm run import` brought from another service. */
const KEY_SHAPE = /^sk_(live|test)_[0-9a-z]{40}$|^sk-[\w-]{4,200}$/;

export class Authenticator {
  readonly #queries: Queries;
  readonly #termsOf: TermsOfPlan;
  readonly #findSessionCaller: FindSessionCaller;
  readonly #cache = new Map<string, CachedKey>();
  /** Hashes of recent Authorization headers, so that a busy key is not hashed on every call. */
  #digests = new Map<string, string>();
  #digestsUntilMs = 0;
  #lastUsed = new Map<string, number>();
  /** Counts calls of forget(): a lookup that was running during one may have read stale data and is not cached. */
  #forgotten = 0;

  constructor(queries: Queries, findSessionCaller: FindSessionCaller, termsOf: TermsOfPlan = () => NO_TERMS) {
    this.#termsOf = termsOf;
    this.#queries = queries;
    this.#findSessionCaller = findSessionCaller;
  }

  /** Synchronous for a cached key. */
  identify(visitor: Visitor): Caller | Promise<Caller> {
    const authorization = visitor.headers.authorization ?? otherKeyOf(visitor);
    return authorization === undefined ? this.#bySession(visitor) : this.#byKey(authorization, visitor);
  }

  async #bySession(visitor: Visitor): Promise<Caller> {
    if (visitor.headers.cookie !== undefined) {
      const caller = await this.#findSessionCaller(visitor.headers, visitor.environment);
      if (caller) return this.#termsOf(caller.plan).zeroRetention ? { ...caller, zeroRetention: true } : caller;
    }
    throw new ServiceError(
      'invalid_api_key',
      'No API key was sent. Send one as "Authorization: Bearer sk_…". You can create a key in the dashboard under API keys.',
    );
  }

  /** Drops the cached callers of an account whose keys or plan changed. */
  forget(accountId: string): void {
    this.#forgotten += 1;
    for (const [digest, entry] of this.#cache) if (entry.found?.key.accountId === accountId) this.#cache.delete(digest);
  }

  /** The keys used since the last call of this method, with the time of their last use in milliseconds. */
  takeLastUsed(): ReadonlyMap<string, number> {
    const lastUsed = this.#lastUsed;
    this.#lastUsed = new Map();
    return lastUsed;
  }

  #byKey(authorization: string, visitor: Visitor): Caller | Promise<Caller> {
    const nowMs = Date.now();
    const digest = this.#digestOf(authorization, nowMs);
    const cached = this.#cache.get(digest);
    if (cached && cached.goodUntilMs > nowMs) return this.#admit(cached, visitor);
    return this.#look(digest).then((entry) => this.#admit(entry, visitor));
  }

  #digestOf(authorization: string, nowMs: number): string {
    if (nowMs > this.#digestsUntilMs || this.#digests.size >= CACHE_ENTRIES) {
      this.#digests = new Map();
      this.#digestsUntilMs = nowMs + CACHE_MS;
    }
    const known = this.#digests.get(authorization);
    if (known) return known;
    const secret = BEARER.exec(authorization)?.[1] ?? '';
    // A string of another shape cannot be a key, so the database is not asked.
    if (!KEY_SHAPE.test(secret)) throw invalidKey();
    const digest = hash('sha256', secret, 'hex');
    this.#digests.set(authorization, digest);
    return digest;
  }

  #admit({ found }: CachedKey, visitor: Visitor): Caller {
    if (!found || found.key.revokedAt) throw invalidKey();
    const now = Date.now();
    if (found.key.expiresAt && found.key.expiresAt.getTime() <= now)
      throw invalidKey('This API key has expired. Create a new one in the dashboard under API keys.');
    if (found.key.environment !== visitor.environment) throw wrongEnvironment(found.caller);
    if (found.key.suspendedAt)
      throw new RefusedKey(
        found.caller,
        'access_denied',
        'This account is suspended. Contact the operator of this service.',
      );
    if (found.allowed && !found.allowed.check(visitor.ip, isIPv6(visitor.ip) ? 'ipv6' : 'ipv4')) {
      throw new RefusedKey(
        found.caller,
        'ip_not_allowed',
        `This API key may not be used from ${visitor.ip}. Add this IP address to the key's allow-list.`,
      );
    }
    this.#lastUsed.set(found.key.id, now);
    return found.caller;
  }

  async #look(digest: string): Promise<CachedKey> {
    const goodUntilMs = Date.now() + CACHE_MS;
    const forgottenBefore = this.#forgotten;
    const key = await findKeyByHash(this.#queries, Buffer.from(digest, 'hex'));
    const entry: CachedKey = {
      found: key && { key, caller: callerOf(key, this.#termsOf(key.plan)), allowed: allowListOf(key.ipAllowList) },
      goodUntilMs,
    };
    if (this.#forgotten !== forgottenBefore) return entry;
    if (this.#cache.size >= CACHE_ENTRIES) this.#cache.clear();
    this.#cache.set(digest, entry);
    return entry;
  }
}

export function hasKeyHeader(headers: IncomingHttpHeaders): boolean {
  return (headers.authorization ?? otherKeyOf({ headers })) !== undefined;
}

/** Anthropic's and Google's clients send their key in headers of their own. */
function otherKeyOf({ headers, keyInQuery }: Pick<Visitor, 'headers' | 'keyInQuery'>): string | undefined {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? keyInQuery;
  return key === undefined ? undefined : `Bearer ${String(key)}`;
}

function callerOf(key: FoundKey, plan: PlanTerms): Caller {
  const zeroRetention = key.zeroRetention || plan.zeroRetention;
  const answerCacheSeconds = key.answerCacheSeconds ?? plan.answerCacheSeconds;
  return {
    accountId: key.accountId,
    environment: key.environment,
    plan: key.plan,
    attributionWaived: key.attribution === 'waived',
    priceFactorPermille: key.priceFactorPermille,
    lossAllowed: key.lossAllowed,
    isOwner: key.isOwner && (key.makerRole === null || manages(key.makerRole)),
    email: key.email,
    keyId: key.id,
    keyMonthlyCap: key.monthlyCap,
    keyDailyCap: key.dailyCap,
    keyRequestsPerMinute: key.requestsPerMinute,
    keyTokensPerMinute: key.tokensPerMinute,
    keyModels: key.models,
    keyExpiresAt: key.secretExpiresAt,
    scopes: key.scopes,
    member: makerOf(key),
    customerCaps: customerCapsOf(key),
    requestLog: requestLogOf(key),
    zeroRetention,
    answerCacheSeconds: zeroRetention || answerCacheSeconds === 0 ? undefined : answerCacheSeconds,
    guards: guardTermsOf(key.accountGuards, key.guards),
  };
}

/** The key's setting takes precedence over the account's. */
function requestLogOf({
  requestLog,
  accountRequestLog,
  requestLogRules: rules,
}: FoundKey): RequestLogTerms | undefined {
  const level = requestLog ?? accountRequestLog;
  return level === null ? undefined : { level, rules };
}

function makerOf({
  memberId: id,
  makerUserId: userId,
  makerEmail: email,
  ...key
}: FoundKey): CallingMember | undefined {
  if (!id || !userId || !email || !key.makerRole) return undefined;
  return { id, userId, email, role: key.makerRole, monthlyCap: key.makerMonthlyCap, sessionId: null };
}

function allowListOf(ranges: string[] | null): BlockList | null {
  if (!ranges || ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

function invalidKey(
  message = 'This API key is not valid. Check it, or create a new one in the dashboard under API keys.',
): ServiceError {
  return new ServiceError('invalid_api_key', message);
}

function wrongEnvironment(caller: Caller): RefusedKey {
  const base = caller.environment === 'test' ? '/sandbox/v1' : '/v1';
  return new RefusedKey(caller, 'wrong_environment', `This is a ${caller.environment} key. Use it at ${base}.`);
}
