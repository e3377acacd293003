// Gets a text answer and charges for it: the whole answer, or the delivered part of a stream.

import { ServiceError } from '../../core/errors.ts';
import type { OpenedText, TextRoutes, TokenUsage } from '../../engines/text/port.ts';
import { type LeaveWatch, watchLeave } from '../../money/left-bill.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import { holdTokens, type Paying, type TokenHold } from '../../money/token-hold.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerCache } from './answer-cache/answer-cache.ts';
import { openCached } from './answer-cache/open-cached.ts';
import type { AnswerOrder, StreamedAnswer } from './answer-order.ts';
import { bookLost, type Call, endUnread, NOTHING_DELIVERED, soFar } from './end-answer.ts';
import { GeneratedAnswer } from './generated-answer.ts';
import { closeUnread, nativeOf, openAnswer, perChoice, relayOf, servedBy } from './open-answer.ts';
import { boundPrompt } from './prompt-bound.ts';
import { RelayedAnswer, relayedSaid, withRequiredMembers } from './relayed-answer.ts';
import { NOTHING_SAID, type Said, usageBody } from './shapes.ts';

export interface WholeText {
  body: object;
  receipt: Receipt;
  /** The body is in the client's dialect. */
  isNative: boolean;
}

export class Answers {
  readonly #text: TextRoutes;
  readonly #paying: Paying;
  readonly #cache: AnswerCache;

  constructor(text: TextRoutes, paying: Paying, cache: AnswerCache) {
    this.#text = text;
    this.#paying = paying;
    this.#cache = cache;
  }

  async whole(order: AnswerOrder): Promise<WholeText> {
    const watch = watchLeave(this.#paying, order.caller, order.signal);
    try {
      return await this.#whole(order, watch);
    } finally {
      watch.leave.end();
    }
  }

  async #whole(order: AnswerOrder, watch: LeaveWatch): Promise<WholeText> {
    const hold = await this.#hold(order, { stream: false });
    const call: Call = { order, hold, watch, isOwn: this.#text.countsExactly(order.model.id) };
    bookLost(call);
    let answer:
      | { body: Record<string, unknown>; usage: TokenUsage; said: Said; by: ServedBy; isNative?: boolean }
      | undefined;
    let row: AttachedRow | undefined;
    try {
      answer = await this.#getWhole(call);
      // An unpaid answer is not stored.
      row = watch.leave.hasLeft && watch.policy !== 'accepted' ? undefined : order.finish?.([answer.body]);
    } catch (error) {
      await endUnread(call, error, answer);
      throw error;
    }
    const left = watch.leave.hasLeft ? { policy: watch.policy, delivered: NOTHING_DELIVERED } : undefined;
    const receipt = await hold.settle(answer.usage, { by: answer.by, row, left });
    if (call.recording && !left) await call.recording.keep(answer.usage);
    if (hold.isShort && answer.said.finishReason === 'length') await hold.noteRanDry();
    await order.remember?.(answer.said);
    const charged = receipt.charged + (order.paidBefore ?? 0);
    const body = Object.assign(answer.body, order.extra);
    return { body, receipt: { ...receipt, charged }, isNative: answer.isNative ?? false };
  }

  /** The caller must read the result: reading starts the answer, and its end settles or releases the hold. */
  async stream(order: AnswerOrder): Promise<StreamedAnswer> {
    const watch = watchLeave(this.#paying, order.caller, order.signal);
    try {
      return await this.#stream({ ...order, countPrompt: onceCounted(order) }, watch);
    } catch (error) {
      watch.leave.end();
      throw error;
    }
  }

  async #stream(order: AnswerOrder, watch: LeaveWatch): Promise<StreamedAnswer> {
    const hold = await this.#hold(order, { stream: true });
    const call: Call = { order, hold, watch, isOwn: this.#text.countsExactly(order.model.id) };
    bookLost(call);
    hold.noteFrom(() => soFar(call), watch.policy);
    let opened: OpenedText | undefined;
    try {
      opened = await this.#open(call, true);
      call.by = servedBy(opened);
      if (opened.kind === 'reply')
        throw new ServiceError('engine_failed', 'The engine sent a whole answer instead of a stream.');
      // An answer that has already arrived completely is settled before any of it is sent.
      if (opened.kind !== 'stream' || !opened.hasArrived) await hold.secure();
    } catch (error) {
      await endUnread(call, error);
      if (opened) await closeUnread(opened);
      throw error;
    }
    if (opened.kind === 'events')
      return { items: new GeneratedAnswer(this.#text, call, opened).stream(), isNative: false };
    return { items: new RelayedAnswer(call).stream(opened), isNative: opened.isNative ?? false };
  }

  #open(call: Call, stream: boolean): Promise<OpenedText> {
    if (!call.order.caller.cacheUse) return openAnswer(this.#text, call, stream);
    return openCached(this.#cache, call, { stream, open: () => openAnswer(this.#text, call, stream) });
  }

  async #hold(order: AnswerOrder, { stream }: { stream: boolean }): Promise<TokenHold> {
    const { module, caller, requestId, model, echoes, orders, countPrompt, checkWindow } = order;
    const relay = order.mayRelay ? { relay: relayOf(order, stream) } : {};
    const call = { model: model.id, orders, ...relay, ...nativeOf(order, stream) };
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

  async #getWhole(call: Call) {
    const opened = await this.#open(call, false);
    call.by = servedBy(opened);
    if (opened.kind === 'reply' && opened.isNative)
      return { body: opened.body, usage: opened.usage, said: NOTHING_SAID, by: servedBy(opened), isNative: true };
    if (opened.kind === 'reply') {
      const reported = (opened.body.usage ?? {}) as Record<string, unknown>;
      const body = { ...withRequiredMembers(opened.body), usage: usageBody(opened.usage, reported) };
      return { body, usage: opened.usage, said: relayedSaid(opened.body), by: servedBy(opened) };
    }
    if (opened.kind === 'stream')
      throw new ServiceError('engine_failed', 'The engine sent a stream instead of a whole answer.');
    return { ...(await new GeneratedAnswer(this.#text, call, opened).whole()), by: servedBy(opened) };
  }
}

/** A prompt is counted once for all notes of its stream. */
function onceCounted(order: AnswerOrder): () => Promise<number> {
  let counted: Promise<number> | undefined;
  return () => {
    counted ??= order.countPrompt().catch((error: unknown) => {
      counted = undefined;
      throw error;
    });
    return counted;
  };
}

/** Log probabilities exist only in relayed answers, which cannot stop when the credits run out. */
function wantsLogprobs({ body }: AnswerOrder): boolean {
  return [body.logprobs, body.top_logprobs].some((value) => value !== undefined && value !== null && value !== false);
}
