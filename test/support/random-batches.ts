// Lines of random batches: some are answered and charged together with their answers, the others are left by a worker that died.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DeferredCharge } from '../../src/core/caller.ts';
import { newId } from '../../src/core/ids.ts';
import { releaseLeftHoldsIn, settleDeferredIn } from '../../src/money/deferred.ts';
import { CreditsShort } from '../../src/money/depletion.ts';
import type { Hold } from '../../src/money/hold.ts';
import type { Money } from '../../src/money/money.ts';
import type { Database } from '../../src/store/database.ts';

export const batchStep = fc.record({
  do: fc.constant('batch' as const),
  lines: fc.array(
    fc.record({ micro: fc.integer({ min: 1, max: 3_000_000 }), percent: fc.integer({ min: 0, max: 150 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  answered: fc.nat(4),
});
export type BatchStep = typeof batchStep extends fc.Arbitrary<infer T> ? T : never;

/** Resolves to what was charged. Nothing is held for the batch afterwards, and what is held for others stays. */
export async function runBatch(
  { lines, answered }: BatchStep,
  { database, money, accountId }: { database: Database; money: Money; accountId: string },
): Promise<number> {
  const owner = { accountId, environment: 'live' as const };
  const batchId = newId('batch');
  const charges: DeferredCharge[] = [];
  const batch = { id: batchId, priceFactor: 0.5, defer: (charge: DeferredCharge) => void charges.push(charge) };
  const payer = { ...owner, keyId: null, keyMonthlyCap: null, keyDailyCap: null, keyTokensPerMinute: null, batch };
  const held: { hold: Hold; percent: number }[] = [];
  for (const { micro, percent } of lines) {
    const quote = { module: 'chat', model: 'batched-1', amount: micro, minimum: micro, description: '' };
    const hold = await money.hold({ ...payer, requestId: newId('req') }, quote, { mayLease: true }).catch(unlessShort);
    if (hold) held.push({ hold, percent });
  }
  const counted = await sumUsage(database, accountId);
  const others = await sumHeld(database, { accountId, except: batchId });
  let wanted = 0;
  for (const { hold, percent } of held.slice(0, answered)) {
    const { charged } = await money.settle(hold, Math.floor((hold.amount * percent) / 100), {});
    wanted += charged;
  }
  const spender = { ...owner, requestId: null };
  const settled = await database.transaction((trx) => settleDeferredIn(trx, spender, charges));
  assert.equal(
    settled.reduce((sum: number, one) => sum + (one ?? Number.NaN), 0),
    wanted,
    'lines are charged as they were deferred',
  );
  assert.equal(await sumUsage(database, accountId), counted + wanted, 'answered lines are in the statistics');
  await database.transaction((trx) => releaseLeftHoldsIn(trx, { id: batchId, ...owner }));
  const { rows } = await database.pool.query('select held from balances where account_id = $1 and environment = $2', [
    accountId,
    'live',
  ]);
  assert.equal(rows[0].held, others, 'the next worker releases what the dead one held, and nothing else');
  return wanted;
}

async function sumHeld(database: Database, of: { accountId: string; except: string }): Promise<number> {
  const { rows } = await database.pool.query(
    `select coalesce(sum(amount), 0)::bigint as sum from holds
     where account_id = $1 and environment = 'live' and job_id is distinct from $2`,
    [of.accountId, of.except],
  );
  return rows[0].sum;
}

async function sumUsage(database: Database, accountId: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select coalesce(sum(credits), 0)::bigint as sum from usage_hourly where account_id = $1 and model = 'batched-1'",
    [accountId],
  );
  return rows[0].sum;
}

function unlessShort(error: unknown): undefined {
  assert.ok(error instanceof CreditsShort, String(error));
}
