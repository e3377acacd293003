// The audit log of operators' actions: written in the transaction of the action, never changed, read page by page.
import { sql } from 'kysely';
import { newId } from '../core/ids.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';

export const AUDIT_ACTIONS = [
  'account.plan',
  'account.credits',
  'account.price_factor',
  'account.suspend',
  'account.unsuspend',
  'account.delete',
  'account.keep',
  'account.export',
  'account.invite',
  'codes.create',
  'codes.revoke',
  'coupons.create',
  'coupons.disable',
  'referrals.revoke',
  'answer_cache.empty',
  'model.pull',
  'model.remove',
  'model.use',
  'model.verify',
  'settings.change',
  'settings.revert',
  'upstream.create',
  'upstream.change',
  'upstream.remove',
  'upstream.try',
  'upstream.connect',
  'upstream.disconnect',
  'job.cancel',
  'delivery.replay',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type Facts = Record<string, unknown>;

export interface NewAuditEntry {
  actorAccountId: string;
  actorEmail: string;
  actorKeyId: string | null;
  action: AuditAction;
  /** The id of the account, model, job or delivery that the action changed. */
  target: string;
  accountId: string | null;
  asked: Facts;
  before: Facts | null;
  after: Facts | null;
  reason: string;
  requestId: string;
  idempotencyKey: string | null;
}

export interface AuditEntry extends Omit<NewAuditEntry, 'action' | 'idempotencyKey'> {
  /** An AuditAction of this version or of an earlier one. */
  action: string;
  seq: number;
  id: string;
  createdAt: Date;
}

/** Includes the account's current email, if the account still exists. */
export interface ListedAuditEntry extends AuditEntry {
  accountEmail: string | null;
}

const COLUMNS = sql`seq, id, actor_account_id as "actorAccountId", actor_email as "actorEmail", actor_key_id as "actorKeyId", action, target,
  account_id as "accountId", asked, before, after, reason, request_id as "requestId", created_at as "createdAt"`;

export async function insertAudit(trx: Transaction, entry: NewAuditEntry): Promise<AuditEntry> {
  const { rows } = await sql<AuditEntry>`
    insert into audit_log (id, actor_account_id, actor_email, actor_key_id, action, target, account_id, asked, before, after, reason,
      request_id, idempotency_key)
    values (${newId('audit')}, ${entry.actorAccountId}, ${entry.actorEmail}, ${entry.actorKeyId}, ${entry.action}, ${entry.target},
      ${entry.accountId}, ${toJson('audit_log.asked', entry.asked)}::jsonb,
      ${toJson('audit_log.before', entry.before)}::jsonb, ${toJson('audit_log.after', entry.after)}::jsonb,
      ${entry.reason}, ${entry.requestId}, ${entry.idempotencyKey})
    returning ${COLUMNS}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the audit log entry was not stored');
  return row;
}

/** The earlier action with this idempotency key; `isSame` says whether its request was identical. */
export async function findAuditByKey(
  trx: Transaction,
  key: { actorAccountId: string; idempotencyKey: string },
  wanted: Pick<NewAuditEntry, 'action' | 'target' | 'asked' | 'reason'>,
): Promise<(AuditEntry & { isSame: boolean }) | undefined> {
  const { rows } = await sql<AuditEntry & { isSame: boolean }>`
    select ${COLUMNS}, action = ${wanted.action} and target = ${wanted.target} and reason = ${wanted.reason}
      and asked = ${JSON.stringify(wanted.asked)}::jsonb as "isSame"
    from audit_log where actor_account_id = ${key.actorAccountId} and idempotency_key = ${key.idempotencyKey}`.execute(
    trx,
  );
  return rows[0];
}

export interface AuditFilter {
  limit: number;
  beforeSeq?: number;
  action?: AuditAction;
  accountId?: string;
}

/** Newest first. */
export async function listAudit(queries: Queries, filter: AuditFilter): Promise<ListedAuditEntry[]> {
  const { rows } = await sql<ListedAuditEntry>`
    select page.*, a.email as "accountEmail" from (
      select ${COLUMNS} from audit_log where true
        ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
        ${filter.action === undefined ? sql`` : sql`and action = ${filter.action}`}
        ${filter.accountId === undefined ? sql`` : sql`and account_id = ${filter.accountId}`}
      order by seq desc limit ${filter.limit}
    ) page left join accounts a on a.id = page."accountId" order by page.seq desc`.execute(queries);
  return rows;
}
