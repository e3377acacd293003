// Usage per hour: written by all nodes, read in groups.
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

/** Adds requests that were not charged: reads, refused requests, failures. */
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

const MAX_GROUPS = 5000;

/**
 * Per end customer, for whole UTC days and charged calls only; if there are more than MAX_GROUPS, the highest spenders
 * come first.
 */
export async function sumCustomerUsage(
  queries: Queries,
  range: { accountId: string; environment: Environment; from: Date; to: Date },
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select coalesce(customer, '') as "group", coalesce(requests, 0) as requests, 0 as errors, coalesce(prompt_tokens, 0) as "promptTokens",
      coalesce(completion_tokens, 0) as "completionTokens", coalesce(images, 0) as images, coalesce(milliseconds, 0) as milliseconds,
      coalesce(credits, 0) as credits
    from sum_customer_usage(${range.accountId}, ${range.environment}, (${range.from}::timestamptz at time zone 'utc')::date,
      (${range.to}::timestamptz at time zone 'utc')::date, ${MAX_GROUPS})`.execute(queries);
  return rows;
}

/** Sorted by group. */
export async function sumUsage(
  queries: Queries,
  range: { accountId: string; environment: Environment; from: Date; to: Date; group: UsageGroup },
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select coalesce("group", '') as "group", coalesce(requests, 0) as requests, coalesce(errors, 0) as errors,
      coalesce(prompt_tokens, 0) as "promptTokens", coalesce(completion_tokens, 0) as "completionTokens",
      coalesce(images, 0) as images, coalesce(milliseconds, 0) as milliseconds, coalesce(credits, 0) as credits
    from sum_usage(${range.accountId}, ${range.environment}, ${range.from}, ${range.to}, ${range.group}, ${MAX_GROUPS})`.execute(
    queries,
  );
  return rows;
}
