// The part of an OpenAPI 3.1 document that the generators read.
export interface Schema {
  /** In a document whose references are kept: `#/components/schemas/<name>`. */
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
}

export interface Parameter {
  /** If references are kept, a parameter shared by several operations is only a reference. */
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>;
}

export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface ListedOperation {
  /** As the client names it: `GET /jobs/{id}`. */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The document with every reference replaced by its target. */
export function inlineReferences(document: object): OpenApiDocument {
  return inline(document, { root: document, open: [] }) as OpenApiDocument;
}

function inline(value: unknown, place: { root: object; open: readonly string[] }): unknown {
  if (Array.isArray(value)) return value.map((one) => inline(one, place));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as { $ref?: unknown };
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inline(one, place)]));
  // A recursive schema: the inner occurrence is left open.
  if (place.open.includes($ref)) return {};
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], place.root);
  return { ...(inline(target, { root: place.root, open: [...place.open, $ref] }) as object), ...beside };
}

const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey';

/** In the order of their names, so that moving a route in the server changes nothing here. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { name: `${method} ${path}`, method, path, operation };
    }),
  );
  return all.sort((a, b) => (a.path === b.path ? compare(a.method, b.method) : compare(a.path, b.path)));
}

export function bodySchemaOf(operation: Operation): Schema | undefined {
  const content = operation.requestBody?.content;
  return (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema;
}

/** The response to a successful call. */
export function successOf(operation: Operation): { content: Record<string, { schema: Schema; example?: unknown }> } {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  return { content: success?.content ?? {} };
}

export function replySchemaOf(operation: Operation): Schema | undefined {
  return successOf(operation).content['application/json']?.schema;
}

/** The media type of a response that is a file. */
export function fileTypeOf(operation: Operation): string | undefined {
  const [type] = Object.keys(successOf(operation).content);
  return type === 'application/json' || type === 'text/event-stream' ? undefined : type;
}

/** The parameter is a reference where references were not replaced. */
export function isIdempotent(operation: Operation): boolean {
  return operation.parameters.some(
    (one) => one.$ref === IDEMPOTENCY_KEY || (one.in === 'header' && one.name === 'Idempotency-Key'),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
