// Records answers of a running service as examples for the OpenAPI document: short, without secrets, and the same in every recording.
import { readFileSync, writeFileSync } from 'node:fs';
import type { CallAnswer } from './service.ts';

const FILE = new URL('../../src/http/openapi/answers.json', import.meta.url);
const LONGEST_TEXT = 160;
const MAX_ITEMS = 2;

/** Operation → status → example. */
type Answers = Record<string, Record<string, unknown>>;

/** What differs from one recording to the next, and what stands in its place. */
const STEADY: readonly [pattern: RegExp, steady: string | ((found: string, ...parts: string[]) => string)][] = [
  [/https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://api.example.com'],
  [/\bsk_(live|test)_\w*…\w+/g, 'sk_$1_…pqrs'],
  [/\bsk_(live|test)_\w{8,}/g, 'sk_$1_0123456789abcdefghjkmnpqrs'],
  [/\bwhsec_[\w+/]+=*/g, 'whsec_0123456789abcdefghjkmnpqrstuvwx'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, 'ada@example.com'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-15T09:30:00.000Z'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '01234567-89ab-4cde-8f01-23456789abcd'],
  [/\b[0-9a-f]{40,128}\b/g, (found) => '0123456789abcdef'.repeat(8).slice(0, found.length)],
  [/(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/g, '0123456789abcdefghjkmnpqrs'],
  [/\/tmp\/[\w./-]+/g, '/var/lib/atelier'],
];
const MOMENT_SECONDS = 1_768_469_400;
/** Fields whose numbers measure the machine. */
const MEASURED = /(_ms|_duration|duration_ns|_per_second|latency|_bytes|uptime_seconds)$/;

export class RecordedAnswers {
  readonly #known = JSON.parse(readFileSync(FILE, 'utf8')) as Answers;
  readonly #seen: Answers = {};

  /** Only answers in JSON: a file or a stream is no example. */
  add(name: string, { status, json }: CallAnswer): void {
    if (status >= 300 || json === undefined) return;
    this.#seen[name] = { ...this.#seen[name], [status]: steady(json) };
  }

  get count(): number {
    return Object.keys(this.#seen).length;
  }

  /** Operations that were answered and have no example. That each example fits its schema is checked with the document. */
  missing(): string[] {
    return Object.entries(this.#seen).flatMap(([name, statuses]) =>
      Object.keys(statuses)
        .filter((status) => this.#known[name]?.[status] === undefined)
        .map((status) => `${name} ${status}`),
    );
  }

  /** What has the same fields as before stays as it was, so that a recording changes only what changed. */
  write(): void {
    for (const [name, statuses] of Object.entries(this.#seen))
      for (const [status, example] of Object.entries(statuses)) {
        const known = this.#known[name]?.[status];
        this.#known[name] = { ...this.#known[name], [status]: isLike(known, example) ? known : example };
      }
    const sorted = Object.fromEntries(Object.entries(this.#known).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(FILE, `${JSON.stringify(sorted, null, 1)}\n`);
  }
}

function steady(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return steadyText(value);
  if (typeof value === 'number') return steadyNumber(value, name);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((one) => steady(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, steady(one, key)]));
}

function steadyText(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  return STEADY.reduce((result, [pattern, by]) => result.replace(pattern, by as string), short);
}

/** Moments in seconds and in milliseconds are recognised by their size. */
function steadyNumber(value: number, name: string): number {
  if (value > 1.7e9 && value < 2.2e9 && !MEASURED.test(name)) return MOMENT_SECONDS;
  if (value > 1.7e12 && value < 2.2e12) return MOMENT_SECONDS * 1000;
  return MEASURED.test(name) && value !== 0 ? 1200 : value;
}

/** The same fields, however long the lists and whatever the values. */
function isLike(one: unknown, other: unknown): boolean {
  return one !== undefined && shapeOf(one) === shapeOf(other);
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0])}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : 'value';
  const fields = Object.entries(value).map(([name, one]) => `${name}:${shapeOf(one)}`);
  return `{${fields.sort().join(',')}}`;
}
