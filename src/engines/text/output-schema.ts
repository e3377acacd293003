// Checks the JSON schemas of an order before it starts: that they are valid, and that `strict` can be honoured.
import { ServiceError } from '../../core/errors.ts';
import { isPattern } from './pattern-form.ts';
import type { TextOrder } from './port.ts';

type Schema = Record<string, unknown>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
/** Keywords that do not constrain the value. */
const NOTES = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'];
const NAMES = ['$schema', '$id', '$comment', '$defs', 'definitions'];
const MAX_DEPTH = 64;
/** Of one order; OpenAI's own bound is 5,000 properties. */
const MAX_SCHEMAS = 10_000;
const MAX_PATTERN_LETTERS = 20_000;
/**
 * For schemas from which this service itself builds a grammar or a sample: the time grows with these numbers,
 * quadratically with the first.
 */
const MAX_OWN_SCHEMAS = 5_000;
const MAX_OWN_VALUES = 2_000;
const MAX_OWN_LETTERS = 200_000;
const MAX_OWN_COUNT = 2_000;
const MAX_OWN_COUNTS = 60_000;

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown) => typeof value === 'number';
const isTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The type of a keyword's value. */
const FORMS: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  type: [`one of ${TYPES.join(', ')}, or a list of them`, isType],
  enum: ['a list with at least one value', (value) => Array.isArray(value) && value.length > 0],
  required: ['a list of names', isTexts],
  pattern: ['a regular expression', isPattern],
  format: ['a name', (value) => typeof value === 'string'],
  minLength: ['a whole number from 0', isCount],
  maxLength: ['a whole number from 0', isCount],
  minItems: ['a whole number from 0', isCount],
  maxItems: ['a whole number from 0', isCount],
  minProperties: ['a whole number from 0', isCount],
  maxProperties: ['a whole number from 0', isCount],
  minimum: ['a number', isNumber],
  maximum: ['a number', isNumber],
  exclusiveMinimum: ['a number', isNumber],
  exclusiveMaximum: ['a number', isNumber],
  multipleOf: ['a number above 0', (value) => isNumber(value) && Number(value) > 0],
  uniqueItems: ['true or false', (value) => typeof value === 'boolean'],
};
const SINGLE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

export interface Enforced {
  /** The keywords that the engine enforces. A strict schema with any other is refused. */
  keywords: readonly string[];
  /** Enforced only if no other keyword except `type` is beside them. */
  alone?: readonly string[];
}

/** Without `enforced`, the upstream itself refuses what it cannot enforce. */
export function checkOutputSchemas(order: TextOrder, enforced?: Enforced): void {
  const kept = enforced && { ...enforced, all: new Set([...enforced.keywords, ...NOTES, ...NAMES]) };
  const size: Size = { schemas: 0, patternLetters: 0, values: 0, letters: 0, counts: 0, isOwn: enforced !== undefined };
  const format = order.responseFormat;
  if (format?.type === 'json_schema' && format.json_schema.schema) {
    const { schema, strict } = format.json_schema;
    checkSchema(schema, { param: 'response_format.json_schema.schema', kept: strict ? kept : undefined, size });
  }
  for (const [index, { function: tool }] of (order.tools ?? []).entries()) {
    const param = `tools[${index}].function.parameters`;
    if (tool.parameters) checkSchema(tool.parameters, { param, kept: tool.strict ? kept : undefined, size });
  }
}

type Kept = Enforced & { all: ReadonlySet<string> };

/** Counted over all schemas of an order. */
interface Size {
  schemas: number;
  patternLetters: number;
  /** Enum values and alternatives, their texts and names, and repetitions that a grammar writes out. */
  values: number;
  letters: number;
  counts: number;
  isOwn: boolean;
}

function checkSchema(root: Schema, check: { param: string; kept: Kept | undefined; size: Size }): void {
  const { param, kept, size } = check;
  const visit = (schema: unknown, path: string, depth: number): void => {
    const place = path === '' ? 'its top' : path;
    size.schemas += 1;
    const mostSchemas = size.isOwn ? MAX_OWN_SCHEMAS : MAX_SCHEMAS;
    if (size.schemas > mostSchemas) throw bad(param, `The schemas have more than ${mostSchemas} parts.`);
    if (typeof schema === 'boolean') return;
    if (!isSchema(schema)) throw bad(param, `The schema at ${place} must be an object.`);
    if (depth > MAX_DEPTH) throw bad(param, `The schema is nested more than ${MAX_DEPTH} levels deep.`);
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'pattern') size.patternLetters += String(value).length;
      if (size.patternLetters > MAX_PATTERN_LETTERS)
        throw bad(param, `The patterns of the schemas have more than ${MAX_PATTERN_LETTERS} letters.`);
      const form = Object.hasOwn(FORMS, keyword) ? FORMS[keyword] : undefined;
      if (form && !form[1](value)) throw bad(param, `The keyword "${keyword}" at ${place} must be ${form[0]}.`);
      if (keyword === '$ref' && !findReferred(root, value))
        throw bad(
          param,
          `The keyword "$ref" at ${place} must name a schema of the same document, like "#/$defs/item".`,
        );
      const excess = size.isOwn ? excessOf(keyword, value, size) : undefined;
      if (excess) throw bad(param, `${excess} (at ${place}). Shorten the schema, or name another model.`);
      const problem = kept && problemOf(keyword, schema, kept);
      if (problem)
        throw bad(
          param,
          `This model cannot enforce the keyword "${keyword}" (at ${place})${problem}. Leave it out, send "strict": false, or name another model.`,
        );
      for (const [name, child] of childrenOf(keyword, value)) visit(child, joined(path, name), depth + 1);
    }
  };
  visit(root, '', 0);
  if (size.isOwn && isEndless(root))
    throw bad(param, 'A "$ref" leads back to itself without a value in between: no answer could ever end.');
}

