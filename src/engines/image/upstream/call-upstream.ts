// Exchanges JSON with an image server, within limits of time and size, and turns its failures into service errors.
import { ServiceError } from '../../../core/errors.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';

export interface UpstreamPlace {
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
}

const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
const TIMEOUT_MS = 600_000;

/** With a body the call is a POST; FormData is sent as multipart. */
export async function callUpstream<T>(
  place: UpstreamPlace,
  path: string,
  body: object | FormData | undefined,
  signal: AbortSignal,
): Promise<T> {
  const bytes = await send(place, `${place.baseUrl.replace(/\/+$/, '')}${path}`, body, signal);
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
  } catch (error) {
    throw new ServiceError('engine_failed', `${place.name} sent a response that is not JSON.`, { cause: error });
  }
}

/** The bytes behind a URL that the upstream returned. */
export function fetchBytes(place: UpstreamPlace, url: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!/^https?:\/\//.test(url)) throw new ServiceError('engine_failed', `${place.name} returned no usable URL.`);
  // The key belongs to the upstream itself, not to the server that stores its files.
  const isOwn = new URL(url).origin === new URL(place.baseUrl).origin;
  return send(isOwn ? place : { ...place, apiKey: undefined }, url, undefined, signal);
}

async function send(
  place: UpstreamPlace,
  url: string,
  body: object | FormData | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(place.apiKey ? { authorization: `Bearer ${place.apiKey}` } : {}),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError(
      error instanceof DOMException && error.name === 'TimeoutError' ? 'engine_timeout' : 'engine_unavailable',
      `${place.name} cannot be reached right now. Try again later.`,
      { cause: error },
    );
  });
  const bytes = await readLimited(place, response);
  if (!response.ok) throw refusalOf(place, response, bytes);
  return bytes;
}

async function readLimited(place: UpstreamPlace, response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new ServiceError('engine_failed', `${place.name} sent a response that is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusalOf(place: UpstreamPlace, response: Response, bytes: Uint8Array): ServiceError {
  const { status } = response;
  const said = messageIn(Buffer.from(bytes.subarray(0, 4000)).toString('utf8'));
  // A refusal of the customer's input is shown to the customer. All other failures concern only the service and the upstream.
  if (status === 400 || status === 422)
    return new ServiceError('invalid_parameter', `The model refused this request${said ? `: ${said}` : '.'}`, {
      param: 'prompt',
    });
  const retry = Number(response.headers.get('retry-after')) || 20;
  if (status === 401 || status === 403 || status === 404 || status === 429)
    return new ServiceError(
      'engine_unavailable',
      `${place.name} does not accept this call right now. Try again later.`,
      {
        retryAfterSeconds: retry,
        cause: `status ${status} ${said}`,
      },
    );
  return new ServiceError('engine_failed', `${place.name} failed to make the image.`, {
    cause: `status ${status} ${said}`,
  });
}

function messageIn(text: string): string {
  try {
    const { error, detail } = JSON.parse(text) as { error?: { message?: unknown } | string; detail?: unknown };
    const message = typeof error === 'object' ? error.message : (error ?? detail);
    return typeof message === 'string' ? quoteUpstream(message) : '';
  } catch {
    return '';
  }
}
