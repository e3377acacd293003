// Writes the API reference from the OpenAPI document: every operation with its fields, by module.
import {
  bodySchemaOf,
  fileTypeOf,
  isIdempotent,
  type ListedOperation,
  listOperations,
  type OpenApiDocument,
  replySchemaOf,
  type Schema,
  successOf,
} from './openapi-document.ts';

export function printReference(document: OpenApiDocument): string {
  const operations = listOperations(document);
  const tags = [...new Set(operations.map((one) => one.operation.tags[0] ?? 'other'))].sort();
  const parts = tags.map((tag) => {
    const own = operations.filter((one) => (one.operation.tags[0] ?? 'other') === tag);
    return [`## ${tag}`, '', ...own.flatMap(printOperation)].join('\n');
  });
  return `${[
    '# API reference',
    '',
    'Generated from the OpenAPI document (`/openapi.json` of a running service, readable at `/docs`); do not edit.',
    'Paths are below `/v1` (live) and `/sandbox/v1` (test); `*` marks required fields. Errors: `{"error": {message, type, code, param, request_id}}`.',
    '',
    `Modules: ${tags.map((tag) => `[${tag}](#${tag})`).join(' · ')}`,
    '',
    ...parts,
  ].join('\n')}`.replace(/\n+$/, '\n');
}

function printOperation({ name, operation }: ListedOperation): string[] {
  const body = bodySchemaOf(operation);
  const contentTypes = Object.keys(operation.requestBody?.content ?? {});
  const facts = [
    operation['x-scope'] ? `scope \`${operation['x-scope']}\`` : 'any key',
    ...(isIdempotent(operation) ? ['takes `Idempotency-Key`'] : []),
    ...(contentTypes.includes('multipart/form-data') ? ['takes `multipart/form-data`'] : []),
    ...('text/event-stream' in successOf(operation).content ? ['can stream'] : []),
  ];
  const queries = operation.parameters.filter((one) => one.in === 'query');
  return [
    `### ${name}`,
    '',
    `${operation.summary}. ${facts.join(' · ')}`,
    '',
    ...(operation.description ? [operation.description, ''] : []),
    ...(queries.length > 0
      ? printFields(
          'Query',
          queries.map((one) => [one.name, one.required, { ...one.schema, ...described(one) }]),
        )
      : []),
    ...(body?.properties && Object.keys(body.properties).length > 0 ? printFields('Body', fieldsOf(body)) : []),
    ...printReply(replySchemaOf(operation), fileTypeOf(operation)),
  ];
}

function described({ description }: { description?: string }): { description?: string } {
  return description === undefined ? {} : { description };
}

type Field = [name: string, isRequired: boolean, schema: Schema];

function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, one]) => [name, required.has(name), one]);
}

function printFields(title: string, fields: Field[]): string[] {
  const rows = fields.map(([name, isRequired, schema]) => {
    const notes = [schema.description, boundsOf(schema)].filter(Boolean).join('; ');
    return `| \`${name}\`${isRequired ? ' *' : ''} | ${cell(describe(schema))} | ${cell(notes)} |`;
  });
  return [`| ${title} | | |`, '|---|---|---|', ...rows, ''];
}

function printReply(schema: Schema | undefined, fileType: string | undefined): string[] {
  if (fileType) return [`Answer: a file (\`${fileType}\`).`, ''];
  const fields = fieldsOf(schema ?? {});
  if (fields.length === 0) return [];
  return [`Answer: ${fields.map(([name, , one]) => `\`${name}\` ${describe(one)}`).join(', ')}.`, ''];
}

function describe(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(describe))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') return `list of ${describe(schema.items ?? {})}`;
  if (schema.type === 'object') return describeObject(schema);
  return schema.type ?? 'anything';
}

function describeObject(schema: Schema): string {
  const names = Object.keys(schema.properties ?? {});
  return names.length === 0 ? 'object' : `{${names.join(', ')}}`;
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return [];
    if (high === undefined) return low === undefined || low <= 1 ? [] : [`at least ${low}${unit}`];
    return [low === undefined ? `at most ${high}${unit}` : `${low} to ${high}${unit}`];
  };
  const fallback = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...fallback,
  ].join('; ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
