// A row that is stored by the statement that charges for its call, in the same commit.

export type ColumnType = 'text' | 'json' | 'integer' | 'bigint';

/** A table with such rows: its columns and their types, in the order of a row's values. Use one object for each table. */
export interface AttachedTable {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
}

/** The database must be able to store it: a row that it refuses fails the charges of every call in its group. */
export interface AttachedRow {
  table: AttachedTable;
  values: readonly (string | number | null)[];
  bytes: number;
}
