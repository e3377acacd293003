// Places a paid order and waits for it: once the upstream has the order, or may have it, no other attempt follows.
import { afterOrder } from './attempt-error.ts';
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
  return wait(accepted).catch((error: unknown) => {
    signal.throwIfAborted();
    throw afterOrder(error);
  });
}
