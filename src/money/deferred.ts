// Charges the calls of a batch inside the transaction that stores their answers, so that neither exists without the other.
import type { DeferredCharge, Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Transaction } from '../store/database.ts';
import { noteDepletion, type Spender } from './depletion.ts';
import { releaseHoldsOfJob, settleSome } from './statements.ts';

/** Returns what was charged for each charge; undefined where its hold had ended before, and nothing was charged. */
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

/** Frees what the lines of a batch had reserved when their worker died. Only for the run that has the batch now. */
export function releaseLeftHoldsIn(
  trx: Transaction,
  batch: { id: string; accountId: string; environment: Environment },
): Promise<void> {
  return releaseHoldsOfJob(trx, batch, batch.id);
}
