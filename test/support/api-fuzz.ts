// Generates valid, near-valid and hostile requests for every operation of an OpenAPI document, repeatably from a seed.
import { type Chance, chanceFromNumber } from '@atelier/kit';
import type { Documented, DocumentedOperation } from './documented-answers.ts';

export interface FuzzRequest {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  format?: string;
};

const HOSTILE: unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  'constructor',
  '',
  ' ',
  'x'.repeat(5_000),
  "'; drop table jobs; --",
  '\u{10FFFF}',
  '2024-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '10000-01-01',
  -1,
  0,
  0.5,
  1e15,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  null,
  true,
  [],
  {},
  [[]],
  { constructor: 1 },
  ['\0'],
];
const HOSTILE_IDS = ['%00', 'a%00b', '%FF', '%ED%A0%80', '__proto__', '1e300', '-1', 'x'.repeat(299), '..%2F..', '%'];
const WORDS = [
  'sea',
  'night',
  'default',
  'sandbox-echo-1',
  'react',
  'python',
  'https://example.org/x',
  '2026-01-31',
  'a',
];

export class RequestMaker {
  readonly #chance: Chance;
  readonly #operations: { name: string; path: string; method: string; operation: DocumentedOperation }[];
  readonly #ids: ReadonlyMap<string, string>;

  /** `ids`: values of path parameters that exist, by the path's template. */
  constructor({ operations }: Documented, ids: ReadonlyMap<string, string>, seed: number) {
    this.#chance = chanceFromNumber(seed);
    this.#operations = [...operations].map(([name, one]) => ({ name, ...one }));
    this.#ids = ids;
  }

  get operationCount(): number {
    return this.#operations.length;
  }

  /** The operations take turns, so that each gets its share. */
  make(index: number): FuzzRequest {
    const chosen = this.#operations[index % this.#operations.length];
    if (!chosen) throw new Error('the document has no operations');
    const { name, path, method, operation } = chosen;
    const query = new URLSearchParams();
    for (const one of operation.parameters.filter((parameter) => parameter.in === 'query'))
      if (one.required || this.#chance() < 0.5) query.append(one.name, this.#queryText(one.schema as Schema));
    const url = `${this.#fill(path)}${query.size > 0 ? `?${query}` : ''}`;
    const content = operation.requestBody?.content['application/json'];
    const headers: Record<string, string> = content ? { 'content-type': 'application/json' } : {};
    if (this.#chance() < 0.05) headers['idempotency-key'] = this.#pick(['again', 'x'.repeat(300), '__proto__']);
    return { name, method, url, headers, body: content && this.#bodyText(content.schema as Schema, content.example) };
  }

  #fill(path: string): string {
    const known = this.#ids.get(path);
    if (known && this.#chance() < 0.5) return known;
    return path.replace(/\{\w+\}/g, () => (this.#chance() < 0.5 ? this.#pick(HOSTILE_IDS) : 'a'.repeat(26)));
  }

  #queryText(schema: Schema): string {
    const value = this.#chance() < 0.6 ? this.#valid(schema, 0) : this.#pick(HOSTILE);
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
  }

  /** A third each: the example or a fitting body, one with a wrong field, and text that may not be JSON. */
  #bodyText(schema: Schema, example: unknown): string {
    const turn = this.#chance();
    const fitting = example !== undefined && this.#chance() < 0.5 ? structuredClone(example) : this.#valid(schema, 0);
    if (turn < 0.4) return JSON.stringify(fitting);
    if (turn < 0.93) return JSON.stringify(this.#spoil(fitting, schema));
    return this.#pick(['', '{', '[]', 'null', '"x"', '{"a":1', '\u0000', '[[[[', JSON.stringify(fitting).slice(0, -1)]);
  }

  #spoil(value: unknown, schema: Schema): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.#pick(HOSTILE);
    const names = [...Object.keys(schema.properties ?? {}), 'unknown_field'];
    const name = this.#pick(names);
    const inner = (value as Record<string, unknown>)[name];
    const deeper = schema.properties?.[name];
    const spoilt =
      typeof inner === 'object' && deeper && this.#chance() < 0.5 ? this.#spoil(inner, deeper) : this.#pick(HOSTILE);
    return this.#chance() < 0.2 ? without(value, name) : { ...value, [name]: spoilt };
  }

  #valid(schema: Schema, depth: number): unknown {
    if ('const' in schema) return schema.const;
    if (schema.enum) return this.#pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#valid(this.#pick(choices), depth);
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type;
    switch (type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
        return Math.floor(this.#number(schema));
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return this.#chance() < 0.5;
      case 'null':
        return null;
      case 'array':
        return Array.from(
          { length: Math.max(schema.minItems ?? 0, depth > 3 ? 0 : Math.floor(this.#chance() * 3)) },
          () => this.#valid(schema.items ?? {}, depth + 1),
        );
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.#pick(WORDS);
    }
  }

  #object(schema: Schema, depth: number): object {
    const required = new Set(schema.required);
    const names = Object.keys(schema.properties ?? {}).filter((name) => required.has(name) || this.#chance() < 0.25);
    return Object.fromEntries(names.map((name) => [name, this.#valid(schema.properties?.[name] ?? {}, depth + 1)]));
  }

  #text({ format, pattern, minLength = 0, maxLength = 5_000 }: Schema): string {
    if (format === 'date-time') return '2035-01-31T12:00:00Z';
    if (pattern?.includes('[0-9]')) return '1';
    return this.#pick(WORDS).padEnd(minLength, 'x').slice(0, maxLength);
  }

  #number({ minimum = 0, maximum = 1_000 }: Schema): number {
    return this.#pick([minimum, maximum, minimum + this.#chance() * (Math.min(maximum, minimum + 1_000) - minimum)]);
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#chance() * list.length)] as T;
  }
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
