// Turns a Gemini schema (OpenAPI 3.0 with types in capitals) into a JSON schema.

type Schema = Readonly<Record<string, unknown>>;

/** Google's API writes these numbers as strings. */
const COUNTS = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']);
/** JSON Schema expresses these through other members. */
const REPLACED = new Set(['nullable', 'propertyOrdering', 'type', 'example']);

export function toJsonSchema(schema: Schema): Record<string, unknown> {
  const members = Object.entries(schema)
    .filter(([name, value]) => !REPLACED.has(name) && !(name === 'format' && value === 'enum'))
    .map(([name, value]) => [name, memberOf(name, value, schema)]);
  return {
    ...typeOf(schema),
    ...Object.fromEntries(members),
    ...(schema.example === undefined ? {} : { examples: [schema.example] }),
  };
}

function typeOf({ type, nullable, anyOf }: Schema): { type?: unknown } {
  if (type === undefined || type === 'TYPE_UNSPECIFIED') return {};
  if (typeof type !== 'string') return { type };
  const name = type.toLowerCase();
  return { type: nullable === true && name !== 'null' && anyOf === undefined ? [name, 'null'] : name };
}

function memberOf(name: string, value: unknown, schema: Schema): unknown {
  if (COUNTS.has(name)) return Number(value);
  if (name === 'properties') return propertiesOf(value, schema.propertyOrdering);
  if (name === 'items') return convert(value);
  if (!Array.isArray(value)) return value;
  if (name === 'anyOf')
    return schema.nullable === true ? [...value.map(convert), { type: 'null' }] : value.map(convert);
  if (name === 'enum' && schema.nullable === true) return [...value, null];
  return value;
}

/** A model writes properties in the order of its schema. */
function propertiesOf(value: unknown, ordering: unknown): unknown {
  if (!isSchema(value)) return value;
  const wanted = Array.isArray(ordering) ? ordering.filter((name) => Object.hasOwn(value, String(name))) : [];
  const names = new Set([...wanted.map(String), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, convert(value[name])]));
}

function convert(value: unknown): unknown {
  return isSchema(value) ? toJsonSchema(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
