// The hold of a call or job, and functions that open and end a hold in the caller's transaction.
import type { CallTrace } from '../core/call-trace.ts';
import type { BatchTerms, Caller, Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { type CallCost, insertCallCosts } from '../store/call-costs.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { refusalOf } from './cap-refusals.ts';
import { CreditsShort, noteDepletion, type Spender } from './depletion.ts';
import type { Lease } from './leases.ts';
import { memberSpender } from './member-spending.ts';
import { holdNamed, refuseLargeCall } from './named-holds.ts';
import { type NamedTerms, namedTerms } from './named-terms.ts';
import type { Quote, ServedBy, UpstreamCost } from './prices.ts';
import { knownCost, type Receipt, type UsageCount } from './receipt.ts';
import { countedCaps } from './spending-caps.ts';
import { type HoldRequest, holdOne, purposeOfHold, settleOne } from './statements.ts';
import type { Metered } from './token-meter.ts';

export interface Payer
  extends Pick<
    Caller,
    | 'accountId'
    | 'environment'
    | 'keyId'
    | 'keyMonthlyCap'
    | 'keyDailyCap'
    | 'keyTokensPerMinute'
    | 'member'
    | 'batch'
    | 'trace'
    | 'logIfKilled'
    | 'customerCaps'
    | 'customer'
    | 'run'
  > {
  requestId: string | null;
}

export interface Hold {
  id: string;
  /** The held amount: the quote, or less if the quote allows it. */
  amount: MicroCredits;
  accountId: string;
  environment: Environment;
  requestId: string | null;
  description: string;
  /** The model, module and key of the original order. */
  model: string;
  module: string;
  keyId: string | null;
  /** Set for holds granted in memory: the payer, needed if the lease is revoked before the settlement. */
  leased: { lease: Lease; payer: Payer; quote: Quote } | null;
  /** Set if a cap, not the balance, limited the hold: the refusal of that cap, as hold_one and hold_named return it. */
  limit?: { granted: number; named: NamedTerms | null } | undefined;
  /** Set if the charge is written together with a batch line. */
  batch?: BatchTerms | undefined;
  /** Set if the call's tokens are limited. */
  metered?: Metered | undefined;
  /** Set if the call's usage is recorded. */
  trace?: CallTrace | undefined;
  logIfKilled?: Caller['logIfKilled'];
}

/**
 * This process was suspended until another one ended the hold: the amount noted by then is charged, and nothing more
 * can be.
 */
export class HoldEnded extends ServiceError {
  constructor() {
    super(
      'service_unavailable',
      'This call was interrupted for so long that its hold ended before its call did. What was delivered until then is charged; send the call again.',
    );
  }
}

/** Creates a hold in the job's transaction. `noteRefusal` records a refusal outside that transaction. */
export async function holdIn(
  trx: Transaction,
  payer: Payer,
  { quote, ...terms }: { quote: Quote; jobId: string; ttlSeconds: number },
): Promise<Hold> {
  const request = holdRequest(payer, quote, terms);
  const granted = request.named ? await holdNamed(trx, request) : await holdOne(trx, request);
  await refuseLargeCall(trx, request, granted);
  return holdOf(request, quote, granted);
}

interface Ending {
  cost: MicroCredits;
  usage: UsageCount;
  description: string;
  upstreamCost?: UpstreamCost;
  by?: ServedBy;
  /** What an upstream bills for an order that brought no result. */
  ordered?: { upstream: string; cost: MicroCredits | null } | null;
  /** What is stored as unpaid by now, and becomes paid with the charge. */
  parts?: readonly CallCost[];
}

/** What a hold is for; undefined once it has ended. */
export function readPurpose(queries: Queries, holdId: string): ReturnType<typeof purposeOfHold> {
  return purposeOfHold(queries, holdId);
}

/** Ends a hold; returns undefined if it has already ended. A cost of 0 releases it. */
export async function settleIn(
  trx: Transaction,
  hold: Spender & { holdId: string },
  end: Ending,
): Promise<Receipt | undefined> {
  const { holdId, accountId, environment } = hold;
  const { upstreamCost: costOf, by, ordered, parts = [], ...charge } = end;
  const purpose = costOf || ordered ? await purposeOfHold(trx, holdId) : undefined;
  // The tokens of work that consists of parts are those of its parts.
  const served = by ?? (parts.length > 0 ? undefined : purpose);
  const billed = ordered ? ordered.cost : costOf && served ? costOf(served, { ...end.usage, requests: 1 }) : 0;
  const counted = end.cost > 0;
  const isPaid = counted;
  const ofParts = isPaid ? parts.reduce((sum, { cost, used }) => sum + knownCost(used, cost, true), 0) : 0;
  const did = ordered ?? (by?.engine === undefined ? undefined : { upstream: by.engine, cost: billed });
  const upstreamCost = knownCost(end.usage, billed, did !== undefined) + ofParts;
  const settlement = { from: { hold: holdId }, accountId, environment, ...charge, counted, upstreamCost };
  const settled = await settleOne(trx, settlement);
  if (!settled) return undefined;
  const { charged: credits } = settled;
  if (purpose && did) {
    const use = { isPaid: credits > 0, used: end.usage, credits };
    await insertCallCosts(trx, [{ accountId, environment, ...purpose, ...use, ...did }]);
  }
  if (isPaid) {
    const creditsOf = (index: number) => (did === undefined && index === 0 ? credits : 0);
    const paid = parts.map((part, index) => ({ ...part, isPaid, wasUnpaid: true, credits: creditsOf(index) }));
    await insertCallCosts(trx, paid);
  }
  if (end.cost > 0) await noteDepletion(trx, hold, 'empty');
  return { charged: settled.charged, remaining: settled.available };
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
    memberSpender: payer.member ? memberSpender(payer.member.id, payer.environment) : null,
    memberMonthlyCap: payer.member?.monthlyCap ?? null,
    caps: countedCaps(payer, quote.planCaps),
    module: quote.module,
    model: quote.model,
    requestId: payer.requestId,
    named: namedTerms(payer),
    ...terms,
  };
}

/** Throws the customer's error if the hold was refused. */
export function holdOf(request: HoldRequest, quote: Quote, granted: number): Hold {
  const refusal = refusalOf(granted, request.named);
  if (refusal) throw refusal;
  if (granted < 0)
    throw new CreditsShort(
      `This call needs ${microToCredits(request.minimum)} credits and the balance does not cover it. Buy credits on the Billing page.`,
    );
  const { id, accountId, environment, requestId, keyId } = request;
  const { description, model, module } = quote;
  return { id, amount: granted, accountId, environment, requestId, description, model, module, keyId, leased: null };
}
