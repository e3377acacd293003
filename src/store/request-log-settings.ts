// How an account keeps its request log: the level and the rules by which bodies are masked.
import { sql } from 'kysely';
import type { RedactionRules, RequestLogLevel } from '../core/request-log-terms.ts';
import { announceAccountChange } from './accounts.ts';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';

export interface RequestLogSettings {
  level: RequestLogLevel | null;
  rules: RedactionRules | null;
}

export async function findRequestLogSettings(queries: Queries, accountId: string): Promise<RequestLogSettings> {
  const { rows } = await sql<RequestLogSettings>`
    select level, rules from request_log_settings where account_id = ${accountId}`.execute(queries);
  return rows[0] ?? { level: null, rules: null };
}

export async function saveRequestLogSettings(
  queries: Queries,
  accountId: string,
  { level, rules }: RequestLogSettings,
): Promise<void> {
  await sql`
    insert into request_log_settings (account_id, level, rules)
    values (${accountId}, ${level}, ${toJson('request_log_settings.rules', rules)}::jsonb)
    on conflict (account_id) do update set level = excluded.level, rules = excluded.rules, updated_at = now()`.execute(
    queries,
  );
  await announceAccountChange(queries, accountId);
}
