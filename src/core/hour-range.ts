// Reads a time range from a query, in whole hours, because usage is stored by the hour.
import { ServiceError } from './errors.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DEFAULT_RANGE_MS = 30 * DAY_MS;
const MAX_RANGE_MS = 400 * DAY_MS;

/** Defaults to the last 30 days. `from` is rounded down and `to` up. */
export function readHourRange(query: { from?: string; to?: string }): { from: Date; to: Date } {
  const to = Math.ceil((timeOf(query.to, 'to') ?? Date.now() + 1) / HOUR_MS) * HOUR_MS;
  const from = Math.floor((timeOf(query.from, 'from') ?? to - DEFAULT_RANGE_MS) / HOUR_MS) * HOUR_MS;
  if (from >= to) throw new ServiceError('invalid_parameter', '"from" must be before "to".', { param: 'from' });
  if (to - from > MAX_RANGE_MS)
    throw new ServiceError('invalid_parameter', 'Ask for at most 400 days at a time.', { param: 'from' });
  return { from: new Date(from), to: new Date(to) };
}

function timeOf(text: string | undefined, param: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new ServiceError(
      'invalid_parameter',
      `"${param}" must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`,
      { param },
    );
  return time;
}
