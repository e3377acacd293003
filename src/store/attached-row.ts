// A row stored by the statement that charges its call, in the same commit.

export type ColumnType = 'text' | 'json' | 'integer' | 'bigint';

/** A table with such rows: its columns and their types, in the order of a row's values. Use one object for each table. */
export interface AttachedTable {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
}

/** The row must be storable: one that the database rejects fails the charges of every call in its group. */
export interface AttachedRow {
  table: AttachedTable;
  values: readonly (string | number | null)[];
  bytes: number;
}
