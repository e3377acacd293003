// Migrations only expand the schema of the last release, so that its nodes go on serving while a new node migrates.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/store/migrate.ts';
import { readFunctions, readRevision, replaceFunctions } from '../../src/store/replace-functions.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ROOT } from '../support/documents.ts';
import { findBreaks, type Notes } from '../support/expand-rule.ts';
import { readSurface, type SchemaSurface } from '../support/schema-surface.ts';

/** What nodes of the last release rely on; `npm run release` writes it. Migrations up to `last_migration` are exempt. */
interface ReleasedSchema {
  release: string;
  last_migration: string;
  surface: SchemaSurface;
}

const RECORD = join(ROOT, 'test', 'fixtures', 'released-schema.json');
const MIGRATIONS = join(ROOT, 'migrations');
const NO_NOTES: Notes = { unused: new Set(), wider: new Set() };

let database: TestDatabase;
let pool: pg.Pool;
let client: pg.PoolClient;

before(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await migrate(pool);
  client = await pool.connect();
  const release = process.env.RELEASE;
  if (!release) return;
  const record: ReleasedSchema = {
    release,
    last_migration: readdirSync(MIGRATIONS).sort().at(-1) ?? '',
    surface: await readSurface(client),
  };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
});
after(async () => {
  client?.release();
  await pool?.end();
  await database?.drop();
});

test('the migrations since the last release keep everything that its nodes use', async () => {
  const { last_migration, surface } = readRecord();
  const notes = readNotes(migrationsAfter(last_migration));
  assert.deepEqual(findBreaks(surface, await readSurface(client), notes), [], RULE);
});

test('the revision of the money functions was raised with their text', async () => {
  const { sha256 } = await readFunctions();
  const recorded = await readRevision();
  assert.equal(
    recorded.sha256,
    sha256,
    `Write {"revision": ${recorded.revision + 1}, "sha256": "${sha256}"} to src/money/sql/revision.json: a node of the last release must not undo your change.`,
  );
});

test('a release with an older revision leaves newer functions alone, and one with a newer revision replaces older ones', async () => {
  const { revision } = await readRevision();
  const textOf = async () =>
    (await client.query<{ prosrc: string }>("select prosrc from pg_proc where proname = 'end_leases'")).rows[0]?.prosrc;
  const current = await textOf();
  const change = (by: number) =>
    client.query(`create or replace function end_leases(ids text[]) returns integer language plpgsql as $$ begin return 0; end $$;
      comment on table migrations is 'functions ${revision + by} ${'0'.repeat(64)}'`);
  await change(1);
  await replaceFunctions(client);
  assert.equal(await textOf(), ' begin return 0; end ');
  await change(0);
  await replaceFunctions(client);
  assert.equal(await textOf(), current);
});

const REFUSED: Record<string, [sql: string, name: string]> = {
  'a dropped column': ['alter table accounts drop column email cascade', 'accounts.email'],
  'a renamed column': ['alter table accounts rename column email to mail', 'accounts.email'],
  'a dropped table': ['drop table second_probe', 'second_probe.id'],
  'another type': ['alter table probe alter column size type bigint', 'probe.size'],
  'NOT NULL on an old column': ['alter table probe alter column size set not null', 'probe.size'],
  'a dropped default': ['alter table probe alter column state drop default', 'probe.state'],
  'a new column that old writers must fill': ['alter table probe add column kind text not null', 'probe.kind'],
  'a new check of an old column': ['alter table probe add constraint small check (size < 10)', 'probe.small'],
  'a new foreign key': [
    'alter table probe add constraint owned foreign key (id) references accounts (id)',
    'probe.owned',
  ],
  'a new unique index': ['create unique index probe_size on probe (size)', 'probe.probe_size'],
  'a dropped unique index': ['alter table probe drop constraint probe_pkey', 'probe.probe_pkey'],
  'a new trigger': [
    'create trigger watch before insert on probe for each row execute function probe_trigger()',
    'probe.watch',
  ],
  'a dropped function': ['drop function probe_sum(integer)', 'probe_sum'],
  'a second function of the same name': [
    'create function probe_sum(one integer, two integer default 0) returns integer language sql as $$ select 1 $$',
    'probe_sum',
  ],
};

