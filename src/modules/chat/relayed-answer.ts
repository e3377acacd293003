// Sends an upstream's own frames on to the customer, and pays for what went out.
import type { TokenTab } from '../../billing/token-tab.ts';
import { microToCredits } from '../../core/money.ts';
import type { FinishReason, OpenedText, RelayedMeasure, ToolCall } from '../../engines/text/port.ts';
import type { AnswerOrder, StreamItem } from './answers.ts';
import { type Said, usageBody } from './shapes.ts';

export class StreamedFrames {
  readonly #order: AnswerOrder;
  readonly #tab: TokenTab;

  constructor(order: AnswerOrder, tab: TokenTab) {
    this.#order = order;
    this.#tab = tab;
  }

  async *run(stream: Extract<OpenedText, { kind: 'stream' }>): AsyncGenerator<StreamItem> {
    const { signal, extra, includeUsage, shape } = this.#order;
    let isWhole = false;
    let measure: RelayedMeasure | undefined;
    try {
      yield hasMembers(extra) ? { ...stream.first, ...extra } : (stream.firstText ?? stream.first);
      const last = yield* this.#untilLast(stream.frames);
      isWhole = !signal.aborted;
      measure = await this.#settle(stream, isWhole);
      if (last && isWhole) yield last;
      if (includeUsage && isWhole) yield shape.usageChunk(headOf(stream.first), this.#usageOf(measure));
    } finally {
      measure ??= await this.#settle(stream, isWhole);
      const { remember } = this.#order;
      if (remember && (measure.usage.completionTokens > 0 || isWhole)) {
        await remember({ ...measure.said(), finishReason: isWhole ? 'stop' : 'length' });
      }
    }
  }

  async *#untilLast(
    frames: AsyncGenerator<Uint8Array, Uint8Array | undefined>,
  ): AsyncGenerator<Uint8Array, Uint8Array | undefined> {
    try {
      for (;;) {
        const { done, value } = await frames.next();
        if (done) return value;
        if (this.#order.signal.aborted) return undefined;
        this.#tab.keepAlive();
        yield value;
      }
    } finally {
      await frames.return(undefined);
    }
  }

  async #settle(stream: Extract<OpenedText, { kind: 'stream' }>, isWhole: boolean): Promise<RelayedMeasure> {
    const measure = await stream.measure();
    // Nothing delivered of an answer that broke: nothing to pay.
    if (!isWhole && measure.usage.completionTokens === 0) await this.#tab.release();
    else await this.#tab.settle(measure.usage);
    return measure;
  }

  #usageOf({ usage, reported }: RelayedMeasure): object {
    return { ...usageBody(usage, reported), credits: microToCredits(this.#tab.costOf(usage)) };
  }
}

function hasMembers(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

function headOf(chunk: Record<string, unknown>): { id: string; created: number; model: string } {
  return { id: String(chunk.id ?? ''), created: Number(chunk.created ?? 0), model: String(chunk.model ?? '') };
}

/** What an upstream's whole reply says first. */
export function relayedSaid(body: Record<string, unknown>): Said {
  const [choice] = (body.choices ?? []) as {
    message?: { content?: string | null; tool_calls?: ToolCall[] };
    text?: string;
    finish_reason?: FinishReason;
  }[];
  return {
    text: choice?.message?.content ?? choice?.text ?? '',
    toolCalls: choice?.message?.tool_calls ?? [],
    finishReason: choice?.finish_reason ?? 'stop',
  };
}
