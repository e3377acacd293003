// Places a paid order and waits for it: once the upstream may have received the order, no other attempt is made.
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