const ALLOWED: Record<string, string> = {
  'a new table': 'create table later (id text primary key, size integer not null check (size > 0))',
  'a new column with a default': "alter table probe add column kind text not null default '' check (kind <> 'x')",
  'a new column that may be null':
    'alter table probe add column kind text; create unique index by_kind on probe (kind)',
  'a new index': 'create index by_size on probe (size)',
  'a function with another text':
    'create or replace function probe_sum(one integer) returns integer language sql as $$ select 2 $$',
  'a new function': 'create function probe_sum_2(one integer) returns integer language sql as $$ select 2 $$',
};

for (const [what, [sql, name]] of Object.entries(REFUSED))
  test(`${what} is refused, unless the migration names it`, async () => {
    const [old, now] = await changeBy(sql);
    const breaks = findBreaks(old, now, NO_NOTES);
    assert.ok(breaks[0]?.startsWith(`${name} `), JSON.stringify(breaks));
    assert.deepEqual(
      findBreaks(old, now, { unused: new Set(breaks.map(nameIn)), wider: new Set(breaks.map(nameIn)) }),
      [],
    );
  });

for (const [what, sql] of Object.entries(ALLOWED))
  test(`${what} is allowed`, async () => {
    const [old, now] = await changeBy(sql);
    assert.deepEqual(findBreaks(old, now, NO_NOTES), []);
  });

test('a migration may drop only what a published release no longer used', () => {
  assert.deepEqual(
    [...readNotes(['-- unused since 0.1.0: jobs.note, old_table.id\ndrop …']).unused],
    ['jobs.note', 'old_table.id'],
  );
  assert.deepEqual([...readNotes(['-- wider: jobs.jobs_status_check']).wider], ['jobs.jobs_status_check']);
  assert.throws(() => readNotes(['-- unused since 99.0.0: jobs.note']), /99\.0\.0 is not a release/);
});

const PROBE = `
  create table probe (id text primary key, size integer, state text not null default '');
  create table second_probe (id text primary key);
  create function probe_sum(one integer) returns integer language sql as $$ select 1 $$;
  create function probe_trigger() returns trigger language plpgsql as $$ begin return new; end $$`;

let probed: SchemaSurface | undefined;

async function changeBy(sql: string): Promise<[SchemaSurface, SchemaSurface]> {
  await client.query('begin');
  try {
    await client.query(PROBE);
    probed ??= await readSurface(client);
    await client.query(sql);
    return [probed, await readSurface(client)];
  } finally {
    await client.query('rollback');
  }
}

const RULE =
  'A release only expands the schema of the one before it: docs/contributing.md, "Change the schema", says what to do instead.';

function readRecord(): ReleasedSchema {
  return JSON.parse(readFileSync(RECORD, 'utf8')) as ReleasedSchema;
}

function migrationsAfter(last: string): string[] {
  const names = readdirSync(MIGRATIONS).filter((name) => name > last);
  return names.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
}

function readNotes(migrations: readonly string[]): Notes {
  const text = migrations.join('\n');
  const releases = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const unused = [...text.matchAll(/^-- unused since (\d+\.\d+\.\d+): (.+)$/gm)].flatMap(([, version, names = '']) => {
    if (!releases.includes(`\n## ${version}`)) throw new Error(`${version} is not a release of CHANGELOG.md.`);
    return splitNames(names);
  });
  const wider = [...text.matchAll(/^-- wider: (.+)$/gm)].flatMap(([, names = '']) => splitNames(names));
  return { unused: new Set(unused), wider: new Set(wider) };
}

function splitNames(names: string): string[] {
  return names.split(',').map((name) => name.trim());
}

function nameIn(words: string): string {
  return words.split(' ')[0] ?? '';
}
