// The days of the books: each moment belongs to a day of the time zone that the seller had then, so that a later change moves nothing.
import { sql } from 'kysely';
import { dayIn } from '../core/time-zone.ts';
import type { Queries } from './database.ts';
import { SELLER_SETTING } from './seller.ts';

const FIRST_ZONE = 'UTC';
const MAX_CHANGES = 1_000;

export interface ZoneChange {
  since: Date;
  zone: string;
}

export class BookDays {
  /** Newest first. */
  readonly #changes: readonly ZoneChange[];

  constructor(changes: readonly ZoneChange[]) {
    this.#changes = changes;
  }

  /** The zone that is in effect now, for days to come. */
  get zone(): string {
    return this.#changes[0]?.zone ?? FIRST_ZONE;
  }

  /** Such as 2026-01-31. */
  dayOf(time: Date): string {
    return dayIn(this.#changes.find(({ since }) => since <= time)?.zone ?? FIRST_ZONE, time);
  }

  /** Its first day. */
  monthOf(time: Date): string {
    return `${this.dayOf(time).slice(0, 7)}-01`;
  }
}

export async function readBookDays(queries: Queries): Promise<BookDays> {
  const { rows } = await sql<ZoneChange>`
    select created_at as since, coalesce(after->>'time_zone', ${FIRST_ZONE}::text) as zone from setting_changes
    where name = ${SELLER_SETTING} and before->>'time_zone' is distinct from after->>'time_zone'
    order by version desc limit ${MAX_CHANGES}`.execute(queries);
  return new BookDays(rows);
}
