// The fetch for packages of providers, which read and parse whatever arrives: what they get is bounded in bytes, and its
// JSON in shape, before they see it.
import { refuseLargeAnswer } from '../core/bounded-json.ts';
import {
  MAX_ERROR_BYTES,
  MAX_JSON_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURES_BYTES,
  PICTURES_SHAPE,
  SMALL_SHAPE,
} from './answer-bounds.ts';
import { splitAwsEvents, splitServerEvents } from './answer-events.ts';
import { providerFetch } from './provider-fetch.ts';
import { AnswerTooLarge } from './whole-answer.ts';

/**
 * How the package reads a success: as one JSON, whose pictures are files elsewhere; as one JSON with the pictures in it; as
 * server-sent events; as the events of AWS.
 */
export type PackageAnswers = 'json' | 'pictures' | 'events' | 'aws-events';

export interface PackageFetchOptions {
  baseUrl: string | undefined;
  answers: PackageAnswers;
  /** Called before a success is read. */
  onAccepted?: ((method: string) => void) | undefined;
}

export function packageFetch({ baseUrl, answers, onAccepted }: PackageFetchOptions): typeof globalThis.fetch {
  const send = providerFetch(baseUrl);
  return async (input, init) => {
    const response = await send(input, init);
    const method = init?.method ?? 'GET';
    if (!response.ok) return withBody(response, await readError(response));
    onAccepted?.(method);
    if (response.body === null) return response;
    if (answers === 'events') return withBody(response, response.body.pipeThrough(splitServerEvents()));
    if (answers === 'aws-events') return withBody(response, response.body.pipeThrough(splitAwsEvents()));
    return withBody(
      response,
      await readWhole(response, { mayBeFile: method === 'GET', hasPictures: answers === 'pictures' }),
    );
  };
}

function withBody(
  { status, statusText, headers: received }: Response,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Response {
  const headers = new Headers(received);
  // They describe the body as it was sent.
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  const isEmpty = body instanceof Uint8Array && body.length === 0;
  return new Response(isEmpty ? null : body, { status, statusText, headers });
}

/** The first bytes. What cannot be parsed quickly says nothing. */
async function readError(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_ERROR_BYTES) break;
    }
    const start = joined(pieces).subarray(0, MAX_ERROR_BYTES);
    refuseLargeAnswer(start, SMALL_SHAPE);
    return start;
  } catch (error) {
    if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) throw error;
    return new Uint8Array();
  }
}

interface Expected {
  mayBeFile: boolean;
  hasPictures: boolean;
}

/** The package decides by its call whether it parses the answer; so it is JSON unless its first byte can begin none. */
async function readWhole(response: Response, { mayBeFile, hasPictures }: Expected): Promise<Uint8Array<ArrayBuffer>> {
  const most = hasPictures ? MAX_PICTURES_BYTES : MAX_JSON_BYTES;
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isFile: boolean | undefined = mayBeFile ? undefined : false;
  for await (const chunk of response.body ?? []) {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    pieces.push(piece);
    bytes += piece.length;
    isFile ??= beginsFile(piece);
    const limit = isFile ? MAX_PICTURE_BYTES : most;
    if (bytes > limit) throw new AnswerTooLarge(response.status, limit, pieces);
  }
  const whole = joined(pieces);
  if (!isFile) refuseLargeAnswer(whole, hasPictures ? PICTURES_SHAPE : SMALL_SHAPE);
  return whole;
}

const JSON_BEGINS = new Set([...Buffer.from('{["-0123456789tfn')]);
/** White space, and the mark that may stand before a text. */
const IS_SKIPPED = new Set([...Buffer.from(' \t\r\n'), 0xef, 0xbb, 0xbf]);

/** Undefined until the first byte that tells. */
function beginsFile(bytes: Buffer): boolean | undefined {
  const first = bytes.find((byte) => !IS_SKIPPED.has(byte));
  return first === undefined ? undefined : !JSON_BEGINS.has(first);
}

function joined(pieces: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  return Buffer.concat(pieces);
}
