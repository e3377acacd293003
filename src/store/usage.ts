// Use per hour: added to by many nodes, read in groups.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export interface RequestCount {
  accountId: string;
  environment: Environment;
  module: string;
  keyId: string | null;
  requests: number;
  errors: number;
}

/** Requests that were not charged: reads, refusals, failures. */
export async function addRequestCounts(queries: Queries, counts: readonly RequestCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, errors)
    select account, environment, date_trunc('hour', now()), module, '', key, requests, errors
    from unnest(${counts.map((one) => one.accountId)}::text[], ${counts.map((one) => one.environment)}::text[],
      ${counts.map((one) => one.module)}::text[], ${counts.map((one) => one.keyId ?? '')}::text[],
      ${counts.map((one) => one.requests)}::bigint[], ${counts.map((one) => one.errors)}::bigint[])
      as given(account, environment, module, key, requests, errors)
    order by account, environment, module, key
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests, errors = u.errors + excluded.errors`.execute(queries);
}

export const USAGE_GROUPS = ['day', 'hour', 'module', 'model', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export interface UsageSum {
  group: string;
  requests: number;
  errors: number;
  promptTokens: number;
  completionTokens: number;
  images: number;
  milliseconds: number;
  credits: MicroCredits;
}

const GROUP_EXPRESSION: Record<UsageGroup, ReturnType<typeof sql>> = {
  day: sql`to_char(hour at time zone 'utc', 'YYYY-MM-DD')`,
  hour: sql`to_char(hour at time zone 'utc', 'YYYY-MM-DD"T"HH24:00:00"Z"')`,
  module: sql`module`,
  model: sql`model`,
  key: sql`key_id`,
};

const MAX_GROUPS = 5000;

export async function sumUsage(
  queries: Queries,
  range: { accountId: string; environment: Environment; from: Date; to: Date; group: UsageGroup },
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select ${GROUP_EXPRESSION[range.group]} as "group", sum(requests)::bigint as requests, sum(errors)::bigint as errors,
      sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
      sum(images)::bigint as images, sum(milliseconds)::bigint as milliseconds, sum(credits)::bigint as credits
    from usage_hourly
    where account_id = ${range.accountId} and environment = ${range.environment} and hour >= ${range.from} and hour < ${range.to}
    group by 1 order by 1 limit ${MAX_GROUPS}`.execute(queries);
  return rows;
}
