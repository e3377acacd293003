// Writes the client's types out of the OpenAPI document: one entry for each operation.
import {
  bodySchemaOf,
  isIdempotent,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
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
    '/** POSTs that keep no answer for their Idempotency-Key: doing them twice makes two things. */',
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
    `    body: ${printSchema(bodySchemaOf(operation) ?? { type: 'null' }, 2).replace(/^null$/, 'undefined')};`,
    `    reply: ${printSchema(replySchemaOf(operation) ?? {}, 2)};`,
  ];
  return [`  /** ${operation.summary} */`, `  '${name}': {`, ...lines, '  };'].join('\n');
}

function printParameters(parameters: { name: string; required: boolean; schema: Schema }[]): string {
  if (parameters.length === 0) return 'undefined';
  const properties = Object.fromEntries(parameters.map((one) => [one.name, one.schema]));
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  return printSchema({ type: 'object', properties, required }, 2);
}

function printSchema(schema: Schema, depth: number): string {
  if ('const' in schema) return printLiteral(schema.const);
  if (schema.enum) return union(schema.enum.map(printLiteral));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((one) => printSchema(one, depth)));
  if (schema.allOf) return schema.allOf.map((one) => wrap(printSchema(one, depth))).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => printSchema({ ...schema, type }, depth)));
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
      return `${wrap(printSchema(schema.items ?? {}, depth))}[]`;
    case 'object':
      return printObject(schema, depth);
    default:
      return 'unknown';
  }
}

function printObject(schema: Schema, depth: number): string {
  const properties = Object.entries(schema.properties ?? {});
  const values = Object.values(schema.patternProperties ?? {});
  if (properties.length === 0) return `Record<string, ${values[0] ? printSchema(values[0], depth) : 'unknown'}>`;
  const indent = '  '.repeat(depth + 1);
  const required = new Set(schema.required);
  const lines = properties.flatMap(([name, one]) => [
    ...(one.description ? [`${indent}/** ${one.description.replaceAll('*/', '*\\/')} */`] : []),
    `${indent}${quoted(name)}${required.has(name) ? '' : '?'}: ${printSchema(one, depth + 1)};`,
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
