// Forwards an upstream's SSE frames: bytes are copied, and only what billing needs is parsed.
import { type SseFrame, SseReader } from '../../../net/sse-reader.ts';
import { describeFailure } from '../../../net/upstream-client.ts';
import type { RelayedMeasure, RelayedStream } from '../port.ts';
import { cutShort, failureInBody, transportFailure } from '../refusal.ts';
import { countText } from '../tokenizer.ts';
import { CHAT_SIGNS, explainUnread } from '../unread.ts';
import { Unreadable } from '../unreadable.ts';
import { isBelievable, readUsage } from './chunk-reducer.ts';
import { type AnswerLimits, DeliveredFrames } from './delivered-frames.ts';
import { drain } from './drain.ts';
import { withRole } from './first-role.ts';
import { replaceModel, scanFrame } from './frame-scan.ts';
import { parseChunk, writeFrame } from './frame-text.ts';
import { findPlainFrames, type PlainFrames } from './plain-frames.ts';
import { TraitRemover } from './server-traits.ts';
import { StreamBytes } from './stream-bytes.ts';

const NO_FRAMES: PlainFrames = { end: 0, mostTokens: 0 };

export interface RelaySource extends AnswerLimits {
  name: string;
  body: AsyncIterable<Buffer> & { readonly hasEnded?: boolean };
  contextWindow: number;
  mostPromptTokens: number;
  countPrompt(): Promise<number>;
}

/** Resolves when the first chunk has arrived; until then another engine can be tried after a failure. */
export async function openRelayedStream(source: RelaySource): Promise<RelayedStream> {
  const reader = new FrameReader(source);
  const first = await reader.readFirst();
  return {
    kind: 'stream',
    first,
    frames: reader.frames(),
    hasArrived: reader.hasEnded,
    close: () => reader.close(),
    countForwarded: () => reader.countForwarded(),
    soFar: () => reader.soFar(),
    measure: () => reader.measure(),
  };
}

/** Includes the bytes that arrived in the same packet as the end. */
export async function* allFrames({
  first,
  frames,
}: Pick<RelayedStream, 'first' | 'frames'>): AsyncGenerator<Uint8Array> {
  yield first;
  const last = yield* frames;
  if (last) yield last;
}

/** Whole frames that arrived together. */
interface Ready {
  bytes: Buffer;
  /** An upper bound of the tokens in them. */
  mostTokens: number;
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
  readonly #bytes: StreamBytes;
  readonly #traits = new TraitRemover();
  #hasStarted = false;
  #hasFinished = false;
  #isDone = false;

  constructor(source: RelaySource) {
    this.#source = source;
    this.#chunks = source.body[Symbol.asyncIterator]();
    this.#modelText = JSON.stringify(source.model).slice(1, -1);
    this.#model = Buffer.from(this.#modelText);
    this.#bytes = new StreamBytes(source.maxTokens);
    this.#delivered = new DeliveredFrames(source);
  }

