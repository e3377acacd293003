// Builds a response from an OpenAI upstream's response: its items and events, with ids of this service and thoughts
// sealed for the account.
import type { ServiceError } from '../../../../core/errors.ts';
import { asIndex, asRecord, asRecords, asText } from '../../../../core/unknown-json.ts';
import { namedFrame, WrittenFrames } from '../../../../core/written-frames.ts';
import type { StreamItem } from '../../answer-order.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { itemId } from './item-ids.ts';
import { newResponse, type OutputItem, type ResponseBody } from './response-body.ts';
import type { ResponsesBody } from './schema.ts';
import type { ResponseWriter } from './writer.ts';

type Json = Record<string, unknown>;

/** What a stream of either kind needs from its writer. */
export type ResponseStream = Pick<
  ResponseWriter,
  'response' | 'written' | 'hasEnded' | 'read' | 'take' | 'end' | 'writeEnd' | 'fail'
>;

const MAX_ITEMS = 1_024;
const FRAME_END = '\n\n';
const DATA = '\ndata: ';

export class NativeResponse implements ResponseStream {
  readonly response: ResponseBody;
  readonly #thoughts: OwnThoughts;
  readonly #output: Json[] = [];
  readonly #started = new Set<string>();
  #frames = '';
  #sequence = 0;
  #taken = 0;
  #hasEnded = false;
  #written: string | undefined;

  constructor(id: string, body: ResponsesBody, thoughts: OwnThoughts) {
    this.response = newResponse(id, body);
    this.#thoughts = thoughts;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get written(): string {
    this.#written ??= JSON.stringify(this.response);
    return this.#written;
  }

  /** A whole answer. */
  readWhole(body: Json): void {
    this.#takeOutput(body.output);
    this.#finish(body);
  }

  /** Complete frames, as the relay writes them. */
  read(item: StreamItem): void {
    if (!(item instanceof Uint8Array)) return;
    const text = Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('utf8');
    for (const frame of text.split(FRAME_END)) {
      const at = frame.indexOf(DATA);
      if (at !== -1) this.#readEvent(asRecord(JSON.parse(frame.slice(at + DATA.length))) ?? {});
    }
  }

  take(): WrittenFrames | undefined {
    const frames = this.#frames;
    this.#frames = '';
    this.#taken = this.#sequence;
    return frames === '' ? undefined : new WrittenFrames(frames);
  }

  end(): void {
    this.#hasEnded = true;
  }

  writeEnd(): void {
    this.#tell(`response.${this.response.status}`, { response: this.response });
  }

  /** Shows only items that were taken: the others may be unpaid. */
  fail({ status, message }: ServiceError): object {
    const code = status === 429 ? 'rate_limit_exceeded' : status < 500 ? 'invalid_prompt' : 'server_error';
    const response = { ...this.response, output: [], output_text: '', status: 'failed', error: { code, message } };
    return { type: 'response.failed', sequence_number: this.#taken, response };
  }

  #readEvent(event: Json): void {
    const type = asText(event.type);
    const response = asRecord(event.response);
    if (type === 'response.completed' || type === 'response.incomplete') {
      if (asRecords(response?.output).length > 0) this.#takeOutput(response?.output);
      this.#finish(response ?? {});
    } else if (response) this.#start(type, response);
    else this.#readPart(type, event);
  }

  /** Each of these events is told once: the upstream could repeat them, and each holds the whole response. */
  #start(type: string, response: Json): void {
    if (this.#started.has(type)) return;
    this.#started.add(type);
    this.response.model = asText(response.model) || this.response.model;
    this.#tell(type, { response: this.response });
  }

  #readPart(type: string, event: Json): void {
    const index = asIndex(event.output_index, -1);
    const item = asRecord(event.item);
    if (item && index >= 0) this.#output[index] = this.#ownItem(item, index);
    else if (type === 'response.output_text.delta') this.#noteText(index, asText(event.delta));
    const { type: _, sequence_number: __, ...members } = event;
    this.#tell(type, {
      ...members,
      ...(item ? { item: this.#output[index] } : {}),
      ...(typeof event.item_id === 'string' ? { item_id: this.#output[index]?.id ?? event.item_id } : {}),
    });
  }

  /** For a truncated answer: its open item is never announced as done. */
  #noteText(index: number, delta: string): void {
    const item = this.#output[index];
    if (item?.status !== 'in_progress') return;
    const [part] = asRecords(item.content);
    const text = asText(part?.text) + delta;
    this.#output[index] = { ...item, content: [{ type: 'output_text', annotations: [], logprobs: [], text }] };
  }

  #takeOutput(output: unknown): void {
    this.#output.length = 0;
    for (const [index, item] of asRecords(output).slice(0, MAX_ITEMS).entries())
      this.#output.push(this.#ownItem(item, index));
  }

  #ownItem(item: Json, index: number): Json {
    const sealed = asText(item.encrypted_content);
    const id = itemId(asText(item.type), this.response.id, index);
    if (sealed === '') return { ...item, id };
    // Sealed once, because the end repeats the items and the client compares them.
    const before = this.#output[index];
    const isSame = before !== undefined && this.#sealedOf.get(before.encrypted_content) === sealed;
    const encrypted = isSame ? before.encrypted_content : this.#thoughts.close({ text: '', blob: sealed });
    this.#sealedOf.set(encrypted, sealed);
    return { ...item, id, encrypted_content: encrypted };
  }

  /** What each sealed thought was sealed from. */
  readonly #sealedOf = new Map<unknown, string>();

  #finish({ model, status, incomplete_details: details, usage }: Json): void {
    const { response } = this;
    response.model = asText(model) || response.model;
    response.status = status === 'incomplete' ? 'incomplete' : 'completed';
    const reason = asText(asRecord(details)?.reason);
    response.incomplete_details =
      response.status === 'completed'
        ? null
        : { reason: reason === 'content_filter' ? 'content_filter' : 'max_output_tokens' };
    // Written by the upstream: its items have members that this service does not know.
    response.output = this.#output.filter((item) => item !== undefined) as unknown as OutputItem[];
    response.output_text = this.#output
      .flatMap(({ content }) => asRecords(content))
      .map(({ type, text }) => (type === 'output_text' ? asText(text) : ''))
      .join('');
    response.usage = usageOf(asRecord(usage) ?? {});
  }

  #tell(type: string, members: Json): void {
    const event = { type, ...members, sequence_number: this.#sequence };
    this.#frames += namedFrame(type, JSON.stringify(event));
    this.#sequence += 1;
  }
}

function usageOf(usage: Json): NonNullable<ResponseBody['usage']> {
  const input = countOf(usage.input_tokens);
  const output = countOf(usage.output_tokens);
  const read = asRecord(usage.input_tokens_details) ?? {};
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: countOf(read.cached_tokens),
      cache_write_tokens: countOf(read.cache_write_tokens),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: countOf(asRecord(usage.output_tokens_details)?.reasoning_tokens) },
    total_tokens: input + output,
  };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
