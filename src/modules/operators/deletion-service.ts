// The operator deletes an account, keeps it, or exports what it has, for a person who asks; each act with its reason in the audit log.
import { ServiceError } from '../../core/errors.ts';
import { findDeletion, insertDeletion, withdrawDeletion } from '../../store/account-deletions.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { noSuchAccount } from './account-service.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';

export interface DeletionParts {
  database: Database;
  trail: AuditTrail;
  waitingDays: number;
  /** Everything of the account as a zip file. */
  exportAccount(
    exported: { accountId: string; user: { id: string; email: string } | null; part: number },
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
}

export class OperatorDeletions {
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  async request(operator: Operator, id: string, asked: { reason: string; isAtOnce: boolean }): Promise<object> {
    const { trail, waitingDays } = this.#parts;
    const { reason, isAtOnce } = asked;
    const act = { action: 'account.delete', target: id, accountId: id, asked: { at_once: isAtOnce }, reason } as const;
    await trail.perform(operator, act, async (trx) => {
      const account = (await findAccount(trx, id)) ?? noSuchAccount(id);
      if (account.isOwner)
        throw new ServiceError('access_denied', "The operator's own account cannot be deleted.", { param: 'id' });
      await insertDeletion(trx, { accountId: id, memberId: null, days: isAtOnce ? 0 : waitingDays });
      return { before: null, after: { due_at: (await findDeletion(trx, id))?.dueAt.toISOString() ?? null } };
    });
    return this.read(id);
  }

  async keep(operator: Operator, id: string, reason: string): Promise<object> {
    const act = { action: 'account.keep', target: id, accountId: id, asked: {}, reason } as const;
    await this.#parts.trail.perform(operator, act, async (trx) => {
      if (!(await withdrawDeletion(trx, id)))
        throw new ServiceError('not_found', 'No deletion of this account waits. One that has begun cannot be undone.');
      return { before: null, after: null };
    });
    return this.read(id);
  }

  async export(
    operator: Operator,
    id: string,
    { reason, part, signal }: { reason: string; part: number; signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>> {
    const { database, trail, exportAccount } = this.#parts;
    const account = (await findAccount(database.queries, id)) ?? noSuchAccount(id);
    const act = { action: 'account.export', target: id, accountId: id, asked: { part }, reason } as const;
    await trail.perform(operator, act, async () => ({ before: null, after: null }));
    const user = account.userId === null ? null : { id: account.userId, email: account.email };
    return exportAccount({ accountId: id, user, part }, signal);
  }

  async read(id: string): Promise<object> {
    const { queries } = this.#parts.database;
    if (!(await findAccount(queries, id))) noSuchAccount(id);
    const found = await findDeletion(queries, id);
    return {
      object: 'operator.deletion',
      account_id: id,
      status: found?.state ?? 'none',
      requested_at: found?.requestedAt.toISOString() ?? null,
      due_at: found?.dueAt.toISOString() ?? null,
      ended_at: found?.endedAt?.toISOString() ?? null,
      requested_by_operator: found !== undefined && found.memberId === null && found.state !== 'done',
      problem: found?.problem ?? null,
    };
  }
}
