// Writes the client's types from the OpenAPI document: one for each named schema, and one entry for each operation.
import {
  bodySchemaOf,
  isIdempotent,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
  type Parameter,
  replySchemaOf,
  type Schema,
} from './openapi-document.ts';

const HEAD = '// Generated from the OpenAPI document by `npm run generate`; do not edit.';

/** The document keeps its references: each named schema becomes one named type. */
export function printTypes(document: OpenApiDocument): string {
  const operations = listOperations(document);
  const once = operations.filter((one) => one.method === 'POST' && !isIdempotent(one.operation));
  return [
    HEAD,
    "import type * as Schemas from './schemas.ts';",
    '',
    'export interface Operations {',
    ...operations.map(printOperation),
    '}',
    '',
    '/** POSTs that ignore an Idempotency-Key: sending them twice takes effect twice. */',
    'export const NOT_REPEATABLE: readonly string[] = [',
    ...once.map(({ name }) => `  '${name}',`),
    '];',
    '',
  ].join('\n');
}

/** The named types that operations use. */
export function printSchemas(document: OpenApiDocument): string {
  const { schemas } = document.components;
  const operations = listOperations(document).map(({ operation }) => operation);
  const sent = reachable(
    schemas,
    operations.flatMap((one) => [bodySchemaOf(one) ?? {}, ...one.parameters.map(({ schema }) => schema)]),
  );
  const received = reachable(
    schemas,
    operations.map((one) => replySchemaOf(one) ?? {}),
  );
  const named = Object.entries(schemas).filter(([name]) => sent.has(name) || received.has(name));
  return [HEAD, ...named.map(([name, schema]) => printNamed(name, schema, sent.has(name))), ''].join('\n');
}

/** A type and not an interface: only a type can be passed where a record of any values is expected. */
function printNamed(name: string, schema: Schema, isSent: boolean): string {
  return `export type ${name} = ${printSchema(schema, { depth: 0, isSent, prefix: '' })};`;
}

/** The names of all schemas that these refer to, directly or through others. */
function reachable(schemas: Record<string, Schema>, from: readonly Schema[]): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(from);
  return found;
}

function printOperation({ name, operation }: ListedOperation): string {
  const { parameters } = operation;
  const lines = [
    `    params: ${printParameters(parameters.filter((one) => one.in === 'path'))};`,
    `    query: ${printParameters(parameters.filter((one) => one.in === 'query'))};`,
    `    body: ${printSchema(bodySchemaOf(operation) ?? { type: 'null' }, SENT).replace(/^null$/, 'undefined')};`,
    `    reply: ${printSchema(replySchemaOf(operation) ?? {}, RECEIVED)};`,
  ];
  return [`  /** ${operation.summary} */`, `  '${name}': {`, ...lines, '  };'].join('\n');
}

function printParameters(parameters: Parameter[]): string {
  if (parameters.length === 0) return 'undefined';
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  return printSchema({ type: 'object', properties, required }, SENT);
}

interface Place {
  depth: number;
  isSent: boolean;
  /** The comment before a schema's name. */
  prefix: string;
}

const RECEIVED: Place = { depth: 2, isSent: false, prefix: 'Schemas.' };
/** Inputs may set an optional member to undefined; it is not sent. */
const SENT: Place = { ...RECEIVED, isSent: true };

function printSchema(schema: Schema, place: Place): string {
  if (schema.$ref) return `${place.prefix}${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}`;
  if ('const' in schema) return printLiteral(schema.const);
  if (schema.enum) return union(schema.enum.map(printLiteral));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((one) => printSchema(one, place)));
  if (schema.allOf) return schema.allOf.map((one) => wrap(printSchema(one, place))).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => printSchema({ ...schema, type }, place)));
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${wrap(printSchema(schema.items ?? {}, place))}[]`;
    case 'object':
      return printObject(schema, place);
    default:
      return 'unknown';
  }
}

function printObject(schema: Schema, place: Place): string {
  const { depth, isSent } = place;
  const properties = Object.entries(schema.properties ?? {});
  const values = Object.values(schema.patternProperties ?? {});
  if (properties.length === 0) return `Record<string, ${values[0] ? printSchema(values[0], place) : 'unknown'}>`;
  const indent = '  '.repeat(depth + 1);
  const required = new Set(schema.required);
  const markOf = (name: string) => (required.has(name) ? '' : '?');
  const endOf = (name: string) => (isSent && !required.has(name) ? ' | undefined' : '');
  const lines = properties.flatMap(([name, one]) => [
    ...(one.description ? [`${indent}/** ${one.description.replaceAll('*/', '*\\/')} */`] : []),
    `${indent}${quoted(name)}${markOf(name)}: ${printSchema(one, { ...place, depth: depth + 1 })}${endOf(name)};`,
  ]);
  return ['{', ...lines, `${'  '.repeat(depth)}}`].join('\n');
}

function printLiteral(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
}

function union(parts: string[]): string {
  return [...new Set(parts)].join(' | ') || 'never';
}

function wrap(text: string): string {
  return /^[\w.<>]+$|^Record<string, \w+>$|^\{[\s\S]*\}$/.test(text) && !text.includes('} | ') ? text : `(${text})`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}
