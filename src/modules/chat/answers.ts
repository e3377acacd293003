// Gets a text answer and charges for it: the whole answer, or the delivered part of a stream.

import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import type {
  NativeOrder,
  OpenedText,
  RelayOrder,
  TextOrder,
  TextRoutes,
  TokenUsage,
} from '../../engines/text/port.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import { holdTokens, type Paying, type TokenHold } from '../../money/token-hold.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerOrder, StreamedAnswer, StreamItem } from './answer-order.ts';
import { DeliveredChoices } from './delivered-choices.ts';
import { mergeChoices } from './merge-choices.ts';
import { boundPrompt } from './prompt-bound.ts';
import { relayedSaid, StreamedFrames, withRefusals } from './relayed-answer.ts';
import { type AnswerHead, NOTHING_SAID, type Said, usageBody } from './shapes.ts';

export interface WholeText {
  body: object;
  receipt: Receipt;
  /** The body is in the dialect of the client. */
  isNative: boolean;
}

export class Answers {
  readonly #text: TextRoutes;
  readonly #paying: Paying;

  constructor(text: TextRoutes, paying: Paying) {
    this.#text = text;
    this.#paying = paying;
  }

  async whole(order: AnswerOrder): Promise<WholeText> {
    const hold = await this.#hold(order, { stream: false });
    let answer:
      | { body: Record<string, unknown>; usage: TokenUsage; said: Said; by: ServedBy; isNative?: boolean }
      | undefined;
    let row: AttachedRow | undefined;
    try {
      answer = await this.#getWhole(order, hold);
      row = order.finish?.([answer.body]);
    } catch (error) {
      await hold.release(answer);
      throw error;
    }
    const receipt = await hold.settle(answer.usage, answer.by, row);
    if (hold.isShort && answer.said.finishReason === 'length') await hold.noteRanDry();
    await order.remember?.(answer.said);
    return { body: Object.assign(answer.body, order.extra), receipt, isNative: answer.isNative ?? false };
  }

  /** The caller must read the result: reading starts the answer, and its end settles or releases the hold. */
  async stream(order: AnswerOrder): Promise<StreamedAnswer> {
    const hold = await this.#hold(order, { stream: true });
    let opened: OpenedText | undefined;
    try {
      opened = await this.#open(order, hold, true);
      // An answer that has already arrived completely is settled before any of it is sent.
      if (opened.kind !== 'stream' || !opened.hasArrived) await hold.secure();
    } catch (error) {
      await hold.release();
      if (opened) await closeUnread(opened);
      throw error;
    }
    if (opened.kind !== 'stream') return { items: this.#streamToLimit(order, hold, opened), isNative: false };
    return { items: new StreamedFrames(order, hold).run(opened), isNative: opened.isNative ?? false };
  }

  async *#streamToLimit(order: AnswerOrder, hold: TokenHold, opened: OpenedText): AsyncGenerator<StreamItem> {
    const reachedLimit = yield* this.#streamEvents(order, hold, opened);
    if (hold.isShort && reachedLimit) {
      await hold.noteRanDry();
      throw new ServiceError(
        'insufficient_credits',
        'The answer was stopped because your credits ran out. Buy credits on the Billing page.',
      );
    }
  }

  async #hold(order: AnswerOrder, { stream }: { stream: boolean }): Promise<TokenHold> {
    const { module, caller, requestId, model, echoes, orders, countPrompt, checkWindow } = order;
    const call = { model: model.id, orders, relay: relayOf(order, stream), ...nativeOf(order, stream) };
    const bound = boundPrompt(this.#text, call, countPrompt);
    if (bound.mostPromptTokens > model.contextWindow) await checkWindow?.();
    return holdTokens(
      this.#paying,
      { ...caller, requestId },
      {
        module,
        model: model.id,
        description: `${order.shape.path} with ${model.id}`,
        ...bound,
        maxTokens: perChoice(order) * echoes.length,
        leastTokens: echoes.length,
        mayStopEarly: (stream || order.maxTokens === null) && !wantsLogprobs(order),
        mayLease: true,
      },
    );
  }

