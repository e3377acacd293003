// The cost that an upstream bills for a call, as a row stored in the same commit as the charge.
import type { MicroCredits } from '../core/money.ts';
import type { WorkDoneBy } from '../core/upstream-work.ts';
import type { CallCost } from '../store/call-costs.ts';
import type { Hold } from './hold.ts';
import type { ServedBy, UpstreamCost } from './prices.ts';
import type { UsageCount } from './receipt.ts';

/** The call that a cost belongs to. */
export type Purpose = Pick<Hold, 'accountId' | 'environment' | 'module' | 'model' | 'keyId'>;

/** Work done by an upstream, as far as its usage is known. */
export interface Spent {
  by: ServedBy;
  usage: UsageCount;
}

/** One of everything: costs nothing at an engine whose work nobody bills. */
const ONE_OF_EACH = {
  promptTokens: 1,
  completionTokens: 1,
  images: 1,
  milliseconds: 1_000,
  characters: 1,
  requests: 1,
};

/** Undefined if the engine bills nothing. */
export function costOfLost(purpose: Purpose, by: WorkDoneBy, upstreamCost: UpstreamCost): CallCost | undefined {
  if (upstreamCost(by, ONE_OF_EACH) === 0) return undefined;
  const lost = costOfCall(purpose, { by, used: {}, billed: null, credits: 0, isPaid: false });
  return lost && { ...lost, isLost: true };
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
