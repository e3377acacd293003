// Charges calls: hold → work → settle or release. Credit movements outside of calls are in entries.ts.
import { Batcher } from '../core/batcher.ts';
import { noteCharge } from '../core/call-trace.ts';
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { servedBy, type WorkDoneBy } from '../core/upstream-work.ts';
import type { AttachedRow } from '../store/attached-row.ts';
import { insertCallCosts } from '../store/call-costs.ts';
import type { Database } from '../store/database.ts';
import { settleAbandoned } from './abandoned.ts';
import { storeRow } from './attached-rows.ts';
import { costOfCall, costOfLost, type Purpose, type Spent } from './billed-calls.ts';
import { refusalOf } from './cap-refusals.ts';
import { chargeLease, ofOneLease } from './charge-lease.ts';
import { deferTo } from './deferred.ts';
import { noteDepletion, noteRefusal } from './depletion.ts';
import { type Hold, HoldEnded, type Payer } from './hold.ts';
import { HoldGranter } from './hold-granter.ts';
import type { HoldNote } from './hold-notes.ts';
import { Leases } from './leases.ts';
import type { Quote, ServedBy, UpstreamCost } from './prices.ts';
import { knownCost, type Receipt, type UsageCount } from './receipt.ts';
import { RunningAnswers } from './running-answers.ts';
import { type Settled, type Settlement, settleMany } from './statements.ts';
import type { TokenCounter } from './token-meter.ts';

/** The usage, who served it if not the hold's model, and the row to store if and only if the call is charged. */
export interface Used extends UsageCount {
  by?: ServedBy | undefined;
  row?: AttachedRow | undefined;
  /** Added to the call's description in the ledger. */
  note?: string;
  /** The tokens that the client received before it disconnected; absent if it stayed. */
  deliveredTokens?: number;
}

export interface Work<T> {
  value: T;
  cost: MicroCredits;
  usage: Used;
}

/** Long enough for any synchronous call; longer work extends its hold. */
const HOLD_SECONDS = 15 * 60;
/** Number of attached rows; bounds the memory of one statement. */
const MAX_BYTES_AT_ONCE = 8 * 1024 * 1024;

export class Money {
  readonly #database: Database;
  readonly #upstreamCost: UpstreamCost;
  readonly #settlements: Batcher<Settlement, Settled | undefined>;
  readonly #leases: Leases;
  readonly #granter: HoldGranter;
  /** The running answers whose holds are extended and noted. */
  readonly running: RunningAnswers;
  /** Ensures that a hold ends once. The database checks this too, except for holds from a lease. */
  readonly #ended = new WeakSet<Hold>();
  #chargedMicro: MicroCredits = 0;

