// What the migrated database says of its own tables, views, functions and operators.
import type pg from 'pg';
import { nodesOf, readTree, type TreeNode } from './node-tree.ts';

export interface Column {
  /** False for PostgreSQL's own tables. */
  isOwn: boolean;
  isOfView: boolean;
  table: string;
  name: string;
  type: string;
  isNotNull: boolean;
  /** Whether an insert may leave it out. */
  hasDefault: boolean;
  isAlwaysGenerated: boolean;
  /** The only values that a check allows. */
  literals: string[] | undefined;
}

export interface Catalogue {
  /** By `oid of the table.number of the column`. */
  columns: Map<string, Column>;
  /** The analysed query of each view, by the view's oid. */
  views: Map<number, TreeNode>;
  functions: Map<number, { name: string; isBuiltIn: boolean; isStrict: boolean; rowsOf: number }>;
  operators: Map<number, { name: string; isBuiltIn: boolean }>;
  typeNames: Map<number, string>;
}

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const checks = await readChecks(client);
  const { rows: columns } = await client.query(`
    select a.attrelid::int as table_oid, a.attnum::int, c.relnamespace = 'public'::regnamespace as is_own, c.relkind = 'v' as is_view, c.relname, a.attname, format_type(a.atttypid, null) as type, a.attnotnull,
      a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_always
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const { rows: views } = await client.query(`
    select r.ev_class::int as oid, r.ev_action::text as tree from pg_rewrite r join pg_class c on c.oid = r.ev_class
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`);
  const { rows: functions } = await client.query(`
    select p.oid::int, p.proname, p.pronamespace = 'pg_catalog'::regnamespace as is_built_in, p.proisstrict, t.typrelid::int as rows_of
    from pg_proc p join pg_type t on t.oid = p.prorettype`);
  const { rows: operators } = await client.query(
    `select oid::int, oprname, oprnamespace = 'pg_catalog'::regnamespace as is_built_in from pg_operator`,
  );
  const { rows: types } = await client.query(`select oid::int, format_type(oid, null) as name from pg_type`);
  return {
    columns: new Map(
      columns.map((row) => [
        `${row.table_oid}.${row.attnum}`,
        {
          isOwn: row.is_own,
          isOfView: row.is_view,
          table: row.relname,
          name: row.attname,
          type: row.type,
          isNotNull: row.attnotnull,
          hasDefault: row.has_default,
          isAlwaysGenerated: row.is_always,
          literals: checks.get(`${row.table_oid}.${row.attnum}`),
        },
      ]),
    ),
    views: new Map(
      views.flatMap((row) => nodesOf(readTree(row.tree)).map((tree): [number, TreeNode] => [row.oid, tree])),
    ),
    functions: new Map(
      functions.map((row) => [
        row.oid,
        { name: row.proname, isBuiltIn: row.is_built_in, isStrict: row.proisstrict, rowsOf: row.rows_of },
      ]),
    ),
    operators: new Map(operators.map((row) => [row.oid, { name: row.oprname, isBuiltIn: row.is_built_in }])),
    typeNames: new Map(types.map((row) => [row.oid, row.name])),
  };
}

/** Checks of one column against a list of texts, such as `check (state in ('open', 'closed'))`. */
async function readChecks(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query(`
    select conrelid::int as table_oid, conkey[1]::int as attnum, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and cardinality(conkey) = 1`);
  const checks = new Map<string, string[]>();
  for (const { table_oid, attnum, definition } of rows) {
    const list = /^CHECK \(\((?:\w+|"\w+") = ANY \(ARRAY\[(.*)\]\)\)\)(?: NOT VALID)?$/.exec(definition)?.[1];
    const one = /^CHECK \(\((?:\w+|"\w+") = ('(?:[^']|'')*'::text)\)\)$/.exec(definition)?.[1];
    const values = (list ?? one)?.match(/'(?:[^']|'')*'(?=::text)/g);
    if (values)
      checks.set(
        `${table_oid}.${attnum}`,
        values.map((value) => value.slice(1, -1).replaceAll("''", "'")),
      );
  }
  return checks;
}
