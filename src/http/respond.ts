// Writes a whole response: JSON or bytes, with its headers and its attribution. respond-stream writes those that are
// still being produced.
import { microToCredits } from '../core/money.ts';
import { addMember } from './attribution.ts';
import { type Exchange, writeHead } from './exchange.ts';
import type { Recording } from './idempotency.ts';
import type { BytesOutcome, JsonOutcome, Outcome } from './outcome.ts';
import { packedHeaders, packText } from './pack-answer.ts';
import { sendEvents, sendPieces } from './respond-stream.ts';
import { writeJson } from './write-json.ts';

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
  const written = writeJson(body);
  const json = typeof written === 'string' ? written : await written;
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

/** Stored before it is sent, so that a client that has the response can request it again. */
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

function isJson(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/json') ?? false;
}
