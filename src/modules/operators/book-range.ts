// The months that the operator asks for.
import { ServiceError } from '../../core/errors.ts';
import type { BookQuery } from './book-schema.ts';

const MAX_MONTHS = 120;
const DEFAULT_MONTHS = 12;

/** Months such as 2026-01, both included. */
export interface BookRange {
  from: string;
  to: string;
}

/** `today`: such as 2026-01-31. */
export function rangeOf({ from, to }: BookQuery, today: string): BookRange {
  const last = to ?? today.slice(0, 7);
  const first = from ?? monthAfter(last, 1 - DEFAULT_MONTHS);
  if (first > last) throw new ServiceError('invalid_parameter', '"from" must not be after "to".', { param: 'from' });
  if (monthAfter(first, MAX_MONTHS) <= last)
    throw new ServiceError('invalid_parameter', `Ask for at most ${MAX_MONTHS} months at a time.`, { param: 'from' });
  return { from: first, to: last };
}

/** The end is exclusive. */
export function daysOf({ from, to }: BookRange): { from: string; to: string } {
  return { from: `${from}-01`, to: `${monthAfter(to, 1)}-01` };
}

/** The last day of a month that has ended, else today. */
export function lastDayOf(month: string, today: string): string {
  const last = new Date(`${monthAfter(month, 1)}-01T00:00:00Z`);
  last.setUTCDate(0);
  return [last.toISOString().slice(0, 10), today].sort()[0] ?? '';
}

function monthAfter(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}
