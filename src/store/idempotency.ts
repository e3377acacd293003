// Responses to calls with an Idempotency-Key: each call starts once and finishes once; the response is kept for a day.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';

export interface IdempotencyId {
  accountId: string;
  environment: Environment;
  key: string;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type IdempotentStart =
  | { kind: 'begun' }
  /** The node that ran the call died: charges it may have made for that request must be undone first. */
  | { kind: 'taken_over'; deadRequestId: string }
  | { kind: 'running' }
  | { kind: 'mismatch' }
  | { kind: 'answered'; answer: StoredAnswer };

interface Row {
  fingerprint: Buffer;
  requestId: string;
  running: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
}

export async function beginIdempotent(
  queries: Queries,
  id: IdempotencyId,
  call: { fingerprint: Buffer; requestId: string; leaseSeconds: number },
): Promise<IdempotentStart> {
  const { rows: inserted } = await sql`
    insert into idempotency_keys (account_id, environment, key, fingerprint, request_id, leased_until)
    values (${id.accountId}, ${id.environment}, ${id.key}, ${call.fingerprint}, ${call.requestId}, now() + ${call.leaseSeconds} * interval '1 second')
    on conflict (account_id, environment, key) do update set
      fingerprint = excluded.fingerprint, request_id = excluded.request_id, leased_until = excluded.leased_until,
      status = null, headers = null, body = null, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours'
    returning key`.execute(queries);
  if (inserted.length > 0) return { kind: 'begun' };
  const { rows } = await sql<Row>`
    select fingerprint, request_id as "requestId", status is null and coalesce(leased_until > now(), false) as running, status, headers, body
    from idempotency_keys where account_id = ${id.accountId} and environment = ${id.environment} and key = ${id.key}`.execute(
    queries,
  );
  const [row] = rows;
  // The row was deleted between the two statements, because the other call was refused. Start again.
  if (!row) return beginIdempotent(queries, id, call);
  if (!row.fingerprint.equals(call.fingerprint)) return { kind: 'mismatch' };
  if (row.status !== null && row.body)
    return { kind: 'answered', answer: { status: row.status, headers: row.headers ?? {}, body: row.body } };
  if (row.running) return { kind: 'running' };
  return takeOver(queries, id, { ...call, deadRequestId: row.requestId });
}

async function takeOver(
  queries: Queries,
  id: IdempotencyId,
  call: { requestId: string; leaseSeconds: number; deadRequestId: string },
): Promise<IdempotentStart> {
  const { rows } = await sql`
    update idempotency_keys set request_id = ${call.requestId}, leased_until = now() + ${call.leaseSeconds} * interval '1 second'
    where account_id = ${id.accountId} and environment = ${id.environment} and key = ${id.key}
      and request_id = ${call.deadRequestId} and status is null
    returning key`.execute(queries);
  return rows.length > 0 ? { kind: 'taken_over', deadRequestId: call.deadRequestId } : { kind: 'running' };
}

export async function renewIdempotent(
  queries: Queries,
  id: IdempotencyId,
  { requestId, leaseSeconds }: { requestId: string; leaseSeconds: number },
): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = now() + ${leaseSeconds} * interval '1 second'
    where account_id = ${id.accountId} and environment = ${id.environment} and key = ${id.key} and request_id = ${requestId} and status is null
  `.execute(queries);
}

/** `countedBytes`: what the answer takes of the quota of free answers. */
export async function finishIdempotent(
  queries: Queries,
  id: IdempotencyId,
  { requestId, answer, countedBytes }: { requestId: string; answer: StoredAnswer; countedBytes: number },
): Promise<void> {
  await sql`
    with stored as (
      update idempotency_keys set status = ${answer.status}, headers = ${toJson('idempotency_keys.headers', answer.headers)}::jsonb, body = ${answer.body}, leased_until = null
      where account_id = ${id.accountId} and environment = ${id.environment} and key = ${id.key} and request_id = ${requestId}
      returning 1
    )
    insert into free_answers (account_id, environment, hour, bytes)
    select ${id.accountId}, ${id.environment}, date_trunc('hour', now()), ${countedBytes}::bigint from stored where ${countedBytes}::bigint > 0
    on conflict (account_id, environment, hour) do update set bytes = free_answers.bytes + excluded.bytes`.execute(
    queries,
  );
}

/** The counted bytes of the answers that are still stored. */
export async function sumFreeAnswers(
  queries: Queries,
  { accountId, environment }: Omit<IdempotencyId, 'key'>,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from free_answers
    where account_id = ${accountId} and environment = ${environment} and hour > now() - interval '25 hours'`.execute(
    queries,
  );
  return rows[0]?.bytes ?? 0;
}

/** Deletes the key of a call that was refused before it had any effect, so that the client may use it again. */
export async function forgetIdempotent(queries: Queries, id: IdempotencyId, requestId: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where account_id = ${id.accountId} and environment = ${id.environment} and key = ${id.key} and request_id = ${requestId}`.execute(
    queries,
  );
}

const SWEEP_ROWS = 5000;

export async function sweepIdempotent(queries: Queries): Promise<void> {
  await sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit ${SWEEP_ROWS})`.execute(
    queries,
  );
  await sql`
    delete from free_answers where ctid in (
      select ctid from free_answers where hour <= now() - interval '25 hours' limit ${SWEEP_ROWS})`.execute(queries);
}
