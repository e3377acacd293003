// Forwards the events of an upstream in its own dialect, and counts what billing needs.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { SseReader } from '../../../net/sse-reader.ts';
import { describeFailure } from '../../../net/upstream-client.ts';
import type { RelayedMeasure, RelayedStream, TokenUsage } from '../port.ts';
import { cutShort, failureInBody, transportFailure } from '../refusal.ts';
import { isBelievable, type UsageBounds } from '../relay/chunk-reducer.ts';
import { mostKeys, StreamBytes } from '../relay/stream-bytes.ts';
import { countText } from '../tokenizer.ts';
import { explainUnread } from '../unread.ts';
import { Unreadable } from '../unreadable.ts';
import type { EventReader, Json, UpstreamDialect } from './upstream-dialect.ts';

export interface NativeSource {
  name: string;
  body: AsyncIterable<Buffer>;
  /** The model's name in responses. */
  model: string;
  bounds: UsageBounds;
  dialect: UpstreamDialect;
  /** The prompt's count for a stream whose upstream does not report it, or reports what cannot be. */
  countPrompt(): Promise<number>;
}

/** Resolves when the first event has arrived; until then another engine can be tried after a failure. */
export async function openNativeStream(source: NativeSource): Promise<RelayedStream> {
  const reader = new NativeReader(source);
  const first = await reader.readFirst();
  return {
    kind: 'stream',
    isNative: true,
    first,
    frames: reader.frames(),
    hasArrived: reader.hasEnded,
    close: () => reader.close(),
    countForwarded: () => reader.countForwarded(),
    soFar: () => reader.soFar(),
    measure: () => reader.measure(),
  };
}

class NativeReader {
  readonly #source: NativeSource;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #reader = new SseReader();
  readonly #events: EventReader;
  readonly #bytes: StreamBytes;
  #text = '';
  #textBytes = 0;
  /** Of the text, for `soFar`. */
  #counted = { characters: 0, tokens: 0 };
  /** The text is counted again when it reaches this many bytes: no text has more tokens than bytes. */
  #countAtBytes: number;
  /** An event of an answer has come. */
  #hasBegun = false;
  #isCut = false;
  #failure: unknown;
  hasEnded = false;

  constructor(source: NativeSource) {
    this.#source = source;
    this.#chunks = source.body[Symbol.asyncIterator]();
    this.#events = source.dialect.events(source.model);
    this.#bytes = new StreamBytes(source.bounds.maxTokens);
    this.#countAtBytes = source.bounds.maxTokens;
  }

  async readFirst(): Promise<Buffer> {
    try {
      const first = await this.#next();
      if (first) return first;
      throw cutShort(this.#source.name);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async *frames(): AsyncGenerator<Uint8Array, Uint8Array | undefined> {
    try {
      while (!this.hasEnded) {
        const ready = await this.#next();
        if (!ready || this.hasEnded) return ready;
        yield ready;
      }
      return undefined;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  countForwarded(): Promise<number> {
    return countText(this.#source.model, this.#text);
  }

  /** Counts only what was not counted before, and never more than the limit. */
  async soFar() {
    const { model, bounds } = this.#source;
    const text = this.#text;
    const { characters, tokens } = this.#counted;
    const counted = tokens + (await countText(model, text.slice(characters)));
    this.#counted = { characters: text.length, tokens: counted };
    return { ...this.#believed(), completionTokens: Math.min(counted, bounds.maxTokens) };
  }

  async measure(): Promise<RelayedMeasure> {
    const { model, bounds, countPrompt } = this.#source;
    const said = () => ({ text: this.#text, toolCalls: [] });
    const told = this.#believed();
    const isReported = told !== undefined && this.#events.isCounted && !this.#isCut;
    // An upstream that reports no tokens for its text has written it all the same.
    const completionTokens = (isReported && told.completionTokens) || (await countText(model, this.#text));
    const prompt = told ?? { promptTokens: await countPrompt() };
    const isEstimated = !isReported || completionTokens !== told.completionTokens;
    const usage = { ...prompt, completionTokens: Math.min(completionTokens, bounds.maxTokens), isEstimated };
    return { usage, isReported, said };
  }

  /** What the upstream has reported so far, unless it is impossible. */
  #believed(): TokenUsage | undefined {
    const { usage } = this.#events;
    return usage && isBelievable(usage, this.#source.bounds) ? usage : undefined;
  }

  /**
   * The paid part of the events that arrived together; undefined at the end. Events before a bad one are sent first.
   */
  async #next(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw await this.#explain(this.#failure);
      const { done, value } = await this.#read();
      if (done) {
        if (!this.#events.isCounted) throw cutShort(this.#source.name);
        this.hasEnded = true;
        return undefined;
      }
      const ready: string[] = [];
      try {
        this.#bytes.count(value);
        for (const { data } of this.#cut(value)) {
          ready.push(await this.#take(this.#parse(data)));
          if (this.hasEnded) break;
        }
      } catch (error) {
        this.#failure = error;
      }
      if (ready.length > 0) return Buffer.from(ready.join(''));
      if (this.hasEnded) return undefined;
    }
  }

  async #read(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      throw transportFailure(describeFailure(this.#source.name, error));
    }
  }

  #cut(bytes: Buffer) {
    try {
      return this.#reader.push(bytes);
    } catch (error) {
      throw new Unreadable(error instanceof Error ? error.message : String(error), this.#reader.partialData());
    }
  }

  async #explain(error: unknown): Promise<unknown> {
    if (!(error instanceof Unreadable)) return error;
    const { name, dialect: signs, bounds, countPrompt } = this.#source;
    const countBefore = this.#hasBegun ? async () => (await this.measure()).usage : undefined;
    return explainUnread({ name, what: error.message, text: error.text, signs, bounds, countPrompt, countBefore });
  }

  #parse(data: Buffer): Json {
    try {
      // The last event may repeat the whole answer.
      const keys = mostKeys(this.#source.bounds.maxTokens);
      const event = asRecord(parseAnswer(data, { keys, values: 4 * keys }));
      if (event) return event;
    } catch {
      // Said below.
    }
    throw new Unreadable('an event that is not JSON', data.toString('utf8'));
  }

  /** The frames of an event that are forwarded. */
  async #take(event: Json): Promise<string> {
    const failure = this.#source.dialect.failureOf(event);
    if (failure) throw failureInBody(this.#source.name, failure);
    this.#hasBegun ||= this.#source.dialect.begins.some((name) => typeof event[name] === 'object');
    const { frame, text, isLast } = this.#events.read(event);
    if (text !== '' && !(await this.#fits(text))) {
      this.#isCut = true;
      this.hasEnded = true;
      return this.#events.ending(this.#source.bounds.maxTokens);
    }
    this.hasEnded = isLast;
    return frame;
  }

  async #fits(text: string): Promise<boolean> {
    const { model, bounds } = this.#source;
    const bytes = this.#textBytes + Buffer.byteLength(text);
    if (bytes > this.#countAtBytes) {
      const tokens = await countText(model, this.#text + text);
      if (tokens > bounds.maxTokens) return false;
      this.#countAtBytes = bytes + bounds.maxTokens - tokens;
    }
    this.#text += text;
    this.#textBytes = bytes;
    return true;
  }
}
