// Builds a tree of a release after this one: a migration that expands the hottest tables, and SQL functions that use what it added.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFunctions, readRevision } from '../../src/store/replace-functions.ts';
import { ROOT } from './documents.ts';

interface NextRelease {
  /** As `paid-server.ts` of this tree. */
  entry: URL;
  migration: string;
  revision: number;
  remove(): Promise<void>;
}

const MIGRATION = '9999-next-release.sql';

const EXPANSION = `
alter table balances add column next_note text not null default '';
alter table ledger add column next_reference text;
alter table usage_hourly add column next_count bigint not null default 0;
alter table jobs add column next_order integer not null default 0;
alter table holds add column next_origin text not null default 'last release';
alter table leases add column next_origin text not null default 'last release';
alter table accounts add column next_note text;
create table next_notes (account_id text not null references accounts (id), note text not null);
`;

/** [text of this release, text of the next] */
const CHANGES: Record<string, [string, string][]> = {
  'hold.sql': [
    ['insert into holds (id, account_id,', 'insert into holds (next_origin, id, account_id,'],
    ['values (hold, account, env, wanted,', "values ('next release', hold, account, env, wanted,"],
  ],
  'lease.sql': [
    ['insert into leases (id, account_id,', 'insert into leases (next_origin, id, account_id,'],
    ['values (lease, account, env, got,', "values ('next release', lease, account, env, got,"],
  ],
};

export async function buildNextRelease(): Promise<NextRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-next-release-'));
  // What a release changes is copied; everything else is the checkout's own.
  const copied = ['src', 'migrations', 'test'];
  for (const name of await readdir(ROOT))
    if (!copied.includes(name) && name !== '.git') await symlink(join(ROOT, name), join(folder, name));
  await mkdir(join(folder, 'test'));
  for (const name of ['src', 'migrations', join('test', 'support')])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await writeFile(join(folder, 'migrations', MIGRATION), EXPANSION);
  const functions = join(folder, 'src', 'money', 'sql');
  for (const [name, changes] of Object.entries(CHANGES)) await changeFile(join(functions, name), changes);
  const url = pathToFileURL(`${functions}/`);
  const revision = (await readRevision(url)).revision + 1;
  const { sha256 } = await readFunctions(url);
  await writeFile(join(functions, 'revision.json'), JSON.stringify({ revision, sha256 }));
  return {
    entry: pathToFileURL(join(folder, 'test', 'support', 'paid-server.ts')),
    migration: MIGRATION,
    revision,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function changeFile(path: string, changes: [string, string][]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [was, is] of changes) {
    if (!text.includes(was))
      throw new Error(`${path} no longer contains "${was}": change test/support/next-release.ts`);
    text = text.replace(was, is);
  }
  await writeFile(path, text);
}
