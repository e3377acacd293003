// A table; on a phone a list of cards, or a scrolling table if it is all numbers.
import type { ReactNode } from 'react';
import { join } from './class-names.ts';
import { useNarrow } from './use-narrow.ts';

export interface Column<Row> {
  title: string;
  /** Numbers are right-aligned. */
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
  /** A click anywhere in the row; by keyboard, a button in the row does the same. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The layout on a phone. */
  onPhone?: 'cards' | 'scroll';
}

export function Table<Row>({ onPhone = 'cards', ...props }: TableProps<Row>) {
  const isNarrow = useNarrow();
  return isNarrow && onPhone === 'cards' ? <Cards {...props} /> : <WholeTable {...props} />;
}

function WholeTable<Row>({ label, columns, rows, keyOf, onOpen }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="relative -mx-1 overflow-x-auto px-1">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {columns.map(({ title, isNumber, isTitleHidden }) => (
              <th key={title} scope="col" className={join(cellClass(isNumber, 'font-medium'), isTitleHidden && PINNED)}>
                <span className={isTitleHidden ? 'sr-only' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              onClick={(event) => onOpen && !isOnControl(event.target) && onOpen(row)}
              className={join('border-b border-line/60 last:border-0', onOpen && 'cursor-pointer hover:bg-sunken')}
            >
              {columns.map(({ title, isNumber, isTitleHidden, cell }) => (
                <td
                  key={title}
                  className={join(cellClass(isNumber, isNumber ? 'tabular-nums' : ''), isTitleHidden && PINNED)}
                >
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

/** What has a click of its own, or is being selected as text. */
function isOnControl(target: EventTarget): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, select, label') !== null;
  return isControl || getSelection()?.isCollapsed === false;
}

/** Buttons stay visible however wide the other columns are. */
const PINNED = 'sticky right-0 bg-surface pl-2';

function cellClass(isNumber: boolean | undefined, more: string): string {
  return join('py-2.5 pr-4 align-middle whitespace-nowrap last:pr-0', isNumber && 'text-right', more);
}

/** The first column is the card's head; columns of buttons come last. */
function Cards<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const [head, ...rest] = columns;
  return (
    <ul aria-label={label} className="-my-3 divide-y divide-line text-sm">
      {rows.map((row) => (
        <li key={keyOf(row)} className="grid gap-2 py-4">
          <div className="min-w-0 text-[0.9375rem] [overflow-wrap:anywhere]">{head?.cell(row)}</div>
          <dl className="grid gap-1.5">
            {rest
              .filter(({ isTitleHidden }) => !isTitleHidden)
              .map(({ title, cell }) => (
                <div key={title} className="flex items-baseline justify-between gap-4">
                  <dt className="shrink-0 text-muted">{title}</dt>
                  <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{cell(row)}</dd>
                </div>
              ))}
          </dl>
          {rest
            .filter(({ isTitleHidden }) => isTitleHidden)
            .map(({ title, cell }) => (
              <div key={title} className="-mx-2.5 flex flex-wrap gap-1">
                {cell(row)}
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}
