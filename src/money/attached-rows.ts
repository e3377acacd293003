// Runs a charging statement and stores the rows attached to its calls: a row is stored if and only if its call is
// charged.
import type { AttachedRow, AttachedTable, ColumnType } from '../store/attached-row.ts';
import { type CallCost, costRows } from '../store/call-costs.ts';
import type { Queryable } from '../store/database.ts';

export interface PlacedRow {
  /** The position of its call among the charged calls, from 1. */
  place: number;
  row: AttachedRow;
}

export interface ChargingStatement {
  name: string;
  text: string;
  values: readonly unknown[];
  /** A condition on `settled`, the statement's result, and on a row's `place`. */
  isCharged: string;
}

/**
 * Separates the texts of a JSON column, because they contain no control characters. In an array, every quotation mark
 * would be escaped here and parsed again by PostgreSQL.
 */
const SEPARATOR = '\x1e';

interface Attaching {
  row?: AttachedRow | undefined;
  billed?: CallCost | undefined;
}

/** `areTogether`: either all calls are charged or none. */
export function placedRows(calls: readonly Attaching[], { areTogether }: { areTogether: boolean }): PlacedRow[] {
  const rows = calls.flatMap(({ row }, index) => (row ? [{ place: index + 1, row }] : []));
  const costs = areTogether
    ? costRows(calls.flatMap(({ billed }) => billed ?? [])).map((row) => ({ place: 1, row }))
    : calls.flatMap(({ billed }, index) => costRows(billed ? [billed] : []).map((row) => ({ place: index + 1, row })));
  return costs.length === 0 ? rows : [...rows, ...costs];
}

/** Returns the rows of the charging statement. */
export async function chargeWithRows(
  connection: Queryable,
  charging: ChargingStatement,
  placed: readonly PlacedRow[],
): Promise<Record<string, unknown>[]> {
  const values = [...charging.values];
  const tables = [...new Set(placed.map(({ row }) => row.table))];
  const inserts = tables.map((table) => {
    const ofTable = placed.filter(({ row }) => row.table === table);
    const first = values.length + 1;
    values.push(ofTable.map(({ place }) => place));
    for (const [at, type] of Object.values(table.columns).entries()) {
      const ofColumn = ofTable.map(({ row }) => row.values[at]);
      values.push(type === 'json' ? ofColumn.join(SEPARATOR) : ofColumn);
    }
    return insertOf(table, first, charging.isCharged);
  });
  const { rows } = await connection.query<Record<string, unknown>>({
    name: [charging.name, ...tables.map(({ name }) => name)].join(' '),
    text: `with settled as materialized (${charging.text}), ${inserts.join(', ')} select * from settled`,
    values,
  });
  return rows;
}

/** For a call that is charged later: stores its row now. */
export async function storeRow(pool: Queryable, row: AttachedRow): Promise<void> {
  const nothing = { name: 'store_row', text: 'select 1 as place', values: [], isCharged: 'true' };
  await chargeWithRows(pool, nothing, [{ place: 1, row }]);
}

function parameterOf(type: ColumnType, number: number): string {
  return type === 'json' ? `string_to_array($${number}, e'\\x1e', '')::json[]` : `$${number}::${type}[]`;
}

function insertOf({ name, columns }: AttachedTable, firstParameter: number, condition: string): string {
  const types: ColumnType[] = ['integer', ...Object.values(columns)];
  const lists = types.map((type, at) => parameterOf(type, firstParameter + at));
  const names = Object.keys(columns).join(', ');
  return `stored_${name} as (
    insert into ${name} (${names})
    select ${names} from unnest(${lists.join(', ')}) as attached(place, ${names}) where ${condition})`;
}
