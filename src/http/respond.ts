// Writes responses: JSON, events, bytes and errors, each with its headers and its attribution.
import type { ServerResponse } from 'node:http';
import { errorBody, type ServiceError, toServiceError } from '../core/errors.ts';
import { HTML_POLICY } from '../core/html-page.ts';
import { microToCredits } from '../core/money.ts';
import { type AttributionText, addMember } from './attribution.ts';
import { type ErrorPageLook, errorPage } from './error-page.ts';
import { drained, GatheringSender } from './gathering-sender.ts';
import { keepAwake } from './heartbeat.ts';
import type { Recording } from './idempotency.ts';
import { type Packing, packedHeaders, packText } from './pack-answer.ts';
import type { BytesOutcome, ErrorShape, EventsOutcome, JsonOutcome, Outcome, StreamFormat } from './route.ts';
import { writeFrame } from './stream-frames.ts';
import type { WatchedCall } from './watched-call.ts';

export interface Exchange {
  response: ServerResponse;
  requestId: string;
  /** null if the account's plan removes it. */
  attribution: AttributionText | null;
  /** Rate limits and other headers that are known before the route runs. */
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Records what is sent, so that an idempotent call can be replayed. */
  recording: Recording | null;
  /** Set when the response carries a charge: then the ledger counts the usage. */
  charged: boolean;
  /** How a large JSON answer may be compressed. */
  packing: Packing | undefined;
  /** The form of errors that the client expects; undefined: ours. */
  errorShape: ErrorShape | undefined;
  onStreamError(error: ServiceError): void;
  /** Notes what is sent; undefined where neither the request log nor traces are on. */
  watch: WatchedCall | undefined;
}

export async function respond(exchange: Exchange, outcome: Outcome): Promise<number> {
  switch (outcome.kind) {
    case 'json':
      return sendJson(exchange, outcome);
    case 'events':
      return sendEvents(exchange, outcome);
    case 'bytes':
      return sendBytes(exchange, outcome);
  }
}

/** Sends the stored answer of an earlier call with the same Idempotency-Key. */
export async function replayAnswer(
  exchange: Exchange,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
): Promise<number> {
  exchange.response.writeHead(answer.status, {
    ...answer.headers,
    ...exchange.headers,
    'x-request-id': exchange.requestId,
    'idempotent-replayed': 'true',
    'content-length': String(answer.body.length),
  });
  exchange.watch?.begins({ isStream: false });
  exchange.watch?.sends(answer.body, isJson(answer.headers['content-type']));
  exchange.response.end(answer.body);
  return answer.status;
}

/** Statuses whose answer must say when to try again. */
const WAITING_HELPS: readonly number[] = [429, 503];
const DEFAULT_RETRY_SECONDS = 5;

export function respondError(exchange: Exchange, error: ServiceError): Promise<number> {
  exchange.watch?.failed(error);
  const { body, status = error.status } = shapeError(exchange, error);
  return sendJson(exchange, { kind: 'json', status, body, headers: headersOf(error) });
}

/** For a person with a browser. */
export function respondErrorPage(exchange: Exchange, error: ServiceError, look: ErrorPageLook): void {
  const html = errorPage(error, exchange.requestId, look);
  const own = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': HTML_POLICY,
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
    'content-length': String(Buffer.byteLength(html)),
  };
  writeHead(exchange, error.status, { ...exchange.headers, ...headersOf(error), ...own });
  exchange.response.end(html);
}

function headersOf(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {};
  const retryAfter =
    error.retryAfterSeconds ?? (WAITING_HELPS.includes(error.status) ? DEFAULT_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter));
  if (error.status === 401) headers['www-authenticate'] = 'Bearer realm="api"';
  // The clients of OpenAI and Anthropic repeat what failed with 5xx; this would fail again.
  if (error.code === 'not_implemented') headers['x-should-retry'] = 'false';
  return headers;
}

function shapeError({ errorShape, requestId }: Exchange, error: ServiceError): ReturnType<ErrorShape> {
  return errorShape ? errorShape(error, requestId) : { body: errorBody(error, requestId) };
}

async function sendJson(exchange: Exchange, outcome: JsonOutcome): Promise<number> {
  const { headers } = exchange;
  Object.assign(headers, outcome.headers);
  headers['content-type'] = 'application/json; charset=utf-8';
  let body = outcome.body;
  if (outcome.receipt) {
    const { charged, remaining, isOfJob, tokenLimit } = outcome.receipt;
    exchange.charged = !isOfJob;
    headers['x-credits-charged'] = String(microToCredits(charged));
    headers['x-credits-remaining'] = String(microToCredits(remaining));
    if (tokenLimit) {
      headers['x-ratelimit-limit-tokens'] = String(tokenLimit.limit);
      headers['x-ratelimit-remaining-tokens'] = String(tokenLimit.remaining);
      headers['x-ratelimit-reset-tokens'] = String(tokenLimit.resetsAt);
    }
    body = withCredits(body, microToCredits(charged));
  }
  const json = JSON.stringify(body);
  const text = exchange.attribution ? addMember(json, exchange.attribution.member) : json;
  exchange.watch?.sends(text, true);
  if (exchange.packing) {
    const packed = await packText(text, exchange.packing);
    if (packed) {
      writeHead(
        exchange,
        outcome.status,
        Object.assign(headers, packedHeaders(packed, exchange.packing, headers.vary)),
      );
      exchange.response.end(packed);
      return outcome.status;
    }
  }
  if (exchange.recording)
    await keepWhole(exchange.recording, { status: outcome.status, headers, body: Buffer.from(text) });
  headers['content-length'] = String(Buffer.byteLength(text));
  writeHead(exchange, outcome.status, headers);
  // As a string: Node sends it in one packet with the headers.
  exchange.response.end(text);
  return outcome.status;
}

