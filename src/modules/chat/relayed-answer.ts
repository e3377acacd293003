// Forwards an upstream's own frames to the client, and charges for what was delivered.

import { editFirstFrame, readFirstFrame } from '../../core/first-frame.ts';
import { microToCredits } from '../../core/money.ts';
import type { FinishReason, OpenedText, RelayedMeasure, ToolCall } from '../../engines/text/port.ts';
import { type OwnEnd, ownEndOf } from '../../money/left-bill.ts';
import type { TokenHold } from '../../money/token-hold.ts';
import { UnreadAnswer } from '../../net/unread-answer.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerOrder, FinishAnswer, StreamItem } from './answer-order.ts';
import { type Call, endLeft, endPart, NOTHING_DELIVERED } from './end-answer.ts';
import { type Said, usageBody } from './shapes.ts';

type Relayed = Extract<OpenedText, { kind: 'stream' }>;

/** For an answer whose client disconnected; limits how much a runaway upstream may send. */
const MAX_READ_ON_BYTES = 16 * 1024 * 1024;

export class RelayedAnswer {
  readonly #call: Call;
  readonly #order: AnswerOrder;
  readonly #hold: TokenHold;
  #settled: Promise<RelayedMeasure> | undefined;
  /** The tokens that the client received before it disconnected. */
  #forwarded: Promise<number> | undefined;

  constructor(call: Call) {
    this.#call = call;
    this.#order = call.order;
    this.#hold = call.hold;
  }

