// Changes live settings: each change is one transaction with its audit entry and its before and after, and can be reverted.
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../core/errors.ts';
import type { AuditAction, Facts } from '../../store/audit.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  applyChange,
  findChange,
  listChanges,
  lockLiveSettings,
  type SettingChange,
  type SettingValue,
} from '../../store/live-settings.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import { DEFAULT_LIMIT, pageOf } from './page.ts';
import type { ChangeQuery } from './setting-schema.ts';

export interface SettingParts {
  database: Database;
  trail: AuditTrail;
  /** Throws the operator's error if the service cannot use the value; null removes the setting. */
  check(trx: Transaction, name: string, value: SettingValue | null): Promise<void>;
  /** Applies a committed change in this process; the others are notified. */
  refresh(): Promise<void>;
}

export interface SettingAct {
  action: AuditAction;
  name: string;
  asked: Facts;
  reason: string;
}

/** The next value, computed from the current one under a lock; null removes the setting. */
export type NextValue = (current: SettingValue | null, trx: Transaction) => Promise<SettingValue | null>;

export class SettingChanges {
  readonly #parts: SettingParts;

  constructor(parts: SettingParts) {
    this.#parts = parts;
  }

  async change(operator: Operator, act: SettingAct, next: NextValue): Promise<void> {
    const { database, trail, check, refresh } = this.#parts;
    const { name } = act;
    await database.transaction(async (trx) => {
      const settings = await lockLiveSettings(trx);
      const before = settings.find((one) => one.name === name)?.value ?? null;
      let change: { after: SettingValue | null } | undefined;
      const entry = await trail.performIn(trx, { operator, act: { ...act, target: name } }, async () => {
        const after = await next(before, trx);
        await check(trx, name, after);
        change = { after };
        return { before, after };
      });
      // A repeated request is answered from the audit log and changes nothing.
      if (change) await applyChange(trx, { name, before, after: change.after, auditId: entry.id });
    });
    await refresh();
  }

  /** Restores what the change replaced, unless the same setting has changed again since. */
  async revert(operator: Operator, id: string, reason: string): Promise<object> {
    const version = /^[0-9]{1,15}$/.test(id) ? Number(id) : Number.NaN;
    const change = Number.isNaN(version) ? undefined : await findChange(this.#parts.database.queries, version);
    if (!change)
      throw new ServiceError('not_found', `There is no change "${id}". GET /operator/settings/changes lists them.`);
    const { name, before, after } = change;
    const act = { action: 'settings.revert', name, asked: { version }, reason } as const;
    await this.change(operator, act, async (current) => {
      if (!isDeepStrictEqual(current, after))
        throw new ServiceError(
          'invalid_parameter',
          `"${name}" has changed again since version ${version}. Revert the later change first.`,
          { param: 'id' },
        );
      return before;
    });
    const [newest] = await listChanges(this.#parts.database.queries, { limit: 1, name });
    return newest ? show(newest) : show({ ...change, actorEmail: null, reason: null });
  }

  async list(query: ChangeQuery): Promise<object> {
    const rows = await listChanges(this.#parts.database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...(query.cursor === undefined ? {} : { beforeVersion: Number(query.cursor) }),
      ...(query.name === undefined ? {} : { name: query.name }),
    });
    return pageOf(rows, query.limit, { show, cursorOf: ({ version }) => String(version) });
  }
}

function show(change: SettingChange & { actorEmail: string | null; reason: string | null }): object {
  return {
    object: 'operator.setting_change',
    id: String(change.version),
    version: change.version,
    name: change.name,
    before: change.before,
    after: change.after,
    actor_email: change.actorEmail,
    reason: change.reason,
    audit_id: change.auditId,
    created_at: change.createdAt.toISOString(),
  };
}
