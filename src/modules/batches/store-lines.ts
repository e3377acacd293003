// Stores the answers of lines together with their charges and counts, in one transaction of their run.
import type { DeferredCharge } from '../../core/caller.ts';
import { settleDeferredIn } from '../../money/deferred.ts';
import { type DoneLine, insertLines } from '../../store/batch-lines.ts';
import { type BatchRow, type BatchRun, type BatchStatus, lockBatch } from '../../store/batches.ts';
import type { Database } from '../../store/database.ts';
import { addRequestCounts } from '../../store/usage.ts';

export interface LineResult extends DoneLine {
  charges: readonly DeferredCharge[];
}

export interface StoredLine {
  /** False if the line's hold had ended: the line was not stored and must run again. */
  isStored: boolean;
  /** The batch's status at that moment, which tells a run that it should end. */
  status: BatchStatus;
}

/** Another run has taken over the batch, or the job has ended. */
export class RunLost extends Error {}

export interface LineStore {
  database: Database;
  batch: BatchRow;
  run: BatchRun;
  /** Where the lines are counted in the usage statistics. */
  module: string;
}

export function storeLines(
  { database, batch, run, module }: LineStore,
  results: readonly LineResult[],
): Promise<StoredLine[]> {
  const { accountId, environment, keyId } = batch;
  return database.transaction(async (trx) => {
    const current = await lockBatch(trx, run);
    if (!current) throw new RunLost('the batch is run by another worker');
    const charges = results.flatMap((result) => result.charges);
    const charged = await settleDeferredIn(trx, { accountId, environment, requestId: null }, charges);
    const isPaid = new Map(charges.map((charge, index) => [charge, charged[index] !== undefined]));
    const kept = results.filter((result) => result.charges.every((charge) => isPaid.get(charge)));
    const paid = kept.flatMap((result) => result.charges);
    const sum = (amountOf: (charge: DeferredCharge) => number) => paid.reduce((total, one) => total + amountOf(one), 0);
    await insertLines(trx, batch.id, {
      lines: kept,
      totals: {
        charged: sum(({ cost }) => cost),
        promptTokens: sum(({ usage }) => usage.promptTokens ?? 0),
        completionTokens: sum(({ usage }) => usage.completionTokens ?? 0),
      },
    });
    const errors = kept.filter(({ hasFailed }) => hasFailed).length;
    if (kept.length > 0)
      await addRequestCounts(trx, [{ accountId, environment, module, keyId, requests: kept.length, errors }]);
    const stored = new Set(kept);
    return results.map((result) => ({ isStored: stored.has(result), status: current.status }));
  });
}
