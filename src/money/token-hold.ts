// Charges text by the token: holds the most an answer may cost, limits its tokens to the hold, and settles the
// delivered tokens.
import type { Caller } from '../core/caller.ts';
import type { ServiceError } from '../core/errors.ts';
import type { LeftCalls } from '../core/left-calls.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { AttachedRow } from '../store/attached-row.ts';
import type { Spent } from './billed-calls.ts';
import { largerThanLeft } from './cap-refusals.ts';
import { CreditsShort } from './depletion.ts';
import { type Hold, HoldEnded } from './hold.ts';
import { type AbandonedPolicy, costOfLeft, describeLeft, type LeftBill } from './left-bill.ts';
import type { Money } from './money.ts';
import type { CostOfUse, Prices, ServedBy } from './prices.ts';
import type { Receipt } from './receipt.ts';
import { RunningAnswer } from './running-answers.ts';

interface TokenUse {
  promptTokens: number;
  completionTokens: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  isEstimated?: boolean | undefined;
}

export interface TokenTerms {
  module: string;
  model: string;
  description: string;
  /** A cheap upper bound. The exact count is computed only if the balance does not cover the bound. */
  mostPromptTokens: number;
  countPrompt(): Promise<number>;
  /** The minimum number of prompt tokens that must be covered; 0 if absent. */
  leastPromptTokens?: number;
  maxTokens: number;
  /** The minimum number of tokens that an answer needs to begin; 1 if absent. */
  leastTokens?: number;
  /**
   * Whether a smaller hold is acceptable, because the answer stops when it is used up. Otherwise the call is refused.
   */
  mayStopEarly: boolean;
  /** Whether the call settles, or secures its hold, before any part of its answer is sent. */
  mayLease: boolean;
}

interface AnswerLimits {
  /** The maximum length of the answer. */
  maxTokens: number;
  /** Whether that limit comes from the balance rather than the request. */
  isShort: boolean;
}

export interface TokenHold extends Readonly<AnswerLimits> {
  costOf(use: TokenUse): MicroCredits;
  /** From now on the call costs what an answer from the cache does. */
  takeFromCache(): void;
  /**
   * Call this before sending a part of the answer that is not settled yet. Rejects if the credits ran out meanwhile.
   */
  secure(): Promise<void>;
  settle(use: TokenUse, end?: TokenEnd): Promise<Receipt>;
  /** `spent`: what an upstream bills anyway. */
  release(spent?: Spent): Promise<void>;
  /** What an upstream may bill for an attempt that another follows. */
  bookUnpaid(spent: Spent): Promise<void>;
  /** Call this after settling an answer that stopped because its hold was used up. Returns the error that ends a stream. */
  noteRanDry(): Promise<ServiceError>;
  /**
   * From now on, the delivered part of a stream is noted every few seconds, so that it is charged if this process dies.
   */
  noteFrom(soFar: () => Promise<SoFar | undefined>, policy: AbandonedPolicy): void;
  /**
   * Reports that the answer has grown, so that its hold is extended and noted; cheap to call often. Throws if the hold
   * has ended.
   */
  keepAlive(): void;
}

/** What a running stream has used; undefined while no engine has begun. */
export interface SoFar {
  usage: TokenUse;
  by: ServedBy | undefined;
}

export interface TokenEnd {
  /** The engine that answered, for the operator's cost. */
  by?: ServedBy | undefined;
  /** Stored in the same commit. */
  row?: AttachedRow | undefined;
  /** Set if the client disconnected: its charge then depends on its plan, the operator's cost does not. */
  left?: LeftBill | undefined;
}

export interface Paying {
  money: Money;
  prices: Prices;
  leftCalls: LeftCalls;
}

/** What the ledger says of an answer from the cache. */
export const FROM_CACHE = 'from the answer cache';

export async function holdTokens(
  { money, prices: current }: Pick<Paying, 'money' | 'prices'>,
  payer: Caller & { requestId: string },
  terms: TokenTerms,
): Promise<TokenHold> {
  const { module, model, description, maxTokens, leastTokens = 1, leastPromptTokens = 0 } = terms;
  const what = { module, model, description };
  // The list in effect now, used until the call ends: a call held at its prices is charged at them.
  const prices = current.now();
  const costOf = prices.costFor(payer, what);
  const most = dearest(terms, costOf);
  const quote = prices.quoteRange(payer, what, {
    least: { promptTokens: leastPromptTokens, completionTokens: leastTokens, requests: 1 },
    most,
  });
  const hold = await money.hold(payer, quote, { mayLease: terms.mayLease });
  let limits: AnswerLimits = { maxTokens, isShort: false };
  try {
    if (hold.amount < costOf(most)) limits = await fitToHold(hold, terms, costOf);
  } catch (error) {
    await money.release(hold, error);
    throw error;
  }
  return new HeldTokens({ money, hold, costOf, prices, payer }, limits);
}

class HeldTokens implements TokenHold {
  readonly maxTokens: number;
  readonly isShort: boolean;
  readonly #money: Money;
  readonly #usualCostOf: CostOfUse;
  readonly #prices: Prices;
  readonly #payer: Caller;
  #isFromCache = false;
  #hold: Hold;
  #securing: Promise<void> | undefined;
  /** What keeps the hold; undefined for a hold from a lease, which is renewed with its lease. */
  #running: RunningAnswer | undefined;
  /** A hold that is being exchanged ends as the hold that replaces it. */
  #hasEnded = false;

