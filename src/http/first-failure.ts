// Finds the first place where a value does not match its schema, in time bounded by the value's size.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: Record<string, unknown>;
}

export interface Failure {
  /** The schema that `value` does not match. */
  schema: TSchema;
  /** JSON pointer from the value's root to `value`. */
  path: string;
  value: unknown;
  /**
   * The schema errors there, with paths relative to `value`; empty if it is only known that the value does not match.
   */
  errors: SchemaError[];
}

interface SchemaParts {
  properties?: Record<string, TSchema>;
  required?: string[];
  items?: TSchema;
  maxItems?: number;
}

/** Enough values to explain why a list matches none of several shapes. */
const MAX_SAMPLED_VALUES = 256;

export function findFirstFailure(schema: TSchema, value: unknown, path = ''): Failure {
  const { properties, required = [], items, maxItems } = schema as SchemaParts;
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return { schema, path, value, errors: [tooLong(maxItems)] };
    const index = items ? value.findIndex((item) => !fits(items, item)) : -1;
    if (items && index >= 0) return findFirstFailure(items, value[index], `${path}/${index}`);
  } else if (typeof value === 'object' && value !== null && properties) {
    const fields = value as Record<string, unknown>;
    const isComplete = required.every((name) => Object.hasOwn(fields, name));
    for (const [name, property] of isComplete ? Object.entries(properties) : [])
      if (Object.hasOwn(fields, name) && !fits(property, fields[name]))
        return findFirstFailure(property, fields[name], `${path}/${name}`);
  }
  // TypeBox checks every value and reports many errors, so it gets a small sample only.
  const sample = sampleOf(value, { left: MAX_SAMPLED_VALUES });
  const errors = fits(schema, sample) ? [] : (compiledOf(schema).Errors(sample) as SchemaError[]);
  return { schema, path, value, errors };
}

function tooLong(limit: number): SchemaError {
  return { keyword: 'maxItems', instancePath: '', message: `must not have more than ${limit} items`, params: {} };
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function compiledOf(schema: TSchema): ReturnType<typeof Compile> {
  const known = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, known);
  return known;
}

function fits(schema: TSchema, value: unknown): boolean {
  return compiledOf(schema).Check(value);
}

/** The first values of `value`, with all levels of nesting. */
function sampleOf(value: unknown, budget: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (budget.left <= 0) break;
      budget.left -= 1;
      items.push(sampleOf(item, budget));
    }
    return items;
  }
  const fields: Record<string, unknown> = {};
  for (const name in value) {
    if (budget.left <= 0) break;
    budget.left -= 1;
    const item = sampleOf((value as Record<string, unknown>)[name], budget);
    Object.defineProperty(fields, name, { value: item, enumerable: true, configurable: true, writable: true });
  }
  return fields;
}
