// Describes response fields that their schemas do not describe: by field name, or by schema and name where a name has
// several meanings.
import { ACCOUNT_FIELDS } from './account.ts';
import { COMMON_FIELDS } from './common.ts';
import { DIALECT_FIELDS } from './dialects.ts';
import { MAKING_FIELDS } from './making.ts';
import { OPERATING_FIELDS } from './operating.ts';

const FIELDS = new Map(
  [COMMON_FIELDS, MAKING_FIELDS, DIALECT_FIELDS, ACCOUNT_FIELDS, OPERATING_FIELDS].flatMap((some) =>
    Object.entries(some),
  ),
);
const SCHEMAS = '#/components/schemas/';
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;

type Json = Record<string, unknown>;

/** Adds descriptions, in place, to the schemas that the answers of these operations refer to. */
export function describeAnswers(answers: { paths: object; responses: object }, schemas: Json): void {
  const operations = Object.values(answers.paths).filter(isObject).flatMap(Object.values).filter(isObject);
  const waiting = [answers, ...operations].flatMap(({ responses }) => findReferences(responses));
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    describeFields(schemas[name], name);
    waiting.push(...findReferences(schemas[name]));
  }
}

function findReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findReferences);
  if (!isObject(value)) return [];
  const { $ref } = value;
  const own = typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? [$ref.slice(SCHEMAS.length)] : [];
  // Recorded responses are not schemas.
  return [...own, ...Object.entries(value).flatMap(([key, one]) => (key === 'example' ? [] : findReferences(one)))];
}

/** `place` is the schema's name and the path from there to this part. */
function describeFields(schema: unknown, place: string): void {
  if (!isObject(schema)) return;
  if (isObject(schema.properties))
    for (const [name, field] of Object.entries(schema.properties)) {
      if (!isObject(field)) continue;
      const words = FIELDS.get(`${place}.${name}`) ?? FIELDS.get(name);
      if (field.description === undefined && words !== undefined) field.description = words;
      describeFields(field, `${place}.${name}`);
    }
  for (const key of LISTS) if (Array.isArray(schema[key])) for (const one of schema[key]) describeFields(one, place);
  describeFields(schema.items, `${place}[]`);
  describeFields(schema.additionalProperties, `${place}[]`);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
