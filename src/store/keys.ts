// API keys: stored and found by hash; limited in scope, lifetime, IP addresses, rate and spending.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CustomerCaps, Environment } from '../core/caller.ts';
import type { GuardTerms } from '../core/guards/policy.ts';
import { newId, randomToken } from '../core/ids.ts';
import type { RedactionRules, RequestLogLevel } from '../core/request-log-terms.ts';
import type { Role } from '../core/roles.ts';
import { announceAccountChange } from './accounts.ts';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Key {
  id: string;
  accountId: string;
  environment: Environment;
  name: string;
  hint: string;
  scopes: string[];
  ipAllowList: string[] | null;
  requestsPerMinute: number | null;
  monthlyCap: number | null;
  dailyCap: number | null;
  tokensPerMinute: number | null;
  /** For each customer without a cap of its own; null: no cap. */
  customerDailyCap: number | null;
  customerMonthlyCap: number | null;
  /** Ids and patterns with `*`; null: all models. */
  models: string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  /** The member who made it; null for a key from the command line. */
  memberId: string | null;
  makerEmail: string | null;
  makerRole: Role | null;
  /** null: the account's setting. */
  requestLog: RequestLogLevel | null;
  /** Its calls leave nothing behind. */
  zeroRetention: boolean;
  /** null: as the plan says; 0: answers are not kept for calls like them. */
  answerCacheSeconds: number | null;
  /** null: only those of the account and the plan. */
  guards: GuardTerms | null;
}

export interface KeyTerms {
  name: string;
  scopes: string[];
  ipAllowList?: string[] | null;
  requestsPerMinute?: number | null;
  monthlyCap?: number | null;
  dailyCap?: number | null;
  tokensPerMinute?: number | null;
  customerDailyCap?: number | null;
  customerMonthlyCap?: number | null;
  models?: string[] | null;
  expiresAt?: Date | null;
  requestLog?: RequestLogLevel | null;
  zeroRetention?: boolean;
  answerCacheSeconds?: number | null;
  guards?: GuardTerms | null;
  /** Only for a new key. */
  memberId?: string | null;
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function newSecret(environment: Environment): string {
  return `sk_${environment}_${randomToken()}${randomToken().slice(0, 14)}`;
}

const COLUMNS = sql`id, account_id as "accountId", environment, name, hint, scopes, ip_allow_list::text[] as "ipAllowList",
  customer_daily_cap as "customerDailyCap", customer_monthly_cap as "customerMonthlyCap",
  requests_per_minute as "requestsPerMinute", monthly_cap as "monthlyCap", daily_cap as "dailyCap", tokens_per_minute as "tokensPerMinute", models, expires_at as "expiresAt",
  revoked_at as "revokedAt", last_used_at as "lastUsedAt", created_at as "createdAt", member_id as "memberId", request_log as "requestLog", zero_retention as "zeroRetention", guards, answer_cache_seconds as "answerCacheSeconds",
  (select u.email from members m join auth_users u on u.id = m.user_id where m.id = member_id) as "makerEmail",
  (select m.role from members m where m.id = member_id) as "makerRole"`;

/** The secret is only in the return value; it is never stored. */
export async function insertKey(
  queries: Queries,
  owner: Owner,
  terms: KeyTerms,
): Promise<{ key: Key; secret: string }> {
  const secret = newSecret(owner.environment);
  const key = await importKey(queries, owner, { terms, hash: hashSecret(secret), hint: hintOf(secret) });
  if (!key) throw new Error('the key was not stored');
  return { key, secret };
}

/** Those of the keys that are here, also revoked ones. */
export async function knownKeys(
  queries: Queries,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; accountId: string }[]> {
  const { rows } = await sql<{ hash: Buffer; accountId: string }>`
    select secret_hash as hash, account_id as "accountId" from api_keys where secret_hash = any(${hashes}::bytea[])`.execute(
    queries,
  );
  return rows;
}

/** A key of which only the hash is known, such as one of another service. Undefined if it is here already. */
export async function importKey(
  queries: Queries,
  owner: Owner,
  { terms, hash, hint }: { terms: KeyTerms; hash: Buffer; hint: string },
): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    insert into api_keys (id, account_id, environment, name, secret_hash, hint, scopes, ip_allow_list, requests_per_minute, monthly_cap, daily_cap, tokens_per_minute, models, expires_at, member_id, request_log, zero_retention, answer_cache_seconds, guards, customer_daily_cap, customer_monthly_cap)
    values (${newId('key')}, ${owner.accountId}, ${owner.environment}, ${terms.name}, ${hash}, ${hint}, ${terms.scopes},
      ${networksOf(terms.ipAllowList)}, ${terms.requestsPerMinute ?? null}, ${terms.monthlyCap ?? null}, ${terms.dailyCap ?? null}, ${terms.tokensPerMinute ?? null}, ${terms.models ?? null}, ${terms.expiresAt ?? null}, ${terms.memberId ?? null}, ${terms.requestLog ?? null}, ${terms.zeroRetention ?? false}, ${terms.answerCacheSeconds ?? null}, ${toJson('api_keys.guards', terms.guards ?? null)}::jsonb, ${terms.customerDailyCap ?? null}, ${terms.customerMonthlyCap ?? null})
    on conflict (secret_hash) do nothing
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

/** Stores 10.0.0.1/8 as its network, 10.0.0.0/8, because the column's type requires it. */
function networksOf(list: string[] | null | undefined) {
  return sql`(select array_agg(network(one::inet)) from unnest(${list ?? null}::text[]) as one)`;
}

function hintOf(secret: string): string {
  return `${secret.slice(0, 12)}…${secret.slice(-4)}`;
}

export async function listKeys(queries: Queries, owner: Owner): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select ${COLUMNS} from api_keys
    where ${ownedBy(owner)} and revoked_at is null
    order by created_at desc limit 1000`.execute(queries);
  return rows;
}

export async function findKey(queries: Queries, owner: Owner, id: string): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select ${COLUMNS} from api_keys
    where id = ${id} and ${ownedBy(owner)} and revoked_at is null`.execute(queries);
  return rows[0];
}

