// Runs a page: reads its body within limits, calls it, and writes its response.
import { Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { toServiceError } from '../core/errors.ts';
import { readBytes } from './body-bytes.ts';
import type { InFlight } from './in-flight.ts';
import type { Incoming } from './incoming.ts';
import { packedHeaders, packingFor, packText } from './pack-answer.ts';
import type { Page, PageAnswer } from './page.ts';
import type { Refusals } from './refusals.ts';

export interface PageParts {
  refusals: Pick<Refusals, 'refuse'>;
  inFlight: Pick<InFlight, 'holdPageBody'>;
}

export function showPage(page: Page, incoming: Incoming, { refusals, inFlight }: PageParts): void {
  const { raw, response, ip } = incoming;
  const refuse = (error: unknown) => refusals.refuse(null, incoming, toServiceError(error));
  let hold: ((bytes: number) => void) | undefined;
  readBytes(raw, page.bodyLimitBytes, {
    refuse,
    hold: (bytes) => {
      hold ??= inFlight.holdPageBody(ip, response);
      hold(bytes);
    },
    done: (body) => void run(page, incoming, body).catch(refuse),
  });
}

async function run(page: Page, incoming: Incoming, body: Buffer | undefined): Promise<void> {
  const { response, method, url, params, query, headers, ip } = incoming;
  const left = new AbortController();
  response.once('close', () => left.abort());
  const answer = await page.run({ method, url, params, query, headers, ip, body, signal: left.signal });
  await write(incoming, answer);
}

async function write(incoming: Incoming, { status, headers, body }: PageAnswer): Promise<void> {
  const { response, answerHeaders, requestId } = incoming;
  const all: Record<string, string | string[]> = { ...answerHeaders, 'x-request-id': requestId };
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) delete all[name];
    else all[name] = value;
  }
  if (body instanceof Readable) {
    response.writeHead(status, all);
    // The client disconnected or reading a file failed: the status is already sent, so the connection is closed.
    await pipe(body, response).catch(() => response.destroy());
    return;
  }
  const packing = typeof body === 'string' && !all['content-encoding'] ? packingFor(incoming) : undefined;
  const packed = packing && (await packText(body as string, packing));
  if (packed) {
    response.writeHead(status, { ...all, ...packedHeaders(packed, packing, all.vary) });
    response.end(packed);
    return;
  }
  if (body !== undefined) all['content-length'] ??= String(Buffer.byteLength(body));
  response.writeHead(status, all);
  response.end(body);
}