  constructor(
    held: { money: Money; hold: Hold; costOf: CostOfUse; prices: Prices; payer: Caller },
    { maxTokens, isShort }: AnswerLimits,
  ) {
    this.#money = held.money;
    this.#hold = held.hold;
    this.#usualCostOf = held.costOf;
    this.#prices = held.prices;
    this.#payer = held.payer;
    this.maxTokens = maxTokens;
    this.isShort = isShort;
    if (!this.#hold.leased) this.#keep();
  }

  costOf(use: TokenUse): MicroCredits {
    return Math.min(this.#costOf(use), this.#hold.amount);
  }

  secure(): Promise<void> {
    this.#securing ??= this.#exchange().finally(() => {
      this.#securing = undefined;
    });
    return this.#securing;
  }

  async settle(use: TokenUse, { by, row, left }: TokenEnd = {}): Promise<Receipt> {
    await this.#end();
    const hold = this.#hold;
    try {
      const cost = Math.min(left ? this.#costOfLeft(left, use) : this.#costOf(use), hold.amount);
      const told = this.#isFromCache ? { note: FROM_CACHE } : {};
      if (!left) return await this.#money.settle(hold, cost, { ...use, by, row, ...told });
      const deliveredTokens = left.delivered.completionTokens ?? 0;
      const note = describeLeft(left, use);
      return await this.#money.settle(hold, cost, { ...use, by, row, deliveredTokens, note });
    } catch (error) {
      // What cannot be charged is not held either.
      await this.#money.release(hold, error);
      throw error;
    }
  }

  async release(spent?: Spent): Promise<void> {
    await this.#end();
    return this.#money.release(this.#hold, undefined, spent);
  }

  bookUnpaid(spent: Spent): Promise<void> {
    return this.#money.bookUnpaid(this.#hold, spent);
  }

  noteRanDry(): Promise<ServiceError> {
    return this.#money.noteRanDry(this.#hold);
  }

  noteFrom(soFar: () => Promise<SoFar | undefined>, policy: AbandonedPolicy): void {
    this.#keep().noteBy(async () => {
      const now = await soFar();
      if (!now || this.#hasEnded) return undefined;
      // Only this process knows what a lease has granted.
      if (this.#hold.leased) await this.secure();
      const { usage, by } = now;
      const note = `interrupted after ${usage.completionTokens} tokens`;
      const cost = this.#costOfLeft({ policy, delivered: usage }, usage);
      return this.#money.noteOf(this.#hold, cost, { ...usage, by, note });
    });
  }

  keepAlive(): void {
    if (!this.#running) return;
    if (this.#running.isGone) throw new HoldEnded();
    this.#running.hasGrown = true;
  }

  takeFromCache(): void {
    this.#isFromCache = true;
  }

  #costOf(use: Parameters<CostOfUse>[0]): MicroCredits {
    const usual = this.#usualCostOf({ ...use, requests: 1 });
    return this.#isFromCache ? this.#prices.cachedCost(this.#payer, usual) : usual;
  }

  #costOfLeft(left: LeftBill, use: TokenUse): MicroCredits {
    return costOfLeft(left, use, (part) => this.#costOf(part));
  }

  async #exchange(): Promise<void> {
    this.#hold = await this.#money.secure(this.#hold);
    if (!this.#hasEnded) this.#keep();
  }

  #keep(): RunningAnswer {
    if (this.#running) return this.#running;
    this.#running = new RunningAnswer(async () =>
      this.#hold.leased ? undefined : { holdId: this.#hold.id, noted: null },
    );
    this.#money.running.add(this.#running);
    return this.#running;
  }

  async #end(): Promise<void> {
    this.#hasEnded = true;
    if (this.#running) this.#money.running.delete(this.#running);
    if (this.#securing) await this.#securing.catch(() => undefined);
  }
}

/** Writing to the upstream's cache may cost more than reading the prompt. */
function dearest({ mostPromptTokens, maxTokens }: TokenTerms, costOf: CostOfUse) {
  const read = { promptTokens: mostPromptTokens, completionTokens: maxTokens, requests: 1 };
  const written = { ...read, cacheWriteTokens: mostPromptTokens };
  return costOf(written) > costOf(read) ? written : read;
}

async function fitToHold(hold: Hold, terms: TokenTerms, costOf: CostOfUse): Promise<AnswerLimits> {
  const promptTokens = await terms.countPrompt();
  const costOfAnswer = (completionTokens: number) => costOf({ promptTokens, completionTokens, requests: 1 });
  const isPaid = (completionTokens: number) => costOfAnswer(completionTokens) <= hold.amount;
  if (isPaid(terms.maxTokens)) return { maxTokens: terms.maxTokens, isShort: false };
  const affordable = largestPaid(terms.maxTokens, isPaid);
  if (affordable >= (terms.leastTokens ?? 1) && terms.mayStopEarly) return { maxTokens: affordable, isShort: true };
  const needed = costOfAnswer(terms.mayStopEarly ? 1 : terms.maxTokens);
  const refusal = hold.limit && largerThanLeft(hold.limit, { needed, left: hold.amount });
  if (refusal) throw refusal;
  throw new CreditsShort(
    `This call needs ${microToCredits(needed)} credits and ${microToCredits(hold.amount)} are available. Buy credits on the Billing page, or ask for a shorter answer (max_tokens).`,
  );
}

/** The maximum number of tokens, up to the limit, that the hold covers; −1 if it does not even cover 0. */
function largestPaid(limit: number, isPaid: (tokens: number) => boolean): number {
  let low = -1;
  let high = limit;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isPaid(middle)) low = middle;
    else high = middle;
  }
  return low;
}
