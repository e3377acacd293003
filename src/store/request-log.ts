// The request log: written in groups, listed by account along an index for each filter, deleted when its life ends.
import { sql } from 'kysely';
import type { LoggedRequest } from '../core/logged-request.ts';
import type { Queries } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';
import { storableJson } from './storable-text.ts';

export interface KeptBodies {
  requestId: string;
  accountId: string;
  keyId: string | null;
  request: string | null;
  response: string | null;
  isCut: boolean;
}

/** One parameter for all rows: writing JSON takes the least time on the event loop. */
export async function insertRequests(queries: Queries, rows: readonly LoggedRequest[]): Promise<void> {
  await sql`
    insert into request_log (id, account_id, environment, key_id, member_id, method, route, module, status, outcome, error_code,
      error_message, model, served_model, upstream, prompt_tokens, completion_tokens, cached_tokens, delivered_tokens, charged, job_id, guards, request_bytes,
      response_bytes, streamed, first_byte_ms, duration_ms, started_at)
    select id, "accountId", environment, "keyId", "memberId", method, route, module, status, outcome, "errorCode",
      "errorMessage", model, "servedModel", upstream, "promptTokens", "completionTokens", "cachedTokens", "deliveredTokens", charged, "jobId", guards, "requestBytes",
      "responseBytes", streamed, "firstByteMs", "durationMs", "startedAt"
    from json_to_recordset(${storableJson(rows)}::json) as given(id text, "accountId" text, environment text, "keyId" text,
      "memberId" text, method text, route text, module text, status smallint, outcome text, "errorCode" text, "errorMessage" text,
      model text, "servedModel" text, upstream text, "promptTokens" bigint, "completionTokens" bigint, "cachedTokens" bigint, "deliveredTokens" bigint,
      charged bigint, "jobId" text, guards text, "requestBytes" bigint, "responseBytes" bigint, streamed boolean, "firstByteMs" integer,
      "durationMs" integer, "startedAt" timestamptz)
    where exists (select 1 from accounts a where a.id = given."accountId")
    on conflict (id) do nothing`.execute(queries);
}

/** Skips a body whose request was not logged or whose account is gone. */
export async function insertBodies(queries: Queries, rows: readonly KeptBodies[]): Promise<void> {
  await sql`
    insert into request_bodies (request_id, account_id, key_id, request, response, is_cut)
    select "requestId", "accountId", "keyId", request, response, "isCut"
    from json_to_recordset(${storableJson(rows)}::json) as given("requestId" text, "accountId" text, "keyId" text, request text,
      response text, "isCut" boolean)
    where exists (select 1 from request_log r where r.id = given."requestId")
    on conflict (request_id) do nothing`.execute(queries);
}

const COLUMNS = sql`seq, id, account_id as "accountId", environment, key_id as "keyId", member_id as "memberId", method, route, module,
  status, outcome, error_code as "errorCode", error_message as "errorMessage", model, served_model as "servedModel", upstream,
  prompt_tokens as "promptTokens", completion_tokens as "completionTokens", cached_tokens as "cachedTokens", delivered_tokens as "deliveredTokens", charged,
  job_id as "jobId", guards::json as guards, request_bytes as "requestBytes", response_bytes as "responseBytes", streamed, first_byte_ms as "firstByteMs",
  duration_ms as "durationMs", started_at as "startedAt"`;

/** What upstreams bill is not logged: the log is the customer's. */
export interface ListedRequest extends Omit<LoggedRequest, 'upstreamCost' | 'guards'> {
  seq: number;
  /** GuardTallies, as they were written. */
  guards: unknown;
}

export interface RequestFilter {
  limit: number;
  before?: { at: Date; seq: number } | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
  module?: string | undefined;
  status?: number | undefined;
  /** Statuses from 400 on. */
  isFailed?: boolean | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first. */
export async function listRequests(queries: Queries, owner: Owner, filter: RequestFilter): Promise<ListedRequest[]> {
  const { before, keyId, model, module, status, isFailed, from, to } = filter;
  const { rows } = await sql<ListedRequest>`
    select ${COLUMNS} from request_log
    where ${ownedBy(owner)}
      ${before === undefined ? sql`` : sql`and (started_at, seq) < (${before.at}, ${before.seq})`}
      ${keyId === undefined ? sql`` : sql`and key_id = ${keyId}`}
      ${model === undefined ? sql`` : sql`and model = ${model}`}
      ${module === undefined ? sql`` : sql`and module = ${module}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${isFailed ? sql`and status >= 400` : sql``}
      ${from === undefined ? sql`` : sql`and started_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and started_at < ${to}`}
    order by started_at desc, seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function findRequest(queries: Queries, owner: Owner, id: string): Promise<ListedRequest | undefined> {
  const { rows } = await sql<ListedRequest>`
    select ${COLUMNS} from request_log where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

/** Bodies of a revoked key, or of a key whose maker has left, are deleted at once; the rows follow. */
const KEY_IS_GONE = sql`(k.revoked_at is not null or (k.member_id is not null and not exists (select 1 from members m where m.id = k.member_id)))`;

export async function findBodies(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<Pick<KeptBodies, 'request' | 'response' | 'isCut'> | undefined> {
  const { rows } = await sql<Pick<KeptBodies, 'request' | 'response' | 'isCut'>>`
    select b.request, b.response, b.is_cut as "isCut" from request_bodies b
    where b.request_id = ${id} and b.account_id = ${owner.accountId}
      and not exists (select 1 from api_keys k where k.id = b.key_id and ${KEY_IS_GONE})`.execute(queries);
  return rows[0];
}

const BATCH = 1000;

export async function deleteOldRequests(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as (
      delete from request_log where ctid = any(array(
        select ctid from request_log where started_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)} limit ${BATCH} for update skip locked))
      returning id),
    bodies as (delete from request_bodies b using old where b.request_id = old.id)
    select id from old`.execute(queries);
  return Number(numAffectedRows);
}

export async function deleteOldBodies(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from request_bodies where ctid = any(array(
      select ctid from request_bodies where created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)} limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}

/** Of keys that were revoked or whose maker has left. */
export async function deleteBodiesOfGoneKeys(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from request_bodies where request_id = any(array(
      select b.request_id from api_keys k join request_bodies b on b.key_id = k.id where ${KEY_IS_GONE}
      limit ${BATCH} for update of b skip locked))`.execute(queries);
  return Number(numAffectedRows);
}