  /** If the balance may not suffice, events are used: each carries its tokens, so that the answer stops at the last one that is paid. */
  #open(order: AnswerOrder, hold: TokenHold, stream: boolean): Promise<OpenedText> {
    const { signal, model } = order;
    const relay = hold.isShort || !order.mayRelay ? {} : { relay: relayOf(order, stream) };
    const native = hold.isShort ? {} : nativeOf(order, stream);
    const firstOrder = () => {
      const [first] = order.orders();
      if (!first) throw new ServiceError('invalid_parameter', 'The request contains no prompt to answer.');
      return withLimit(first, order, hold);
    };
    return this.#text.open({ model: model.id, order: firstOrder, ...relay, ...native }, signal);
  }

  async #getWhole(order: AnswerOrder, hold: TokenHold) {
    const opened = await this.#open(order, hold, false);
    if (opened.kind === 'reply' && opened.isNative)
      return { body: opened.body, usage: opened.usage, said: NOTHING_SAID, by: servedBy(opened), isNative: true };
    if (opened.kind === 'reply') {
      const reported = (opened.body.usage ?? {}) as Record<string, unknown>;
      const body = { ...withRefusals(opened.body), usage: usageBody(opened.usage, reported) };
      return { body, usage: opened.usage, said: relayedSaid(opened.body), by: servedBy(opened) };
    }
    if (opened.kind === 'stream')
      throw new ServiceError('engine_failed', 'The engine sent a stream instead of a whole answer.');
    const delivered = new DeliveredChoices(order, {
      maxTokens: hold.maxTokens,
      sharesPrompt: this.#sharesPrompt(opened),
    });
    for await (const { index, event } of mergeChoices(await this.#choices(order, { hold, opened }, order.signal))) {
      if (!delivered.take(index, event)) break;
    }
    const usage = await delivered.usage();
    const said = delivered.said();
    const body = order.shape.whole(newHead(order, opened.model), said, usageBody(usage));
    return {
      body: body as Record<string, unknown>,
      usage,
      by: servedBy(opened),
      said: said[0] ?? { text: '', toolCalls: [], finishReason: 'stop' as const },
    };
  }

  /** Returns whether the answer reached its length limit. */
  async *#streamEvents(order: AnswerOrder, hold: TokenHold, opened: OpenedText): AsyncGenerator<StreamItem, boolean> {
    const { shape, signal } = order;
    const head = newHead(order, opened.model);
    const stop = new AbortController();
    const delivered = new DeliveredChoices(order, {
      maxTokens: hold.maxTokens,
      sharesPrompt: this.#sharesPrompt(opened),
    });
    // With include_usage every chunk has the field, and only the last one a value.
    const noUsage = order.includeUsage ? { usage: null } : {};
    let isPaid = false;
    try {
      let extra = order.extra;
      for (const [index, echo] of order.echoes.entries()) {
        const opening = shape.opening(head, index, echo);
        if (opening) yield { ...opening, ...noUsage, ...extra };
        if (opening) extra = {};
      }
      const choices = await this.#choices(order, { hold, opened }, AbortSignal.any([signal, stop.signal]));
      for await (const { index, event } of mergeChoices(choices)) {
        if (signal.aborted) break;
        if (!delivered.take(index, event)) {
          // Aborted before leaving the loop: the choices that still wait for their engine must end first.
          stop.abort();
          break;
        }
        hold.keepAlive();
        const chunk = event.type === 'end' ? shape.ending(head, index, event) : shape.chunk(head, index, event);
        if (chunk) yield { ...chunk, ...noUsage, ...extra };
        if (chunk) extra = {};
      }
      for (const index of delivered.unfinished())
        yield { ...shape.ending(head, index, { finishReason: 'length' }), ...noUsage };
      const usage = await delivered.usage();
      const reachedLimit = delivered.said().some(({ finishReason }) => finishReason === 'length');
      const credits = microToCredits(hold.costOf(usage));
      const last = order.includeUsage ? [shape.usageChunk(head, { ...usageBody(usage), credits })] : [];
      const isCut = signal.aborted || (hold.isShort && reachedLimit);
      const row = isCut ? undefined : order.finish?.(last);
      isPaid = true;
      await hold.settle(usage, servedBy(opened), row);
      yield* last;
      return reachedLimit;
    } finally {
      stop.abort();
      if (!isPaid) await payForPart(hold, await delivered.usage(), servedBy(opened));
      const [first] = delivered.said();
      if (first && delivered.hasSaid()) await order.remember?.(first);
    }
  }

  /** An upstream reads the prompt again for each choice that is a request of its own. */
  #sharesPrompt(opened: OpenedText): boolean {
    return opened.kind === 'events' && opened.isOwn;
  }

  /** The first choice is already open; the others are opened in parallel. */
  async #choices(order: AnswerOrder, { hold, opened }: { hold: TokenHold; opened: OpenedText }, signal: AbortSignal) {
    if (opened.kind !== 'events') throw new ServiceError('engine_failed', 'The engine sent no events.');
    const others = order
      .orders()
      .slice(1)
      .map((one) => this.#text.stream({ ...withLimit(one, order, hold), model: opened.model }, signal));
    return [opened.events, ...others];
  }
}

