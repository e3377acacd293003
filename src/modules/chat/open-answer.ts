// Asks the engines for an answer: in the client's own dialect, as frames to relay, or as events, one request a choice.
import { ServiceError } from '../../core/errors.ts';
import type { CallSignals } from '../../core/left-calls.ts';
import type { NativeOrder, OpenedText, RelayOrder, TextEvent, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { TokenHold } from '../../money/token-hold.ts';
import type { AnswerOrder } from './answer-order.ts';
import type { Call } from './end-answer.ts';

export type OpenedEvents = Extract<OpenedText, { kind: 'events' }>;

/**
 * If the balance may not suffice, uses events: each carries its tokens, so that the answer stops at the last paid one.
 */
export function openAnswer(text: TextRoutes, { order, hold, watch }: Call, stream: boolean): Promise<OpenedText> {
  const relay = hold.isShort || !order.mayRelay ? {} : { relay: relayOf(order, stream) };
  const native = hold.isShort ? {} : nativeOf(order, stream);
  const firstOrder = () => {
    const [first] = order.orders();
    if (!first) throw new ServiceError('invalid_parameter', 'The request contains no prompt to answer.');
    return withLimit(first, order, hold);
  };
  return text.open({ model: order.model.id, order: firstOrder, ...relay, ...native }, watch.leave.signals);
}

/** The first choice is already open; the others are opened in parallel. */
export function openChoices(
  text: TextRoutes,
  { call: { order, hold }, opened }: { call: Call; opened: OpenedEvents },
  signals: CallSignals,
): AsyncIterable<TextEvent>[] {
  const others = order
    .orders()
    .slice(1)
    .map((one) => text.streamUntilLeft({ ...withLimit(one, order, hold), model: opened.model }, signals));
  return [opened.events, ...others];
}

/** Ends an answer that nobody has read from. */
export async function closeUnread(opened: OpenedText): Promise<void> {
  if (opened.kind === 'stream') await opened.close();
  if (opened.kind !== 'events') return;
  // A generator that was never started would not run its cleanup; its first event is already here.
  await opened.events.next();
  await opened.events.return(undefined);
}

export function servedBy({ engine, model }: OpenedText): ServedBy {
  return { engine, model };
}

export function relayOf(order: AnswerOrder, stream: boolean): Omit<RelayOrder, 'model'> {
  const { shape, body, maxTokens, echoes } = order;
  const limits = { maxTokens: perChoice(order), isOpenEnded: maxTokens === null, choices: echoes.length };
  return { path: shape.path, body, stream, ...limits };
}

export function nativeOf(order: AnswerOrder, stream: boolean): { native?: Omit<NativeOrder, 'model'> } {
  return order.native ? { native: { ...order.native, stream, maxTokens: perChoice(order) } } : {};
}

export function perChoice({ maxTokens, model }: AnswerOrder): number {
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
