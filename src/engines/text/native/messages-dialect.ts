// What the relay needs to know about Anthropic's Messages API.
import { asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { TokenUsage } from '../port.ts';
import { type EventReader, isCount, type Json, type ReadEvent, type UpstreamDialect } from './upstream-dialect.ts';

export const MESSAGES_DIALECT: UpstreamDialect = {
  name: 'messages',
  pathOf: () => 'messages',
  bodyOf: ({ body, maxTokens, stream }, upstreamModel) => ({
    ...body,
    model: upstreamModel,
    max_tokens: maxTokens,
    stream,
  }),
  imagesIn: ({ messages }) => imagesIn(messages),
  readWhole(body, model) {
    if (!Array.isArray(body.content)) return undefined;
    return { body: { ...body, model }, usage: readUsage(body.usage), text: textOfBlocks(body.content) };
  },
  begins: ['content', 'message', 'content_block', 'delta'],
  usageOf: ({ usage }) => readUsage(usage),
  failureOf: ({ error }) => error,
  events: (model) => new MessagesEvents(model),
};

class MessagesEvents implements EventReader {
  readonly #model: string;
  #prompt: TokenUsage | undefined;
  #completionTokens: number | undefined;
  #openBlock: number | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  get usage(): TokenUsage | undefined {
    return this.#prompt && { ...this.#prompt, completionTokens: this.#completionTokens ?? 0 };
  }

  /** The count comes with the end. */
  get isCounted(): boolean {
    return this.#completionTokens !== undefined;
  }

  read(event: Json): ReadEvent {
    const { type } = event;
    const isLast = type === 'message_stop';
    if (type === 'message_start') {
      const message = asRecord(event.message) ?? {};
      this.#prompt = readUsage(message.usage);
      return { frame: framed({ ...event, message: { ...message, model: this.#model } }), text: '', isLast };
    }
    if (type === 'content_block_start') this.#openBlock = isCount(event.index) ? event.index : undefined;
    if (type === 'content_block_stop') this.#openBlock = undefined;
    if (type === 'message_delta') this.#noteUsage(asRecord(event.usage));
    const delta = type === 'content_block_delta' ? asRecord(event.delta) : undefined;
    const text = asText(delta?.text) + asText(delta?.thinking) + asText(delta?.partial_json);
    return { frame: framed(event), text, isLast };
  }

  ending(maxTokens: number): string {
    const delta = { stop_reason: 'max_tokens', stop_sequence: null };
    return [
      ...(this.#openBlock === undefined ? [] : [{ type: 'content_block_stop', index: this.#openBlock }]),
      { type: 'message_delta', delta, usage: { output_tokens: maxTokens } },
      { type: 'message_stop' },
    ]
      .map(framed)
      .join('');
  }

  #noteUsage(usage: Json | undefined): void {
    if (isCount(usage?.output_tokens)) this.#completionTokens = usage.output_tokens;
    // The final event repeats the prompt's count, if it has one.
    const told = readUsage(usage);
    if (told && told.promptTokens > 0) this.#prompt = told;
  }
}

/**
 * Anthropic counts cached tokens separately from the other prompt tokens. Undefined if the prompt's count is missing.
 */
function readUsage(value: unknown): TokenUsage | undefined {
  const usage = asRecord(value);
  if (!usage || !isCount(usage.input_tokens)) return undefined;
  const read = isCount(usage.cache_read_input_tokens) ? usage.cache_read_input_tokens : 0;
  const written = isCount(usage.cache_creation_input_tokens) ? usage.cache_creation_input_tokens : 0;
  const thinking = asRecord(usage.output_tokens_details)?.thinking_tokens;
  return {
    promptTokens: usage.input_tokens + read + written,
    completionTokens: isCount(usage.output_tokens) ? usage.output_tokens : 0,
    ...(read > 0 ? { cachedTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
    ...(isCount(thinking) ? { reasoningTokens: thinking } : {}),
  };
}

function textOfBlocks(content: unknown): string {
  return asRecords(content)
    .map((block) => asText(block.text) + asText(block.thinking) + (block.input ? JSON.stringify(block.input) : ''))
    .join('');
}

/** Also inside results and documents: their data is not read as text. */
function imagesIn(value: unknown): { count: number; bytes: number } {
  const images = { count: 0, bytes: 0 };
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) {
      one.forEach(visit);
      return;
    }
    const block = asRecord(one);
    if (!block) return;
    const source = asRecord(block.source);
    if (block.type === 'image') {
      images.count += 1;
      if (source?.type === 'base64' && typeof source.data === 'string') images.bytes += source.data.length;
    } else {
      visit(block.content);
      visit(source?.content);
    }
  };
  visit(value);
  return images;
}

function framed(event: Json): string {
  return `event: ${String(event.type).replace(/[^\w.]/g, '')}\ndata: ${JSON.stringify(event)}\n\n`;
}
