// What is reserved for a call or a job, for whom, and how it is asked for.
import type { Caller, Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { Transaction } from '../store/database.ts';
import { type HoldRequest, holdOne, KEY_CAP_REACHED, settleOne, type UsageCount } from '../store/ledger.ts';
import type { Lease } from './leases.ts';
import type { Quote } from './prices.ts';
import type { Receipt } from './receipt.ts';

export interface Payer extends Pick<Caller, 'accountId' | 'environment' | 'keyId' | 'keyMonthlyCap'> {
  requestId: string | null;
}

export interface Hold {
  id: string;
  /** What was reserved: the quote, or less where the quote allowed it. */
  amount: MicroCredits;
  accountId: string;
  environment: Environment;
  requestId: string | null;
  description: string;
  /** Where it was granted in memory: who pays, for a settlement that finds the lease gone. */
  leased: { lease: Lease; payer: Payer; quote: Quote } | null;
}

/** Reserves inside the caller's own transaction: a job and its hold appear together or not at all. */
export async function holdIn(
  trx: Transaction,
  payer: Payer,
  quote: Quote,
  terms: { jobId: string; ttlSeconds: number },
): Promise<Hold> {
  const request = holdRequest(payer, quote, terms);
  const granted = await holdOne(trx, request);
  if (granted === KEY_CAP_REACHED)
    throw new ServiceError('insufficient_credits', 'This key has reached its monthly cap.');
  if (granted < 0) throw notEnough(request.minimum);
  return holdOf(request, quote, granted);
}

/** Ends a hold inside the caller's own transaction; undefined when it ended before. A cost of 0 releases. */
export async function settleIn(
  trx: Transaction,
  holdId: string,
  end: { cost: MicroCredits; usage: UsageCount; description: string },
): Promise<Receipt | undefined> {
  const settled = await settleOne(trx, { holdId, ...end, counted: end.cost > 0 });
  return settled && { charged: settled.charged, remaining: settled.available };
}

export function holdRequest(
  payer: Payer,
  quote: Quote,
  terms: { jobId: string | null; ttlSeconds: number },
): HoldRequest {
  return {
    id: newId('hold'),
    accountId: payer.accountId,
    environment: payer.environment,
    amount: quote.amount,
    minimum: quote.minimum,
    keyId: payer.keyId,
    keyMonthlyCap: payer.keyMonthlyCap,
    module: quote.module,
    model: quote.model,
    requestId: payer.requestId,
    ...terms,
  };
}

export function holdOf(request: HoldRequest, quote: Quote, granted: MicroCredits): Hold {
  const { id, accountId, environment, requestId } = request;
  return { id, amount: granted, accountId, environment, requestId, description: quote.description, leased: null };
}

export function notEnough(minimum: MicroCredits): ServiceError {
  return new ServiceError(
    'insufficient_credits',
    `This call needs ${microToCredits(minimum)} credits and the balance does not cover it. Buy credits at POST /payments/checkout or in the dashboard.`,
  );
}
