// Tells whether the archive of the bundled PostgreSQL is complete: the log is archived, no segment was given up, and a
// base backup exists.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { type Base, listBases } from './base-backups.ts';
import { GAPS, type WalArchive } from './wal-archive.ts';

export interface ArchiveState {
  /** null: no problem. Otherwise what is wrong, and how to fix it. */
  problem: string | null;
  /** Segments of 16 MB that wait to be archived. */
  waiting: number;
  lastArchivedAt: Date | null;
}

interface Row {
  mode: string | null;
  waiting: number;
  archived: Date | null;
  failed: Date | null;
  timeline: number | null;
}

const QUERY = `
  select current_setting('archive_mode') as mode, (select timeline_id from pg_control_checkpoint()) as timeline, last_archived_time as archived, last_failed_time as failed,
    (select count(*)::int from pg_ls_archive_statusdir() where name like '%.ready') as waiting
  from pg_stat_archiver`;

const DAY_MS = 86_400_000;
const REMEDY = 'run npm run backup -- --base';

export async function readArchiveState(
  pool: pg.Pool,
  { dataDir, archive, keptDays }: { dataDir: string; archive: WalArchive; keptDays: number },
): Promise<ArchiveState> {
  const [row] = (await pool.query<Row>(QUERY)).rows;
  if (!row) throw new Error('pg_stat_archiver has no row');
  const [newest] = (await listBases(archive.folder)).slice(-1);
  return {
    waiting: row.waiting,
    lastArchivedAt: row.archived,
    problem:
      problemOfLog(row, archive) ??
      problemOfBase(newest, row.timeline, keptDays) ??
      (existsSync(join(dataDir, 'postgres', GAPS))
        ? `parts of the log were given up while the archive could not be written: ${REMEDY}`
        : null),
  };
}

function problemOfBase(newest: Base | undefined, timeline: number | null, keptDays: number): string | null {
  if (!newest) return `there is no base backup yet: ${REMEDY}`;
  if (timelineOf(newest) !== timeline) return `there is no base backup since the restore: ${REMEDY}`;
  if (Date.now() - Date.parse(newest.made_at) <= keptDays * DAY_MS) return null;
  return `the newest base backup is of ${newest.made_at}, and all of the log since then is kept: ${REMEDY}`;
}

/** The first eight digits of a segment's name. */
function timelineOf({ first_segment }: Base): number {
  return Number.parseInt(first_segment.slice(0, 8), 16);
}

function problemOfLog({ mode, archived, failed, waiting }: Row, { folder }: WalArchive): string | null {
  if (mode !== 'on') return 'PostgreSQL was started without BACKUP_ARCHIVE: restart the service';
  if (failed && (!archived || failed > archived))
    return `${folder} could not be written at ${failed.toISOString()} (full, away, or another database's): ${waiting} segments of 16 MB wait`;
  return null;
}