  constructor(database: Database, upstreamCost: UpstreamCost = () => 0) {
    this.#database = database;
    this.#upstreamCost = upstreamCost;
    const charges = database.ownConnection('charges');
    this.#settlements = new Batcher(
      (settlements) => {
        const leased = ofOneLease(settlements);
        return leased ? chargeLease(charges, leased) : settleMany(charges, settlements);
      },
      { bytes: { most: MAX_BYTES_AT_ONCE, of: ({ row }) => row?.bytes ?? 0 } },
    );
    this.#leases = new Leases(database);
    this.#granter = new HoldGranter(database, this.#leases, HOLD_SECONDS);
    this.running = new RunningAnswers(database.queries, HOLD_SECONDS);
  }

  /** From now on, the tokens of callers with a token limit are counted there. */
  countTokensIn(counter: TokenCounter): void {
    this.#granter.countTokensIn(counter);
  }

  /** For whole answers: settles or releases on every path. */
  async charge<T>(
    payer: Payer,
    quote: Quote,
    work: (hold: Hold) => Promise<Work<T>>,
  ): Promise<{ value: T; receipt: Receipt }> {
    const hold = await this.hold(payer, quote, { mayLease: true });
    try {
      const { value, cost, usage } = await work(hold);
      return { value, receipt: await this.settle(hold, cost, usage) };
    } catch (error) {
      await this.release(hold, error);
      throw error;
    }
  }

  /**
   * The caller must settle or release on every path. `mayLease`: nothing of the answer is sent before it is settled or its hold is
   * secured, so that the hold may be granted in memory. If the credits run out meanwhile, the settlement is refused and so is the
   * answer.
   */
  hold(payer: Payer, quote: Quote, terms: { mayLease?: boolean } = {}): Promise<Hold> {
    return this.#granter.hold(payer, quote, terms);
  }

  /**
   * Exchanges a hold from a lease, which can be revoked, for one in the database. Rejects if the credits ran out
   * meanwhile.
   */
  async secure(hold: Hold): Promise<Hold> {
    if (!hold.leased) return hold;
    const { lease, payer, quote } = hold.leased;
    const secured = await this.#granter.holdInDatabase(payer, { ...quote, minimum: hold.amount });
    if (this.#ended.has(hold)) {
      await this.release(secured);
      throw new Error(`hold ${hold.id} ended before it was exchanged`);
    }
    this.#ended.add(hold);
    this.#leases.release(lease, hold.amount);
    return { ...secured, metered: hold.metered };
  }

  /** The settlement is on disk when this resolves. Never charges more than was held. */
  async settle(hold: Hold, cost: MicroCredits, used: Used): Promise<Receipt> {
    const { by = servedBy(hold.model), row, note, deliveredTokens, ...usage } = used;
    if (this.#ended.has(hold)) throw new Error(`hold ${hold.id} ended before its call did`);
    // A negative cost would pay the caller.
    if (!Number.isSafeInteger(cost) || cost < 0) throw new Error(`a call cannot cost ${cost} micro-credits`);
    const billed = this.#upstreamCost(by ?? { model: hold.model }, { ...usage, requests: 1 });
    this.#ended.add(hold);
    const tokenLimit = hold.metered?.end(usage);
    const noteIn = (charged: MicroCredits) =>
      hold.trace &&
      noteCharge(hold.trace, {
        ...{ model: hold.model, servedModel: by?.model, upstream: by?.engine, usage, charged, deliveredTokens },
        upstreamCost: billed,
      });
    if (hold.batch) {
      if (row) await storeRow(this.#database.pool, row);
      const receipt = deferTo(hold.batch, hold, { cost, usage, billed, by });
      noteIn(receipt.charged);
      return receipt;
    }
    const settlement = settlementOf(hold, Math.min(cost, hold.amount));
    if (note) settlement.description = `${settlement.description} (${note})`;
    const callCost = costOfCall(hold, { by, used: usage, billed, credits: settlement.cost, isPaid: true });
    const upstreamCost = knownCost(usage, billed, callCost !== undefined);
    const settling = this.#settlements.add({ ...settlement, usage, upstreamCost, row, billed: callCost });
    const settled = await (hold.leased ? this.#leases.end(hold.leased.lease, hold.amount, settling) : settling);
    if (!settled) return this.#settleAgain(hold, cost, used);
    const { charged, available: remaining } = settled;
    if (remaining <= 0) await this.#database.transaction((trx) => noteDepletion(trx, hold, 'empty'));
    this.#chargedMicro += charged;
    noteIn(charged);
    return { charged, remaining, ...(tokenLimit ? { tokenLimit } : {}) };
  }

  /**
   * `reason` is the error that ended the call, if any; `spent` is what an upstream bills anyway, which the operator
   * pays. A settled hold stays settled.
   */
  async release(hold: Hold, reason?: unknown, spent?: Spent): Promise<void> {
    if (this.#ended.has(hold)) return;
    this.#ended.add(hold);
    hold.metered?.end({});
    if (hold.leased) this.#leases.release(hold.leased.lease, hold.amount);
    else await this.#settlements.add({ ...settlementOf(hold, 0), counted: false });
    if (spent) await this.bookUnpaid(hold, spent);
    await noteRefusal(this.#database, hold, reason);
  }

  /**
   * Records what an upstream bills for work that nobody is charged for: a call that failed, was retried or was
   * abandoned.
   */
  async bookUnpaid(call: Purpose, { by, usage }: Spent): Promise<void> {
    const billed = this.#upstreamCost(by, { ...usage, requests: 1 });
    const callCost = costOfCall(call, { by, used: usage, billed, credits: 0, isPaid: false });
    if (callCost) await insertCallCosts(this.#database.queries, [callCost]);
  }

  /** Records an attempt without a result, of which nobody knows what its upstream bills. */
  async bookLost(call: Purpose, by: WorkDoneBy): Promise<void> {
    const lost = costOfLost(call, by, this.#upstreamCost);
    if (lost) await insertCallCosts(this.#database.queries, [lost]);
  }

  /** For answers that stopped because their hold was used up, after their settlement. Returns what to tell the client. */
  async noteRanDry(hold: Hold): Promise<ServiceError> {
    const refusal = hold.limit && refusalOf(hold.limit.granted, hold.limit.named);
    if (refusal) return new ServiceError(refusal.code, `The answer was stopped. ${refusal.message}`);
    await this.#database.transaction((trx) => noteDepletion(trx, hold, 'short'));
    return new ServiceError(
      'insufficient_credits',
      'The answer was stopped because your credits ran out. Buy credits on the Billing page.',
    );
  }

  /** The note that settles the hold if this process dies; the sweeper of any process reads it. */
  noteOf(hold: Hold, cost: MicroCredits, { by, note, ...usage }: UsageCount & Pick<Used, 'by' | 'note'>): HoldNote {
    const billed = this.#upstreamCost(by ?? { model: hold.model }, { ...usage, requests: 1 });
    const description = note ? `${hold.description} (${note})` : hold.description;
    const log = hold.logIfKilled?.() ?? null;
    return {
      holdId: hold.id,
      noted: { cost: Math.min(cost, hold.amount), description, usage, by: by ?? null, billed, log },
    };
  }

  /** Counted since this process started, for the metrics. */
  get chargedCredits(): number {
    return microToCredits(this.#chargedMicro);
  }

  /** A chore: ends the holds of dead nodes and returns their number. */
  async sweep(): Promise<number> {
    const { ended, charged } = await settleAbandoned(this.#database);
    this.#chargedMicro += charged;
    return ended;
  }

  /** A chore, every second: see Leases and RunningAnswers. */
  async runChore(): Promise<void> {
    await Promise.all([this.#leases.runChore(), this.running.runChore()]);
  }

  close(): Promise<void> {
    return this.#leases.close();
  }

  /** The lease was revoked: charges the call like any other, or refuses it before its answer is sent. */
  async #settleAgain(hold: Hold, cost: MicroCredits, usage: Used): Promise<Receipt> {
    if (!hold.leased) throw new HoldEnded();
    const { payer, quote } = hold.leased;
    const amount = Math.min(cost, hold.amount);
    let again: Hold;
    try {
      again = await this.#granter.holdInDatabase(payer, { ...quote, amount, minimum: amount });
    } catch (error) {
      // The answer is refused, but the upstream bills it anyway.
      const { by = servedBy(hold.model), row: _unstored, ...used } = usage;
      if (by) await this.bookUnpaid(hold, { by, usage: used });
      throw error;
    }
    return this.settle(again, amount, usage);
  }
}

function settlementOf(hold: Hold, cost: MicroCredits): Settlement {
  const { id, accountId, environment, description, leased } = hold;
  const { module = '', model = '' } = leased?.quote ?? {};
  const { keyId = null, requestId = null, customer = null } = leased?.payer ?? {};
  const from = leased ? { lease: id, keyId, module, model, requestId, customer } : { hold: id };
  return { from, accountId, environment, cost, description, counted: true, usage: {}, upstreamCost: 0 };
}
