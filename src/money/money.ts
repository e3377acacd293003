// Pays for calls: hold → work → settle or release. What moves credits outside of calls is in entries.ts.
import { Batcher } from '../core/batcher.ts';
import type { BatchTerms } from '../core/caller.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { Database } from '../store/database.ts';
import { noteDepletion, noteRefusal } from './depletion.ts';
import { type Hold, holdOf, holdRequest, type Payer } from './hold.ts';
import { Leases } from './leases.ts';
import type { Quote } from './prices.ts';
import type { Receipt, UsageCount } from './receipt.ts';
import {
  extendHold,
  type HoldRequest,
  holdMany,
  releaseExpired,
  type Settled,
  type Settlement,
  settleMany,
} from './statements.ts';

export interface Work<T> {
  value: T;
  cost: MicroCredits;
  usage: UsageCount;
}

/** Long enough for any call that is answered at once; long work extends it. */
const HOLD_SECONDS = 15 * 60;

export class Money {
  readonly #database: Database;
  readonly #holds: Batcher<HoldRequest, number>;
  readonly #settlements: Batcher<Settlement, Settled | undefined>;
  readonly #leases: Leases;
  /** A hold ends once. Those in the database are guarded there as well; those of a lease only here. */
  readonly #ended = new WeakSet<Hold>();
  #chargedMicro: MicroCredits = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#holds = new Batcher((requests) => holdMany(database.pool, requests));
    this.#settlements = new Batcher((settlements) => settleMany(database.pool, settlements));
    this.#leases = new Leases(database);
  }

  /** For answers that are given whole: nobody can forget to settle or release. */
  async charge<T>(
    payer: Payer,
    quote: Quote,
    work: (hold: Hold) => Promise<Work<T>>,
  ): Promise<{ value: T; receipt: Receipt }> {
    const hold = await this.holdWhole(payer, quote);
    let done: Work<T>;
    try {
      done = await work(hold);
    } catch (error) {
      await this.release(hold, error);
      throw error;
    }
    const receipt = await this.settle(hold, done.cost, done.usage);
    return { value: done.value, receipt };
  }

  /** For streams, whose end comes later: every way out must settle or release. */
  async hold(payer: Payer, quote: Quote): Promise<Hold> {
    const jobId = payer.batch?.id ?? null;
    const request = holdRequest(payer, quote, { ttlSeconds: HOLD_SECONDS, jobId });
    const granted = await this.#holds.add(request);
    try {
      return { ...holdOf(request, quote, granted), batch: payer.batch };
    } catch (error) {
      await noteRefusal(this.#database, payer, error);
      throw error;
    }
  }

  /**
   * For answers of which nothing is given away before they are settled: these may be granted in memory. Should the credits
   * end meanwhile, the settlement is refused and so is the answer.
   */
  async holdWhole(payer: Payer, quote: Quote): Promise<Hold> {
    const lease = payer.keyMonthlyCap === null && !payer.batch && this.#leases.take(payer, quote.amount);
    if (!lease) return this.hold(payer, quote);
    const { accountId, environment, requestId } = payer;
    const { amount, description } = quote;
    return { id: lease.id, amount, accountId, environment, requestId, description, leased: { lease, payer, quote } };
  }

  /** On disk when it resolves. Never takes more than was held. */
  async settle(hold: Hold, cost: MicroCredits, usage: UsageCount): Promise<Receipt> {
    if (this.#ended.has(hold)) throw new Error(`hold ${hold.id} ended before its call did`);
    // A negative cost would be a payment to the caller.
    if (!Number.isSafeInteger(cost) || cost < 0) throw new Error(`a call cannot cost ${cost} micro-credits`);
    this.#ended.add(hold);
    if (hold.batch) return deferTo(hold.batch, hold, { cost, usage });
    const settling = this.#settlements.add({ ...settlementOf(hold, Math.min(cost, hold.amount)), usage });
    const settled = await (hold.leased ? this.#leases.end(hold.leased.lease, hold.amount, settling) : settling);
    if (!settled) return this.#settleAgain(hold, cost, usage);
    const { charged, available: remaining } = settled;
    if (remaining <= 0) await this.#database.transaction((trx) => noteDepletion(trx, hold, 'empty'));
    this.#chargedMicro += charged;
    return { charged, remaining };
  }

  /** `reason`: what ended the call, if that was an error. A hold that was settled stays so. */
  async release(hold: Hold, reason?: unknown): Promise<void> {
    if (this.#ended.has(hold)) return;
    this.#ended.add(hold);
    if (hold.leased) this.#leases.release(hold.leased.lease, hold.amount);
    else await this.#settlements.add({ ...settlementOf(hold, 0), counted: false });
    await noteRefusal(this.#database, hold, reason);
  }

  /** For streams that stop where the credits end, after their settlement. */
  async noteRanDry(hold: Hold): Promise<void> {
    await this.#database.transaction((trx) => noteDepletion(trx, hold, 'short'));
  }

  /** Keeps the hold of a long stream from expiring; false when it is gone. */
  async extend(hold: Hold): Promise<boolean> {
    return hold.leased !== null || extendHold(this.#database.queries, hold.id, HOLD_SECONDS);
  }

  /** Since this process began; for the metrics. */
  get chargedCredits(): number {
    return microToCredits(this.#chargedMicro);
  }

  /** Regular work: frees the holds of nodes that died; how many. */
  sweep(): Promise<number> {
    return releaseExpired(this.#database.queries);
  }

  /** Regular work: see Leases. */
  tend(): Promise<void> {
    return this.#leases.tend();
  }

  close(): Promise<void> {
    return this.#leases.close();
  }

  /** The lease was taken back: the call is charged like any other, or refused before its answer goes out. */
  async #settleAgain(hold: Hold, cost: MicroCredits, usage: UsageCount): Promise<Receipt> {
    if (!hold.leased) throw new Error(`hold ${hold.id} ended before its call did`);
    const { payer, quote } = hold.leased;
    const amount = Math.min(cost, hold.amount);
    return this.settle(await this.hold(payer, { ...quote, amount, minimum: amount }), amount, usage);
  }
}

/** Nothing remains to be told: the lines of a batch have no headers. */
function deferTo(batch: BatchTerms, hold: Hold, end: { cost: MicroCredits; usage: UsageCount }): Receipt {
  const cost = Math.min(end.cost, hold.amount);
  batch.defer({ holdId: hold.id, cost, description: hold.description, usage: end.usage });
  return { charged: cost, remaining: 0 };
}

function settlementOf(hold: Hold, cost: MicroCredits): Settlement {
  const { id, accountId, environment, description, leased } = hold;
  const { module = '', model = '' } = leased?.quote ?? {};
  const { keyId = null, requestId = null } = leased?.payer ?? {};
  const from = leased ? { lease: id, keyId, module, model, requestId } : { hold: id };
  return { from, accountId, environment, cost, description, counted: true, usage: {} };
}
