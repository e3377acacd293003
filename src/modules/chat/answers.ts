// Gets an answer and charges for it: the whole of it, or a stream that is paid for as far as it was delivered.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import type { OpenedText, TextModel, TextOrder, TextRoutes, TokenUsage } from '../../engines/text/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import { holdTokens, type Paying, type TokenHold } from '../../money/token-hold.ts';
import { DeliveredChoices } from './delivered-choices.ts';
import { mergeChoices } from './merge-choices.ts';
import { relayedSaid, StreamedFrames } from './relayed-answer.ts';
import { type AnswerHead, type AnswerShape, type Said, usageBody } from './shapes.ts';

/** One paid answer, ready to be got. */
export interface AnswerOrder {
  module: string;
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  shape: AnswerShape;
  model: TextModel;
  /** One per prompt and choice, in the order of their index. */
  orders(): readonly TextOrder[];
  /** The customer's body, for engines that take it as it is. */
  body: Readonly<Record<string, unknown>>;
  /** Per choice; null: as long as the model can. */
  maxTokens: number | null;
  includeUsage: boolean;
  mostPromptTokens: number;
  countPrompt(): Promise<number>;
  /** For each choice what is put before its text. */
  echoes: readonly string[];
  /** Told with the first choice once the answer is over, also when it was broken off. */
  remember?(said: Said): Promise<void>;
  /** Members of the first chunk, or of the whole reply. */
  extra: Record<string, unknown>;
}

export type StreamItem = object | string | Uint8Array;

export class Answers {
  readonly #text: TextRoutes;
  readonly #paying: Paying;

  constructor(text: TextRoutes, paying: Paying) {
    this.#text = text;
    this.#paying = paying;
  }

  async whole(order: AnswerOrder): Promise<{ body: object; receipt: Receipt }> {
    const hold = await this.#hold(order, { isWhole: true, mayStopEarly: order.maxTokens === null });
    let answer: { body: Record<string, unknown>; usage: TokenUsage; said: Said };
    try {
      answer = await this.#getWhole(order, hold);
    } catch (error) {
      await hold.release();
      throw error;
    }
    const receipt = await hold.settle(answer.usage);
    if (hold.isShort && answer.said.finishReason === 'length') await hold.noteRanDry();
    await order.remember?.(answer.said);
    return { body: { ...answer.body, ...order.extra }, receipt };
  }

  /** What it returns must be read: the first read begins the answer, and every way out of it pays or releases. */
  async stream(order: AnswerOrder): Promise<AsyncIterable<StreamItem>> {
    const hold = await this.#hold(order, { isWhole: false, mayStopEarly: true });
    let opened: OpenedText;
    try {
      opened = await this.#open(order, hold, true);
    } catch (error) {
      await hold.release();
      throw error;
    }
    if (opened.kind === 'stream') return new StreamedFrames(order, hold).run(opened);
    return this.#streamToLimit(order, hold, opened);
  }

