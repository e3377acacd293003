// Charges what is ordered as a whole: images, transcripts, embeddings. An upstream bills such an order once it has
// accepted it, so whoever leaves then pays by the policy of the plan.
import type { Caller } from '../core/caller.ts';
import type { CallSignals } from '../core/left-calls.ts';
import type { Hold } from './hold.ts';
import { ownEndOf, watchLeave } from './left-bill.ts';
import type { Work } from './money.ts';
import type { Quote, ServedBy } from './prices.ts';
import type { Receipt, UsageCount } from './receipt.ts';
import type { Paying } from './token-hold.ts';

export interface OrderTerms {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  quote: Quote;
  /** What is charged for an order of which nothing is known but that it was accepted. */
  ordered: { cost: number; usage: UsageCount };
}

export interface OrderedWork<Made, Value> {
  make(signals: CallSignals): Promise<Made>;
  /** Called only if the work is paid: what it stores is the customer's. */
  finish(made: Made, hold: Hold): Promise<Work<Value>>;
}

export async function payForOrder<Made, Value>(
  paying: Paying,
  { caller, requestId, signal, quote, ordered }: OrderTerms,
  { make, finish }: OrderedWork<Made, Value>,
): Promise<{ value: Value; receipt: Receipt }> {
  const { money } = paying;
  const watch = watchLeave(paying, caller, signal);
  const { leave, policy } = watch;
  let ended: { reason: unknown } | undefined;
  try {
    const { value, receipt } = await money.charge<Value | undefined>({ ...caller, requestId }, quote, async (hold) => {
      const bookUnpaid = (by: ServedBy) =>
        money.bookUnpaid(hold, { by, usage: { ...ordered.usage, isEstimated: true } });
      leave.onLost = bookUnpaid;
      let made: { value: Made } | undefined;
      let failure: unknown;
      try {
        made = { value: await make(leave.signals) };
      } catch (error) {
        failure = error;
      }
      const isGivenUp = leave.hasLeft && leave.wasAccepted && policy !== 'accepted';
      if (made && !isGivenUp) {
        try {
          return await finish(made.value, hold);
        } catch (error) {
          // What cannot be stored is not paid, and its upstream bills it.
          if (leave.acceptedBy) await bookUnpaid(leave.acceptedBy);
          throw error;
        }
      }
      const end = ownEndOf(watch, failure);
      if (!end) throw failure;
      ended = { reason: end === 'left' ? signal.reason : failure };
      const cost = policy === 'accepted' ? ordered.cost : 0;
      const note = end === 'left' ? 'client left' : 'out of time';
      return { value: undefined, cost, usage: { ...ordered.usage, by: leave.acceptedBy, isEstimated: true, note } };
    });
    if (ended) throw ended.reason;
    return { value: value as Value, receipt };
  } finally {
    leave.end();
  }
}
