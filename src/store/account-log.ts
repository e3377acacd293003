// The log of an account: who changed what, written in the transaction of the change and read page by page.
import { sql } from 'kysely';
import type { Caller, CallingMember } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';

export const LOG_ACTIONS = [
  'account.change',
  'account.delete',
  'account.keep',
  'account.handover',
  'plan.change',
  'member.invite',
  'member.join',
  'member.change',
  'member.remove',
  'member.leave',
  'invitation.revoke',
  'key.create',
  'key.change',
  'key.rotate',
  'key.revoke',
  'webhook.create',
  'webhook.change',
  'webhook.rotate',
  'webhook.delete',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'request_log.change',
  'ways_in.end',
  'customer.change',
  'run.change',
  'run.close',
  'alerts.change',
] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];

/** The caller who makes a change; the request is absent if the service itself makes it. */
export type Actor = Caller & { requestId?: string };

export interface LogFacts {
  action: LogAction;
  /** The id of what was changed. */
  target: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

export interface LogEntry {
  seq: number;
  id: string;
  actorMemberId: string | null;
  actorEmail: string | null;
  actorKeyId: string | null;
  /** A LogAction of this version or of an earlier one. */
  action: string;
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
  createdAt: Date;
}

export async function insertLog(
  trx: Transaction,
  actor: Pick<Actor, 'accountId' | 'keyId' | 'member' | 'requestId'>,
  facts: LogFacts,
): Promise<void> {
  const { accountId, keyId, member, requestId } = actor;
  await holdOn(trx, actor, facts);
  await sql`
    insert into account_log (id, account_id, actor_member_id, actor_email, actor_key_id, action, target, before, after, request_id)
    values (${newId('log')}, ${accountId}, ${member?.id ?? null}, ${member?.email ?? null}, ${keyId}, ${facts.action}, ${facts.target},
      ${toJson('account_log.before', facts.before ?? null)}::jsonb, ${toJson('account_log.after', facts.after ?? null)}::jsonb, ${requestId ?? null})`.execute(
    trx,
  );
}

/**
 * A change in progress when its actor's session or key ends must not commit after that: whoever ends the session or key
 * either sees the change or makes it fail.
 */
async function holdOn(trx: Transaction, { member, keyId }: Pick<Actor, 'member' | 'keyId'>, { target }: LogFacts) {
  const { rows } = member?.sessionId
    ? await sql`select id from auth_sessions where id = ${member.sessionId} for key share`.execute(trx)
    : keyId && keyId !== target
      ? await sql`select id from api_keys where id = ${keyId} and revoked_at is null for share`.execute(trx)
      : { rows: [{}] };
  if (rows.length === 0) throw new ServiceError('invalid_api_key', 'This session or key has ended. Sign in again.');
}

/** The caller. Of the operator only the address is stored, because they are not a member. */
export interface PlanActor {
  keyId: string | null;
  member?: Pick<CallingMember, 'id' | 'email'> | undefined;
  email?: string;
}

/** The actor of the entry that the database writes if the plan changes in this transaction. */
export async function namePlanActor(trx: Transaction, { keyId, member, email }: PlanActor): Promise<void> {
  await sql`select set_config('atelier.actor_member', ${member?.id ?? ''}, true),
    set_config('atelier.actor_email', ${member?.email ?? email ?? ''}, true), set_config('atelier.actor_key', ${keyId ?? ''}, true)`.execute(
    trx,
  );
}

export interface LogFilter {
  limit: number;
  beforeSeq?: number | undefined;
  action?: LogAction | undefined;
}

/** Newest first. */
export async function listLog(queries: Queries, accountId: string, filter: LogFilter): Promise<LogEntry[]> {
  const { rows } = await sql<LogEntry>`
    select seq, id, actor_member_id as "actorMemberId", actor_email as "actorEmail", actor_key_id as "actorKeyId", action, target,
      before, after, request_id as "requestId", created_at as "createdAt"
    from account_log where account_id = ${accountId}
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.action === undefined ? sql`` : sql`and action = ${filter.action}`}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

const BATCH = 1000;

export async function deleteOldLog(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from account_log where seq = any(array(
      select seq from account_log where created_at < now() - ${keepDays} * interval '1 day' limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
