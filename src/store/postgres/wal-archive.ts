// Lets the bundled PostgreSQL copy its write-ahead log to a folder, so that a base backup can be recovered to any
// moment.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchLog } from './launch.ts';
import type { DatabasePlace } from './place.ts';
import { canReach, chownTo } from './user.ts';

export interface WalArchive {
  /** Holds `wal`, which the database's user writes, and `base`, the base backups. */
  folder: string;
  /** How much of the log may wait in the data folder while the archive cannot be written. */
  waitingBytes: number;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * The most that a loss of the machine can cost: a segment is archived when it is full, or after this time if anything
 * was written.
 */
const ARCHIVE_TIMEOUT_SECONDS = 60;

/** Lists the segments that were given up; a base backup deletes it. */
export const GAPS = 'archive-gaps';

export function walFolder(archive: string): string {
  return join(archive, 'wal');
}

/**
 * Settings for a server that archives. An absent folder does not prevent a start: PostgreSQL retries until it is back.
 */
export function archiveSettings(place: DatabasePlace, archive: WalArchive, log: LaunchLog): Record<string, string> {
  try {
    prepareFolder(place, archive.folder);
  } catch (error) {
    log.warn(`The archive of the database cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  const script = join(place.home, 'archive-wal.sh');
  replaceFile(script, archiveScript(place, archive));
  chownTo(script, place.user);
  return {
    archive_mode: 'on',
    archive_command: `/bin/sh ${quoteInCommand(script)} "%p" "%f"`,
    archive_timeout: `${ARCHIVE_TIMEOUT_SECONDS}s`,
  };
}

/** Settings for a server that replays the archive. */
export function restoreCommand(archive: string): string {
  const segment = `${quoteInCommand(walFolder(archive))}/"%f".gz`;
  return `test -f ${segment} && gzip -dc ${segment} > "%p"`;
}

/**
 * If the folder existed before and is gone, its disk is not mounted: a new folder would fill the disk below the mount
 * point.
 */
function prepareFolder(place: DatabasePlace, folder: string): void {
  const wal = walFolder(folder);
  const known = join(place.home, 'archive-folder');
  if (readText(known) === folder && !existsSync(wal))
    throw new Error(`${wal} is missing: mount its disk, or make the folder again if you removed it`);
  // Other users may pass through, for the database's user, but not list it; only their owner can read the base backups.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  chmodSync(wal, 0o700);
  chownTo(wal, place.user);
  if (!canReach(wal, place.user))
    throw new Error(`the user "${place.user?.name}", under which PostgreSQL runs, cannot reach ${wal}`);
  replaceFile(known, folder);
}

/** Renamed into place, because PostgreSQL may run the script at any time. */
function replaceFile(path: string, text: string): void {
  if (readText(path) === text) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o700 });
  renameSync(draft, path);
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/**
 * A segment gets its name only when it is complete and on disk, and never replaces another. If too many wait, one is
 * given up: a gap in the archive is better than a full disk, which would stop the service.
 */
function archiveScript(place: DatabasePlace, { folder, waitingBytes }: WalArchive): string {
  return `# Written at every start of the service. $1: the path of a segment, $2: its name.
umask 077
wal=${quote(walFolder(folder))}
target="$wal/$2.gz"
part="$wal/.$2.part"
give_up_or_retry() {
  rm -f "$part"
  waiting=$(ls pg_wal/archive_status | grep -c '\\.ready$')
  [ "$waiting" -gt ${Math.max(1, Math.floor(waitingBytes / SEGMENT_BYTES))} ] || exit 1
  echo "$2" >> ${quote(join(place.home, GAPS))}
  exit 0
}
[ -d "$wal" ] || give_up_or_retry "$1" "$2"
if [ -e "$target" ]; then
  # Archived before a crash, whose end PostgreSQL did not see. Another content is another database's.
  gzip -dc "$target" | cmp -s - "$1" && exit 0
  echo "$target exists with another content" >&2
  give_up_or_retry "$1" "$2"
fi
gzip -1 -c "$1" > "$part" && sync "$part" && mv -n "$part" "$target" && [ ! -e "$part" ] && sync "$wal" || give_up_or_retry "$1" "$2"
`;
}

function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

/** PostgreSQL treats a percent sign in its commands as special. */
function quoteInCommand(path: string): string {
  return quote(path).replaceAll('%', '%%');
}
