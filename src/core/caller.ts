// The caller of a request: what the gate read from the API key or the dashboard session.
import type { CacheUse } from './answer-cache.ts';
import type { CallTrace } from './call-trace.ts';
import type { GuardTerms } from './guards/policy.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { RequestLogTerms } from './request-log-terms.ts';
import type { Role } from './roles.ts';

export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A member of the account's team: the signed-in user, or the one who made the key. */
export interface CallingMember {
  id: string;
  userId: string;
  email: string;
  role: Role;
  /** The most that the member's sessions and keys may spend in a calendar month, per environment; null: no cap. */
  monthlyCap: number | null;
  /** null if the caller is a key. */
  sessionId: string | null;
}

export interface Caller {
  accountId: string;
  environment: Environment;
  plan: string;
  attributionWaived: boolean;
  /** The account's own price factor in thousandths of the list price; null: the plan's factor. */
  priceFactorPermille: number | null;
  /** Whether the account's own price factor may take models below their cost; absent: it may not. */
  lossAllowed?: boolean;
  /** Whether this caller may act as the operator: the operator's account, by an owner or admin of its team. */
  isOwner: boolean;
  email: string;
  /** null if the caller is a user signed in to the dashboard. */
  keyId: string | null;
  /** The most that this key may spend in a calendar month; null if the key has no cap. */
  keyMonthlyCap: number | null;
  /** The most that this key may spend in a UTC day; null: no cap. */
  keyDailyCap: number | null;
  keyRequestsPerMinute: number | null;
  /** The tokens that this key may use in a minute; null: no limit of its own. */
  keyTokensPerMinute: number | null;
  /** The models that this key may use: ids and patterns with `*`; null: all. */
  keyModels: readonly string[] | null;
  /** When the presented secret stops working: the key's expiry, or the end of a rotation's overlap. null: never. */
  keyExpiresAt: Date | null;
  scopes: readonly string[];
  /** Absent for a key that was made on the command line: it acts for the account itself, like an owner. */
  member?: CallingMember | undefined;
  /** The request log settings of the key or the account; absent if neither has any. */
  requestLog?: RequestLogTerms | undefined;
  /** The key or the plan demands that its calls leave nothing behind. */
  zeroRetention?: boolean | undefined;
  /** How long answers of this key are kept for calls like them; absent: not at all. */
  answerCacheSeconds?: number | undefined;
  /** Set for one call that may use the answer cache. */
  cacheUse?: CacheUse | undefined;
  /** What the account and the key say about guards; absent: nothing. Those of the plan come on top. */
  guards?: readonly GuardTerms[] | undefined;
  /** Set for one call, while its usage is recorded. */
  trace?: CallTrace;
  /** The request log row to write if the process dies during this call; absent if no log is kept. */
  logIfKilled?: (() => LoggedRequest) | undefined;
  /** Set while a line of a batch runs. */
  batch?: BatchTerms;
  /** The default cap for customers without caps of their own who use this key; absent: no cap. */
  customerCaps?: CustomerCaps | undefined;
  /** The end customer whom this call names. */
  customer?: string | undefined;
  /** The run that this call names. */
  run?: NamedRun | undefined;
}

export interface CustomerCaps {
  /** Per UTC day and per UTC month; null: no cap. */
  daily: number | null;
  monthly: number | null;
}

export interface NamedRun {
  id: string;
  /** Micro-credits; null: keep the run's current budget. */
  budget: number | null;
}

/** How calls in a batch differ from others: their price, and each charge is stored together with its answer. */
export interface BatchTerms {
  id: string;
  priceFactor: number;
  /** Counts towards the tokens a minute, as calls outside of batches do. */
  isMetered?: boolean;
  defer(charge: DeferredCharge): void;
}

export interface DeferredCharge {
  holdId: string;
  cost: number;
  description: string;
  usage: {
    promptTokens?: number;
    completionTokens?: number;
    cachedTokens?: number;
    cacheWriteTokens?: number;
    images?: number;
    milliseconds?: number;
    characters?: number;
    isEstimated?: boolean | undefined;
  };
  /** What the upstream charges the operator for the call; null: unknown. */
  upstreamCost: number | null;
  /** The purpose of the cost and the upstream that caused it; null for a local engine without a name. */
  served: { module: string; model: string; keyId: string | null; upstream: string | null };
}
