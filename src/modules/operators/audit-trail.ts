// Performs every operator action together with its log entry in one transaction, once per Idempotency-Key.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import {
  type AuditAction,
  type AuditEntry,
  type Facts,
  findAuditByKey,
  insertAudit,
  type ListedAuditEntry,
  listAudit,
} from '../../store/audit.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq } from './page.ts';
import type { AuditQuery } from './schema.ts';

/** The acting operator and the request. */
export interface Operator {
  caller: Caller;
  requestId: string;
  idempotencyKey: string | null;
}

export interface Act {
  action: AuditAction;
  /** The id of the object that the action changes. */
  target: string;
  accountId?: string;
  asked: Facts;
  reason: string;
}

export interface Change {
  before: Facts | null;
  after: Facts | null;
}

export class AuditTrail {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The action and its log entry are committed together or not at all. */
  perform(operator: Operator, act: Act, work: (trx: Transaction) => Promise<Change>): Promise<AuditEntry> {
    return this.#database.transaction((trx) => this.performIn(trx, { operator, act }, work));
  }

  async performIn(
    trx: Transaction,
    { operator, act }: { operator: Operator; act: Act },
    work: (trx: Transaction) => Promise<Change>,
  ): Promise<AuditEntry> {
    const done = await this.#doneBefore(trx, operator, act);
    if (done) return done;
    const { caller, requestId, idempotencyKey } = operator;
    const { before, after } = await work(trx);
    return insertAudit(trx, {
      ...act,
      actorAccountId: caller.accountId,
      actorEmail: caller.member?.email ?? caller.email,
      actorKeyId: caller.keyId,
      accountId: act.accountId ?? null,
      before,
      after,
      requestId,
      idempotencyKey,
    });
  }

  async list(query: AuditQuery): Promise<object> {
    const rows = await listAudit(this.#database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(query.cursor),
      ...(query.action ? { action: query.action } : {}),
      ...(query.account_id ? { accountId: query.account_id } : {}),
    });
    return pageBySeq(rows, query.limit, show);
  }

  /** The idempotency gate stores responses for a day and drops those of a dead node; money must not depend on that. */
  async #doneBefore(trx: Transaction, operator: Operator, act: Act): Promise<AuditEntry | undefined> {
    const { caller, idempotencyKey } = operator;
    if (idempotencyKey === null) return undefined;
    const done = await findAuditByKey(trx, { actorAccountId: caller.accountId, idempotencyKey }, act);
    if (done && !done.isSame)
      throw new ServiceError(
        'idempotency_mismatch',
        'This Idempotency-Key was already used for another action. Use a new key for a new action.',
      );
    return done;
  }
}

function show(entry: ListedAuditEntry): object {
  return {
    object: 'operator.audit_entry',
    id: entry.id,
    action: entry.action,
    target: entry.target,
    account_id: entry.accountId,
    account_email: entry.accountEmail,
    actor: { account_id: entry.actorAccountId, email: entry.actorEmail, key_id: entry.actorKeyId },
    asked: entry.asked,
    before: entry.before,
    after: entry.after,
    reason: entry.reason,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  };
}
