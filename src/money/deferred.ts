// Charges the calls of a batch inside the transaction that stores their answers, so that neither exists without the other.
import type { DeferredCharge, Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Transaction } from '../store/database.ts';
import { noteDepletion, type Spender } from './depletion.ts';
import { releaseHoldsOfJob, settleSome } from './statements.ts';

/** Returns the amount of each charge; undefined if its hold had already ended, so that nothing was charged. */
export async function settleDeferredIn(
  trx: Transaction,
  spender: Spender,
  charges: readonly DeferredCharge[],
): Promise<(MicroCredits | undefined)[]> {
  if (charges.length === 0) return [];
  const { accountId, environment } = spender;
  const settlements = charges.map(({ holdId, ...end }) => ({
    from: { hold: holdId },
    accountId,
    environment,
    counted: true,
    ...end,
  }));
  const settled = await settleSome(trx, settlements);
  await noteDepletion(trx, spender, 'empty');
  return charges.map((_, index) => settled.get(index)?.charged);
}

/** Releases the holds of a batch's lines after their worker died. Only the current run of the batch may call it. */
export function releaseLeftHoldsIn(
  trx: Transaction,
  batch: { id: string; accountId: string; environment: Environment },
): Promise<void> {
  return releaseHoldsOfJob(trx, batch, batch.id);
}
