// What the relay needs to know about OpenAI's Responses API.
import { asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { TokenUsage } from '../port.ts';
import { type EventReader, isCount, type Json, type ReadEvent, type UpstreamDialect } from './upstream-dialect.ts';

const THOUGHTS = 'reasoning.encrypted_content';
/** These do not reason, and refuse to encrypt thoughts. */
const NEVER_THINKS = /(^|\/)(gpt-[34]|chatgpt)/i;
/** The parts of an answer to count if the upstream does not: not summaries, which may be longer than the thought. */
const DELTAS = new Set([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.reasoning_text.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
]);

export const RESPONSES_DIALECT: UpstreamDialect = {
  name: 'responses',
  pathOf: () => 'responses',
  // Only this service stores the response. Another tier than the default has another price, and a project may choose
  // it.
  bodyOf: ({ body, maxTokens, stream }, upstreamModel) => ({
    ...body,
    ...includeOf(body, upstreamModel),
    model: upstreamModel,
    max_output_tokens: maxTokens,
    store: false,
    service_tier: 'default',
    stream,
    ...(stream ? { stream_options: { include_obfuscation: false } } : {}),
  }),
  imagesIn: ({ input }) => imagesIn(input),
  readWhole(body, model) {
    if (body.object !== 'response' || !Array.isArray(body.output)) return undefined;
    return { body: { ...body, model }, usage: readUsage(body.usage), text: textOf(body.output) };
  },
  begins: ['output', 'response', 'item', 'part'],
  usageOf: ({ usage }) => readUsage(usage),
  failureOf({ type, error, response, ...flat }) {
    if (type === 'error') return error ?? flat;
    if (type === 'response.failed') return asRecord(response)?.error ?? { message: 'no reason was given' };
    return error;
  },
  events: (model) => new ResponsesEvents(model),
};

class ResponsesEvents implements EventReader {
  readonly #model: string;
  usage: TokenUsage | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  get isCounted(): boolean {
    return this.usage !== undefined;
  }

  read(event: Json): ReadEvent {
    const type = asText(event.type);
    const isLast = type === 'response.completed' || type === 'response.incomplete';
    const response = asRecord(event.response);
    if (isLast) this.usage = readUsage(response?.usage);
    const frame = framed(response ? { ...event, response: { ...response, model: this.#model } } : event);
    return { frame, text: DELTAS.has(type) ? asText(event.delta) : '', isLast };
  }

  ending(maxTokens: number): string {
    const response = {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: { input_tokens: this.usage?.promptTokens ?? 0, output_tokens: maxTokens },
    };
    return framed({ type: 'response.incomplete', response });
  }
}

function includeOf({ include }: Json, upstreamModel: string): Json {
  const wanted = Array.isArray(include) ? include : [];
  const known = NEVER_THINKS.test(upstreamModel) ? wanted.filter((one) => one !== THOUGHTS) : wanted;
  return { include: known };
}

function readUsage(value: unknown): TokenUsage | undefined {
  const usage = asRecord(value);
  if (!usage || !isCount(usage.input_tokens)) return undefined;
  const { cached_tokens: cached, cache_write_tokens: written } = asRecord(usage.input_tokens_details) ?? {};
  const thought = asRecord(usage.output_tokens_details)?.reasoning_tokens;
  return {
    promptTokens: usage.input_tokens,
    completionTokens: isCount(usage.output_tokens) ? usage.output_tokens : 0,
    ...(isCount(cached) && cached > 0 ? { cachedTokens: Math.min(cached, usage.input_tokens) } : {}),
    ...(isCount(written) && written > 0 ? { cacheWriteTokens: Math.min(written, usage.input_tokens) } : {}),
    ...(isCount(thought) && thought > 0 ? { reasoningTokens: thought } : {}),
  };
}

function textOf(output: unknown): string {
  return asRecords(output)
    .map(({ content, arguments: given, input }) => {
      const said = asRecords(content).map(({ text, refusal }) => asText(text) + asText(refusal));
      return said.join('') + asText(given) + asText(input);
    })
    .join('');
}

/** Also inside of results. */
function imagesIn(input: unknown): { count: number; bytes: number } {
  const parts = asRecords(input).flatMap(({ content, output }) => [...asRecords(content), ...asRecords(output)]);
  const urls = parts.flatMap(({ type, image_url: url }) => (type === 'input_image' ? [asText(url)] : []));
  return { count: urls.length, bytes: urls.reduce((sum, url) => sum + url.length, 0) };
}

function framed(event: Json): string {
  return `event: ${String(event.type).replace(/[^\w.]/g, '')}\ndata: ${JSON.stringify(event)}\n\n`;
}
