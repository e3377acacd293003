// The cost that an upstream bills for a call, as a row stored in the same commit as the charge.
import type { MicroCredits } from '../core/money.ts';
import type { CallCost } from '../store/call-costs.ts';
import type { Hold } from './hold.ts';
import type { ServedBy } from './prices.ts';
import type { UsageCount } from './receipt.ts';

/** The call that a cost belongs to. */
export type Purpose = Pick<Hold, 'accountId' | 'environment' | 'module' | 'model' | 'keyId'>;

/** Work done by an upstream, as far as its usage is known. */
export interface Spent {
  by: ServedBy;
  usage: UsageCount;
}

/** Undefined for local work, which no upstream bills. */
export function costOfCall(
  { accountId, environment, module, model, keyId }: Purpose,
  end: {
    by: ServedBy | undefined;
    used: UsageCount;
    billed: MicroCredits | null;
    credits: MicroCredits;
    isPaid: boolean;
  },
): CallCost | undefined {
  const { by, used, billed: cost, credits, isPaid } = end;
  if (by?.engine === undefined) return undefined;
  return { accountId, environment, module, model, keyId, upstream: by.engine, isPaid, used, credits, cost };
}
