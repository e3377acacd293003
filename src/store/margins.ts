// Usage of all accounts with what it brought and what it cost, in groups, for the operator.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export const MARGIN_GROUPS = ['account', 'key', 'model', 'module', 'day'] as const;
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
  cost: MicroCredits;
}

const MOST_MARGIN_GROUPS = 5_000;

/** Live usage only: the sandbox is free on both sides. The groups that brought most come first, days in their order. */
export async function sumMargins(
  queries: Queries,
  range: { from: Date; to: Date; group: MarginGroup; accountId: string | null },
): Promise<MarginSum[]> {
  const { rows } = await sql<MarginSum>`
    select s."group", coalesce(a.email, k.name) as label, s.requests, s.errors, s.prompt_tokens as "promptTokens",
      s.completion_tokens as "completionTokens", s.cached_tokens as "cachedTokens", s.cache_write_tokens as "cacheWriteTokens",
      s.images, s.milliseconds, s.credits, s.cost
    from (
      select coalesce(case ${range.group}::text when 'account' then account_id when 'key' then key_id when 'model' then model
          when 'module' then module else to_char(hour at time zone 'utc', 'YYYY-MM-DD') end, '') as "group",
        coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(errors), 0)::bigint as errors,
        coalesce(sum(prompt_tokens), 0)::bigint as prompt_tokens, coalesce(sum(completion_tokens), 0)::bigint as completion_tokens,
        coalesce(sum(cached_tokens), 0)::bigint as cached_tokens, coalesce(sum(cache_write_tokens), 0)::bigint as cache_write_tokens,
        coalesce(sum(images), 0)::bigint as images, coalesce(sum(milliseconds), 0)::bigint as milliseconds,
        coalesce(sum(credits), 0)::bigint as credits, coalesce(sum(cost), 0)::bigint as cost
      from usage_hourly
      where environment = 'live' and hour >= ${range.from} and hour < ${range.to}
        and (${range.accountId}::text is null or account_id = ${range.accountId})
      group by 1
    ) s
    left join accounts a on ${range.group}::text = 'account' and a.id = s."group"
    left join api_keys k on ${range.group}::text = 'key' and k.id = s."group"
    order by case when ${range.group}::text = 'day' then s."group" end, s.credits desc, s."group"
    limit ${MOST_MARGIN_GROUPS}`.execute(queries);
  return rows;
}
