// Writes a response while it is produced: a stream of events, or bytes in pieces.
import { toServiceError } from '../core/errors.ts';
import { type Exchange, shapeError, writeHead } from './exchange.ts';
import { drained, GatheringSender } from './gathering-sender.ts';
import { keepAwake } from './heartbeat.ts';
import type { BytesOutcome, EventsOutcome, StreamFormat } from './outcome.ts';
import { writeFrame } from './stream-frames.ts';

const DONE = Buffer.from('data: [DONE]\n\n');

const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  data: 'text/event-stream; charset=utf-8',
  named: 'text/event-stream; charset=utf-8',
  lines: 'application/x-ndjson',
  list: 'application/json; charset=utf-8',
};
const LIST_END = Buffer.from(']');

export async function sendEvents(exchange: Exchange, outcome: EventsOutcome): Promise<number> {
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

type Pieces = Pick<BytesOutcome, 'status' | 'charged'> & {
  bytes: AsyncIterable<Uint8Array>;
  headers: Record<string, string>;
};

export async function sendPieces(exchange: Exchange, { status, charged, bytes, headers }: Pieces): Promise<number> {
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
    // The status is already sent: only a broken connection tells the client that the response is incomplete.
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
