// Compares an answer with the OpenAPI document: its status, its content type, its headers and its shape.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inlineReferences } from '../../client/generate/openapi-document.ts';

interface SeenAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object; example?: unknown }>;
}

export interface Documented {
  /** All operations as `POST /v1/chat/completions`, with path templates. */
  operations: ReadonlyMap<string, { operation: DocumentedOperation; path: string; method: string }>;
  /** What is wrong with an answer; undefined if it is as documented. */
  faultOf(name: string, answer: SeenAnswer): string | undefined;
}

export interface DocumentedOperation {
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, Response>;
}

export function readDocumented(document: object): Documented {
  const { paths } = inlineReferences(document) as unknown as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
  const operations = new Map<string, { operation: DocumentedOperation; path: string; method: string }>();
  for (const [path, methods] of Object.entries(paths))
    for (const [verb, operation] of Object.entries(methods)) {
      const method = verb.toUpperCase();
      operations.set(`${method} ${path}`, { operation, path, method });
    }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: object) => {
    const known = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, known);
    return known;
  };
  return {
    operations,
    faultOf(name, { status, headers, text }) {
      const response = operations.get(name)?.operation.responses[String(status)];
      if (!response) return `the status ${status} is not documented: ${text.slice(0, 160)}`;
      for (const header of ['x-credits-charged', 'retry-after', 'www-authenticate'])
        if (headers.has(header) && !Object.keys(response.headers ?? {}).some((one) => one.toLowerCase() === header))
          return `the header ${header} of ${status} is not documented`;
      if (!response.content) return text === '' ? undefined : `${status} has a body, which is not documented`;
      const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
      const content = response.content?.[type];
      if (!content) return isBinary(response) ? undefined : `the type ${type} of ${status} is not documented`;
      if (type !== 'application/json') return undefined;
      const validate = validatorOf(content.schema);
      if (validate(JSON.parse(text))) return undefined;
      const [fault] = validate.errors ?? [];
      return `${status} breaks its schema at ${fault?.instancePath}: ${fault?.message}: ${text.slice(0, 200)}`;
    },
  };
}

/** A file's type depends on what was uploaded or made. */
function isBinary({ content = {} }: Response): boolean {
  return Object.values(content).some(({ schema }) => (schema as { format?: string }).format === 'binary');
}
