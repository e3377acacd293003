// An answer made of an engine's events: gathered as a whole, or streamed chunk by chunk and charged for what was delivered.
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import type { TextRoutes, TokenUsage } from '../../engines/text/port.ts';
import { ownEndOf } from '../../money/left-bill.ts';
import type { AnswerOrder, StreamItem } from './answer-order.ts';
import { DeliveredChoices } from './delivered-choices.ts';
import { type Call, endLeft, endPart } from './end-answer.ts';
import { mergeChoices } from './merge-choices.ts';
import { type OpenedEvents, openChoices, servedBy } from './open-answer.ts';
import { type AnswerHead, type Said, usageBody } from './shapes.ts';

export class GeneratedAnswer {
  readonly #text: TextRoutes;
  readonly #call: Call;
  readonly #opened: OpenedEvents;

  constructor(text: TextRoutes, call: Call, opened: OpenedEvents) {
    this.#text = text;
    this.#call = call;
    this.#opened = opened;
  }

  /** The caller settles it. */
  async whole(): Promise<{ body: Record<string, unknown>; usage: TokenUsage; said: Said }> {
    const { order, hold, watch, recording } = this.#call;
    const delivered = this.#deliver();
    const choices = openChoices(this.#text, { call: this.#call, opened: this.#opened }, watch.leave.signals);
    for await (const { index, event } of mergeChoices(choices)) {
      if (!delivered.take(index, event)) break;
      recording?.addEvent(event);
      hold.keepAlive();
    }
    const usage = await delivered.usage();
    const said = delivered.said();
    const body = order.shape.whole(newHead(order, this.#opened.model), said, usageBody(usage));
    const [first = { text: '', toolCalls: [], finishReason: 'stop' as const }] = said;
    return { body: body as Record<string, unknown>, usage, said: first };
  }

  /** Its end settles or releases the hold. */
  async *stream(): AsyncGenerator<StreamItem> {
    const { hold, watch } = this.#call;
    let reachedLimit = false;
    try {
      reachedLimit = yield* this.#events();
    } finally {
      watch.leave.end();
    }
    if (hold.isShort && reachedLimit) throw await hold.noteRanDry();
  }

  /** Returns whether the answer reached its length limit. */
  async *#events(): AsyncGenerator<StreamItem, boolean> {
    const { order, hold, watch, recording } = this.#call;
    const { leave } = watch;
    const { shape, signal } = order;
    const head = newHead(order, this.#opened.model);
    const stop = new AbortController();
    const delivered = this.#deliver();
    // With include_usage every chunk has the field, and only the last one a value.
    const noUsage = order.includeUsage ? { usage: null } : {};
    const by = servedBy(this.#opened);
    let seen: TokenUsage | undefined;
    let isPaid = false;
    let failure: unknown;
    try {
      let extra = order.extra;
      for (const [index, echo] of order.echoes.entries()) {
        const opening = shape.opening(head, index, echo);
        if (opening) yield { ...opening, ...noUsage, ...extra };
        if (opening) extra = {};
      }
      const { client, upstream } = leave.signals;
      const signals = {
        ...leave.signals,
        client: AbortSignal.any([client, stop.signal]),
        upstream: AbortSignal.any([upstream, stop.signal]),
      };
      for await (const { index, event } of mergeChoices(
        openChoices(this.#text, { call: this.#call, opened: this.#opened }, signals),
      )) {
        if (signal.aborted) {
          if (!leave.hasLeft || upstream.aborted) break;
          // An upstream is read on to its end, for what it says that it used.
          seen ??= await delivered.usage();
        }
        if (!delivered.take(index, event)) {
          // Aborted before leaving the loop: the choices that still wait for their engine must end first.
          stop.abort();
          break;
        }
        recording?.addEvent(event);
        hold.keepAlive();
        if (seen) continue;
        const chunk = event.type === 'end' ? shape.ending(head, index, event) : shape.chunk(head, index, event);
        if (chunk) yield { ...chunk, ...noUsage, ...extra };
        if (chunk) extra = {};
      }
      if (leave.hasLeft) return false;
      for (const index of delivered.unfinished())
        yield { ...shape.ending(head, index, { finishReason: 'length' }), ...noUsage };
      const usage = await delivered.usage();
      const reachedLimit = delivered.said().some(({ finishReason }) => finishReason === 'length');
      const credits = microToCredits(hold.costOf(usage) + (order.paidBefore ?? 0));
      const last = order.includeUsage ? [shape.usageChunk(head, { ...usageBody(usage), credits })] : [];
      const isCut = signal.aborted || (hold.isShort && reachedLimit);
      const row = isCut ? undefined : order.finish?.(last);
      isPaid = true;
      await hold.settle(usage, { by, row });
      if (recording && !isCut) await recording.keep(usage);
      yield* last;
      return reachedLimit;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      stop.abort();
      if (!isPaid) {
        const end = ownEndOf(watch, failure);
        if (end) await endLeft({ ...this.#call, by }, seen ?? (await delivered.usage()), end);
        else await endPart(hold, seen ?? (await delivered.usage()), by);
      }
      const [first] = delivered.said();
      if (first && delivered.hasSaid()) await order.remember?.(first);
    }
  }

  #deliver(): DeliveredChoices {
    const { order, hold } = this.#call;
    // Without a shared prompt, an upstream reads it again for each choice that is a request of its own.
    const terms = { maxTokens: hold.maxTokens, sharesPrompt: this.#opened.isOwn };
    const delivered = new DeliveredChoices(order, terms);
    const generated = () => delivered.usage({ countsPrompt: true });
    this.#call.generated = generated;
    return delivered;
  }
}

function newHead(order: AnswerOrder, model: string): AnswerHead {
  return { id: newId(order.shape.idPrefix), created: Math.floor(Date.now() / 1000), model };
}
