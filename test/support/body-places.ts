// Every place of a documented body where a client may put a value, with a body that holds a given value there and fits elsewhere.
export interface BodySchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
  properties?: Record<string, BodySchema>;
  required?: string[];
  items?: BodySchema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

export interface BodyPlace {
  /** messages[0].content, for messages of tests. */
  name: string;
  schema: BodySchema;
  bodyWith(value: unknown): unknown;
}

const MAX_DEPTH = 7;

export function* bodyPlaces(schema: BodySchema, example?: unknown): Generator<BodyPlace> {
  yield* placesOf({ schema, example, name: '', depth: 0 }, (value) => value);
}

interface Spot {
  schema: BodySchema;
  example: unknown;
  name: string;
  depth: number;
}

function* placesOf(spot: Spot, wrap: (value: unknown) => unknown): Generator<BodyPlace> {
  const { schema, example, name, depth } = spot;
  if (depth > MAX_DEPTH) return;
  const branches = schema.anyOf ?? schema.oneOf;
  if (!branches) yield { name, schema, bodyWith: wrap };
  for (const branch of branches ?? []) yield* placesOf({ ...spot, schema: branch, example: undefined }, wrap);
  if (schema.items)
    yield* placesOf({ schema: schema.items, example: at(example, 0), name: `${name}[0]`, depth: depth + 1 }, (value) =>
      wrap([value]),
    );
  for (const base of basesOf(schema, example))
    for (const [key, child] of Object.entries(schema.properties ?? {}))
      yield* placesOf(
        { schema: child, example: base[key], name: name === '' ? key : `${name}.${key}`, depth: depth + 1 },
        (value) => wrap({ ...base, [key]: value }),
      );
}

/** Parts say by their `type` which of their members count. */
function basesOf(schema: BodySchema, example: unknown): Record<string, unknown>[] {
  if (!schema.properties) return [];
  const base = isRecord(example) ? example : (fitting(schema) as Record<string, unknown>);
  const types = schema.properties.type?.enum ?? [base.type];
  return types.map((type) => (type === undefined ? base : { ...base, type }));
}

/** The smallest value that fits. */
function fitting(schema: BodySchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch) return fitting(branch);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return 'a'.repeat(Math.max(1, schema.minLength ?? 0));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => fitting(schema.items ?? {}));
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, fitting(schema.properties?.[name] ?? {})]),
      );
  }
}

function at(value: unknown, index: number): unknown {
  return Array.isArray(value) ? value[index] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
