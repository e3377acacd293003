// Writes the types of the tables for the query builder, from what the migrated database says.
import type { Catalogue, Column } from './catalogue.ts';
import { kindOf } from './compare.ts';

const HEAD = `// The tables of the migrated database. Generated; renew with UPDATE=1 npm run test:full -- test/full/contract/sql-statements.test.ts
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns } from './json-columns.ts';

export interface Tables {
`;

/** `jsonColumns`: the JSON columns whose type is declared. */
export function writeTableTypes(catalogue: Catalogue, jsonColumns: ReadonlySet<string>): string {
  const columns = [...catalogue.columns.values()].filter((column) => column.isOwn && !column.isOfView);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const texts = [...tables].map(
    ([table, list]) => `  ${table}: {\n${list.map((column) => lineOf(column, jsonColumns)).join('')}  };\n`,
  );
  return `${HEAD}${texts.join('')}}\n`;
}

const WIDEST = 120;

/** As biome formats it. */
function lineOf(column: Column, jsonColumns: ReadonlySet<string>): string {
  const line = `    ${column.name}: ${typeOf(column, jsonColumns)};\n`;
  const [, head, inside] = /^( {4}\w+: Generated<)(.*)>;\n$/.exec(line) ?? [];
  return line.length - 1 > WIDEST && inside ? `${head}\n      ${inside}\n    >;\n` : line;
}

function typeOf(column: Column, jsonColumns: ReadonlySet<string>): string {
  const orNull = column.isNotNull ? '' : ' | null';
  const kind = column.literals?.map((literal) => `'${literal}'`).join(' | ') ?? plainKind(column);
  if (kind === 'json') {
    const name = `${column.table}.${column.name}`;
    const read = jsonColumns.has(name) ? `JsonColumns['${name}']${orNull}` : 'unknown';
    return `ColumnType<${read}, string${orNull}${column.hasDefault ? ' | undefined' : ''}, string${orNull}>`;
  }
  if (column.isAlwaysGenerated) return `GeneratedAlways<${kind}${orNull}>`;
  return column.hasDefault ? `Generated<${kind}${orNull}>` : `${kind}${orNull}`;
}

function plainKind({ table, name, type }: Column): string {
  const kind = kindOf(type) ?? (type === 'cidr[]' ? 'string[]' : undefined);
  if (!kind) throw new Error(`${table}.${name} is ${type}, which has no type here`);
  return kind;
}