export async function updateKey(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  terms: Partial<KeyTerms>,
): Promise<Key | undefined> {
  const { guards } = terms;
  const { rows } = await sql<Key>`
    update api_keys set
      name = coalesce(${terms.name ?? null}, name),
      scopes = coalesce(${terms.scopes ?? null}::text[], scopes),
      ip_allow_list = case when ${terms.ipAllowList !== undefined} then ${networksOf(terms.ipAllowList)} else ip_allow_list end,
      requests_per_minute = case when ${terms.requestsPerMinute !== undefined} then ${terms.requestsPerMinute ?? null} else requests_per_minute end,
      monthly_cap = case when ${terms.monthlyCap !== undefined} then ${terms.monthlyCap ?? null} else monthly_cap end,
      daily_cap = case when ${terms.dailyCap !== undefined} then ${terms.dailyCap ?? null} else daily_cap end,
      tokens_per_minute = case when ${terms.tokensPerMinute !== undefined} then ${terms.tokensPerMinute ?? null} else tokens_per_minute end,
      customer_daily_cap = case when ${terms.customerDailyCap !== undefined} then ${terms.customerDailyCap ?? null} else customer_daily_cap end,
      customer_monthly_cap = case when ${terms.customerMonthlyCap !== undefined} then ${terms.customerMonthlyCap ?? null} else customer_monthly_cap end,
      models = case when ${terms.models !== undefined} then ${terms.models ?? null}::text[] else models end,
      zero_retention = coalesce(${terms.zeroRetention ?? null}, zero_retention),
      answer_cache_seconds = case when ${terms.answerCacheSeconds !== undefined} then ${terms.answerCacheSeconds ?? null} else answer_cache_seconds end,
      ${guards === undefined ? sql`` : sql`guards = ${toJson('api_keys.guards', guards)}::jsonb,`}
      expires_at = case when ${terms.expiresAt !== undefined} then ${terms.expiresAt ?? null} else expires_at end,
      request_log = case when ${terms.requestLog !== undefined} then ${terms.requestLog ?? null} else request_log end
    where id = ${id} and ${ownedBy(owner)} and revoked_at is null
    returning ${COLUMNS}`.execute(queries);
  if (rows[0]) await announceAccountChange(queries, owner.accountId);
  return rows[0];
}

