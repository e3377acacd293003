// A key as the API shows it, and as the account's log keeps it.
import { microToCredits } from '../../core/money.ts';
import type { Key } from '../../store/keys.ts';

export function presentKey(key: Key, secret?: string): object {
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
    daily_credit_cap: key.dailyCap === null ? null : microToCredits(key.dailyCap),
    tokens_per_minute: key.tokensPerMinute,
    ...customerCaps(key),
    models: key.models,
    request_log: key.requestLog,
    zero_retention: key.zeroRetention,
    answer_cache_seconds: key.answerCacheSeconds,
    guards: key.guards,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    member_id: key.memberId,
    created_by: key.makerEmail,
    created_at: key.createdAt.toISOString(),
  };
}

export function loggedKey({
  name,
  environment,
  scopes,
  monthlyCap,
  dailyCap,
  tokensPerMinute,
  requestsPerMinute,
  models,
  expiresAt,
  requestLog,
  zeroRetention,
  answerCacheSeconds,
  guards,
  ...caps
}: Key) {
  return {
    name,
    environment,
    scopes,
    monthly_credit_cap: monthlyCap === null ? null : microToCredits(monthlyCap),
    daily_credit_cap: dailyCap === null ? null : microToCredits(dailyCap),
    requests_per_minute: requestsPerMinute,
    tokens_per_minute: tokensPerMinute,
    ...customerCaps(caps),
    models,
    expires_at: expiresAt?.toISOString() ?? null,
    request_log: requestLog,
    zero_retention: zeroRetention,
    answer_cache_seconds: answerCacheSeconds,
    guards,
  };
}

function customerCaps({
  customerDailyCap: daily,
  customerMonthlyCap: monthly,
}: Pick<Key, 'customerDailyCap' | 'customerMonthlyCap'>) {
  return {
    customer_daily_credit_cap: daily === null ? null : microToCredits(daily),
    customer_monthly_credit_cap: monthly === null ? null : microToCredits(monthly),
  };
}