const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'];
const MINIMA = COUNTS.filter((name) => name.startsWith('min'));

/** A description of what exceeds the limits of this service's grammars and samples. */
function excessOf(keyword: string, value: unknown, size: Size): string | undefined {
  if (keyword === 'const' || keyword === 'enum' || ['anyOf', 'oneOf'].includes(keyword))
    size.values += Array.isArray(value) ? value.length : 1;
  if (keyword === 'const' || keyword === 'enum') size.letters += lettersIn(value);
  if (MAPS.includes(keyword) && isSchema(value)) for (const name of Object.keys(value)) size.letters += name.length;
  if (MINIMA.includes(keyword) && Number(value) > MAX_OWN_COUNT)
    return `This model cannot enforce "${keyword}" above ${MAX_OWN_COUNT}`;
  if (COUNTS.includes(keyword)) size.counts += Number(value) <= MAX_OWN_COUNT ? Number(value) : 0;
  if (size.values > MAX_OWN_VALUES) return `The schemas list more than ${MAX_OWN_VALUES} values and alternatives`;
  if (size.letters > MAX_OWN_LETTERS)
    return `The values and names of the schemas have more than ${MAX_OWN_LETTERS} letters`;
  if (size.counts > MAX_OWN_COUNTS)
    return `The lengths and counts of the schemas sum up to more than ${MAX_OWN_COUNTS}`;
  return undefined;
}

function lettersIn(value: unknown): number {
  const listed = Array.isArray(value) ? value : [value];
  return listed.reduce((sum: number, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
}

/** Whether references and alternatives alone lead from a schema back to itself. */
function isEndless(root: Schema): boolean {
  const done = new Set<Schema>();
  const open = new Set<Schema>();
  const leadsBack = (schema: unknown): boolean => {
    if (!isSchema(schema) || done.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const { $ref, anyOf, oneOf } = schema;
    const next = [
      ...($ref === undefined ? [] : [findReferred(root, $ref)]),
      ...(Array.isArray(anyOf) ? anyOf : []),
      ...(Array.isArray(oneOf) ? oneOf : []),
    ];
    const isBack = next.some(leadsBack);
    open.delete(schema);
    done.add(schema);
    return isBack;
  };
  const definitions = [root.$defs, root.definitions].flatMap((map) => (isSchema(map) ? Object.values(map) : []));
  return [root, ...definitions].some(leadsBack);
}

/** Why the keyword cannot be enforced, or undefined. */
function problemOf(keyword: string, schema: Schema, { all, alone = [] }: Kept): string | undefined {
  if (isNoBound(keyword, schema[keyword])) return undefined;
  if (!all.has(keyword)) return ' at all';
  if (!alone.includes(keyword)) return undefined;
  const beside = Object.keys(schema).find((name) => ![keyword, 'type', ...NOTES, ...NAMES].includes(name));
  return beside && ` together with "${beside}"`;
}

/** zod writes these beside every integer: the limits of exact numbers, which no answer exceeds on purpose. */
function isNoBound(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

function childrenOf(keyword: string, value: unknown): [string, unknown][] {
  if (SINGLE.includes(keyword)) return [[keyword, value]];
  if (LISTS.includes(keyword))
    return Array.isArray(value) ? value.map((child, index) => [`${keyword}[${index}]`, child]) : [[keyword, value]];
  if (MAPS.includes(keyword))
    return isSchema(value)
      ? Object.entries(value).map(([name, child]) => [`${keyword}.${name}`, child])
      : [[keyword, value]];
  return [];
}

/** The schema that a local reference names. */
export function findReferred(root: Schema, reference: unknown): Schema | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
  const names = reference.split('/').slice(1);
  let found: unknown = root;
  for (const name of names) {
    const key = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isSchema(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return isSchema(found) ? found : undefined;
}

/** A name that is not a valid URI component is used unchanged. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isType(value: unknown): boolean {
  const names = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((name) => TYPES.includes(String(name)));
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function bad(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
