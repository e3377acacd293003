// Decides under which user PostgreSQL's processes run: it refuses root, so as root an unprivileged user is chosen.
import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresTrouble } from './trouble.ts';

/** The user to spawn as; undefined for the current user. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/** An existing cluster keeps its owner, so that a start as root never takes it away from an ordinary user. */
export function chooseUser(clusterDir: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readUsers();
  const ownerUid = statSync(clusterDir, { throwIfNoEntry: false })?.uid;
  const owner = ownerUid ? users.find((user) => user.uid === ownerUid) : undefined;
  const lent = owner ?? CANDIDATES.map((name) => users.find((user) => user.name === name)).find(Boolean);
  if (lent) return lent;
  throw new PostgresTrouble(
    'PostgreSQL will not run as root, and this machine has no user "postgres" or "nobody" to lend it.',
  );
}

/** Tested as that user, because parent folders, groups and access lists all matter. */
export function canReach(path: string, user: ServerUser | undefined): boolean {
  if (!user) return true;
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$0" && test -r "$0"', path], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  });
  return probe.status === 0;
}

export function chownTo(path: string, user: ServerUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid);
}

/** For a data folder from another machine, where the user had another id. */
export function chownTreeTo(root: string, user: ServerUser | undefined): void {
  if (!user || statSync(root, { throwIfNoEntry: false })?.uid === user.uid) return;
  chownTo(root, user);
  for (const name of readdirSync(root, { recursive: true })) lchownSync(join(root, String(name)), user.uid, user.gid);
}

function readUsers(): ServerUser[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
