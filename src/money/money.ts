// Charges calls: hold → work → settle or release. Credit movements outside of calls are in entries.ts.
import { Batcher } from '../core/batcher.ts';
import { noteCharge } from '../core/call-trace.ts';
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { AttachedRow } from '../store/attached-row.ts';
import { insertCallCosts } from '../store/call-costs.ts';
import type { Database } from '../store/database.ts';
import { settleAbandoned } from './abandoned.ts';
import { storeRow } from './attached-rows.ts';
import { costOfCall, type Purpose, type Spent } from './billed-calls.ts';
import { refusalOf } from './cap-refusals.ts';
import { chargeLease, ofOneLease } from './charge-lease.ts';
import { deferTo } from './deferred.ts';
import { noteDepletion, noteRefusal } from './depletion.ts';
import { type Hold, HoldEnded, holdOf, holdRequest, type Payer } from './hold.ts';
import type { HoldNote } from './hold-notes.ts';
import { Leases } from './leases.ts';
import { findLimitingCap } from './limiting-cap.ts';
import { holdManyNamed, type NamedGrant, refuseLargeCall } from './named-holds.ts';
import type { Quote, ServedBy, UpstreamCost } from './prices.ts';
import type { Receipt, UsageCount } from './receipt.ts';
import { RunningAnswers } from './running-answers.ts';
import { type HoldRequest, holdMany, type Settled, type Settlement, settleMany } from './statements.ts';
import { meterTokens, type TokenCounter, takeOf } from './token-meter.ts';
import { UncappedCustomers } from './uncapped-customers.ts';

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
  readonly #holds: Batcher<HoldRequest, number>;
  readonly #namedHolds: Batcher<HoldRequest, NamedGrant>;
  readonly #uncapped = new UncappedCustomers();
  readonly #settlements: Batcher<Settlement, Settled | undefined>;
  readonly #leases: Leases;
  /** The running answers whose holds are extended and noted. */
  readonly running: RunningAnswers;
  /** Ensures that a hold ends once. The database checks this too, except for holds from a lease. */
  readonly #ended = new WeakSet<Hold>();
  #chargedMicro: MicroCredits = 0;
  /** Absent in processes that serve no requests. */
  #tokenCounter: TokenCounter | undefined;

  constructor(database: Database, upstreamCost: UpstreamCost = () => 0) {
    this.#database = database;
    this.#upstreamCost = upstreamCost;
    this.#holds = new Batcher((requests) => holdMany(database.pool, requests));
    this.#namedHolds = new Batcher((requests) => holdManyNamed(database.pool, requests));
    const charges = database.ownConnection('charges');
    this.#settlements = new Batcher(
      (settlements) => {
        const leased = ofOneLease(settlements);
        return leased ? chargeLease(charges, leased) : settleMany(charges, settlements);
      },
      { bytes: { most: MAX_BYTES_AT_ONCE, of: ({ row }) => row?.bytes ?? 0 } },
    );
    this.#leases = new Leases(database);
    this.running = new RunningAnswers(database.queries, HOLD_SECONDS);
  }

  /** From now on, the tokens of callers with a token limit are counted there. */
  countTokensIn(counter: TokenCounter): void {
    this.#tokenCounter = counter;
  }

  /** For whole answers: settles or releases on every path. */
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

  /** For streams, which end later: the caller must settle or release on every path. */
  async hold(payer: Payer, quote: Quote): Promise<Hold> {
    return this.#meter(payer, quote, () => this.#hold(payer, quote));
  }

  async #hold(payer: Payer, quote: Quote): Promise<Hold> {
    const jobId = payer.batch?.id ?? null;
    const request = holdRequest(payer, quote, { ttlSeconds: HOLD_SECONDS, jobId });
    const { named } = request;
    const { granted, limitedBy } = await (named
      ? this.#grantNamed(payer, request)
      : this.#holds.add(request).then(ofBalance));
    try {
      const { queries } = this.#database;
      await refuseLargeCall(queries, request, granted);
      const { batch, trace, logIfKilled } = payer;
      const hold = { ...holdOf(request, quote, granted), batch, trace, logIfKilled };
      if (granted >= request.amount) return hold;
      const limit = limitedBy < 0 ? limitedBy : await findLimitingCap(queries, request);
      return limit === undefined ? hold : { ...hold, limit: { granted: limit, named } };
    } catch (error) {
      await noteRefusal(this.#database, payer, error);
      throw error;
    }
  }

  async #grantNamed(payer: Payer, request: HoldRequest): Promise<NamedGrant> {
    const grant = await this.#namedHolds.add(request);
    if (payer.customer !== undefined) this.#uncapped.note(payer, grant.isCapped);
    return grant;
  }

  /**
   * For answers of which nothing is sent before they are settled or their hold is secured: these may be granted in
   * memory. If the credits run out meanwhile, the settlement is refused and so is the answer.
   */
  async holdWhole(payer: Payer, quote: Quote): Promise<Hold> {
    return this.#meter(payer, quote, () => this.#holdWhole(payer, quote));
  }

  async #holdWhole(payer: Payer, quote: Quote): Promise<Hold> {
    const caps = [payer.keyMonthlyCap, payer.keyDailyCap, payer.member?.monthlyCap ?? null, quote.planCaps ?? null];
    const isCapped =
      caps.some((cap) => cap !== null) ||
      payer.run !== undefined ||
      (payer.customer !== undefined && !this.#uncapped.has(payer));
    const lease = !isCapped && !payer.batch && this.#leases.take(payer, quote.amount);
    if (!lease) return this.#hold(payer, quote);
    const { accountId, environment, requestId, keyId } = payer;
    const { amount, description, model, module } = quote;
    const leased = { lease, payer, quote };
    const whose = { accountId, environment, requestId, keyId };
    return { id: lease.id, amount, ...whose, description, model, module, leased, trace: payer.trace };
  }

  /** Counts the most tokens that the call may use, or refuses it. */
  async #meter(payer: Payer, quote: Quote, open: () => Promise<Hold>): Promise<Hold> {
    const take = this.#tokenCounter && takeOf(payer, quote);
    if (!this.#tokenCounter || !take) return open();
    const metered = await meterTokens(this.#tokenCounter, take);
    try {
      return { ...(await open()), metered };
    } catch (error) {
      metered.end({});
      throw error;
    }
  }

  /**
   * Exchanges a hold from a lease, which can be revoked, for one in the database. Rejects if the credits ran out
   * meanwhile.
   */
  async secure(hold: Hold): Promise<Hold> {
    if (!hold.leased) return hold;
    const { lease, payer, quote } = hold.leased;
    const secured = await this.#hold(payer, { ...quote, minimum: hold.amount });
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
    const { by, row, note, deliveredTokens, ...usage } = used;
    if (this.#ended.has(hold)) throw new Error(`hold ${hold.id} ended before its call did`);
    // A negative cost would pay the caller.
    if (!Number.isSafeInteger(cost) || cost < 0) throw new Error(`a call cannot cost ${cost} micro-credits`);
    this.#ended.add(hold);
    const tokenLimit = hold.metered?.end(usage);
    const billed = this.#upstreamCost(by ?? { model: hold.model }, { ...usage, requests: 1 });
    const upstreamCost = billed ?? 0;
    const noteIn = (charged: MicroCredits) =>
      hold.trace &&
      noteCharge(hold.trace, {
        ...{ model: hold.model, servedModel: by?.model, upstream: by?.engine, usage, charged, deliveredTokens },
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
  async tend(): Promise<void> {
    await Promise.all([this.#leases.tend(), this.running.tend()]);
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
      again = await this.#hold(payer, { ...quote, amount, minimum: amount });
    } catch (error) {
      // The answer is refused, but the upstream bills it anyway.
      const { by, row: _unstored, ...used } = usage;
      if (by) await this.bookUnpaid(hold, { by, usage: used });
      throw error;
    }
    return this.settle(again, amount, usage);
  }
}

function ofBalance(granted: number): Pick<NamedGrant, 'granted' | 'limitedBy'> {
  return { granted, limitedBy: 0 };
}

function settlementOf(hold: Hold, cost: MicroCredits): Settlement {
  const { id, accountId, environment, description, leased } = hold;
  const { module = '', model = '' } = leased?.quote ?? {};
  const { keyId = null, requestId = null, customer = null } = leased?.payer ?? {};
  const from = leased ? { lease: id, keyId, module, model, requestId, customer } : { hold: id };
  return { from, accountId, environment, cost, description, counted: true, usage: {}, upstreamCost: 0 };
}
