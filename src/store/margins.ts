// Usage of all accounts with its revenue and cost, in groups, for the operator.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export const MARGIN_GROUPS = ['account', 'key', 'model', 'module', 'upstream', 'plan', 'day'] as const;
export type MarginGroup = (typeof MARGIN_GROUPS)[number];

export interface MarginSum {
  group: string;
  /** The email of an account, or the name of a key. */
  label: string | null;
  requests: number;
  errors: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  images: number;
  milliseconds: number;
  credits: MicroCredits;
  /** As far as upstreams told their use. */
  cost: MicroCredits;
  /** The cost of work that no customer paid for. */
  unpaidCost: MicroCredits;
  /** What upstreams bill, paid or not, for work whose use they never told: by this service's count. */
  estimatedCost: MicroCredits;
  unpaidCalls: number;
  /** Calls whose cost is not known. */
  unknownCalls: number;
  /** Attempts without a result that an upstream may bill; not in the cost. */
  unknownAttempts: number;
}

const MAX_MARGIN_GROUPS = 5_000;

interface MarginRange {
  from: Date;
  to: Date;
  group: MarginGroup;
  accountId: string | null;
}

/**
 * Live usage only: the sandbox has neither revenue nor cost. Groups with the highest revenue come first, days in date
 * order.
 */
export async function sumMargins(queries: Queries, range: MarginRange): Promise<MarginSum[]> {
  const { from, to, group, accountId } = range;
  const isOfCalls = group === 'upstream' || group === 'plan';
  // Only the rows of call costs know upstreams and plans; only the usage knows uncharged requests and calls of older
  // nodes.
  const { rows } = await sql<MarginSum>`
    with costs as (
      select account_id, hour, module, model, key_id, upstream, plan, calls, unpaid_calls, unknown_calls, unknown_attempts, prompt_tokens, completion_tokens,
        cached_tokens, cache_write_tokens, images, milliseconds, credits, cost, unpaid_cost, estimated_cost
      from cost_hourly
      where environment = 'live' and hour >= ${from} and hour < ${to} and (${accountId}::text is null or account_id = ${accountId})
      union all
      select c.account_id, date_trunc('hour', c.at), c.module, c.model, c.key_id, c.upstream, coalesce(a.plan, ''), c.calls, c.unpaid_calls,
        c.unknown_calls, c.unknown_attempts, c.prompt_tokens, c.completion_tokens, c.cached_tokens, c.cache_write_tokens, c.images, c.milliseconds, c.credits,
        c.cost, c.unpaid_cost, c.estimated_cost
      from call_costs c left join accounts a on a.id = c.account_id
      where c.environment = 'live' and c.at >= ${from} and c.at < ${to} and (${accountId}::text is null or c.account_id = ${accountId})
    ), used as (
      select account_id, hour, module, model, key_id, '' as upstream, '' as plan, requests, errors, prompt_tokens, completion_tokens, cached_tokens,
        cache_write_tokens, images, milliseconds, credits, cost, 0::bigint as unpaid_cost, 0::bigint as estimated_cost, 0::bigint as unpaid_calls, 0::bigint as unknown_calls, 0::bigint as unknown_attempts
      from usage_hourly
      where not ${isOfCalls}::boolean and environment = 'live' and hour >= ${from} and hour < ${to}
        and (${accountId}::text is null or account_id = ${accountId})
      union all
      select account_id, hour, module, model, key_id, upstream, plan, calls, 0, prompt_tokens, completion_tokens, cached_tokens,
        cache_write_tokens, images, milliseconds, credits, cost, unpaid_cost, estimated_cost, unpaid_calls, unknown_calls, unknown_attempts
      from costs where ${isOfCalls}::boolean
      union all
      select account_id, hour, module, model, key_id, upstream, plan, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, unpaid_cost, estimated_cost, unpaid_calls, unknown_calls, unknown_attempts
      from costs where not ${isOfCalls}::boolean and (unpaid_calls <> 0 or unknown_calls > 0 or estimated_cost > 0)
    )
    select s."group", coalesce(a.email, k.name) as label, s.requests, s.errors, s.prompt_tokens as "promptTokens",
      s.completion_tokens as "completionTokens", s.cached_tokens as "cachedTokens", s.cache_write_tokens as "cacheWriteTokens",
      s.images, s.milliseconds, s.credits, s.cost, s.unpaid_cost as "unpaidCost", s.estimated_cost as "estimatedCost", s.unpaid_calls as "unpaidCalls",
      s.unknown_calls as "unknownCalls", s.unknown_attempts as "unknownAttempts"
    from (
      select coalesce(case ${group}::text when 'account' then account_id when 'key' then key_id when 'model' then model
          when 'module' then module when 'upstream' then upstream when 'plan' then plan
          else to_char(hour at time zone 'utc', 'YYYY-MM-DD') end, '') as "group",
        coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(errors), 0)::bigint as errors,
        coalesce(sum(prompt_tokens), 0)::bigint as prompt_tokens, coalesce(sum(completion_tokens), 0)::bigint as completion_tokens, coalesce(sum(cached_tokens), 0)::bigint as cached_tokens,
        coalesce(sum(cache_write_tokens), 0)::bigint as cache_write_tokens, coalesce(sum(images), 0)::bigint as images, coalesce(sum(milliseconds), 0)::bigint as milliseconds, coalesce(sum(credits), 0)::bigint as credits, coalesce(sum(cost), 0)::bigint as cost,
        coalesce(sum(unpaid_cost), 0)::bigint as unpaid_cost, coalesce(sum(estimated_cost), 0)::bigint as estimated_cost, coalesce(sum(unpaid_calls), 0)::bigint as unpaid_calls, coalesce(sum(unknown_calls), 0)::bigint as unknown_calls, coalesce(sum(unknown_attempts), 0)::bigint as unknown_attempts
      from used
      group by 1
    ) s
    left join accounts a on ${group}::text = 'account' and a.id = s."group"
    left join api_keys k on ${group}::text = 'key' and k.id = s."group"
    order by case when ${group}::text = 'day' then s."group" end, s.credits desc, s."group"
    limit ${MAX_MARGIN_GROUPS}`.execute(queries);
  return rows;
}
