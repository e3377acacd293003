// Formats numbers, money and times for people.
import { shared } from '../strings.ts';
import { locale } from '../words.ts';

const whole = onFirstUse(() => new Intl.NumberFormat(locale()));
const fine = onFirstUse(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }));
const cents = onFirstUse(() => new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const monthOnly = onFirstUse(
  () => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const countries = onFirstUse(() => new Intl.DisplayNames(locale(), { type: 'region', fallback: 'code' }));
const exact = onFirstUse(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 6 }));
const finest = onFirstUse(() => new Intl.NumberFormat(locale(), { maximumSignificantDigits: 2 }));
const dayTime = onFirstUse(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }));
const secondTime = onFirstUse(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }));
const dayOnly = onFirstUse(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }));
const relative = onFirstUse(() => new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }));

export function formatCount(count: number): string {
  return whole().format(count);
}

/** A small amount of credits must not be shown as zero. */
export function formatCredits(credits: number): string {
  const size = Math.abs(credits);
  return size > 0 && size < 0.1 ? finest().format(credits) : fine().format(credits);
}

/** For columns: decimals are aligned. */
export function formatAmount(credits: number): string {
  const size = Math.abs(credits);
  return size > 0 && size < 0.01 ? finest().format(credits) : cents().format(credits);
}

/** A month as 2026-11. */
export function formatMonth(month: string): string {
  return monthOnly().format(new Date(`${month}-01T00:00:00Z`));
}

/** The country of a two-letter code. */
export function formatCountry(code: string): string {
  return countries().of(code) ?? code;
}

/** To the micro-credit, as charged. */
export function formatPrice(credits: number): string {
  return exact().format(credits);
}

/** A credit is a minor unit: 0.01 of the currency. */
export function formatMoney(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(minorUnits / 100);
}

export function formatTime(iso: string): string {
  return dayTime().format(new Date(iso));
}

/** With seconds, for lists of what happened. */
export function formatMoment(iso: string): string {
  return secondTime().format(new Date(iso));
}

export function formatDay(iso: string): string {
  return dayOnly().format(new Date(iso));
}

/** The browser loads a language's rules for each formatter, which takes longer than rendering most pages. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function formatAgo(iso: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1_000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit);
  }
  return seconds > 5 ? relative().format(Math.round(seconds), 'second') : shared.justNow;
}