export async function revokeKey(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    update api_keys set revoked_at = now()
    where id = ${id} and ${ownedBy(owner)} and revoked_at is null
    returning id`.execute(queries);
  if (rows.length > 0) await announceAccountChange(queries, owner.accountId);
  return rows.length > 0;
}

/** Creates a new secret. The old one stays valid during the overlap, so that clients can switch one by one. */
export async function rotateKey(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  overlapSeconds: number,
): Promise<{ key: Key; secret: string } | undefined> {
  const secret = newSecret(owner.environment);
  const { rows } = await sql<Key>`
    update api_keys set
      previous_hash = secret_hash, previous_valid_until = now() + ${overlapSeconds} * interval '1 second',
      secret_hash = ${hashSecret(secret)}, hint = ${hintOf(secret)}
    where id = ${id} and ${ownedBy(owner)} and revoked_at is null
    returning ${COLUMNS}`.execute(queries);
  const [key] = rows;
  if (!key) return undefined;
  await announceAccountChange(queries, owner.accountId);
  return { key, secret };
}

export interface FoundKey extends Key {
  plan: string;
  attribution: 'required' | 'waived';
  priceFactorPermille: number | null;
  lossAllowed: boolean;
  isOwner: boolean;
  email: string;
  suspendedAt: Date | null;
  /** The key's expiry; for a rotated secret, the end of the overlap if that is earlier. */
  secretExpiresAt: Date | null;
  makerUserId: string | null;
  makerMonthlyCap: number | null;
  accountRequestLog: RequestLogLevel | null;
  requestLogRules: RedactionRules | null;
  accountGuards: GuardTerms | null;
}

/** Finds a key by its secret's hash; a rotated secret is found during its overlap. A key whose maker has left counts as revoked. */
export async function findKeyByHash(queries: Queries, hash: Buffer): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    select k.id, k.account_id as "accountId", k.environment, k.name, k.hint, k.scopes, k.ip_allow_list::text[] as "ipAllowList",
      k.customer_daily_cap as "customerDailyCap", k.customer_monthly_cap as "customerMonthlyCap",
      k.requests_per_minute as "requestsPerMinute", k.monthly_cap as "monthlyCap", k.daily_cap as "dailyCap", k.tokens_per_minute as "tokensPerMinute", k.models, k.expires_at as "expiresAt",
      case when k.member_id is not null and m.id is null then coalesce(k.revoked_at, now()) else k.revoked_at end as "revokedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt",
      k.member_id as "memberId", u.email as "makerEmail", m.role as "makerRole", m.user_id as "makerUserId", m.monthly_cap as "makerMonthlyCap",
      a.plan, a.attribution, a.price_factor_permille as "priceFactorPermille", a.price_allow_loss as "lossAllowed", a.is_owner as "isOwner", a.email, a.suspended_at as "suspendedAt",
      k.request_log as "requestLog", k.zero_retention as "zeroRetention", k.answer_cache_seconds as "answerCacheSeconds", k.guards, a.guards as "accountGuards", s.level as "accountRequestLog", s.rules as "requestLogRules",
      case when k.secret_hash = ${hash} then k.expires_at else least(k.expires_at, k.previous_valid_until) end as "secretExpiresAt"
    from api_keys k join accounts a on a.id = k.account_id
      left join members m on m.id = k.member_id left join auth_users u on u.id = m.user_id
      left join request_log_settings s on s.account_id = k.account_id
    where k.secret_hash = ${hash} or (k.previous_hash = ${hash} and k.previous_valid_until > now())
    limit 1`.execute(queries);
  return rows[0];
}

export function customerCapsOf(key: Pick<Key, 'customerDailyCap' | 'customerMonthlyCap'>): CustomerCaps | undefined {
  const { customerDailyCap: daily, customerMonthlyCap: monthly } = key;
  return daily === null && monthly === null ? undefined : { daily, monthly };
}

/** `lastUsed` maps the key's id to the time of its last use in milliseconds. */
export async function touchKeys(queries: Queries, lastUsed: ReadonlyMap<string, number>): Promise<void> {
  if (lastUsed.size === 0) return;
  await sql`
    update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
    from unnest(${[...lastUsed.keys()]}::text[], ${[...lastUsed.values()].map((ms) => new Date(ms))}::timestamptz[]) as u(id, at)
    where k.id = u.id`.execute(queries);
}
