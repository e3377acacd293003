// Charges the calls of a batch inside the transaction that stores their answers, so that neither exists without the other.
import type { BatchTerms, DeferredCharge, Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import { insertCallCosts } from '../store/call-costs.ts';
import type { Transaction } from '../store/database.ts';
import { noteDepletion, type Spender } from './depletion.ts';
import type { Hold } from './hold.ts';
import type { ServedBy } from './prices.ts';
import { knownCost, type Receipt, type UsageCount } from './receipt.ts';
import { releaseHoldsOfJob, settleSome } from './statements.ts';

/** Returns the amount of each charge; undefined if its hold had already ended and nothing was charged. */
export async function settleDeferredIn(
  trx: Transaction,
  spender: Spender,
  charges: readonly DeferredCharge[],
): Promise<(MicroCredits | undefined)[]> {
  if (charges.length === 0) return [];
  const { accountId, environment } = spender;
  const settlements = charges.map(({ holdId, served, upstreamCost, ...end }) => ({
    from: { hold: holdId },
    accountId,
    environment,
    counted: true,
    ...end,
    upstreamCost: knownCost(end.usage, upstreamCost, served.upstream !== null),
  }));
  const settled = await settleSome(trx, settlements);
  await insertCallCosts(
    trx,
    charges.flatMap(({ served: { upstream, ...purpose }, upstreamCost: cost, usage: used }, index) => {
      const credits = settled.get(index)?.charged;
      if (upstream === null || credits === undefined) return [];
      return [{ accountId, environment, ...purpose, upstream, isPaid: true, used, credits, cost }];
    }),
  );
  await noteDepletion(trx, spender, 'empty');
  return charges.map((_, index) => settled.get(index)?.charged);
}

/** For work that was done and cannot be delivered: it is free, and its cost is booked. */
export async function giveUpDeferredIn(
  trx: Transaction,
  job: { id: string; accountId: string; environment: Environment },
  charges: readonly DeferredCharge[],
): Promise<void> {
  const { accountId, environment } = job;
  await releaseHoldsOfJob(trx, job, job.id);
  await insertCallCosts(
    trx,
    charges.flatMap(({ served: { upstream, ...purpose }, upstreamCost: cost, usage: used }) =>
      upstream === null
        ? []
        : [{ accountId, environment, ...purpose, upstream, isPaid: false, used, credits: 0, cost }],
    ),
  );
}

/** Releases the holds of a batch's lines after their worker died. Only the current run of the batch may call it. */
export function releaseLeftHoldsIn(
  trx: Transaction,
  batch: { id: string; accountId: string; environment: Environment },
): Promise<void> {
  return releaseHoldsOfJob(trx, batch, batch.id);
}

/** `remaining` stays 0, because the lines of a batch have no headers to show it. */
export function deferTo(
  batch: BatchTerms,
  hold: Hold,
  end: { cost: MicroCredits; usage: UsageCount; billed: MicroCredits | null; by: ServedBy | undefined },
): Receipt {
  const cost = Math.min(end.cost, hold.amount);
  const { usage, billed, by } = end;
  const { module, model, keyId, description } = hold;
  const upstream = by?.engine ?? null;
  batch.defer({
    holdId: hold.id,
    cost,
    description,
    usage,
    upstreamCost: billed,
    served: { module, model, keyId, upstream },
  });
  return { charged: cost, remaining: 0 };
}
