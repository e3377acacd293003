// Places a paid order and waits for it: once the upstream may have received the order, no other attempt is made.
import { afterOrder, afterWork } from './attempt-error.ts';
import { isSurelyRefused } from './provider-error.ts';

export async function orderOnce<Accepted, Result>(
  place: () => Promise<Accepted>,
  wait: (accepted: Accepted) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const accepted = await place().catch((error: unknown) => {
    signal.throwIfAborted();
    throw isSurelyRefused(error) ? error : afterOrder(error);
  });
  return finishOrder(() => wait(accepted), signal);
}

/**
 * Whatever goes wrong with an accepted order, it is not repeated. Nor does it pause its upstream for others: a prompt that a
 * provider's filter refuses ends like this, too.
 */
export async function finishOrder<Result>(finish: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await finish();
  } catch (error) {
    signal.throwIfAborted();
    throw afterWork(error);
  }
}
