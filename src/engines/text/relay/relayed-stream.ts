// Hands an upstream's SSE frames through: bytes are copied, and only what billing needs is read out of them.
import { type SseFrame, SseReader } from '../../../net/sse-reader.ts';
import { describeFailure } from '../../../net/upstream-client.ts';
import type { RelayedMeasure, RelayedStream } from '../port.ts';
import { cutShort, failureInBody, notUnderstood, transportFailure } from '../refusal.ts';
import { countText } from '../tokenizer.ts';
import { asRecord, emptyFold, type Folded, foldChunk, readUsage } from './chunk-reducer.ts';
import { replaceModel, scanFrame } from './frame-scan.ts';
import { findPlainFrames } from './plain-frames.ts';

const PREFIX = Buffer.from('data: ');
const SUFFIX = Buffer.from('\n\n');
const END = Buffer.from('data: [DONE]\n\n');
/** Frames kept unparsed for the rare case that they must be counted; past this they are folded into plain text. */
const MAX_KEPT_BYTES = 256 * 1024;
const DRAIN_MS = 1_000;

export interface RelaySource {
  name: string;
  body: AsyncIterable<Buffer>;
  /** The name that answers carry. */
  model: string;
  countPrompt(): Promise<number>;
}

/** Resolves when the first chunk is here; until then a failure may still be tried elsewhere. */
export async function openRelayedStream(source: RelaySource): Promise<RelayedStream> {
  const tape = new FrameTape(source);
  const first = await tape.readFirst();
  return {
    kind: 'stream',
    ...first,
    frames: tape.frames(),
    hasArrived: () => tape.hasArrived(),
    measure: () => tape.measure(),
  };
}

type FirstChunk = Pick<RelayedStream, 'first' | 'firstText'>;

/** With what came together with the end. */
export async function* allFrames({ frames }: Pick<RelayedStream, 'frames'>): AsyncGenerator<Uint8Array> {
  const last = yield* frames;
  if (last) yield last;
}

class FrameTape {
  readonly #source: RelaySource;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #reader = new SseReader();
  readonly #modelText: string;
  readonly #model: Buffer;
  /** What was read and not looked at yet. */
  #unread: Buffer | undefined;
  #waiting: SseFrame[] = [];
  #kept: { bytes: Buffer; isFramed: boolean }[] = [];
  #keptBytes = 0;
  #folded: Folded = emptyFold();
  #hasFinished = false;
  #isDone = false;

  constructor(source: RelaySource) {
    this.#source = source;
    this.#chunks = source.body[Symbol.asyncIterator]();
    this.#modelText = JSON.stringify(source.model).slice(1, -1);
    this.#model = Buffer.from(this.#modelText);
  }

