// Decides where the bundled PostgreSQL stores its data, so that its user can reach it and the socket's path is short enough.
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '../../core/ids.ts';
import { PostgresTrouble } from './trouble.ts';
import { canReach, chooseUser, chownTo, type ServerUser } from './user.ts';

export interface DatabasePlace {
  /** Owned by the database's user; contains all the other paths. */
  home: string;
  cluster: string;
  socketDir: string;
  logFile: string;
  user: ServerUser | undefined;
}

export const SOCKET_PORT = 5432;
const SOCKET_PATH_LIMIT_BYTES = 107;
const OUTSIDE_HOME = '/var/lib/atelier';

export function preparePlace(dataDir: string): DatabasePlace {
  // Other users may enter but not list it: the database's user must reach its own folder inside.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const link = join(dataDir, 'postgres');
  const user = chooseUser(join(link, 'cluster'));
  if (!lstatSync(link, { throwIfNoEntry: false })) makeHome(link, user);
  const home = realpathSync(link);
  if (!canReach(home, user)) {
    throw new PostgresTrouble(
      `The user "${user?.name}", under which PostgreSQL must run, cannot reach ${home}. Choose another DATA_DIR.`,
    );
  }
  return {
    home,
    cluster: join(home, 'cluster'),
    socketDir: prepareSocketDir(home, user),
    logFile: join(home, 'postgres.log'),
    user,
  };
}

/** Inside the data folder if its user can reach it; otherwise (e.g. in root's home) outside, with a link in the data folder. */
function makeHome(link: string, user: ServerUser | undefined): void {
  mkdirSync(link, { mode: 0o700 });
  chownTo(link, user);
  if (canReach(link, user)) return;
  const outside = join(OUTSIDE_HOME, `postgres-${randomToken()}`);
  mkdirSync(OUTSIDE_HOME, { recursive: true, mode: 0o755 });
  mkdirSync(outside, { mode: 0o700 });
  chownTo(outside, user);
  replaceByLink(link, outside);
}

function prepareSocketDir(home: string, user: ServerUser | undefined): string {
  const inside = join(home, 'socket');
  const socketPath = join(inside, `.s.PGSQL.${SOCKET_PORT}`);
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const socketDir =
    Buffer.byteLength(socketPath) <= SOCKET_PATH_LIMIT_BYTES ? inside : join(shortTmpDir(), `atelier-${name}`);
  mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const { uid } = statSync(socketDir);
  const expected = user?.uid ?? process.getuid?.() ?? uid;
  // In a folder that everyone may write to, another user could have created it first.
  if (uid !== expected && uid !== process.getuid?.())
    throw new PostgresTrouble(`${socketDir} belongs to someone else: remove it.`);
  chownTo(socketDir, user);
  chmodSync(socketDir, 0o700);
  return socketDir;
}

function shortTmpDir(): string {
  const dir = tmpdir();
  return Buffer.byteLength(dir) <= 60 ? dir : '/tmp';
}

function replaceByLink(emptyDir: string, target: string): void {
  rmdirSync(emptyDir);
  symlinkSync(target, emptyDir);
}

/** The id of the server's process; undefined if there is none. */
export function readPostmasterPid(place: DatabasePlace): number | undefined {
  try {
    const pid = Number(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
