// Builds a page of a list: the requested rows, and the cursor of the next page.
export const DEFAULT_LIMIT = 20;

/** `rows` contains one more row than requested if there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number | undefined,
  show: (row: Row) => object,
  cursorOf: (row: Row) => string,
): object {
  const page = rows.slice(0, limit ?? DEFAULT_LIMIT);
  const last = page.at(-1);
  const next = rows.length > page.length && last !== undefined ? cursorOf(last) : null;
  return { object: 'list', data: page.map(show), has_more: next !== null, next_cursor: next };
}

export function pageBySeq<Row extends { seq: number }>(
  rows: readonly Row[],
  limit: number | undefined,
  show: (row: Row) => object,
): object {
  return pageOf(rows, limit, show, (row) => String(row.seq));
}

export function afterSeq(cursor: string | undefined): { beforeSeq?: number } {
  return cursor === undefined ? {} : { beforeSeq: Number(cursor) };
}
