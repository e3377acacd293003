// Collects the named schemas of the OpenAPI document: a schema with a title appears once, and every use refers to it.
import type { TSchema } from 'typebox';

/** The keywords of JSON Schema that hold other schemas. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const SINGLES = ['items', 'additionalProperties', 'not'] as const;
const MAPS = ['properties', 'patternProperties', '$defs'] as const;
const SCHEMA_NAME = /^[A-Z][A-Za-z0-9]*$/;

type Json = Record<string, unknown>;

export class Components {
  readonly #schemas = new Map<string, { schema: Json; text: string }>();

  /** The schema as the document shows it: titled parts become references. `name` is for a schema without a title. */
  refer(schema: TSchema, name?: string): Json {
    const plain = JSON.parse(JSON.stringify(schema)) as Json;
    const isNamed = typeof plain.title === 'string';
    return this.#visit(isNamed || name === undefined ? plain : { ...plain, title: name });
  }

  /** Every named schema, by name. */
  list(): Record<string, Json> {
    const names = [...this.#schemas.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#schemas.get(name)?.schema ?? {}]));
  }

  #visit(schema: Json): Json {
    const { title, ...rest } = schema;
    for (const key of LISTS)
      if (Array.isArray(rest[key])) rest[key] = (rest[key] as Json[]).map((one) => this.#visit(one));
    for (const key of SINGLES) if (isObject(rest[key])) rest[key] = this.#visit(rest[key]);
    for (const key of MAPS) {
      const map = rest[key];
      if (isObject(map))
        rest[key] = Object.fromEntries(
          Object.entries(map).map(([name, one]) => [name, isObject(one) ? this.#visit(one) : one]),
        );
    }
    return typeof title === 'string' ? this.#name(title, rest) : rest;
  }

  /** A description at one use stays at that use; the schema itself is shared. */
  #name(name: string, { description, ...schema }: Json): Json {
    if (!SCHEMA_NAME.test(name))
      throw new Error(`The title "${name}" of a schema must be one word such as ChatMessage.`);
    const text = JSON.stringify(schema);
    const known = this.#schemas.get(name);
    if (known && known.text !== text)
      throw new Error(`Two different schemas have the title "${name}". Give each its own, or use one schema for both.`);
    this.#schemas.set(name, { schema, text });
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
