// Preloaded into the API suites: whatever a test asks the API with fetch is sent through the client library.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { Atelier, AtelierError, type CallOptions } from '@atelier/client';
import { type ClientCall, METHODS, STREAMS } from './client-methods.ts';

const wire = globalThis.fetch;
/** How many calls went through a method of the library, how many through its `request`, how many past it. */
const tally = { methods: 0, request: 0, past: 0 };
process.on('exit', () => {
  if (process.env.CLIENT_TALLY) appendFileSync(process.env.CLIENT_TALLY, `${JSON.stringify(tally)}\n`);
});

const API_ADDRESS = /^(https?:\/\/[^/]+)(\/sandbox)?\/v1(\/[^?#]*)(\?[^#]*)?$/;
const METHOD_NAMES = [...new Set([...Object.keys(METHODS), ...Object.keys(STREAMS)])] as (keyof typeof METHODS)[];
const PATTERNS = METHOD_NAMES.map((name) => {
  const [method, path = ''] = name.split(' ');
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { name, method, pattern, rank: path.split('{').length };
}).sort((a, b) => a.rank - b.rank);

globalThis.fetch = async (input, init = {}) => {
  const [, origin, sandbox, path = '', search = ''] = API_ADDRESS.exec(String(input)) ?? [];
  const body = await readableBody(init.body);
  const headers = Object.fromEntries(new Headers(init.headers ?? {}));
  const { authorization, 'content-type': contentType, ...others } = headers;
  const isOddBody =
    init.body !== undefined && (body === undefined || (contentType ?? 'json').includes('json') === false);
  if (!origin || isOddBody || (authorization && !authorization.startsWith('Bearer '))) {
    if (origin) tally.past += 1;
    return wire(input, init);
  }
  const method = init.method ?? 'GET';
  const found = PATTERNS.find((one) => one.method === method && one.pattern.test(path));
  const call: ClientCall = {
    params: mapValues(found?.pattern.exec(path)?.groups ?? {}, decodeURIComponent),
    query: Object.fromEntries(new URLSearchParams(search)),
    body,
    options: { headers: others, signal: init.signal ?? undefined } satisfies CallOptions,
  };
  const answers: { response: Response; bytes: ArrayBuffer | null }[] = [];
  const client = new Atelier({
    baseUrl: origin,
    apiKey: authorization?.slice('Bearer '.length) ?? '',
    environment: sandbox ? 'test' : 'live',
    maxRetries: 0,
    async fetch(url, options) {
      const response = await wire(url, options);
      if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
      const bytes = await response.arrayBuffer();
      answers.push({ response, bytes });
      return rebuilt(response, bytes);
    },
  });
  const stream = found && STREAMS[found.name];
  const wantsStream = body?.stream === true || found?.name === 'POST /chat/stream';
  if (stream && wantsStream) return streamedAnswer(stream(client, call), answers);
  const typed = found && !wantsStream && isFit(call) ? METHODS[found.name] : undefined;
  tally[typed ? 'methods' : 'request'] += 1;
  const asked = typed ? typed(client, call) : client.request(method, `${path}${search}`, { body }, call.options);
  return wholeAnswer(asked, answers, Boolean(typed));
};

/** What a method sets by itself cannot be sent wrong through it, and one that waits for a job cannot answer with it. */
function isFit({ body, options }: ClientCall): boolean {
  const isStreamRight = body?.stream === undefined || body.stream === false;
  return isStreamRight && !options.headers?.prefer && (body === undefined || !Array.isArray(body));
}

async function wholeAnswer(
  asked: Promise<unknown>,
  answers: { response: Response; bytes: ArrayBuffer | null }[],
  isTyped: boolean,
): Promise<Response> {
  try {
    const value = await asked;
    if (value instanceof Response) return value;
    const { response, bytes } = last(answers);
    if (value instanceof Blob) assert.equal(value.size, bytes?.byteLength);
    else if (isTyped) assert.deepEqual(value, JSON.parse(new TextDecoder().decode(bytes ?? undefined)));
    return rebuilt(response, bytes);
  } catch (error) {
    if (!(error instanceof AtelierError) || error.status === undefined) throw causeOf(error);
    return checkedError(error, answers);
  }
}

/** The client's chunks, written down again as the service would. */
async function streamedAnswer(
  chunks: AsyncIterable<unknown>,
  answers: { response: Response; bytes: ArrayBuffer | null }[],
): Promise<Response> {
  tally.methods += 1;
  const iterator = chunks[Symbol.asyncIterator]();
  const encode = (data: string) => new TextEncoder().encode(`data: ${data}\n\n`);
  const step = async () => {
    try {
      const { done, value } = await iterator.next();
      return done ? undefined : JSON.stringify(value);
    } catch (error) {
      if (!(error instanceof AtelierError) || error.code === 'stream_broken') throw causeOf(error);
      if (error.status !== undefined) throw error;
      const { message, type, code, param, requestId } = error;
      return JSON.stringify({ error: { message, type, code, param, request_id: requestId } });
    }
  };
  let next: string | undefined;
  try {
    next = await step();
  } catch (error) {
    if (error instanceof AtelierError) return checkedError(error, answers);
    throw error;
  }
  const events = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === undefined) {
        controller.enqueue(encode('[DONE]'));
        controller.close();
        return;
      }
      controller.enqueue(encode(next));
      next = await step();
    },
    cancel: async () => void (await iterator.return?.()),
  });
  return new Response(events, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

function checkedError(error: AtelierError, answers: { response: Response; bytes: ArrayBuffer | null }[]): Response {
  const { response, bytes } = last(answers);
  const said = JSON.parse(new TextDecoder().decode(bytes ?? undefined)).error;
  assert.deepEqual(
    [error.status, error.message, error.type, error.code, error.param, error.requestId],
    [response.status, said.message, said.type, said.code, said.param, said.request_id],
  );
  return rebuilt(response, bytes);
}

type LooseBody = Record<string, unknown> | undefined;

async function readableBody(body: RequestInit['body'] | null): Promise<LooseBody> {
  if (body instanceof FormData) return Object.fromEntries(body);
  if (typeof body !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseBody) : undefined;
  } catch {
    return undefined;
  }
}

function rebuilt(response: Response, bytes: ArrayBuffer | null): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  return new Response(response.status === 204 ? null : bytes, { status: response.status, headers });
}

function last<T>(items: T[]): T {
  const item = items.at(-1);
  if (item === undefined) throw new Error('the client answered without asking');
  return item;
}

/** What fetch itself would have thrown. */
function causeOf(error: unknown): unknown {
  return error instanceof AtelierError && error.cause !== undefined ? error.cause : error;
}

function mapValues(record: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
