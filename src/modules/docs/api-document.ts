// The part of the OpenAPI document that the reference shows, and its references resolved.

export interface Schema {
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
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description?: string;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-scope'?: string;
  servers?: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

interface Document {
  info: { title: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

export class ApiDocument {
  readonly document: Document;

  constructor(json: string) {
    this.document = JSON.parse(json) as Document;
  }

  /** The target of a reference, with the fields beside it. */
  resolve<T extends object>(value: T & { $ref?: string }): T {
    if (value.$ref === undefined) return value;
    const { $ref, ...beside } = value;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], this.document);
    return { ...this.resolve(target as T & { $ref?: string }), ...beside };
  }

  operationsOf(tag: string): ListedOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags[0] === tag)
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation: { ...operation, parameters: operation.parameters.map((one) => this.resolve(one)) },
        })),
    );
  }

  /** The response of a successful call. */
  successOf(operation: Operation): { status: string; type: string; content: Content | undefined } {
    const [status = '200', response = {}] =
      Object.entries(operation.responses).find(([one]) => one.startsWith('2')) ?? [];
    const contents = this.resolve(response).content ?? {};
    const type = 'application/json' in contents ? 'application/json' : (Object.keys(contents)[0] ?? '');
    return { status, type, content: contents[type] };
  }
}
