// Parses server-sent events from bytes: splits at blank lines, with any line ending and any chunking by the network.
import { MAX_BYTES_WITHOUT_EVENT, MAX_EVENT_BYTES } from './answer-bounds.ts';

const LF = 10;
const CR = 13;
const SPACE = 32;
const DATA_FIELD = Buffer.from('data:');
const EMPTY = Buffer.alloc(0);

/** One event: its joined data, and the bytes of the whole frame if they can be forwarded unchanged. */
export interface SseFrame {
  data: Buffer;
  event: string | undefined;
  /** `data: …\n\n` exactly as received; undefined when the frame had comments, CRLF or several fields. */
  raw: Buffer | undefined;
}

/** Takes bytes and returns complete frames. It works on bytes, so a UTF-8 character split between chunks stays intact. */
export class SseReader {
  /** The frame that has not ended. Its pieces are joined at its end only: joining them for each chunk would copy it again and again. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** The end marker can begin in these last three bytes; earlier bytes were already searched. */
  #tail: Buffer = EMPTY;
  #bytesWithoutEvent = 0;
  readonly #maxFrameBytes: number;

  constructor(maxFrameBytes = MAX_EVENT_BYTES) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** True when no partial frame is buffered: the next byte starts a new frame. */
  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** The data of the frame that has not ended, as far as it came. */
  partialData(): string {
    return this.#join()
      .toString('utf8')
      .replace(/^(?:(?!data:)[^\n]*\n)*data: ?/, '');
  }

  push(chunk: Uint8Array): SseFrame[] {
    const bytes = asBuffer(chunk);
    const isEmpty = this.#bytes === 0;
    const searched = isEmpty ? bytes : Buffer.concat([this.#tail, bytes]);
    if (findFrameEnd(searched, 0) === undefined) {
      this.#keep(bytes, searched);
      return [];
    }
    const frames: SseFrame[] = [];
    let searchFrom = this.#bytes - this.#tail.length;
    const all = isEmpty ? bytes : this.#join(bytes);
    let start = 0;
    for (;;) {
      const end = findFrameEnd(all, searchFrom);
      if (end === undefined) break;
      const frame = parseFrame(all, start, end);
      if (frame) frames.push(frame);
      this.#countWithoutEvent(frame ? undefined : end.next - start);
      start = end.next;
      searchFrom = start;
    }
    this.#drop();
    if (start < all.length) this.#keep(all.subarray(start), all.subarray(start));
    return frames;
  }

  /** The last frame of an upstream that closed without a final blank line. */
  end(): SseFrame | undefined {
    const rest = this.#join();
    this.#drop();
    if (rest.length === 0) return undefined;
    return parseFrame(rest, 0, { textEnd: rest.length, next: rest.length });
  }

  #keep(bytes: Buffer, searched: Buffer): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    this.#tail = searched.subarray(Math.max(0, searched.length - 3));
    if (this.#bytes > this.#maxFrameBytes)
      throw new RangeError(`a server-sent event is longer than ${this.#maxFrameBytes} bytes`);
  }

  #join(last: Buffer = EMPTY): Buffer {
    return Buffer.concat([...this.#pieces, last], this.#bytes + last.length);
  }

  #drop(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#tail = EMPTY;
  }

  /** Of a frame without data; undefined for an event. */
  #countWithoutEvent(bytes: number | undefined): void {
    this.#bytesWithoutEvent = bytes === undefined ? 0 : this.#bytesWithoutEvent + bytes;
    if (this.#bytesWithoutEvent > MAX_BYTES_WITHOUT_EVENT)
      throw new RangeError(`more than ${MAX_BYTES_WITHOUT_EVENT} bytes came without an event`);
  }
}

interface FrameEnd {
  textEnd: number;
  next: number;
}

/** Finds a blank line: two line endings in a row, each LF, CR LF or CR. */
function findFrameEnd(bytes: Buffer, from: number): FrameEnd | undefined {
  let at = from;
  for (;;) {
    const lf = bytes.indexOf(LF, at);
    if (lf === -1) return findBareCrEnd(bytes, from);
    const after = bytes[lf + 1];
    if (after === LF) return { textEnd: textEndBefore(bytes, lf), next: lf + 2 };
    if (after === CR && bytes[lf + 2] === LF) return { textEnd: textEndBefore(bytes, lf), next: lf + 3 };
    at = lf + 1;
  }
}

/** The standard also allows CR alone as a line ending. JSON never contains a bare CR, so two of them end a frame. */
function findBareCrEnd(bytes: Buffer, from: number): FrameEnd | undefined {
  for (let at = bytes.indexOf(CR, from); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === CR) return { textEnd: at, next: at + 2 };
  }
  return undefined;
}

function textEndBefore(bytes: Buffer, lf: number): number {
  return lf > 0 && bytes[lf - 1] === CR ? lf - 1 : lf;
}

function parseFrame(bytes: Buffer, start: number, end: FrameEnd): SseFrame | undefined {
  const simple = simpleData(bytes, start, end);
  if (simple) return simple;
  const lines = bytes
    .toString('utf8', start, end.textEnd)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  const data: string[] = [];
  let event: string | undefined;
  for (const line of lines) {
    const [field, value] = splitField(line);
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  }
  if (data.length === 0) return undefined;
  return { data: Buffer.from(data.join('\n')), event, raw: undefined };
}

/** Fast path for the usual frame, one `data:` line with JSON: it creates no string. */
function simpleData(bytes: Buffer, start: number, end: FrameEnd): SseFrame | undefined {
  for (let index = 0; index < DATA_FIELD.length; index += 1) {
    if (bytes[start + index] !== DATA_FIELD[index]) return undefined;
  }
  if (end.next - end.textEnd !== 2 || bytes[end.textEnd] !== LF) return undefined;
  const newline = bytes.indexOf(LF, start);
  if (newline !== end.textEnd) return undefined;
  const from = bytes[start + 5] === SPACE ? start + 6 : start + 5;
  return { data: bytes.subarray(from, end.textEnd), event: undefined, raw: bytes.subarray(start, end.next) };
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
