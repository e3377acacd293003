// Forwards the events of Anthropic's stream, and reads from them what billing needs.
import { asRecord } from '../../../core/unknown-json.ts';
import { SseReader } from '../../../net/sse-reader.ts';
import { describeFailure } from '../../../net/upstream-client.ts';
import type { RelayedMeasure, RelayedStream, TokenUsage } from '../port.ts';
import { cutShort, failureInBody, notUnderstood, transportFailure } from '../refusal.ts';
import { isBelievable, type UsageBounds } from '../relay/chunk-reducer.ts';
import { countText } from '../tokenizer.ts';
import { isCount, readMessagesUsage, textOfDelta } from './messages-usage.ts';

export interface MessagesSource {
  name: string;
  body: AsyncIterable<Buffer>;
  /** The model's name in answers. */
  model: string;
  bounds: UsageBounds;
}

type Event = Record<string, unknown>;

/** Resolves when the first event has arrived; until then another engine can be tried after a failure. */
export async function openMessagesStream(source: MessagesSource): Promise<RelayedStream> {
  const reader = new MessagesReader(source);
  const first = await reader.readFirst();
  return {
    kind: 'stream',
    isNative: true,
    first,
    frames: reader.frames(),
    hasArrived: reader.hasEnded,
    close: () => reader.close(),
    measure: () => reader.measure(),
  };
}

class MessagesReader {
  readonly #source: MessagesSource;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #reader = new SseReader();
  #usage: TokenUsage | undefined;
  /** The upstream's own count of the answer, which comes with its end. */
  #completionTokens: number | undefined;
  #text = '';
  /** The text is counted again when it has this many bytes: no text has more tokens than bytes. */
  #countAtBytes: number;
  #textBytes = 0;
  #openBlock: number | undefined;
  #failure: unknown;
  hasEnded = false;

  constructor(source: MessagesSource) {
    this.#source = source;
    this.#chunks = source.body[Symbol.asyncIterator]();
    this.#countAtBytes = source.bounds.maxTokens;
  }

  async readFirst(): Promise<Buffer> {
    try {
      const first = await this.#next();
      if (!first || !this.#usage) throw notUnderstood(this.#source.name, 'a stream without message_start');
      return first;
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

  async measure(): Promise<RelayedMeasure> {
    const { model, bounds } = this.#source;
    const said = () => ({ text: this.#text, toolCalls: [] });
    const told = { promptTokens: 0, ...this.#usage, completionTokens: this.#completionTokens ?? 0 };
    const isKnown = this.#completionTokens !== undefined && isBelievable(told, bounds);
    const counted = isKnown ? told.completionTokens : await countText(model, this.#text);
    const promptTokens = Math.min(told.promptTokens, Math.max(bounds.contextWindow, bounds.mostPromptTokens));
    return { usage: { ...told, promptTokens, completionTokens: Math.min(counted, bounds.maxTokens) }, said };
  }

  /** The events that arrived together, as far as they are paid; undefined at the end. Events before a bad one are sent first. */
  async #next(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const { done, value } = await this.#read();
      if (done) throw cutShort(this.#source.name);
      const ready: string[] = [];
      try {
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

  #parse(data: Buffer): Event {
    try {
      const event = asRecord(JSON.parse(data.toString('utf8')));
      if (event) return event;
    } catch {
      // Said below.
    }
    throw notUnderstood(this.#source.name, 'an event that is not JSON');
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
      throw notUnderstood(this.#source.name, error instanceof Error ? error.message : String(error));
    }
  }

  /** The frame that is forwarded. */
  async #take(event: Event): Promise<string> {
    const { type } = event;
    if (type === 'error') throw failureInBody(this.#source.name, event.error);
    if (type === 'message_start') {
      const message = asRecord(event.message) ?? {};
      this.#usage = readMessagesUsage(message.usage);
      return framed({ ...event, message: { ...message, model: this.#source.model } });
    }
    if (type === 'content_block_start') this.#openBlock = isCount(event.index) ? event.index : undefined;
    if (type === 'content_block_stop') this.#openBlock = undefined;
    if (type === 'content_block_delta' && !(await this.#fits(textOfDelta(event.delta)))) return this.#ending();
    if (type === 'message_delta') this.#noteUsage(event.usage);
    this.hasEnded = type === 'message_stop';
    return framed(event);
  }

  #noteUsage(value: unknown): void {
    const usage = asRecord(value);
    if (isCount(usage?.output_tokens)) this.#completionTokens = usage.output_tokens;
    // The end repeats what the prompt was, where it does.
    const told = readMessagesUsage(usage);
    if (told && told.promptTokens > 0) this.#usage = told;
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

  /** Ends the answer where the reserved tokens end, whatever the upstream sends beyond them. */
  #ending(): string {
    this.hasEnded = true;
    const stop = { stop_reason: 'max_tokens', stop_sequence: null };
    const usage = { output_tokens: this.#source.bounds.maxTokens };
    return [
      ...(this.#openBlock === undefined ? [] : [{ type: 'content_block_stop', index: this.#openBlock }]),
      { type: 'message_delta', delta: stop, usage },
      { type: 'message_stop' },
    ]
      .map(framed)
      .join('');
  }
}

function framed(event: Event): string {
  return `event: ${String(event.type).replace(/[^\w.]/g, '')}\ndata: ${JSON.stringify(event)}\n\n`;
}
