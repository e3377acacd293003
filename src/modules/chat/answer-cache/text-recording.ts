// Records a text answer while it is delivered, and keeps it if it is whole: one that ended by itself and was paid.
import type { OpenedText, RelayedMeasure, TextEvent, TokenUsage } from '../../../engines/text/port.ts';
import type { AnswerOrder } from '../answer-order.ts';
import { type AnswerCache, type CachedFacts, type CacheSlot, MAX_ANSWER_BYTES } from './answer-cache.ts';
import { endsOf, hasEndedWell } from './ends.ts';

type Order = Pick<AnswerOrder, 'native' | 'maxTokens' | 'echoes' | 'model'>;

export class TextRecording {
  readonly #cache: AnswerCache;
  readonly #slot: CacheSlot;
  readonly #order: Order;
  readonly #opened: OpenedText;
  #bytes = 0;
  #parts: Uint8Array[] = [];
  #events: TextEvent[] = [];

  constructor(cache: AnswerCache, slot: CacheSlot, { order, opened }: { order: Order; opened: OpenedText }) {
    this.#cache = cache;
    this.#slot = slot;
    this.#order = order;
    this.#opened = opened;
    // Now, because dialects edit the body.
    if (opened.kind === 'reply') this.#add(Buffer.from(JSON.stringify(opened.body)));
    if (opened.kind === 'stream') this.#add(opened.first);
  }

  addFrames(frames: Uint8Array): void {
    this.#add(frames);
  }

  addEvent(event: TextEvent): void {
    if (!this.#hasRoom(EVENT_BYTES + textBytes(event))) return;
    this.#events.push(event);
  }

  /** To be called once for a whole answer, after it was settled. */
  async keep(usage: TokenUsage, measure?: Pick<RelayedMeasure, 'isReported' | 'reported'>): Promise<void> {
    if (this.#bytes > MAX_ANSWER_BYTES) return;
    const opened = this.#opened;
    const content =
      opened.kind === 'events' ? JSON.stringify(this.#events) : Buffer.concat(this.#parts).toString('utf8');
    const dialect = opened.kind !== 'events' && opened.isNative ? this.#order.native?.dialect : undefined;
    const ends = opened.kind === 'events' ? endsOfEvents(this.#events) : endsOf(content, opened.kind, dialect);
    const { maxTokens, echoes, model } = this.#order;
    if (!hasEndedWell(ends, { choices: dialect ? 1 : echoes.length, hasLimit: maxTokens !== null })) return;
    await this.#cache.keep(this.#slot, { model: model.id, content, facts: factsOf(opened, usage, measure) });
  }

  #add(bytes: Uint8Array): void {
    if (this.#hasRoom(bytes.length)) this.#parts.push(bytes);
  }

  #hasRoom(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_ANSWER_BYTES) return true;
    this.#parts = [];
    this.#events = [];
    return false;
  }
}

/** The names and quotes of a stored event. */
const EVENT_BYTES = 48;

function textBytes(event: TextEvent): number {
  if (event.type === 'end') return 0;
  return Buffer.byteLength(event.type === 'tool_call' ? event.argumentsDelta : event.text);
}

function endsOfEvents(events: readonly TextEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'end' ? [event.finishReason] : []));
}

function factsOf(
  opened: OpenedText,
  usage: TokenUsage,
  measure: Pick<RelayedMeasure, 'isReported' | 'reported'> | undefined,
): CachedFacts {
  if (opened.kind === 'events') return { form: 'events', usage, isOwn: opened.isOwn };
  const { reported, isReported } = measure ?? {};
  return {
    form: opened.kind === 'reply' ? 'body' : 'frames',
    usage,
    isNative: opened.isNative === true,
    ...(isReported === undefined ? {} : { isReported }),
    ...(reported === undefined ? {} : { reported }),
  };
}
