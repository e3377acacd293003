// One page of a list, in the form that every list of the API has.

export interface Page<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  /** The `cursor` that asks for the next page. */
  next_cursor: string | null;
}

/** `next` is the cursor of the next page; null if this is the last one, or the whole list. */
export function pageBody<Item>(data: Item[], next: string | null = null): Page<Item> {
  return { object: 'list', data, has_more: next !== null, next_cursor: next };
}

/** `rows` holds one row more than the limit if another page follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** A page of rows ordered by their numbers. */
export function pageBySeq<Row extends { seq: number }, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
): Page<Item> {
  const { page, next } = cutPage(rows, limit, (row) => String(row.seq));
  return pageBody(page.map(show), next);
}

/** A page with its first and last id, for clients of OpenAI's API. */
export function pageById<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Item,
): Page<Item> & { first_id: string | null; last_id: string | null } {
  const { page, next } = cutPage(rows, limit, ({ id }) => id);
  return { ...pageBody(page.map(show), next), first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
}
