// Pages of the operator's lists, with their default size.
import { cutPage, type Page, pageBody } from '../../core/page.ts';

export const DEFAULT_LIMIT = 20;

/** `rows` contains one more row than requested if there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number | undefined,
  { show, cursorOf }: { show: (row: Row) => Item; cursorOf: (row: Row) => string },
): Page<Item> {
  const { page, next } = cutPage(rows, limit ?? DEFAULT_LIMIT, cursorOf);
  return pageBody(page.map(show), next);
}

export function pageBySeq<Row extends { seq: number }, Item>(
  rows: readonly Row[],
  limit: number | undefined,
  show: (row: Row) => Item,
): Page<Item> {
  return pageOf(rows, limit, { show, cursorOf: ({ seq }) => String(seq) });
}

export function afterSeq(cursor: string | undefined): { beforeSeq?: number } {
  return cursor === undefined ? {} : { beforeSeq: Number(cursor) };
}
