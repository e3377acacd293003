// Runs a copied cluster once, so that it replays the archived log up to a moment.
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readOrMakePassword, SUPERUSER } from './cluster.ts';
import { connectionStringFor } from './connection.ts';
import { endServer } from './end-server.ts';
import { bringUp } from './launch.ts';
import { type DatabasePlace, readPostmasterPid } from './place.ts';
import { canReach } from './user.ts';
import { restoreCommand, walFolder } from './wal-archive.ts';

interface Recovery {
  dataDir: string;
  place: DatabasePlace;
  archive: string;
  /** null: to the end of the archive. */
  moment: Date | null;
}

export interface RecoveryEnd {
  /** By the database's clock, as written in its log. */
  lastTransaction: string | null;
}

/** The archive does not reach the moment; the message says how far it does. */
export class ArchiveTooShort extends Error {}

const LIMIT_MS = 24 * 3_600_000;
const NOTHING = { info: () => undefined, warn: () => undefined };

export async function recover({ dataDir, place, archive, moment }: Recovery): Promise<RecoveryEnd> {
  const wal = walFolder(archive);
  if (!canReach(wal, place.user))
    throw new ArchiveTooShort(
      `The user "${place.user?.name}", under which PostgreSQL runs, cannot read ${wal}: give it to that user.`,
    );
  const password = readOrMakePassword(dataDir);
  const admin = connectionStringFor({ place, user: SUPERUSER, password, database: 'postgres' });
  const settings = {
    restore_command: restoreCommand(archive),
    recovery_target_action: 'promote',
    // The timeline that the base backup belongs to, not that of a database restored from it.
    recovery_target_timeline: 'current',
    ...(moment ? { recovery_target_time: moment.toISOString().replace('Z', '+00') } : {}),
    // No connection before the end of the recovery, and nothing archived by a database that is only being restored.
    hot_standby: 'off',
    archive_mode: 'off',
  };
  await bringUp({ place, password, admin, log: NOTHING, settings, limitMs: LIMIT_MS }, undefined).catch(
    (error: unknown) => {
      throw explain(error, moment, lastTransactionIn(place));
    },
  );
  const pid = readPostmasterPid(place);
  if (pid !== undefined) await endServer(pid, NOTHING);
  await claimTimeline(place, wal);
  return { lastTransaction: lastTransactionIn(place) };
}

/**
 * With its timeline file in the archive, the next restore takes another number, and their segments never share names.
 */
async function claimTimeline({ cluster }: DatabasePlace, wal: string): Promise<void> {
  const folder = join(cluster, 'pg_wal');
  const histories = (await readdir(folder)).filter((name) => name.endsWith('.history'));
  for (const name of histories) {
    const content = gzipSync(await readFile(join(folder, name)));
    // A read-only archive can also be restored from; one that already has the file keeps it.
    await writeFile(join(wal, `${name}.gz`), content, { flag: 'wx' }).catch(() => undefined);
  }
}

function explain(error: unknown, moment: Date | null, last: string | null): unknown {
  if (!(error instanceof Error) || !/recovery ended before configured recovery target/.test(error.message))
    return error;
  return new ArchiveTooShort(
    `The archive does not reach ${moment?.toISOString()}: its last transaction is of ${last ?? 'the base backup'}. ` +
      'Choose an earlier moment or --to latest, and empty DATA_DIR first.',
  );
}

function lastTransactionIn({ logFile }: DatabasePlace): string | null {
  const found = [...readFileSync(logFile, 'utf8').matchAll(/last completed transaction was at log time (.+)$/gm)];
  return found.at(-1)?.[1] ?? null;
}
