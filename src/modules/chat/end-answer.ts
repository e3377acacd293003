// Ends the hold of an answer that did not reach its own end: the client disconnected, the answer broke off, or nobody
// read from it.

import { mayThinkUnseen } from '../../core/thinking-models.ts';
import type { TokenUsage } from '../../engines/text/port.ts';
import { billOf, type LeaveWatch, type OwnEnd, ownEndOf, unseenTokens } from '../../money/left-bill.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { SoFar, TokenHold } from '../../money/token-hold.ts';
import { UnreadAnswer } from '../../net/unread-answer.ts';
import type { TextRecording } from './answer-cache/text-recording.ts';
import type { AnswerOrder } from './answer-order.ts';

/** A paid answer in progress. */
export interface Call {
  order: AnswerOrder;
  hold: TokenHold;
  watch: LeaveWatch;
  /** Served locally: what was generated is known exactly. */
  isOwn: boolean;
  /** Set once known. */
  by?: ServedBy;
  /** What has been generated so far, with the prompt; absent before the first part of the answer. */
  generated?: () => Promise<TokenUsage>;
  /** Whether this is the upstream's own count. */
  isReported?: boolean;
  /** For an answer that the answer cache may keep. */
  recording?: TextRecording;
}

/** What upstreams may bill for attempts whose connection was lost is booked as unpaid. */
export function bookLost({ order, hold, watch }: Pick<Call, 'order' | 'hold' | 'watch'>): void {
  const book = async (by: ServedBy) =>
    hold.bookUnpaid({ by, usage: { promptTokens: await order.countPrompt(), isEstimated: true } });
  watch.leave.onLost = book;
}

export const NOTHING_DELIVERED: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** What a stream owes so far; undefined while no engine has begun. */
export async function soFar({ order, watch, by, generated }: Call): Promise<SoFar | undefined> {
  if (!watch.leave.wasAccepted) return undefined;
  const usage = generated ? await generated() : { promptTokens: await order.countPrompt(), completionTokens: 0 };
  return { usage: { ...usage, isEstimated: true }, by };
}

/**
 * For an answer that ended before any of it was sent: its client disconnected, or it failed and is free. `spent`: what
 * an upstream bills anyway.
 */
export async function endUnread(
  call: Call,
  error: unknown,
  spent?: { by: ServedBy; usage: TokenUsage },
): Promise<void> {
  const end = ownEndOf(call.watch, error);
  const generated = call.generated ?? (error instanceof UnreadAnswer ? error.countUse : undefined);
  if (end) await endLeft({ ...call, ...(generated ? { generated } : {}) }, NOTHING_DELIVERED, end);
  else await call.hold.release(spent);
}

/** `delivered`: the tokens that the client received. */
export async function endLeft(call: Call, delivered: TokenUsage, end: OwnEnd = 'left'): Promise<void> {
  const { order, hold, watch, isOwn, generated, isReported } = call;
  if (!watch.leave.wasAccepted) return hold.release();
  const usage = generated ? await generated() : { promptTokens: await order.countPrompt(), completionTokens: 0 };
  const isUnseen = usage.completionTokens === 0 || mayThinkUnseen(order.model.id, order.body);
  const unseen = isUnseen && !isOwn && !isReported ? unseenTokens(watch, end) : 0;
  const completionTokens = Math.min(hold.maxTokens, usage.completionTokens + unseen);
  const used = { ...usage, completionTokens, isEstimated: usage.isEstimated ?? !(isOwn || isReported) };
  await hold.settle(used, { by: call.by ?? watch.leave.acceptedBy, left: billOf(end, watch.policy, delivered) });
}

/** Delivered tokens are charged; an answer that failed before its first token is free. */
export async function endPart(hold: TokenHold, usage: TokenUsage, by: ServedBy): Promise<void> {
  if (usage.completionTokens === 0) await hold.release({ by, usage });
  else await hold.settle(usage, { by });
}
