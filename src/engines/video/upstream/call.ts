// Talks to a film server: JSON and films within limits of time and size, failures as our own errors, keys only to whom they belong.
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../../core/errors.ts';

export interface FilmServer {
  name: string;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

export interface FilmAddress {
  url: string;
  /** Only if the video is on the server's own origin. */
  headers: Readonly<Record<string, string>>;
}

const CALL_MS = 60_000;
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MAX_FILM_BYTES = 2 * 1024 * 1024 * 1024;

export async function callJson<T>(
  server: FilmServer,
  path: string,
  request: { method?: string; body?: object | FormData },
  signal: AbortSignal,
): Promise<T> {
  const { body } = request;
  const isForm = body instanceof FormData;
  const response = await send(server, addressOf(server, path), {
    method: request.method ?? (body ? 'POST' : 'GET'),
    headers: { ...server.headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
  });
  const text = await readText(server, response);
  if (!response.ok) throw refusalOf(server, response, text);
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ServiceError('engine_failed', `${server.name} sent a response that is not JSON.`, { cause: error });
  }
}

/** Written to the disk as it arrives, never held in memory as a whole. */
export async function downloadFilm(
  server: FilmServer,
  { url, headers }: FilmAddress,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(server, url, { headers, signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw refusalOf(server, response, '');
  }
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_FILM_BYTES)
        done(new ServiceError('engine_failed', `${server.name} sent a video that is too large.`));
      else done(null, chunk);
    },
  });
  await pipeline(Readable.fromWeb(response.body), limit, createWriteStream(path), { signal });
}

/** Videos on the server's own origin are fetched with its key; other origins receive no key. */
export function filmAt(server: FilmServer, address: string): FilmAddress {
  const url = addressOf(server, address);
  return { url, headers: new URL(url).origin === new URL(server.baseUrl).origin ? server.headers : {} };
}

/** Worth another attempt: the server is busy, or cannot be reached at the moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'engine_unavailable';
}

function addressOf(server: FilmServer, path: string): string {
  if (/^https?:\/\//.test(path)) return path;
  return `${server.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

async function send(server: FilmServer, url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  return fetch(url, init).catch((error: unknown) => {
    if (init.signal.aborted && !isTimeout(init.signal.reason)) throw init.signal.reason;
    throw new ServiceError('engine_unavailable', `${server.name} cannot be reached right now. Try again later.`, {
      cause: error,
    });
  });
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

async function readText(server: FilmServer, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES)
      throw new ServiceError('engine_failed', `${server.name} sent a response that is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A refusal of the customer's input is shown to the customer. All other failures concern only the service and the server. */
function refusalOf(server: FilmServer, { status }: Response, text: string): ServiceError {
  const said = messageIn(text);
  if (status === 400 || status === 422)
    return new ServiceError('invalid_parameter', `The model refused this request${said ? `: ${said}` : '.'}`, {
      param: 'prompt',
    });
  if (status === 429 || status >= 500)
    return new ServiceError('engine_unavailable', `${server.name} is busy right now. Try again later.`, {
      cause: `status ${status}`,
    });
  return new ServiceError('engine_failed', `${server.name} refused with status ${status}.`, { cause: said });
}

function messageIn(text: string): string {
  try {
    const { error, detail } = JSON.parse(text) as { error?: { message?: unknown } | string; detail?: unknown };
    const message = typeof error === 'object' ? error.message : (error ?? detail);
    return typeof message === 'string' ? message.slice(0, 300) : '';
  } catch {
    return '';
  }
}
