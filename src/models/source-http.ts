// Downloads one file over HTTPS or from the model hub: resumes partial files and fails early if a host is unreachable.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch, type RequestInit } from 'undici';

export interface HttpSource {
  url: string;
  headers: Record<string, string>;
}

export interface Download {
  target: string;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 4_000;
const STALL_TIMEOUT_MS = 30_000;
const UNREACHABLE_FOR_MS = 10 * 60_000;

const timeouts = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 15_000, bodyTimeout: STALL_TIMEOUT_MS };
// Honours HTTPS_PROXY and NO_PROXY.
const dispatcher = new EnvHttpProxyAgent(timeouts);

const unreachableUntil = new Map<string, { untilMs: number; why: string }>();

/** Appends to `target` if it is a partial file. If the server ignores ranges, the download starts again from the beginning. */
export async function downloadFile(source: HttpSource, download: Download): Promise<void> {
  const have = await stat(download.target)
    .then((info) => info.size)
    .catch(() => 0);
  const headers = have > 0 ? { ...source.headers, range: `bytes=${have}-` } : source.headers;
  const response = await requestFrom(source.url, { headers, signal: download.signal });
  if (response.status === 416) {
    await response.body?.cancel();
    return; // the file is already complete; the checksum decides whether it is right
  }
  if (!response.ok || !response.body) throw new Error(`${source.url} answered ${describeStatus(response.status)}`);
  const isResumed = response.status === 206;
  let received = isResumed ? have : 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      download.onReceived(received);
      yield chunk;
    }
  };
  const file = createWriteStream(download.target, { flags: isResumed ? 'a' : 'w' });
  await pipeline(Readable.fromWeb(response.body), counted, file, { signal: download.signal });
}

/** Like fetch, but remembers an unreachable host for ten minutes, so that the next file does not wait for it again. */
export async function requestFrom(url: string, init: RequestInit) {
  const { origin } = new URL(url);
  const known = unreachableUntil.get(origin);
  if (known && known.untilMs > Date.now()) throw new Error(`${origin} cannot be reached (${known.why})`);
  try {
    return await fetch(url, { ...init, dispatcher });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const why = describeFailure(error);
    unreachableUntil.set(origin, { untilMs: Date.now() + UNREACHABLE_FOR_MS, why });
    throw new Error(`${origin} cannot be reached (${why})`, { cause: error });
  }
}

function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(cause);
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `${status}: a token is required (set HF_TOKEN for the model hub)`;
  if (status === 404) return '404: the file does not exist';
  return String(status);
}
