// The request log as the operator reads it: of all accounts, without error messages and bodies.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries } from './database.ts';
import type { ListedRequest } from './request-log.ts';

export type RequestLine = Omit<ListedRequest, 'errorMessage'> & { email: string };

export interface RequestLineFilter {
  limit: number;
  before?: { at: Date; seq: number } | undefined;
  id?: string | undefined;
  /** Without an account, lists only failed requests: only those have an index across all accounts. */
  accountId?: string | undefined;
  environment: Environment;
  status?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first. */
export async function listRequestLines(queries: Queries, filter: RequestLineFilter): Promise<RequestLine[]> {
  const { before, id, accountId, environment, status, from, to } = filter;
  const ofAll = id === undefined ? sql`and r.status >= 400` : sql``;
  const { rows } = await sql<RequestLine>`
    select r.seq, r.id, r.account_id as "accountId", a.email, r.environment, r.key_id as "keyId", r.member_id as "memberId", r.method,
      r.route, r.module, r.status, r.outcome, r.error_code as "errorCode", r.model, r.served_model as "servedModel", r.upstream,
      r.prompt_tokens as "promptTokens", r.completion_tokens as "completionTokens", r.cached_tokens as "cachedTokens", r.delivered_tokens as "deliveredTokens", r.charged,
      r.job_id as "jobId", r.guards::json as guards, r.request_bytes as "requestBytes", r.response_bytes as "responseBytes", r.streamed,
      r.first_byte_ms as "firstByteMs", r.duration_ms as "durationMs", r.started_at as "startedAt"
    from request_log r join accounts a on a.id = r.account_id
    where ${id === undefined ? sql`r.environment = ${environment}` : sql`r.id = ${id}`}
      ${accountId === undefined ? ofAll : sql`and r.account_id = ${accountId}`}
      ${status === undefined ? sql`` : sql`and r.status = ${status}`}
      ${before === undefined ? sql`` : sql`and (r.started_at, r.seq) < (${before.at}, ${before.seq})`}
      ${from === undefined ? sql`` : sql`and r.started_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and r.started_at < ${to}`}
    order by r.started_at desc, r.seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}
