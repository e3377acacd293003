// Gets a text answer and charges for it: the whole answer, or the delivered part of a stream.

import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { CallSignals } from '../../core/left-calls.ts';
import { microToCredits } from '../../core/money.ts';
import type {
  NativeOrder,
  OpenedText,
  RelayOrder,
  TextOrder,
  TextRoutes,
  TokenUsage,
} from '../../engines/text/port.ts';
import { isOwnEnd, type LeaveWatch, watchLeave } from '../../money/left-bill.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import { holdTokens, type Paying, type TokenHold } from '../../money/token-hold.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerOrder, StreamedAnswer, StreamItem } from './answer-order.ts';
import { DeliveredChoices } from './delivered-choices.ts';
import { type Call, endUnread, NOTHING_DELIVERED, settleLeft, soFar } from './left-answer.ts';
import { mergeChoices } from './merge-choices.ts';
import { boundPrompt } from './prompt-bound.ts';
import { relayedSaid, StreamedFrames, withRequiredMembers } from './relayed-answer.ts';
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
    let answer:
      | { body: Record<string, unknown>; usage: TokenUsage; said: Said; by: ServedBy; isNative?: boolean }
      | undefined;
    let row: AttachedRow | undefined;
    try {
      answer = await this.#getWhole(call);
      // What is not paid is not stored.
      row = watch.leave.hasLeft && watch.policy !== 'accepted' ? undefined : order.finish?.([answer.body]);
    } catch (error) {
      await endUnread(call, error, answer);
      throw error;
    }
    const left = watch.leave.hasLeft ? { policy: watch.policy, delivered: NOTHING_DELIVERED } : undefined;
    const receipt = await hold.settle(answer.usage, { by: answer.by, row, left });
    if (hold.isShort && answer.said.finishReason === 'length') await hold.noteRanDry();
    await order.remember?.(answer.said);
    return { body: Object.assign(answer.body, order.extra), receipt, isNative: answer.isNative ?? false };
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
    hold.noteFrom(() => soFar(call), watch.policy);
    let opened: OpenedText | undefined;
    try {
      opened = await this.#open(call, true);
      call.by = servedBy(opened);
      // An answer that has already arrived completely is settled before any of it is sent.
      if (opened.kind !== 'stream' || !opened.hasArrived) await hold.secure();
    } catch (error) {
      await endUnread(call, error);
      if (opened) await closeUnread(opened);
      throw error;
    }
    if (opened.kind !== 'stream') return { items: this.#streamToLimit(call, opened), isNative: false };
    return { items: new StreamedFrames(call).run(opened), isNative: opened.isNative ?? false };
  }

  async *#streamToLimit(call: Call, opened: OpenedText): AsyncGenerator<StreamItem> {
    const { hold, watch } = call;
    let reachedLimit = false;
    try {
      reachedLimit = yield* this.#streamEvents(call, opened);
    } finally {
      watch.leave.end();
    }
    if (hold.isShort && reachedLimit) throw await hold.noteRanDry();
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

  /** If the balance may not suffice, events are used: each carries its tokens, so that the answer stops at the last one that is paid. */
  #open({ order, hold, watch }: Call, stream: boolean): Promise<OpenedText> {
    const relay = hold.isShort || !order.mayRelay ? {} : { relay: relayOf(order, stream) };
    const native = hold.isShort ? {} : nativeOf(order, stream);
    const firstOrder = () => {
      const [first] = order.orders();
      if (!first) throw new ServiceError('invalid_parameter', 'The request contains no prompt to answer.');
      return withLimit(first, order, hold);
    };
    return this.#text.open({ model: order.model.id, order: firstOrder, ...relay, ...native }, watch.leave.signals);
  }

  async #getWhole(call: Call) {
    const { order, hold, watch } = call;
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
    const delivered = this.#deliveredOf(call, opened);
    for await (const { index, event } of mergeChoices(await this.#choices(call, opened, watch.leave.signals))) {
      if (!delivered.take(index, event)) break;
      hold.keepAlive();
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

  #deliveredOf(call: Call, opened: OpenedText): DeliveredChoices {
    const { order, hold } = call;
    const terms = { maxTokens: hold.maxTokens, sharesPrompt: this.#sharesPrompt(opened) };
    const delivered = new DeliveredChoices(order, terms);
    call.generated = () => delivered.usage({ countsPrompt: true });
    return delivered;
  }

  /** Returns whether the answer reached its length limit. */
  async *#streamEvents(call: Call, opened: OpenedText): AsyncGenerator<StreamItem, boolean> {
    const { order, hold, watch } = call;
    const { leave } = watch;
    const { shape, signal } = order;
    const head = newHead(order, opened.model);
    const stop = new AbortController();
    const delivered = this.#deliveredOf(call, opened);
    // With include_usage every chunk has the field, and only the last one a value.
    const noUsage = order.includeUsage ? { usage: null } : {};
    const by = servedBy(opened);
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
        client: AbortSignal.any([client, stop.signal]),
        upstream: AbortSignal.any([upstream, stop.signal]),
      };
      for await (const { index, event } of mergeChoices(await this.#choices(call, opened, signals))) {
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
      const credits = microToCredits(hold.costOf(usage));
      const last = order.includeUsage ? [shape.usageChunk(head, { ...usageBody(usage), credits })] : [];
      const isCut = signal.aborted || (hold.isShort && reachedLimit);
      const row = isCut ? undefined : order.finish?.(last);
      isPaid = true;
      await hold.settle(usage, { by, row });
      yield* last;
      return reachedLimit;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      stop.abort();
      if (!isPaid) {
        const wasLeft = leave.hasLeft && (failure === undefined || isOwnEnd(failure, leave.signals));
        if (wasLeft) await settleLeft({ ...call, by }, seen ?? (await delivered.usage()));
        else await payForPart(hold, seen ?? (await delivered.usage()), by);
      }
      const [first] = delivered.said();
      if (first && delivered.hasSaid()) await order.remember?.(first);
    }
  }

  /** An upstream reads the prompt again for each choice that is a request of its own. */
  #sharesPrompt(opened: OpenedText): boolean {
    return opened.kind === 'events' && opened.isOwn;
  }

  /** The first choice is already open; the others are opened in parallel. */
  async #choices({ order, hold }: Call, opened: OpenedText, signals: CallSignals) {
    if (opened.kind !== 'events') throw new ServiceError('engine_failed', 'The engine sent no events.');
    const others = order
      .orders()
      .slice(1)
      .map((one) => this.#text.streamUntilLeft({ ...withLimit(one, order, hold), model: opened.model }, signals));
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
  else await hold.settle(usage, { by });
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
