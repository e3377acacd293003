// Dumps the whole database as lines of JSON from one snapshot, and loads it into an empty schema. Needs no PostgreSQL tools.
import type pg from 'pg';

type Client = pg.PoolClient;

/**
 * The migrations fill the first themselves. Logged request bodies live for days only, and a backup would outlast them.
 */
const EXCLUDED_TABLES = ['migrations', 'request_bodies'];
const BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Yields `#table` and then its rows, for each table in an order that foreign keys allow; ends with `#end` and the number of rows. */
export async function* dumpLines(client: Client): AsyncGenerator<string> {
  await client.query('begin isolation level repeatable read, read only');
  try {
    let rows = 0;
    for (const table of await listTables(client)) {
      yield `#${table}`;
      for await (const line of rowsOf(client, table)) {
        rows += 1;
        yield line;
      }
    }
    yield `#end ${rows}`;
  } finally {
    await client.query('rollback');
  }
}

async function* rowsOf(client: Client, table: string): AsyncGenerator<string> {
  const name = client.escapeIdentifier(table);
  await client.query(`declare page no scroll cursor for select row_to_json(t)::text as line from ${name} t`);
  for (;;) {
    const { rows } = await client.query<{ line: unknown }>(`fetch ${BATCH_ROWS} from page`);
    for (const { line } of rows) yield String(line);
    if (rows.length < BATCH_ROWS) break;
  }
  await client.query('close page');
}

/** Referenced tables come before the tables that reference them. */
async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `select c.relname::text as name, coalesce(array_remove(array_agg(distinct f.relname::text), null), '{}') as needs
     from pg_class c
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
     left join pg_class f on f.oid = k.confrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1::text[])
     group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  );
  const sorted: string[] = [];
  let rest = rows;
  while (rest.length > 0) {
    const ready = rest.filter(({ needs }) => needs.every((table) => sorted.includes(table)));
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a cycle');
    sorted.push(...ready.map(({ name }) => name));
    rest = rest.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Loads all rows in one transaction; returns their number. */
export async function loadLines(client: Client, lines: AsyncIterable<string>): Promise<number> {
  await client.query('begin');
  try {
    const rows = await loadIn(client, lines);
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function loadIn(client: Client, lines: AsyncIterable<string>): Promise<number> {
  const known = new Set(await listTables(client));
  // Triggers that count or write rows already ran before the backup.
  const triggered = await listTriggered(client);
  for (const name of triggered) await client.query(`alter table ${client.escapeIdentifier(name)} disable trigger user`);
  let table: string | undefined;
  let batch: string[] = [];
  let characters = 0;
  let loaded = 0;
  let expected: number | undefined;
  const flush = async () => {
    if (table && batch.length > 0) await insertRows(client, table, batch);
    loaded += batch.length;
    batch = [];
    characters = 0;
  };
  for await (const line of lines) {
    if (line.startsWith('#')) {
      await flush();
      const [name = '', count] = line.slice(1).split(' ');
      if (count !== undefined) expected = Number(count);
      else if (known.has(name)) {
        table = name;
        await forgetRows(client, name);
      } else throw new Error(`the backup contains the table "${name}", which this version does not have`);
      continue;
    }
    batch.push(line);
    characters += line.length;
    if (batch.length >= BATCH_ROWS || characters > MAX_BATCH_CHARACTERS) await flush();
  }
  if (expected !== loaded)
    throw new Error(`the backup is truncated: it has ${loaded} rows of ${expected ?? 'an unknown number'}`);
  await resetSequences(client);
  for (const name of triggered) await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`);
  return loaded;
}

async function listTriggered(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not t.tgisinternal`,
  );
  return rows.map(({ name }) => name);
}

/** A migration may have written rows; the backup holds them as they were at that time. */
async function forgetRows(client: Client, table: string): Promise<void> {
  const name = client.escapeIdentifier(table);
  const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
  if (rowCount) await client.query(`delete from ${name}`);
}

/** PostgreSQL parses the rows itself, so that no number, time or byte is converted in JavaScript. */
async function insertRows(client: Client, table: string, lines: readonly string[]): Promise<void> {
  const name = client.escapeIdentifier(table);
  await client.query(
    `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1::json)`,
    [`[${lines.join(',')}]`],
  );
}

async function resetSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select c.relname::text as "table", a.attname::text as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`,
  );
  for (const { table, column } of rows) {
    const name = client.escapeIdentifier(table);
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${client.escapeIdentifier(column)}) from ${name}), 0) + 1, false)`,
      [name, column],
    );
  }
}
