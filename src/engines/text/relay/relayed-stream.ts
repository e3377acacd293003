// Forwards an upstream's SSE frames: bytes are copied, and only what billing needs is parsed.
import { type SseFrame, SseReader } from '../../../net/sse-reader.ts';
import { describeFailure } from '../../../net/upstream-client.ts';
import type { RelayedMeasure, RelayedStream } from '../port.ts';
import { cutShort, failureInBody, notUnderstood, transportFailure } from '../refusal.ts';
import { countText } from '../tokenizer.ts';
import { asRecord, isBelievable, readUsage } from './chunk-reducer.ts';
import { type AnswerLimits, DeliveredFrames } from './delivered-frames.ts';
import { replaceModel, scanFrame } from './frame-scan.ts';
import { findPlainFrames } from './plain-frames.ts';

const PREFIX = Buffer.from('data: ');
const SUFFIX = Buffer.from('\n\n');
const END = Buffer.from('data: [DONE]\n\n');
const DRAIN_MS = 1_000;

export interface RelaySource extends AnswerLimits {
  name: string;
  body: AsyncIterable<Buffer>;
  contextWindow: number;
  countPrompt(): Promise<number>;
}

/** Resolves when the first chunk has arrived; until then another engine can be tried after a failure. */
export async function openRelayedStream(source: RelaySource): Promise<RelayedStream> {
  const reader = new FrameReader(source);
  const first = await reader.readFirst();
  return {
    kind: 'stream',
    ...first,
    frames: reader.frames(),
    hasArrived: () => reader.hasArrived(),
    close: () => reader.close(),
    measure: () => reader.measure(),
  };
}

type FirstChunk = Pick<RelayedStream, 'first' | 'firstText'>;

/** Includes the bytes that arrived in the same packet as the end. */
export async function* allFrames({ frames }: Pick<RelayedStream, 'frames'>): AsyncGenerator<Uint8Array> {
  const last = yield* frames;
  if (last) yield last;
}

class FrameReader {
  readonly #source: RelaySource;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #reader = new SseReader();
  readonly #modelText: string;
  readonly #model: Buffer;
  /** Bytes that were received but not examined yet. */
  #unread: Buffer | undefined;
  #waiting: SseFrame[] = [];
  readonly #delivered: DeliveredFrames;
  /** The frame that ends an answer that was cut in its first chunk. */
  #ending: Buffer | undefined;
  #hasFinished = false;
  #isDone = false;

  constructor(source: RelaySource) {
    this.#source = source;
    this.#chunks = source.body[Symbol.asyncIterator]();
    this.#modelText = JSON.stringify(source.model).slice(1, -1);
    this.#model = Buffer.from(this.#modelText);
    this.#delivered = new DeliveredFrames(source);
  }

  async readFirst(): Promise<FirstChunk> {
    try {
      for (;;) {
        while (this.#waiting.length > 0) {
          const frame = this.#waiting.shift();
          const taken = frame && this.#takeFirst(frame);
          if (taken) return await this.#fitFirst(taken);
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

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *frames(): AsyncGenerator<Uint8Array, Uint8Array | undefined> {
    try {
      if (this.#ending) return this.#ending;
      for (;;) {
        const plain = this.#takePlain();
        const paid = plain && (await this.#delivered.fit(plain));
        if (this.#delivered.isCut) return paid;
        if (paid) yield paid;
        const waiting = this.#takeWaiting();
        const ready = waiting && (await this.#delivered.fit(waiting));
        if (this.#delivered.isCut || this.#isDone) return ready;
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
    const { model, contextWindow, maxTokens } = this.#source;
    const said = () => {
      const { texts, toolCalls } = this.#delivered.fold();
      return { text: texts[0] ?? '', toolCalls };
    };
    const { usage, reported } = this.#delivered.usage;
    if (usage && usage.completionTokens > 0 && isBelievable(usage, contextWindow)) {
      const completionTokens = Math.min(usage.completionTokens, maxTokens);
      return { usage: { ...usage, completionTokens }, said, ...(reported ? { reported } : {}) };
    }
    const { texts, asides } = this.#delivered.fold();
    const counted = await countText(model, texts.join('') + asides);
    const promptTokens = await this.#source.countPrompt();
    return { usage: { promptTokens, completionTokens: Math.min(counted, maxTokens) }, said };
  }

  async #fitFirst(taken: FirstChunk): Promise<FirstChunk> {
    const { chunk, ending } = await this.#delivered.fitChunk(taken.first);
    this.#ending = ending;
    return ending ? { first: chunk } : taken;
  }

  /** Takes received bytes that need no examination; the rest then waits as frames. */
  #takePlain(): Buffer | undefined {
    const unread = this.#unread;
    if (!unread || this.#waiting.length > 0) return undefined;
    this.#unread = undefined;
    const end = this.#reader.isEmpty ? findPlainFrames(unread, this.#modelText) : 0;
    if (end < unread.length) this.#cut(unread.subarray(end));
    if (end === 0) return undefined;
    const ready = end === unread.length ? unread : unread.subarray(0, end);
    return ready;
  }

  /** For the first chunk, which is always parsed: the others may be plain. */
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

  /** Returns the waiting frames as one buffer, or nothing. They count as delivered here, because the caller sends them. */
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
        // Frames before the bad one are sent first; the bad frame stays and fails on the next call.
        if (ready.length > 0) break;
        throw error;
      }
      this.#waiting.shift();
      this.#isDone = signs.isDone;
      this.#hasFinished ||= signs.finishes;
      if (!isChunk) continue;
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
    if (chunk.model === this.#source.model && !text.includes('\n')) return { first: chunk, firstText: text };
    return { first: { ...chunk, model: this.#source.model } };
  }

  /** Reads usage and errors from a chunk; returns false if it contains nothing for the client. */
  #read(chunk: Record<string, unknown>): boolean {
    if (chunk.error) throw failureInBody(this.#source.name, chunk.error);
    const usage = readUsage(chunk);
    if (usage) this.#delivered.note(usage);
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

  /** After [DONE] the rest is read to its end, so that the connection can be reused; otherwise the connection is closed at once. */
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
    // The stream was complete: it does not matter how its connection ended.
  } finally {
    clearTimeout(timer);
  }
}
