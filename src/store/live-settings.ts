// The operator's live settings: their current values, every change with before and after, and the sealed keys of upstreams.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';

export type SettingValue = Record<string, unknown>;

declare module './json-columns.ts' {
  interface JsonColumns {
    'live_settings.value': SettingValue;
    'setting_changes.before': SettingValue;
    'setting_changes.after': SettingValue;
  }
}

export interface LiveSetting {
  name: string;
  value: SettingValue;
  version: number;
}

/** Notified in the transaction of each change; every node listens to it. */
export const SETTINGS_CHANNEL = 'live_settings_changed';

/** The version of the newest change; 0 before the first. */
export async function readSettingsVersion(queries: Queries): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from setting_changes`.execute(queries);
  return rows[0]?.version ?? 0;
}

export async function readLiveSettings(queries: Queries): Promise<LiveSetting[]> {
  const { rows } = await sql<LiveSetting>`select name, value, version from live_settings order by name`.execute(
    queries,
  );
  return rows;
}

/** Locks all settings: changes are numbered in commit order, so that no node misses one. */
export async function lockLiveSettings(trx: Transaction): Promise<LiveSetting[]> {
  await sql`select pg_advisory_xact_lock(hashtext('live settings'))`.execute(trx);
  return readLiveSettings(trx);
}

export interface NewChange {
  name: string;
  before: SettingValue | null;
  /** null removes the setting. */
  after: SettingValue | null;
  auditId: string;
}

/** The caller must hold the lock from lockLiveSettings. */
export async function applyChange(trx: Transaction, change: NewChange): Promise<number> {
  const { name, before, after, auditId } = change;
  const { rows } = await sql<{ version: number }>`
    insert into setting_changes (name, before, after, audit_id)
    values (${name}, ${toJson('setting_changes.before', before)}::jsonb, ${toJson('setting_changes.after', after)}::jsonb, ${auditId})
    returning version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  if (after === null) await sql`delete from live_settings where name = ${name}`.execute(trx);
  else
    await sql`
      insert into live_settings (name, value, version)
      values (${name}, ${toJson('live_settings.value', after)}::jsonb, ${version})
      on conflict (name) do update set value = excluded.value, version = excluded.version`.execute(trx);
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(trx);
  return version;
}

export interface SettingChange {
  version: number;
  name: string;
  before: SettingValue | null;
  after: SettingValue | null;
  auditId: string;
  createdAt: Date;
}

const COLUMNS = sql`version, name, before, after, audit_id as "auditId", created_at as "createdAt"`;

/** Newest first, with who made the change and why. */
export async function listChanges(
  queries: Queries,
  filter: { limit: number; beforeVersion?: number; name?: string },
): Promise<(SettingChange & { actorEmail: string | null; reason: string | null })[]> {
  const { rows } = await sql<SettingChange & { actorEmail: string | null; reason: string | null }>`
    select page.*, a.actor_email as "actorEmail", a.reason from (
      select ${COLUMNS} from setting_changes where true
        ${filter.beforeVersion === undefined ? sql`` : sql`and version < ${filter.beforeVersion}`}
        ${filter.name === undefined ? sql`` : sql`and name = ${filter.name}`}
      order by version desc limit ${filter.limit}
    ) page left join audit_log a on a.id = page."auditId" order by page.version desc`.execute(queries);
  return rows;
}

export async function findChange(queries: Queries, version: number): Promise<SettingChange | undefined> {
  const { rows } = await sql<SettingChange>`
    select ${COLUMNS} from setting_changes where version = ${version}`.execute(queries);
  return rows[0];
}

export async function insertUpstreamSecret(trx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await sql`insert into upstream_secrets (id, sealed) values (${id}, ${sealed})`.execute(trx);
}

export async function readUpstreamSecrets(
  queries: Queries,
  ids: readonly string[],
): Promise<{ id: string; sealed: Buffer }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from upstream_secrets where id = any(${[...ids]}::text[])`.execute(queries);
  return rows;
}

/** For the rotation of SECRET. Locks the rows, so that no key is stored with the old one meanwhile. */
export async function lockUpstreamSecrets(trx: Transaction): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from upstream_secrets order by id for update`.execute(trx);
  return rows;
}

export async function putUpstreamSecret(trx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await sql`update upstream_secrets set sealed = ${sealed} where id = ${id}`.execute(trx);
}