  async *stream(stream: Relayed): AsyncGenerator<StreamItem> {
    const { signal, extra } = this.#order;
    const { recording } = this.#call;
    const { leave } = this.#call.watch;
    // A stream that has already arrived completely is settled first and then sent in one piece.
    const held: StreamItem[] = [];
    let isWhole = false;
    let failure: unknown;
    const generated = async () => {
      const told = await stream.soFar();
      return { ...told, promptTokens: told.promptTokens ?? (await this.#order.countPrompt()) };
    };
    const countForwarded = () => {
      this.#forwarded = stream.countForwarded();
      // It is awaited where the call is settled.
      this.#forwarded.catch(() => undefined);
    };
    this.#call.generated = generated;
    leave.onLeft = countForwarded;
    try {
      const opening = hasMembers(extra)
        ? editFirstFrame(stream.first, (json) => addMembers(json, extra))
        : stream.first;
      if (stream.hasArrived) held.push(opening);
      else yield opening;
      for (;;) {
        if (signal.aborted && leave.hasLeft) break;
        const { done, value } = await stream.frames.next();
        if (value) recording?.addFrames(value);
        if (done && value) held.push(value);
        if (done || signal.aborted) break;
        this.#hold.keepAlive();
        if (held.length > 0) held.push(value);
        else yield value;
      }
      isWhole = !signal.aborted;
      if (isWhole) await this.#settle(stream, isWhole, held);
      yield* held.splice(0);
    } catch (error) {
      failure = error;
      // Frames that arrived before an error are sent before it, once they are paid.
      if (held.length > 0) await this.#settle(stream, isWhole);
      yield* held.splice(0);
      throw error;
    } finally {
      const end = ownEndOf(this.#call.watch, failure);
      if (end === 'left') this.#settled ??= this.#settleLeft(stream);
      if (end === 'late' || end === 'unread') this.#settled ??= this.#settleEnded(stream, end, failure);
      const measure = await (this.#settled ?? this.#settle(stream, isWhole)).finally(() => leave.end());
      await stream.frames.return(undefined);
      const { remember } = this.#order;
      if (remember && (measure.usage.completionTokens > 0 || isWhole)) {
        await remember({ ...measure.said(), finishReason: isWhole ? 'stop' : 'length' });
      }
    }
  }

  /** The upstream is read until it reports its usage; if it does not, the received tokens are counted. */
  async #settleLeft(stream: Relayed): Promise<RelayedMeasure> {
    const by = { engine: stream.engine, model: stream.model };
    const completionTokens = await (this.#forwarded ?? stream.countForwarded());
    const countDelivered = async () =>
      completionTokens === 0
        ? NOTHING_DELIVERED
        : { promptTokens: await this.#order.countPrompt(), completionTokens, isEstimated: true };
    let end: OwnEnd | undefined = 'left';
    try {
      await this.#readOn(stream);
    } catch (error) {
      end = ownEndOf(this.#call.watch, error);
      // A failure of the upstream: the delivered part is charged.
      if (!end) {
        if (completionTokens === 0) await this.#hold.release({ by, usage: (await stream.measure()).usage });
        else await this.#hold.settle(await countDelivered(), { by });
        return stream.measure();
      }
    }
    await stream.frames.return(undefined);
    const measure = await stream.measure();
    const { usage, isReported } = measure;
    const generated = async () => usage;
    await endLeft({ ...this.#call, by, generated, isReported }, await countDelivered(), end);
    return measure;
  }

  /** Everything that has come was forwarded. */
  async #settleEnded(stream: Relayed, end: OwnEnd, failure: unknown): Promise<RelayedMeasure> {
    const by = { engine: stream.engine, model: stream.model };
    const measure = await stream.measure();
    const { usage, isReported } = measure;
    const generated = async () => (failure instanceof UnreadAnswer ? failure.countUse() : usage);
    await endLeft({ ...this.#call, by, generated, isReported }, usage, end);
    return measure;
  }

  async #readOn(stream: Relayed): Promise<void> {
    let bytes = 0;
    while (bytes < MAX_READ_ON_BYTES && !this.#call.watch.leave.wasEndedByUs) {
      const { done, value } = await stream.frames.next();
      if (done) return;
      bytes += value.length;
      this.#hold.keepAlive();
    }
  }

  /** Settles once, for what was delivered at the first call; a refused settlement is refused again. */
  #settle(stream: Relayed, isWhole: boolean, unsent: StreamItem[] = []): Promise<RelayedMeasure> {
    this.#settled ??= this.#settleNow(stream, isWhole, unsent);
    return this.#settled;
  }

  async #settleNow(stream: Relayed, isWhole: boolean, unsent: StreamItem[]): Promise<RelayedMeasure> {
    const { includeUsage, shape, finish } = this.#order;
    const measure = await stream.measure();
    // A native stream reports its own usage.
    if (includeUsage && isWhole && !stream.isNative) {
      // A dialect that finishes the answer writes it in its own format, without the chunks' id.
      const head = finish ? { id: '', created: 0, model: stream.model } : headOf(stream.first);
      unsent.push(shape.usageChunk(head, this.#usageOf(measure)));
    }
    const { row, problem } = isWhole && finish ? tryFinish(finish, unsent) : {};
    // A failed answer of which nothing was delivered costs nothing.
    const by = { engine: stream.engine, model: stream.model };
    if (isWhole) await this.#hold.settle(measure.usage, { by, row });
    else await endPart(this.#hold, measure.usage, by);
    if (problem) throw problem;
    const { recording } = this.#call;
    if (recording && isWhole) await recording.keep(measure.usage, measure);
    return measure;
  }

  #usageOf({ usage, reported }: RelayedMeasure): object {
    const charged = this.#hold.costOf(usage) + (this.#order.paidBefore ?? 0);
    return { ...usageBody(usage, reported), credits: microToCredits(charged) };
  }
}

/** The upstream's frames may be unreadable. The answer is still charged, because parts of it were delivered. */
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

/** OpenAI's types require `refusal` in every message and `logprobs` in every choice; many upstreams omit them. */
export function withRequiredMembers(body: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(body.choices)) return body;
  const choices = body.choices.map((choice: { message?: object } | null) =>
    choice?.message ? { logprobs: null, ...choice, message: { refusal: null, ...choice.message } } : choice,
  );
  return { ...body, choices };
}
