// Downloads one file over HTTP: resumes partial files, never takes more bytes than stated, and fails early if a host is unreachable.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeStatus, Refused, WrongBytes } from './download-error.ts';
import { requestFollowing } from './redirects.ts';

export interface HttpSource {
  url: string;
  headers: Record<string, string>;
  /** The size that the source or the catalogue states; a longer answer is cut off. */
  maxBytes: number;
}

export interface Download {
  target: string;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}

/** A connection slower than this within the window counts as stalled. */
const SLOWEST = { bytes: 4_096, windowMs: 60_000 };

/** Appends to `target` if it is a partial file. If the server ignores ranges, the download starts again from the beginning. */
export async function downloadFile(source: HttpSource, download: Download): Promise<void> {
  const have = await stat(download.target)
    .then((info) => info.size)
    .catch(() => 0);
  const headers = { ...source.headers, 'accept-encoding': 'identity' };
  const ask = have > 0 ? { ...headers, range: `bytes=${have}-` } : headers;
  const response = await requestFollowing(source.url, { headers: ask, signal: download.signal });
  if (response.status === 416 && have > 0) {
    await response.body?.cancel();
    return; // the file is already complete; the checksum decides whether it is right
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Refused(`${source.url} answered ${describeStatus(response)}`, response);
  }
  const isResumed = response.status === 206 && startOf(response.headers.get('content-range')) === have;
  if (response.status === 206 && !isResumed) {
    await response.body.cancel();
    throw new WrongBytes(`${source.url} sent a different part of the file from the requested one`);
  }
  const counted = countBytes(isResumed ? have : 0, source, download);
  const file = createWriteStream(download.target, { flags: isResumed ? 'a' : 'w' });
  await pipeline(Readable.fromWeb(response.body), counted, file, { signal: download.signal });
}

function startOf(contentRange: string | null): number | undefined {
  const start = /^bytes (\d+)-/.exec(contentRange ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

function countBytes(from: number, source: HttpSource, download: Download) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let received = from;
    let window = { startedAtMs: Date.now(), bytes: 0 };
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > source.maxBytes)
        throw new WrongBytes(`${source.url} sends more than the ${source.maxBytes} bytes that were stated`);
      window.bytes += chunk.length;
      if (Date.now() - window.startedAtMs > SLOWEST.windowMs) {
        if (window.bytes < SLOWEST.bytes) throw new Error(`${source.url} stalled`);
        window = { startedAtMs: Date.now(), bytes: 0 };
      }
      download.onReceived(received);
      yield chunk;
    }
  };
}
