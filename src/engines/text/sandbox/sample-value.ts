// The smallest value that a JSON schema allows: the first of an enum, all properties, as few items and letters as allowed.
import { findReferred } from '../output-schema.ts';
import { SampleBudget } from './sample-budget.ts';

type Schema = Record<string, unknown>;

/** The keywords that a sample satisfies; a strict schema with any other is refused. */
export const SAMPLED_KEYWORDS: readonly string[] = [
  'type',
  'const',
  'enum',
  'oneOf',
  'anyOf',
  'allOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  '$ref',
];

const MAX_DEPTH = 16;
const WORD = 'text';

/**
 * The sample as JSON. Its size is bounded before it is built, because a small schema can describe a value that exhausts
 * the memory.
 */
export function sampleOf(root: Schema): string {
  return JSON.stringify(new Sampler(root).sample(root, 0));
}

class Sampler {
  readonly #root: Schema;
  readonly #budget = new SampleBudget();
  readonly #referred = new Map<unknown, Schema>();

  constructor(root: Schema) {
    this.#root = root;
  }

  sample(given: Schema, depth: number): unknown {
    this.#budget.step();
    if (depth > MAX_DEPTH) return null;
    const schema = this.#resolve(given, 0);
    const inner = (child: unknown) => this.sample(asSchema(child), depth + 1);
    if ('const' in schema) return this.#budget.keep(schema.const);
    if (Array.isArray(schema.enum)) return this.#budget.keep(schema.enum[0]);
    const [alternative] = listOf(schema.anyOf ?? schema.oneOf);
    if (alternative !== undefined)
      return inner({ ...this.#without(schema, ['anyOf', 'oneOf']), ...this.#copied(alternative) });
    switch (typeOf(schema)) {
      case 'array':
        return this.#sampleItems(schema, inner);
      case 'string':
        return this.#sampleText(schema);
      case 'number':
      case 'integer':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return this.#sampleFields(schema, inner);
    }
  }

  /** Follows a reference, and joins the parts of `allOf` into one schema. */
  #resolve(given: Schema, depth: number): Schema {
    this.#budget.step();
    if (depth > MAX_DEPTH) return {};
    if (given.$ref === undefined && given.allOf === undefined) return given;
    const own = this.#without(given, ['$ref', 'allOf']);
    const parts = [
      ...(given.$ref === undefined ? [] : [this.#resolve(this.#find(given.$ref), depth + 1)]),
      ...listOf(given.allOf).map((part) => this.#resolve(asSchema(part), depth + 1)),
    ];
    return parts.reduceRight((right, left) => this.#join(left, right), own);
  }

  /** A reference may be as long as the body, and be followed at every step. */
  #find(reference: unknown): Schema {
    const found = this.#referred.get(reference) ?? findReferred(this.#root, reference) ?? {};
    this.#referred.set(reference, found);
    return found;
  }

  #join(left: Schema, right: Schema): Schema {
    const properties = { ...this.#copied(right.properties), ...this.#copied(left.properties) };
    const both = { ...this.#copied(right), ...this.#copied(left) };
    return Object.keys(properties).length > 0 ? { ...both, properties } : both;
  }

  #copied(schema: unknown): Schema {
    const given = asSchema(schema);
    this.#budget.step(Object.keys(given).length);
    return given;
  }

  #without(schema: Schema, names: readonly string[]): Schema {
    return Object.fromEntries(Object.entries(this.#copied(schema)).filter(([name]) => !names.includes(name)));
  }

  #sampleFields(schema: Schema, inner: (child: unknown) => unknown): Schema {
    const fields: Schema = {};
    for (const [name, child] of Object.entries(asSchema(schema.properties))) {
      this.#budget.keep(name);
      Object.defineProperty(fields, name, { value: inner(child), enumerable: true });
    }
    return fields;
  }

  #sampleItems(schema: Schema, inner: (child: unknown) => unknown): unknown[] {
    const first = listOf(schema.prefixItems);
    const wanted = Math.min(
      Math.max(1, first.length, numberOf(schema.minItems, 0)),
      numberOf(schema.maxItems, Number.POSITIVE_INFINITY),
    );
    const items: unknown[] = [];
    while (items.length < wanted) items.push(inner(first[items.length] ?? schema.items));
    return items;
  }

  #sampleText(schema: Schema): string {
    const most = Math.max(0, numberOf(schema.maxLength, Number.POSITIVE_INFINITY));
    const length = Math.min(Math.max(WORD.length, numberOf(schema.minLength, 0)), most);
    this.#budget.write(length);
    return WORD.repeat(Math.ceil(length / WORD.length)).slice(0, length);
  }
}

function sampleNumber(schema: Schema): number {
  const step = numberOf(schema.multipleOf, 0) || (schema.type === 'integer' ? 1 : 0);
  const above = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + (step || 1) : undefined;
  const below = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - (step || 1) : undefined;
  const least = numberOf(schema.minimum ?? above, Number.NEGATIVE_INFINITY);
  const most = numberOf(schema.maximum ?? below, Number.POSITIVE_INFINITY);
  const plain = Number.isFinite(least) ? least : Math.min(1, most);
  if (!step) return plain;
  const up = Math.ceil(plain / step) * step;
  return up <= most ? up : Math.floor(plain / step) * step;
}

function typeOf(schema: Schema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return type ?? (schema.items || schema.prefixItems ? 'array' : 'object');
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
