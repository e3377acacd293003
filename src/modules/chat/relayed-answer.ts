// Forwards an upstream's own frames to the client, and charges for what was delivered.

import { editFirstFrame, readFirstFrame } from '../../core/first-frame.ts';
import { microToCredits } from '../../core/money.ts';
import type { FinishReason, OpenedText, RelayedMeasure, ToolCall } from '../../engines/text/port.ts';
import type { TokenHold } from '../../money/token-hold.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerOrder, FinishAnswer, StreamItem } from './answer-order.ts';
import { type Said, usageBody } from './shapes.ts';

type Relayed = Extract<OpenedText, { kind: 'stream' }>;

export class StreamedFrames {
  readonly #order: AnswerOrder;
  readonly #hold: TokenHold;
  #settled: Promise<RelayedMeasure> | undefined;

  constructor(order: AnswerOrder, hold: TokenHold) {
    this.#order = order;
    this.#hold = hold;
  }

  async *run(stream: Relayed): AsyncGenerator<StreamItem> {
    const { signal, extra } = this.#order;
    // A stream that has already arrived completely is settled first and then sent in one piece.
    const held: StreamItem[] = [];
    let isWhole = false;
    try {
      const opening = hasMembers(extra)
        ? editFirstFrame(stream.first, (json) => addMembers(json, extra))
        : stream.first;
      if (stream.hasArrived) held.push(opening);
      else yield opening;
      for (;;) {
        const { done, value } = await stream.frames.next();
        if (done && value) held.push(value);
        if (done || signal.aborted) break;
        this.#hold.keepAlive();
        if (held.length > 0) held.push(value);
        else yield value;
      }
      isWhole = !signal.aborted;
      await this.#settle(stream, isWhole, held);
      yield* held.splice(0);
    } catch (error) {
      // Frames that came before an error are sent before it, once they are paid.
      if (held.length > 0) await this.#settle(stream, isWhole);
      yield* held.splice(0);
      throw error;
    } finally {
      await stream.frames.return(undefined);
      const measure = await this.#settle(stream, isWhole);
      const { remember } = this.#order;
      if (remember && (measure.usage.completionTokens > 0 || isWhole)) {
        await remember({ ...measure.said(), finishReason: isWhole ? 'stop' : 'length' });
      }
    }
  }

  /** Settles once, for what was delivered when it was first called; a refused settlement is refused again. */
  #settle(stream: Relayed, isWhole: boolean, unsent: StreamItem[] = []): Promise<RelayedMeasure> {
    this.#settled ??= this.#settleNow(stream, isWhole, unsent);
    return this.#settled;
  }

  async #settleNow(stream: Relayed, isWhole: boolean, unsent: StreamItem[]): Promise<RelayedMeasure> {
    const { includeUsage, shape, finish } = this.#order;
    const measure = await stream.measure();
    // A native stream tells its usage itself.
    if (includeUsage && isWhole && !stream.isNative) {
      // A dialect that finishes the answer writes it in its own form, which does not contain the id of the chunks.
      const head = finish ? { id: '', created: 0, model: stream.model } : headOf(stream.first);
      unsent.push(shape.usageChunk(head, this.#usageOf(measure)));
    }
    const { row, problem } = isWhole && finish ? tryFinish(finish, unsent) : {};
    // A failed answer of which nothing was delivered costs nothing.
    const by = { engine: stream.engine, model: stream.model };
    if (!isWhole && measure.usage.completionTokens === 0) await this.#hold.release({ by, usage: measure.usage });
    else await this.#hold.settle(measure.usage, by, row);
    if (problem) throw problem;
    return measure;
  }

  #usageOf({ usage, reported }: RelayedMeasure): object {
    return { ...usageBody(usage, reported), credits: microToCredits(this.#hold.costOf(usage)) };
  }
}

/** The upstream's frames may be unreadable. The answer is charged all the same, because parts of it were delivered. */
function tryFinish(finish: FinishAnswer, unsent: readonly StreamItem[]): { row?: AttachedRow; problem?: unknown } {
  try {
    const row = finish(unsent);
    return row ? { row } : {};
  } catch (problem) {
    return { problem };
  }
}

function hasMembers(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

function addMembers(json: string, members: object): string {
  return JSON.stringify({ ...JSON.parse(json), ...members });
}

function headOf(frames: Uint8Array): { id: string; created: number; model: string } {
  const chunk = JSON.parse(readFirstFrame(frames)) as Record<string, unknown>;
  return { id: String(chunk.id ?? ''), created: Number(chunk.created ?? 0), model: String(chunk.model ?? '') };
}

/** The first choice of an upstream's whole reply. */
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

/** OpenAI's type requires `refusal` of every message; many upstreams leave it out. */
export function withRefusals(body: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(body.choices)) return body;
  const choices = body.choices.map((choice: { message?: object } | null) =>
    choice?.message && !('refusal' in choice.message)
      ? { ...choice, message: { ...choice.message, refusal: null } }
      : choice,
  );
  return { ...body, choices };
}
