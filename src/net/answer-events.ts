// Cuts the streams of an upstream into whole events within bounds, for packages that would collect an event without end.
import { refuseLargeAnswer } from '../core/bounded-json.ts';
import { MAX_EVENT_BYTES, MAX_REPLY_BYTES, SMALL_SHAPE } from './answer-bounds.ts';
import { type SseFrame, SseReader } from './sse-reader.ts';

type Cut = TransformStream<Uint8Array, Uint8Array>;

/** Server-sent events. An event that the end cuts off is none. */
export function splitServerEvents(): Cut {
  const reader = new SseReader();
  const count = counter();
  return new TransformStream({
    transform(chunk, stream) {
      count(chunk);
      for (const frame of reader.push(chunk)) {
        refuseLargeAnswer(frame.data, SMALL_SHAPE);
        stream.enqueue(frame.raw ?? write(frame));
      }
    },
  });
}

function write({ data, event }: SseFrame): Buffer {
  const lines = data.toString('utf8').split('\n');
  const named = event === undefined ? '' : `event: ${event}\n`;
  return Buffer.from(`${named}${lines.map((line) => `data: ${line}\n`).join('')}\n`);
}

/** Of a message of AWS: its length, the length of its headers, a checksum; at its end another checksum. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;

/** The binary messages of Amazon's event streams. */
export function splitAwsEvents(): Cut {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const count = counter();
  const takeAll = () => {
    const all = Buffer.concat(pieces, bytes);
    pieces = [];
    return all;
  };
  let wanted = PRELUDE_BYTES;
  return new TransformStream({
    transform(chunk, stream) {
      count(chunk);
      pieces.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      bytes += chunk.length;
      if (bytes < wanted) return;
      let rest = takeAll();
      for (wanted = lengthOf(rest); rest.length >= wanted; wanted = lengthOf(rest)) {
        const message = rest.subarray(0, wanted);
        const payload = message.subarray(PRELUDE_BYTES + message.readUInt32BE(4), -CHECKSUM_BYTES);
        refuseLargeAnswer(payload, SMALL_SHAPE);
        stream.enqueue(message);
        rest = rest.subarray(wanted);
      }
      pieces = [rest];
      bytes = rest.length;
    },
    // The package tells an event that is cut off from the end of the stream.
    flush(stream) {
      if (bytes > 0) stream.enqueue(takeAll());
    },
  });
}

/** Of the message that begins here, as far as it is known. */
function lengthOf(bytes: Buffer): number {
  if (bytes.length < PRELUDE_BYTES) return PRELUDE_BYTES;
  const length = bytes.readUInt32BE(0);
  if (length > MAX_EVENT_BYTES) throw new RangeError(`an event is longer than ${MAX_EVENT_BYTES} bytes`);
  if (length < PRELUDE_BYTES + CHECKSUM_BYTES) throw new RangeError('an event is shorter than its own head');
  return length;
}

function counter(): (chunk: Uint8Array) => void {
  let bytes = 0;
  return ({ length }) => {
    bytes += length;
    if (bytes > MAX_REPLY_BYTES) throw new RangeError(`the stream has more than ${MAX_REPLY_BYTES} bytes`);
  };
}
