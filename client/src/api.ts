// Calls the operations of the OpenAPI document with typed inputs and replies.
import { ConnectionError, errorFromBody } from './errors.ts';
import { readServerEvents, type ServerEvent } from './event-stream.ts';
import { NOT_REPEATABLE, type Operations } from './generated/operations.ts';
import { encodeBody, type Uploadable } from './request-body.ts';
import type { CallOptions, Transport } from './transport.ts';

export type OperationName = keyof Operations;
export type Query<N extends OperationName> = Operations[N]['query'];
export type Body<N extends OperationName> = Operations[N]['body'];
export type Reply<N extends OperationName> = Operations[N]['reply'];
/** A body that may contain files; it is then sent as multipart/form-data. */
export type UploadBody<N extends OperationName> = Uploadable<Body<N>> & Record<string, unknown>;

/** What one operation takes. */
export interface CallInput<N extends OperationName> {
  params?: Operations[N]['params'] | undefined;
  query?: Query<N> | undefined;
  body?: Body<N> | undefined;
}

export interface Input {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  body?: object | undefined;
}

export class Api {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async call<N extends OperationName>(name: N, input: Input = {}, options?: CallOptions): Promise<Reply<N>> {
    const response = await this.send(name, input, options);
    return (await readWhole(response, (whole) => whole.json())) as Reply<N>;
  }

  /** For responses that are files. */
  async bytes(name: OperationName, input: Input = {}, options?: CallOptions): Promise<Blob> {
    return readWhole(
      await this.send(name, input, { ...options, headers: { accept: '*/*', ...options?.headers } }),
      (whole) => whole.blob(),
    );
  }

  /** Downloads a generated file by its URL. The key is not sent, because the file may be in a bucket elsewhere. */
  fetchFile(url: string, options?: CallOptions): Promise<Response> {
    return this.#transport.send({ method: 'GET', url, accept: '*/*', isRepeatable: true }, options);
  }

  /** The chunks of a streamed answer, until its [DONE]. An error inside the stream is thrown. */
  async *stream<Chunk>(name: OperationName, input: Input, options?: CallOptions): AsyncGenerator<Chunk> {
    for await (const { data } of this.serverEvents(name, input, options)) {
      if (data === '[DONE]') return;
      const chunk = JSON.parse(data);
      if (chunk?.error) throw errorFromBody(chunk, {});
      yield chunk;
    }
    throw new ConnectionError('The stream ended before it was done.', { code: 'stream_broken' });
  }

  async *serverEvents(name: OperationName, input: Input, options: CallOptions = {}): AsyncGenerator<ServerEvent> {
    const leaving = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
    try {
      yield* readServerEvents(await this.send(name, input, { ...options, signal }, 'text/event-stream'));
    } finally {
      leaving.abort();
    }
  }

  addressOf(name: string, input: Input = {}): string {
    return this.#transport.baseUrl + targetOf(name, input).path;
  }

  async send(name: string, input: Input, options?: CallOptions, accept?: string): Promise<Response> {
    const { method, path } = targetOf(name, input);
    return this.#transport.send(
      {
        method,
        url: this.#transport.baseUrl + path,
        ...(await encodeBody(input.body)),
        accept,
        isRepeatable: !NOT_REPEATABLE.includes(name),
      },
      options,
    );
  }
}

/** Fills in the parameters of a path such as `GET /jobs/{id}`. */
function targetOf(name: string, { params, query }: Input): { method: string; path: string } {
  const [method = 'GET', template = ''] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''));
  return { method, path: path + queryText(query) };
}

async function readWhole<T>(response: Response, read: (response: Response) => Promise<T>): Promise<T> {
  try {
    return await read(response);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new ConnectionError('The response was interrupted.', { code: 'answer_broken', cause });
  }
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`;
}
