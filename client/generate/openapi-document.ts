// The part of an OpenAPI 3.1 document that the generators read.
export interface Schema {
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
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  'x-scope'?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export interface OpenApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

export interface ListedOperation {
  /** As the client names it: `GET /jobs/{id}`. */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

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

export function replySchemaOf(operation: Operation): Schema | undefined {
  return operation.responses['200']?.content['application/json']?.schema;
}

/** The type of an answer that is a file. */
export function fileTypeOf(operation: Operation): string | undefined {
  const [type] = Object.keys(operation.responses['200']?.content ?? {});
  return type === 'application/json' || type === 'text/event-stream' ? undefined : type;
}

export function isIdempotent(operation: Operation): boolean {
  return operation.parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
