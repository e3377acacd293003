// Attempts at engines in turn: each tells the call that an engine may be working for it, and what an upstream may bill
// although it gave no answer.

import { ServiceError } from '../core/errors.ts';
import { type CallSignals, isOwnEnd, type OnAccepted } from '../core/left-calls.ts';
import { orderBegins, orderRefused } from '../core/upstream-work.ts';
import { afterOrder, isAccepted, nextTryOf } from './attempt-error.ts';
import { isSurelyRefused, mayBeBilled } from './provider-error.ts';
import { type Candidate, doneBy, tryInTurn } from './routing.ts';
import { UnreadAnswer } from './unread-answer.ts';
import { faultOf } from './upstream-error.ts';

/** A connection that is lost sooner had been closed while it was idle: the upstream has not seen the call. */
const CLOSED_SOCKET_MS = 1_000;

export interface AttemptSignals extends Pick<CallSignals, 'client' | 'upstream'> {
  onAccepted: OnAccepted;
}

/** For engines that tell when their work begins. */
export function tryWatched<Engine, Result>(
  candidates: readonly Candidate<Engine>[],
  signals: CallSignals,
  run: (candidate: Candidate<Engine>, signals: AttemptSignals) => Promise<Result>,
): Promise<Result> {
  return tryBooked(candidates, signals, async (candidate, book) => {
    const { client, upstream, onAccepted } = signals;
    const startedMs = performance.now();
    let isWorking = false;
    const accepted: OnAccepted = (works) => {
      isWorking ||= works;
      void onAccepted(works, doneBy(candidate));
    };
    try {
      return await run(candidate, { client, upstream, onAccepted: accepted });
    } catch (error) {
      if (!isWorking || upstream.aborted) throw error;
      const fault = faultOf(error);
      if (fault === 'timeout') throw afterOrder(error);
      if (fault === 'broken' && performance.now() - startedMs > CLOSED_SOCKET_MS) await book(error);
      throw error;
    }
  });
}

/**
 * For engines that make what is ordered as a whole. An upstream counts as working on an order from the moment it is sent,
 * until it has surely refused.
 */
export function orderInTurn<Engine extends { isOwn: boolean }, Result>(
  candidates: readonly Candidate<Engine>[],
  signals: CallSignals,
  order: (candidate: Candidate<Engine>, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return tryBooked(candidates, signals, async (candidate, book) => {
    const { client, upstream, onAccepted, onRefused } = signals;
    if (candidate.engine.isOwn) return order(candidate, client);
    await orderBegins(doneBy(candidate));
    const by = doneBy(candidate);
    const startedMs = performance.now();
    await onAccepted(true, by);
    try {
      return await order(candidate, upstream);
    } catch (thrown) {
      if (upstream.aborted) throw thrown;
      const fault = faultOf(thrown);
      if (fault === 'timeout') throw afterOrder(thrown);
      // It answered something that its engine's code stumbled over.
      const error = fault || thrown instanceof ServiceError ? thrown : afterOrder(thrown);
      const isUnseen = fault === 'broken' && !isAccepted(error) && performance.now() - startedMs < CLOSED_SOCKET_MS;
      if (isUnseen || isSurelyRefused(error)) await Promise.all([onRefused?.(by), orderRefused(by)]);
      else if (mayBeBilled(error)) await book(error);
      throw error;
    }
  });
}

/** For engines whose orders only jobs place: the order is noted before it is placed, and until it has surely been refused. */
export async function noteOrder<Result>(candidate: Candidate<unknown>, order: () => Promise<Result>): Promise<Result> {
  const by = doneBy(candidate);
  await orderBegins(by);
  try {
    return await order();
  } catch (error) {
    if (!mayBeBilled(error)) await orderRefused(by);
    throw error;
  }
}

/** By our time limit or our bounds after an engine accepted it, or by the call's own end. */
export function endedByUs(error: unknown, signals: CallSignals): boolean {
  return error instanceof UnreadAnswer || nextTryOf(error) === 'ordered' || isOwnEnd(error, signals);
}

/** A call whose leaving is watched books itself what its client's leaving or our time limit has ended, and what it can count. */
function tryBooked<Engine, Result>(
  candidates: readonly Candidate<Engine>[],
  signals: CallSignals,
  attempt: (candidate: Candidate<Engine>, book: (error: unknown) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { client, onLost } = signals;
  const booked: unknown[] = [];
  const isBooked = (error: unknown) => booked.includes(error) || (onLost !== undefined && endedByUs(error, signals));
  const attemptOne = async (candidate: Candidate<Engine>) => {
    // A disconnected client needs no further attempt, even while its first one is still being read.
    client.throwIfAborted();
    return attempt(candidate, async (error) => {
      if (await onLost?.(doneBy(candidate))) booked.push(error);
    });
  };
  return tryInTurn(candidates, attemptOne, { signal: client, isBooked });
}
