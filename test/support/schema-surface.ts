// Reads from the database what nodes of a release rely on: columns, constraints, unique indexes, functions and triggers.
import type pg from 'pg';

export interface SchemaSurface {
  /** By table.column: the type, and what a writer must know of it. */
  columns: Record<string, string>;
  /** By table.constraint: checks, foreign keys and exclusions. */
  constraints: Record<string, Definition>;
  /** By table.index: `on conflict` needs the old ones, and old writers know nothing of new ones. */
  unique: Record<string, Definition>;
  /** By name: parameters with their defaults, and the result. */
  functions: Record<string, string[]>;
  /** By table.trigger. */
  triggers: Record<string, string>;
}

export interface Definition {
  text: string;
  columns: string[];
}

const COLUMNS = `
  select c.relname || '.' || a.attname as name,
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || case when a.attgenerated <> '' then ' generated' when a.atthasdef or a.attidentity <> '' then ' default' else '' end as value
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
  order by 1`;

const CONSTRAINTS = `
  select c.relname || '.' || o.conname as name, pg_get_constraintdef(o.oid) as text, ${columnsOf('o.conkey', 'o.conrelid')} as columns
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where c.relnamespace = 'public'::regnamespace and o.contype in ('c', 'f', 'x')
  order by 1`;

const UNIQUE = `
  select c.relname || '.' || i.relname as name, substring(pg_get_indexdef(x.indexrelid) from ' USING .*$') as text,
    ${columnsOf('x.indkey::smallint[]', 'x.indrelid')} as columns
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique
  order by 1`;

const FUNCTIONS = `
  select p.proname as name, '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) as value
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, 2`;

const TRIGGERS = `
  select c.relname || '.' || t.tgname as name, pg_get_triggerdef(t.oid) as value
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by 1`;

export async function readSurface(client: pg.ClientBase): Promise<SchemaSurface> {
  const functions: Record<string, string[]> = {};
  for (const { name, value } of await ask(client, FUNCTIONS)) functions[name] = [...(functions[name] ?? []), value];
  return {
    columns: asRecord(await ask(client, COLUMNS)),
    constraints: await askDefinitions(client, CONSTRAINTS),
    unique: await askDefinitions(client, UNIQUE),
    functions,
    triggers: asRecord(await ask(client, TRIGGERS)),
  };
}

function columnsOf(numbers: string, table: string): string {
  return `array(select a.attname::text from pg_attribute a where a.attrelid = ${table} and a.attnum = any(${numbers}) order by 1)`;
}

interface Row {
  name: string;
  value: string;
}

async function ask(client: pg.ClientBase, query: string): Promise<Row[]> {
  return (await client.query<Row>(query)).rows;
}

async function askDefinitions(client: pg.ClientBase, query: string): Promise<Record<string, Definition>> {
  const { rows } = await client.query<Definition & { name: string }>(query);
  return Object.fromEntries(rows.map(({ name, text, columns }) => [name, { text, columns }]));
}

function asRecord(rows: Row[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
