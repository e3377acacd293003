// Writes the client's types from the OpenAPI document: one entry for each operation.
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

export function printTypes(document: OpenApiDocument): string {
  const operations = listOperations(document);
  const once = operations.filter((one) => one.method === 'POST' && !isIdempotent(one.operation));
  return [
    '// Generated from the OpenAPI document; do not edit. How: docs/contributing.md, "Change the API".',
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
}

const RECEIVED: Place = { depth: 2, isSent: false };
/** Inputs may set an optional member to undefined; it is not sent. */
const SENT: Place = { depth: 2, isSent: true };

function printSchema(schema: Schema, place: Place): string {
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
    `${indent}${quoted(name)}${markOf(name)}: ${printSchema(one, { isSent, depth: depth + 1 })}${endOf(name)};`,
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
