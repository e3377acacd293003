// Calls a music server: JSON and audio within limits of time and size, failures as service errors, keys only to their own server.
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../../core/errors.ts';

export interface MusicServer {
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
}

const CALL_MS = 120_000;
const MAX_BYTES = 256 * 1024 * 1024;
const POLL_MS = 1_500;
const MAX_POLLS = 1_200;

export async function callJson<T>(
  server: MusicServer,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<T> {
  const bytes = await send(server, addressOf(server, path), body, signal);
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T;
  } catch (error) {
    throw new ServiceError('engine_failed', `${server.name} sent a response that is not JSON.`, { cause: error });
  }
}

/** Audio behind a URL that the server returned: a path of its own, or a URL elsewhere, which receives no key. */
export function fetchSound(server: MusicServer, address: string, signal: AbortSignal): Promise<Uint8Array> {
  const url = addressOf(server, address);
  const isOwn = new URL(url).origin === new URL(server.baseUrl).origin;
  return send(isOwn ? server : { ...server, apiKey: undefined }, url, undefined, signal);
}

/** Polls until there is a result; bounded, so that a server that lost the task does not occupy a worker forever. */
export async function pollUntil<T>(
  server: MusicServer,
  look: (round: number) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T> {
  for (let round = 0; round < MAX_POLLS; round += 1) {
    const found = await look(round);
    if (found !== undefined) return found;
    await wait(POLL_MS, undefined, { signal });
  }
  throw new ServiceError('engine_timeout', `${server.name} did not finish the song in time.`);
}

function addressOf(server: MusicServer, path: string): string {
  if (/^https?:\/\//.test(path)) return path;
  return `${server.baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

async function send(
  server: MusicServer,
  url: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('engine_unavailable', `${server.name} cannot be reached right now. Try again later.`, {
      cause: error,
    });
  });
  if (!response.ok) {
    await response.body?.cancel();
    const code = response.status === 429 || response.status >= 500 ? 'engine_unavailable' : 'engine_failed';
    throw new ServiceError(code, `${server.name} refused with status ${response.status}.`);
  }
  return readLimited(server, response);
}

async function readLimited(server: MusicServer, response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new ServiceError('engine_failed', `${server.name} sent more than ${MAX_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