/** Stored before it is sent: a client that has the answer can request it again. */
async function keepWhole(recording: Recording, { status, headers, body }: Whole): Promise<void> {
  recording.record(status, headers, body);
  await recording.finish();
}

interface Whole {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export function withCredits(body: unknown, credits: number): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const usage = (body as { usage?: object }).usage;
  return { ...body, usage: { ...usage, credits } };
}

const DONE = Buffer.from('data: [DONE]\n\n');

const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  data: 'text/event-stream; charset=utf-8',
  named: 'text/event-stream; charset=utf-8',
  lines: 'application/x-ndjson',
  list: 'application/json; charset=utf-8',
};
const LIST_END = Buffer.from(']');

async function sendEvents(exchange: Exchange, outcome: EventsOutcome): Promise<number> {
  const { format } = outcome;
  const iterator = outcome.events[Symbol.asyncIterator]();
  // A failure before the first event is still an ordinary error with its own status.
  let next = await iterator.next();
  exchange.charged = outcome.charged;
  const headers = {
    ...exchange.headers,
    ...outcome.headers,
    'content-type': CONTENT_TYPES[format],
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  };
  writeHead(exchange, 200, headers);
  exchange.watch?.begins({ isStream: true });
  const { response } = exchange;
  const sender = new GatheringSender(response, exchange.signal);
  const send = (chunk: Uint8Array): Promise<void> | undefined => {
    exchange.recording?.record(200, headers, chunk);
    exchange.watch?.sends(chunk, true);
    return sender.send(chunk);
  };
  const stopBeating = keepAwake(response, format);
  let isFirst = true;
  try {
    for (; !next.done; isFirst = false) {
      await send(writeFrame(next.value, { format, isFirst, attribution: exchange.attribution }));
      next = await iterator.next();
    }
  } catch (thrown) {
    const error = toServiceError(thrown);
    exchange.onStreamError(error);
    exchange.watch?.failed(error);
    const item = outcome.failure ? outcome.failure(error) : shapeError(exchange, error).body;
    await send(writeFrame(item, { format, isFirst, attribution: null }));
  } finally {
    stopBeating();
    await iterator.return?.();
  }
  const last = endOf(outcome);
  if (last) exchange.recording?.record(200, headers, last);
  if (last) exchange.watch?.sends(last, true);
  if (!exchange.signal.aborted) await exchange.recording?.finish();
  sender.end(last);
  return 200;
}

function endOf({ format, endsWithDone }: EventsOutcome): Uint8Array | undefined {
  if (format === 'list') return LIST_END;
  return endsWithDone ? DONE : undefined;
}

async function sendBytes(exchange: Exchange, outcome: BytesOutcome): Promise<number> {
  const headers: Record<string, string> = {
    ...exchange.headers,
    ...outcome.headers,
    ...(outcome.contentType ? { 'content-type': outcome.contentType } : {}),
  };
  if (!(outcome.bytes instanceof Uint8Array))
    return sendPieces(exchange, { ...outcome, bytes: outcome.bytes, headers });
  exchange.charged = outcome.charged;
  const chunk = Buffer.from(outcome.bytes);
  if (exchange.recording) await keepWhole(exchange.recording, { status: outcome.status, headers, body: chunk });
  headers['content-length'] = String(chunk.length);
  writeHead(exchange, outcome.status, headers);
  exchange.watch?.sends(chunk, isJson(outcome.contentType));
  exchange.response.end(chunk);
  return outcome.status;
}

type Pieces = Pick<BytesOutcome, 'status' | 'charged'> & {
  bytes: AsyncIterable<Uint8Array>;
  headers: Record<string, string>;
};

async function sendPieces(exchange: Exchange, { status, charged, bytes, headers }: Pieces): Promise<number> {
  const { response, recording, signal, watch } = exchange;
  const iterator = bytes[Symbol.asyncIterator]();
  // A failure before the first piece is still an ordinary error with its own status.
  let next = await iterator.next();
  exchange.charged = charged;
  writeHead(exchange, status, headers);
  try {
    while (!next.done && !signal.aborted) {
      recording?.record(status, headers, Buffer.from(next.value));
      watch?.sends(next.value, false);
      if (!response.write(next.value)) await drained(response, signal);
      next = await iterator.next();
    }
  } catch (error) {
    // The status is already sent: only a broken connection tells the client that this is not the whole.
    response.destroy();
    watch?.failed(toServiceError(error));
    exchange.onStreamError(toServiceError(error));
    return status;
  } finally {
    await iterator.return?.();
  }
  if (!signal.aborted) await recording?.finish();
  response.end();
  return status;
}

function writeHead(exchange: Exchange, status: number, headers: Record<string, string>): void {
  if (exchange.attribution) headers['x-attribution'] = exchange.attribution.header;
  headers['x-request-id'] = exchange.requestId;
  exchange.response.writeHead(status, headers);
  exchange.watch?.begins({ isStream: false });
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/json') ?? false;
}
