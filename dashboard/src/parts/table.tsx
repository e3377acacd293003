// A table that scrolls inside itself on narrow screens, and can be reached by keyboard when it does.
import type { ReactNode } from 'react';
import { join } from './class-names.ts';

export interface Column<Row> {
  title: string;
  /** Numbers stand to the right. */
  isNumber?: boolean;
  /** For columns of buttons: the title is for screen readers only. */
  isTitleHidden?: boolean;
  cell(row: Row): ReactNode;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="relative -mx-1 overflow-x-auto px-1">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {columns.map(({ title, isNumber, isTitleHidden }) => (
              <th key={title} scope="col" className={cellClass(isNumber, 'font-medium')}>
                <span className={isTitleHidden ? 'sr-only' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line/60 last:border-0">
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} className={cellClass(isNumber, isNumber ? 'tabular-nums' : '')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellClass(isNumber: boolean | undefined, more: string): string {
  return join('py-2.5 pr-4 align-middle whitespace-nowrap last:pr-0', isNumber && 'text-right', more);
}