  async readFirst(): Promise<FirstChunk> {
    try {
      for (;;) {
        while (this.#waiting.length > 0) {
          const frame = this.#waiting.shift();
          const taken = frame && this.#takeFirst(frame);
          if (taken) return taken;
        }
        if (this.#cutOneFrame()) continue;
        if (this.#isDone || !(await this.#readMore())) throw cutShort(this.#source.name);
      }
    } catch (error) {
      await this.#chunks.return?.();
      throw error;
    }
  }

  hasArrived(): boolean {
    const { length = 0 } = this.#unread ?? {};
    return length >= END.length && this.#unread?.compare(END, 0, END.length, length - END.length) === 0;
  }

  async *frames(): AsyncGenerator<Uint8Array, Uint8Array | undefined> {
    try {
      for (;;) {
        const plain = this.#takePlain();
        if (plain) yield plain;
        const ready = this.#takeWaiting();
        if (this.#isDone) return ready;
        if (ready) yield ready;
        if (this.#waiting.length === 0 && !this.#unread && !(await this.#readMore())) break;
      }
      if (!this.#hasFinished) throw cutShort(this.#source.name);
      return undefined;
    } finally {
      await this.#letGo();
    }
  }

  async measure(): Promise<RelayedMeasure> {
    const said = () => {
      this.#fold();
      return { text: this.#folded.texts[0] ?? '', toolCalls: this.#folded.toolCalls };
    };
    const { usage, reported } = this.#folded;
    if (usage) return { usage, said, ...(reported ? { reported } : {}) };
    this.#fold();
    const { texts, asides } = this.#folded;
    const completionTokens = await countText(this.#source.model, texts.join('') + asides);
    return { usage: { promptTokens: await this.#source.countPrompt(), completionTokens }, said };
  }

  /** What is unread and needs no closer look; the rest of it then waits as frames. */
  #takePlain(): Buffer | undefined {
    const unread = this.#unread;
    if (!unread || this.#waiting.length > 0) return undefined;
    this.#unread = undefined;
    const end = this.#reader.isEmpty ? findPlainFrames(unread, this.#modelText) : 0;
    if (end < unread.length) this.#cut(unread.subarray(end));
    if (end === 0) return undefined;
    const ready = end === unread.length ? unread : unread.subarray(0, end);
    this.#keep(ready, true);
    return ready;
  }

  /** For the first chunk, which is parsed: the others may be plain. */
  #cutOneFrame(): boolean {
    const unread = this.#unread;
    if (!unread) return false;
    const end = unread.indexOf('\n\n') + 2;
    const isLast = end < 2 || end === unread.length;
    this.#unread = isLast ? undefined : unread.subarray(end);
    this.#cut(isLast ? unread : unread.subarray(0, end));
    return true;
  }

  #cut(bytes: Buffer): void {
    try {
      this.#waiting = this.#reader.push(bytes);
    } catch (error) {
      throw notUnderstood(this.#source.name, error instanceof Error ? error.message : String(error));
    }
  }

  /** The frames at hand as one buffer, or nothing. Counted as delivered here: whoever asked for them sends them. */
  #takeWaiting(): Buffer | undefined {
    const ready: Buffer[] = [];
    while (!this.#isDone) {
      const frame = this.#waiting[0];
      if (!frame) break;
      const signs = scanFrame(frame.data);
      let isChunk = true;
      try {
        isChunk = !signs.isDone && (!signs.mustParse || this.#read(this.#parse(frame)));
      } catch (error) {
        // What came before the bad frame is sent first; the frame stays and is met again on the next round.
        if (ready.length > 0) break;
        throw error;
      }
      this.#waiting.shift();
      this.#isDone = signs.isDone;
      this.#hasFinished ||= signs.finishes;
      if (!isChunk) continue;
      this.#keep(frame.data, false);
      ready.push(this.#framed(frame));
    }
    return ready.length < 2 ? ready[0] : Buffer.concat(ready);
  }

  #takeFirst(frame: SseFrame): FirstChunk | undefined {
    const signs = scanFrame(frame.data);
    this.#isDone ||= signs.isDone;
    this.#hasFinished ||= signs.finishes;
    if (signs.isDone) return undefined;
    const text = replaceModel(frame.data, this.#model).toString('utf8');
    const chunk = parseChunk(text);
    if (!chunk) throw notUnderstood(this.#source.name, 'a chunk that is not JSON');
    if (!this.#read(chunk)) return undefined;
    this.#keep(frame.data, false);
    if (chunk.model === this.#source.model && !text.includes('\n')) return { first: chunk, firstText: text };
    return { first: { ...chunk, model: this.#source.model } };
  }

  /** Reads usage and errors out of a chunk; false when it holds nothing for the customer. */
  #read(chunk: Record<string, unknown>): boolean {
    if (chunk.error) throw failureInBody(this.#source.name, chunk.error);
    const usage = readUsage(chunk);
    if (usage) this.#folded = { ...this.#folded, usage: usage.tokens, reported: usage.reported };
    return Array.isArray(chunk.choices) && chunk.choices.length > 0;
  }

  #parse(frame: SseFrame): Record<string, unknown> {
    const chunk = parseChunk(frame.data.toString('utf8'));
    if (!chunk) throw notUnderstood(this.#source.name, 'a chunk that is not JSON');
    return chunk;
  }

  #framed(frame: SseFrame): Buffer {
    const data = replaceModel(frame.data, this.#model);
    return data === frame.data && frame.raw ? frame.raw : Buffer.concat([PREFIX, data, SUFFIX]);
  }

  async #readMore(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      if (!done) {
        this.#unread = value;
        return true;
      }
      const last = this.#reader.end();
      this.#waiting = last ? [last] : [];
      return last !== undefined;
    } catch (error) {
      throw transportFailure(describeFailure(this.#source.name, error));
    }
  }

  #keep(bytes: Buffer, isFramed: boolean): void {
    this.#kept.push({ bytes, isFramed });
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > MAX_KEPT_BYTES) this.#fold();
  }

  #fold(): void {
    for (const { bytes, isFramed } of this.#kept)
      for (const data of isFramed ? new SseReader().push(bytes).map((frame) => frame.data) : [bytes]) {
        const chunk = parseChunk(data.toString('utf8'));
        if (chunk) this.#folded = foldChunk(this.#folded, chunk);
      }
    this.#kept = [];
    this.#keptBytes = 0;
  }

  /** After [DONE] the rest is read to its end, so that the connection can serve again; otherwise it is cut at once. */
  async #letGo(): Promise<void> {
    if (!this.#isDone) {
      await this.#chunks.return?.();
      return;
    }
    void drain(this.#chunks);
  }
}

function parseChunk(data: string): Record<string, unknown> | undefined {
  try {
    return asRecord(JSON.parse(data));
  } catch {
    return undefined;
  }
}

async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void chunks.return?.(), DRAIN_MS);
  timer.unref();
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The stream was whole: how its connection ended is of no interest.
  } finally {
    clearTimeout(timer);
  }
}
