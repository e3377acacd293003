// Sends the examples of the OpenAPI document to a service as they are written, with ids of objects that exist in the place of invented ones.
import type { DocumentedOperation } from './documented-answers.ts';
import type { CallAnswer, TestService } from './service.ts';

export interface ExampleCall {
  method: string;
  /** With the query, below the origin. */
  url: string;
  key: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The content type of the example. */
  type?: string;
}

export type PathParams = Record<string, string>;
/** The bytes of the file that an example names as `@cat.png`. */
type FileSource = (name: string) => Promise<Uint8Array>;

/** What keeps an operation from being called by its examples; undefined if nothing does. */
export function missingExample({ parameters, requestBody }: DocumentedOperation): string | undefined {
  const unnamed = parameters.find((one) => one.in === 'query' && one.required && one.example === undefined);
  if (unnamed) return `the parameter "${unnamed.name}" is required and has no example`;
  for (const [type, { example }] of Object.entries(requestBody?.content ?? {}))
    if (example === undefined) return `its body of ${type} has no example`;
  return undefined;
}

/** The calls of an operation: one for each content type of its body. */
export function exampleCalls(
  { operation, path, method }: { operation: DocumentedOperation; path: string; method: string },
  params: PathParams,
): Pick<ExampleCall, 'method' | 'url' | 'body' | 'type'>[] {
  const query = new URLSearchParams();
  for (const { in: place, name, example } of operation.parameters)
    if (place === 'query' && example !== undefined) query.append(name, String(example));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`nothing gives a value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
  const url = `${filled}${query.size > 0 ? `?${query}` : ''}`;
  const contents = Object.entries(operation.requestBody?.content ?? {});
  if (contents.length === 0) return [{ method, url }];
  return contents.map(([type, { example }]) => ({ method, url, body: example, type }));
}

/** Streams that do not end by themselves are read up to their headers only. */
export async function sendExample(
  service: TestService,
  { method, url, key, headers = {}, body, type }: ExampleCall,
  { fileOf, isEndless }: { fileOf: FileSource; isEndless: boolean },
): Promise<CallAnswer> {
  const leaving = new AbortController();
  const content = type === 'multipart/form-data' ? await formOf(body as object, fileOf) : body && JSON.stringify(body);
  const answer = await fetch(`${service.origin}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(type === 'application/json' ? { 'content-type': type } : {}),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content as string | FormData }),
    signal: leaving.signal,
  });
  if (isEndless) {
    leaving.abort();
    return { status: answer.status, headers: answer.headers, text: '', json: undefined };
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const text = bytes.toString(isJson ? 'utf8' : 'latin1');
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

async function formOf(example: object, fileOf: FileSource): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(example)) {
    const file = typeof value === 'string' && value.startsWith('@') ? value.slice(1) : undefined;
    if (file) form.append(name, new Blob([new Uint8Array(await fileOf(file))]), file);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
