// Nothing of an account is forgotten: every table of the database says what a deletion and an export do with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { CONTENTS } from '../../src/modules/account/export-contents.ts';
import { CASCADED, ERASED, KEPT, OF_USER, OF_USERS, OTHERS, type OwnedTable } from '../../src/store/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;
const columns = new Map<string, string[]>();

before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`);
  for (const { name, columns: own } of rows) columns.set(name, own);
});

after(async () => {
  await client.end();
  await database.drop();
});

const names = (tables: readonly OwnedTable[]) => tables.map(({ name }) => name);
const LISTED = [...names(ERASED), ...names(KEPT), ...Object.keys(OF_USERS), ...CASCADED, ...Object.keys(OTHERS)];
/** Columns that tie a row to an account or a person. */
const PERSONAL =
  /^(account_id|user_id|member_id|key_id|customer_id|email|recipient|inviter_email|actor_email|referrer_id|referred_id)$/;

test('every table is listed once, and every listed table exists', () => {
  assert.deepEqual(
    [...columns.keys()].filter((name) => !LISTED.includes(name)),
    [],
    'list it in src/store/personal-data.ts',
  );
  assert.deepEqual(
    LISTED.filter((name) => !columns.has(name)),
    [],
  );
  assert.deepEqual(
    LISTED.filter((name, at) => LISTED.indexOf(name) !== at),
    [],
  );
});

test('a table that is said to name nobody has no column that names somebody', () => {
  const found = Object.keys(OTHERS).flatMap((name) =>
    (columns.get(name) ?? []).filter((column) => PERSONAL.test(column)).map((column) => `${name}.${column}`),
  );
  assert.deepEqual(found, []);
});

test('the links of the list are columns of the database', () => {
  for (const { name, link, keys = [], hidden = [] } of [...ERASED, ...KEPT, ...OF_USER]) {
    for (const column of [link.column, ...keys, ...hidden])
      assert.ok(columns.get(name)?.includes(column), `${name}.${column}`);
    if (link.parent === undefined) continue;
    for (const column of [link.key, link.owner])
      assert.ok(columns.get(link.parent)?.includes(column ?? ''), `${link.parent}.${column}`);
  }
});

test('the key of an exported table finds one row', async () => {
  const { rows } = await client.query<{ name: string; keys: string[] }>(`
    select i.indrelid::regclass::text as name, array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as keys
    from pg_index i where i.indisunique and i.indpred is null`);
  for (const { name, link, keys } of [...ERASED, ...KEPT, ...OF_USER]) {
    if (!keys) continue;
    const known = new Set([link.column, ...keys]);
    // A number that the database gives is unique without an index.
    const isUnique =
      keys.at(-1) === 'seq' || rows.some((index) => index.name === name && index.keys.every((key) => known.has(key)));
    assert.ok(isUnique, `${name}: ${keys.join(', ')}`);
  }
});

test('rows that are left to their parents fall with them', async () => {
  const { rows } = await client.query<{ name: string; parent: string }>(`
    select conrelid::regclass::text as name, confrelid::regclass::text as parent from pg_constraint where contype = 'f' and confdeltype = 'c'`);
  const gone = new Set([...names(ERASED), ...CASCADED]);
  for (const name of CASCADED)
    assert.ok(
      rows.some((each) => each.name === name && gone.has(each.parent)),
      name,
    );
  const users = Object.keys(OF_USERS).filter((name) => (OF_USERS[name] ?? '').startsWith('falls with its user'));
  for (const name of users)
    assert.ok(
      rows.some((each) => each.name === name && each.parent === 'auth_users'),
      name,
    );
});

test('every exported table is explained in the index', () => {
  const exported = [...ERASED, ...KEPT, ...OF_USER].filter(({ keys }) => keys).map(({ name }) => name);
  assert.deepEqual(Object.keys(CONTENTS).sort(), [...exported, 'members', 'outgoing_mails'].sort());
});

test('no exported column holds a secret', () => {
  const secret = /hash|secret|token$|^password|sealed|access_token$|refresh_token$/;
  const shown = [...ERASED, ...KEPT, ...OF_USER].flatMap(({ name, keys, hidden = [] }) =>
    keys
      ? (columns.get(name) ?? [])
          .filter((column) => secret.test(column) && !hidden.includes(column))
          .map((column) => `${name}.${column}`)
      : [],
  );
  // The hash of a day's ledger, which anybody may have.
  assert.deepEqual(shown, ['ledger_seals.hash']);
});