  async *#streamToLimit(order: AnswerOrder, hold: TokenHold, opened: OpenedText): AsyncGenerator<StreamItem> {
    const reachedLimit = yield* this.#streamEvents(order, hold, opened);
    if (hold.isShort && reachedLimit) {
      await hold.noteRanDry();
      throw new ServiceError(
        'insufficient_credits',
        'The credits ran out and the answer was stopped here. Buy credits at POST /payments/checkout or in the dashboard.',
      );
    }
  }

  #hold(order: AnswerOrder, way: { isWhole: boolean; mayStopEarly: boolean }): Promise<TokenHold> {
    const { module, caller, requestId, model, echoes, mostPromptTokens, countPrompt } = order;
    return holdTokens(
      this.#paying,
      { ...caller, requestId },
      {
        module,
        model: model.id,
        description: `${order.shape.path} with ${model.id}`,
        mostPromptTokens,
        countPrompt,
        maxTokens: perChoice(order) * echoes.length,
        ...way,
      },
    );
  }

  /** A short purse goes by events: each of them says its tokens, so that the answer can stop at the last one that is paid. */
  #open(order: AnswerOrder, hold: TokenHold, stream: boolean): Promise<OpenedText> {
    const { signal, shape, body, model } = order;
    const choices = order.echoes.length;
    const limits = { maxTokens: perChoice(order), isOpenEnded: order.maxTokens === null, choices };
    const relay = hold.isShort ? {} : { relay: { path: shape.path, body, stream, ...limits } };
    const firstOrder = () => {
      const [first] = order.orders();
      if (!first) throw new ServiceError('invalid_parameter', 'There is nothing to answer.');
      return withLimit(first, order, hold);
    };
    return this.#text.open({ model: model.id, order: firstOrder, ...relay }, signal);
  }

  async #getWhole(order: AnswerOrder, hold: TokenHold) {
    const opened = await this.#open(order, hold, false);
    if (opened.kind === 'reply') {
      const reported = (opened.body.usage ?? {}) as Record<string, unknown>;
      const body = { ...opened.body, usage: usageBody(opened.usage, reported) };
      return { body, usage: opened.usage, said: relayedSaid(opened.body) };
    }
    if (opened.kind === 'stream')
      throw new ServiceError('engine_failed', 'The engine streamed where a whole answer was asked for.');
    const delivered = new DeliveredChoices(order, mostDelivered(hold));
    for await (const { index, event } of mergeChoices(await this.#choices(order, hold, opened, order.signal))) {
      if (!delivered.take(index, event)) break;
    }
    const usage = await delivered.usage();
    const said = delivered.said();
    const body = order.shape.whole(newHead(order, opened.model), said, usageBody(usage));
    return {
      body: body as Record<string, unknown>,
      usage,
      said: said[0] ?? { text: '', toolCalls: [], finishReason: 'stop' as const },
    };
  }

  /** Returns whether the answer was longer than it might be. */
  async *#streamEvents(order: AnswerOrder, hold: TokenHold, opened: OpenedText): AsyncGenerator<StreamItem, boolean> {
    const { shape, signal } = order;
    const head = newHead(order, opened.model);
    const stop = new AbortController();
    const delivered = new DeliveredChoices(order, mostDelivered(hold));
    let isPaid = false;
    try {
      let extra = order.extra;
      for (const [index, echo] of order.echoes.entries()) {
        const opening = shape.opening(head, index, echo);
        if (opening) yield { ...opening, ...extra };
        if (opening) extra = {};
      }
      const choices = await this.#choices(order, hold, opened, AbortSignal.any([signal, stop.signal]));
      for await (const { index, event } of mergeChoices(choices)) {
        if (signal.aborted) break;
        if (!delivered.take(index, event)) {
          // Before leaving the loop: the choices that still wait for their engine must be let go first.
          stop.abort();
          break;
        }
        hold.keepAlive();
        const chunk =
          event.type === 'end' ? shape.ending(head, index, event.finishReason) : shape.chunk(head, index, event);
        if (chunk) yield { ...chunk, ...extra };
        if (chunk) extra = {};
      }
      for (const index of delivered.unfinished()) yield shape.ending(head, index, 'length');
      const usage = await delivered.usage();
      isPaid = true;
      const receipt = await hold.settle(usage);
      if (order.includeUsage)
        yield shape.usageChunk(head, { ...usageBody(usage), credits: microToCredits(receipt.charged) });
      return delivered.said().some(({ finishReason }) => finishReason === 'length');
    } finally {
      stop.abort();
      if (!isPaid) await payForPart(hold, await delivered.usage());
      const [first] = delivered.said();
      if (first && delivered.hasSaid()) await order.remember?.(first);
    }
  }

  /** The first choice is open already; the others are opened beside it. */
  async #choices(order: AnswerOrder, hold: TokenHold, opened: OpenedText, signal: AbortSignal) {
    if (opened.kind !== 'events') throw new ServiceError('engine_failed', 'The engine gave no events.');
    const others = order
      .orders()
      .slice(1)
      .map((one) => this.#text.stream({ ...withLimit(one, order, hold), model: opened.model }, signal));
    return [opened.events, ...others];
  }
}

/** What was delivered is paid; what failed before its first token costs nothing. */
async function payForPart(hold: TokenHold, usage: TokenUsage): Promise<void> {
  if (usage.completionTokens === 0) await hold.release();
  else await hold.settle(usage);
}

function perChoice({ maxTokens, model }: AnswerOrder): number {
  return maxTokens ?? Math.min(model.maxOutputTokens, model.contextWindow);
}

/** An engine keeps to its limit in its own tokens, which our tokenizer may count as a few more; one that does not is cut. */
function mostDelivered({ isShort, maxTokens }: TokenHold): number {
  return isShort ? maxTokens : Math.ceil(maxTokens * 1.25) + 16;
}

function withLimit(one: TextOrder, order: AnswerOrder, hold: TokenHold): TextOrder {
  // What the customer left open stays open for the engine, unless the purse sets a limit.
  const isOpenEnded = order.maxTokens === null && !hold.isShort;
  const maxTokens = isOpenEnded
    ? Math.min(order.model.maxOutputTokens, hold.maxTokens)
    : Math.min(order.maxTokens ?? hold.maxTokens, hold.maxTokens);
  return { ...one, maxTokens };
}

function newHead(order: AnswerOrder, model: string): AnswerHead {
  return { id: newId(order.shape.idPrefix), created: Math.floor(Date.now() / 1000), model };
}