/** Ends an answer of which nothing was read. */
async function closeUnread(opened: OpenedText): Promise<void> {
  if (opened.kind === 'stream') await opened.close();
  if (opened.kind !== 'events') return;
  // A generator that was never started would not run its cleanup; its first event is already here.
  await opened.events.next();
  await opened.events.return(undefined);
}

/** Delivered tokens are charged; an answer that failed before its first token is free. */
async function payForPart(hold: TokenHold, usage: TokenUsage, by: ServedBy): Promise<void> {
  if (usage.completionTokens === 0) await hold.release({ by, usage });
  else await hold.settle(usage, by);
}

function servedBy({ engine, model }: OpenedText): ServedBy {
  return { engine, model };
}

/** Log probabilities come only with answers that are relayed, and those cannot stop where the credits end. */
function wantsLogprobs({ body }: AnswerOrder): boolean {
  return [body.logprobs, body.top_logprobs].some((value) => value !== undefined && value !== null && value !== false);
}

function relayOf(order: AnswerOrder, stream: boolean): Omit<RelayOrder, 'model'> {
  const { shape, body, maxTokens, echoes } = order;
  const limits = { maxTokens: perChoice(order), isOpenEnded: maxTokens === null, choices: echoes.length };
  return { path: shape.path, body, stream, ...limits };
}

function nativeOf(order: AnswerOrder, stream: boolean): { native?: Omit<NativeOrder, 'model'> } {
  return order.native ? { native: { ...order.native, stream, maxTokens: perChoice(order) } } : {};
}

function perChoice({ maxTokens, model }: AnswerOrder): number {
  return maxTokens ?? Math.min(model.maxOutputTokens, model.contextWindow);
}

function withLimit(one: TextOrder, order: AnswerOrder, hold: TokenHold): TextOrder {
  // If the client set no limit, the engine gets none either, unless the balance imposes one. Each choice may use its share of that.
  const share = hold.isShort ? Math.floor(hold.maxTokens / order.echoes.length) : hold.maxTokens;
  const isOpenEnded = order.maxTokens === null && !hold.isShort;
  const maxTokens = isOpenEnded
    ? Math.min(order.model.maxOutputTokens, share)
    : Math.min(order.maxTokens ?? share, share);
  return { ...one, maxTokens };
}

function newHead(order: AnswerOrder, model: string): AnswerHead {
  return { id: newId(order.shape.idPrefix), created: Math.floor(Date.now() / 1000), model };
}
