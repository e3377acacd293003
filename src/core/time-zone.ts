// Days in a time zone, by the names of the IANA database.

/** Few: the zones that the operator has set. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Such as 2026-01-31. */
export function dayIn(zone: string, time: Date): string {
  if (zone === 'UTC') return time.toISOString().slice(0, 10);
  const format = formats.get(zone) ?? openFormat(zone);
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

export function isTimeZone(name: string): boolean {
  // Also an offset such as +02:00 is accepted by Intl: it knows no summer time.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    openFormat(name);
    return true;
  } catch {
    return false;
  }
}

function openFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
}
