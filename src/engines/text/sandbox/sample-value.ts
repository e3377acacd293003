// The smallest value that a JSON schema allows: the first of an enum, all properties, as few items and letters as allowed.
import { ServiceError } from '../../../core/errors.ts';
import { findReferred } from '../output-schema.ts';

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

const DEEPEST = 16;
const WORD = 'text';
/** Bounds the lengths that a schema can demand. */
const MOST_ITEMS = 1_000;
const MOST_LETTERS = 10_000;

/** Lists of lists and references to references multiply: a small schema can describe a value that fills the memory. */
const MOST_STEPS = 20_000;

export function sampleOf(root: Schema): unknown {
  return new Sampler(root).sample(root, 0);
}

class Sampler {
  readonly #root: Schema;
  #steps = 0;

  constructor(root: Schema) {
    this.#root = root;
  }

  sample(given: Schema, depth: number): unknown {
    this.#countStep();
    if (depth > DEEPEST) return null;
    const schema = this.#resolve(given, 0);
    const inner = (child: unknown) => this.sample(asSchema(child), depth + 1);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const [alternative] = listOf(schema.anyOf ?? schema.oneOf);
    if (alternative !== undefined) return inner({ ...without(schema, ['anyOf', 'oneOf']), ...asSchema(alternative) });
    switch (typeOf(schema)) {
      case 'array':
        return sampleItems(schema, inner);
      case 'string':
        return sampleText(schema);
      case 'number':
      case 'integer':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return Object.fromEntries(
          Object.entries(asSchema(schema.properties)).map(([name, child]) => [name, inner(child)]),
        );
    }
  }

  /** Follows a reference, and joins the parts of `allOf` into one schema. */
  #resolve(given: Schema, depth: number): Schema {
    this.#countStep();
    if (depth > DEEPEST) return {};
    const referred = given.$ref === undefined ? {} : (findReferred(this.#root, given.$ref) ?? {});
    const own = without(given, ['$ref', 'allOf']);
    const parts = [
      ...(given.$ref === undefined ? [] : [this.#resolve(referred, depth + 1)]),
      ...listOf(given.allOf).map((part) => this.#resolve(asSchema(part), depth + 1)),
    ];
    return parts.reduceRight(joined, own);
  }

  #countStep(): void {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS)
      throw new ServiceError('invalid_parameter', 'The smallest value of this schema is too large for the sandbox.');
  }
}

function joined(left: Schema, right: Schema): Schema {
  const properties = { ...asSchema(right.properties), ...asSchema(left.properties) };
  return { ...right, ...left, ...(Object.keys(properties).length > 0 ? { properties } : {}) };
}

function sampleItems(schema: Schema, inner: (child: unknown) => unknown): unknown[] {
  const first = listOf(schema.prefixItems);
  const least = Math.min(numberOf(schema.minItems, 0), MOST_ITEMS);
  const wanted = Math.min(Math.max(1, first.length, least), numberOf(schema.maxItems, MOST_ITEMS));
  return Array.from({ length: wanted }, (_, index) => inner(first[index] ?? schema.items));
}

function sampleText(schema: Schema): string {
  const least = Math.min(numberOf(schema.minLength, 0), MOST_LETTERS);
  const text = WORD.repeat(Math.max(1, Math.ceil(least / WORD.length)));
  return text.slice(0, Math.min(Math.max(WORD.length, least), numberOf(schema.maxLength, MOST_LETTERS)));
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

function without(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