  /** The first chunk, with all frames that arrived together with it. */
  async readFirst(): Promise<Buffer> {
    try {
      const first = await this.#next();
      if (!first) throw cutShort(this.#source.name);
      return withRole(first);
    } catch (error) {
      await this.#chunks.return?.();
      throw await this.#explain(error);
    }
  }

  /** No more frames follow that could be forwarded. */
  get hasEnded(): boolean {
    return this.#isDone || this.#delivered.isCut;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *frames(): AsyncGenerator<Uint8Array, Uint8Array | undefined> {
    try {
      while (!this.hasEnded) {
        const ready = await this.#next();
        if (!ready || this.hasEnded) return ready;
        yield ready;
      }
      return undefined;
    } catch (error) {
      throw await this.#explain(error);
    } finally {
      await this.#release();
    }
  }

  async countForwarded(): Promise<number> {
    const { texts, asides } = this.#delivered.fold();
    return Math.min(await countText(this.#source.model, texts.join('') + asides), this.#source.maxTokens);
  }

  /** Some upstreams report their usage with every chunk. */
  async soFar() {
    const { usage } = this.#delivered.usage;
    const { maxTokens } = this.#source;
    if (usage && usage.completionTokens > 0 && isBelievable(usage, this.#source))
      return { ...usage, completionTokens: Math.min(usage.completionTokens, maxTokens) };
    return { completionTokens: Math.min(await this.#delivered.count(), maxTokens) };
  }

  async measure(): Promise<RelayedMeasure> {
    const { maxTokens } = this.#source;
    const said = () => {
      const { texts, toolCalls } = this.#delivered.fold();
      return { text: texts[0] ?? '', toolCalls };
    };
    const { usage, reported } = this.#delivered.usage;
    const isBelieved = usage && isBelievable(usage, this.#source);
    if (isBelieved && usage.completionTokens > 0) {
      const completionTokens = Math.min(usage.completionTokens, maxTokens);
      return { usage: { ...usage, completionTokens }, said, isReported: true, ...(reported ? { reported } : {}) };
    }
    const completionTokens = await this.countForwarded();
    // The prompt of an answer without tokens was read all the same.
    if (isBelieved) {
      const isEstimated = completionTokens > 0;
      return { usage: { ...usage, completionTokens, isEstimated }, said, isReported: true };
    }
    const promptTokens = await this.#source.countPrompt();
    return { usage: { promptTokens, completionTokens, isEstimated: true }, said, isReported: false };
  }

  /**
   * The frames that have arrived since the last call, up to the paid amount; undefined at the end. They count as
   * delivered, because the caller sends them.
   */
  async #next(): Promise<Buffer | undefined> {
    while (!this.hasEnded) {
      const ready = this.#takeReady();
      if (ready) return this.#delivered.fit(this.#traits.clean(ready.bytes), ready.mostTokens);
      if (this.hasEnded) break;
      if (await this.#readMore()) {
        if (this.#unread) this.#bytes.count(this.#unread);
        continue;
      }
      if (!this.#hasFinished) throw cutShort(this.#source.name);
      break;
    }
    return undefined;
  }

  #cut(bytes: Buffer): void {
    try {
      this.#waiting = this.#reader.push(bytes);
    } catch (error) {
      throw new Unreadable(error instanceof Error ? error.message : String(error), this.#reader.partialData());
    }
  }

  /** Frames before a bad one are returned first; the bad one stays and fails on the next call. */
  #takeReady(): Ready | undefined {
    const ready: Buffer[] = [];
    let mostTokens = this.#takePlain(ready);
    for (let frame = this.#waiting[0]; frame && !this.#isDone; frame = this.#waiting[0]) {
      let bytes: Buffer | undefined;
      try {
        bytes = this.#examine(frame);
      } catch (error) {
        if (ready.length > 0) break;
        throw error;
      }
      this.#waiting.shift();
      if (!bytes) continue;
      ready.push(bytes);
      mostTokens += bytes.length;
    }
    const [only] = ready;
    return only && { bytes: ready.length === 1 ? only : Buffer.concat(ready), mostTokens };
  }

  /**
   * Takes received bytes that need no examination, and returns an upper bound of their tokens; the rest is kept as
   * frames.
   */
  #takePlain(ready: Buffer[]): number {
    const unread = this.#unread;
    if (!unread || this.#waiting.length > 0) return 0;
    this.#unread = undefined;
    const plain = this.#reader.isEmpty ? findPlainFrames(unread, this.#modelText) : NO_FRAMES;
    if (plain.end > 0) {
      this.#hasStarted = true;
      ready.push(unread.subarray(0, plain.end));
    }
    if (plain.end < unread.length) this.#cut(unread.subarray(plain.end));
    return plain.mostTokens;
  }

  /**
   * Returns the part of a frame to forward, if it contains anything for the client. The first chunk is always parsed,
   * because another engine can still be tried.
   */
  #examine(frame: SseFrame): Buffer | undefined {
    const signs = scanFrame(frame.data);
    this.#isDone = signs.isDone;
    if (signs.isDone) return undefined;
    const data = replaceModel(frame.data, this.#model);
    const isOneLine = frame.raw !== undefined || !data.includes('\n');
    const chunk = signs.mustParse || !this.#hasStarted || !isOneLine ? this.#parse(data) : undefined;
    const isForClient = !chunk || this.#read(chunk);
    this.#hasFinished ||= signs.finishes;
    if (!isForClient) return undefined;
    const isUnnamed = chunk && !this.#hasStarted && chunk.model !== this.#source.model;
    this.#hasStarted = true;
    if (isUnnamed || !isOneLine) return writeFrame(JSON.stringify({ ...chunk, model: this.#source.model }));
    return data === frame.data && frame.raw ? frame.raw : writeFrame(data);
  }

  /** Reads usage and errors from a chunk; returns false if it contains nothing for the client. */
  #read(chunk: Record<string, unknown>): boolean {
    if (chunk.error) throw failureInBody(this.#source.name, chunk.error);
    const usage = readUsage(chunk);
    if (usage) this.#delivered.note(usage);
    return Array.isArray(chunk.choices) && chunk.choices.length > 0;
  }

  #parse(data: Buffer): Record<string, unknown> {
    const chunk = parseChunk(data.toString('utf8'));
    if (!chunk) throw new Unreadable('a chunk that is not JSON', data.toString('utf8'));
    return chunk;
  }

  async #explain(error: unknown): Promise<unknown> {
    if (!(error instanceof Unreadable)) return error;
    const { name, countPrompt } = this.#source;
    const countBefore = this.#hasStarted ? async () => (await this.measure()).usage : undefined;
    const part = { name, what: error.message, text: error.text, signs: CHAT_SIGNS, bounds: this.#source };
    return explainUnread({ ...part, countPrompt, countBefore });
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
  async #release(): Promise<void> {
    if (!this.#isDone) await this.#chunks.return?.();
    else if (!this.#source.body.hasEnded) void drain(this.#chunks);
  }
}
