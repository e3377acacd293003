// The bracket around paid work: hold → work → settle or release. No service can forget a refund.
import { Batcher } from '../core/batcher.ts';
import type { Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  extendHold,
  type HoldRequest,
  holdMany,
  KEY_CAP_REACHED,
  markDepleted,
  type Settled,
  type Settlement,
  settleMany,
  type UsageCount,
} from '../store/ledger.ts';
import { type Hold, holdOf, holdRequest, notEnough, type Payer } from './hold.ts';
import { Leases } from './leases.ts';
import type { Quote } from './prices.ts';
import type { Receipt } from './receipt.ts';

export interface Work<T> {
  value: T;
  cost: MicroCredits;
  usage: UsageCount;
}

export interface Depletion {
  accountId: string;
  environment: Environment;
  available: MicroCredits;
  requestId: string | null;
}

/** Long enough for any call that is answered at once; long work extends it. */
const HOLD_SECONDS = 15 * 60;
/** Told of once per depletion, inside the transaction that notes it. */
export type OnDepleted = (trx: Transaction, depletion: Depletion) => Promise<void>;

export class Ledger {
  readonly #database: Database;
  readonly #onDepleted: OnDepleted;
  readonly #holds: Batcher<HoldRequest, number>;
  readonly #settlements: Batcher<Settlement, Settled | null>;
  readonly #leases: Leases;
  #chargedMicro: MicroCredits = 0;

  constructor(database: Database, onDepleted: OnDepleted) {
    this.#database = database;
    this.#onDepleted = onDepleted;
    this.#holds = new Batcher((requests) => holdMany(database.pool, requests));
    this.#settlements = new Batcher((settlements) => settleInOrder(database, settlements));
    this.#leases = new Leases(database);
  }

  async charge<T>(
    payer: Payer,
    quote: Quote,
    work: (hold: Hold) => Promise<Work<T>>,
  ): Promise<{ value: T; receipt: Receipt }> {
    const hold = await this.openWhole(payer, quote);
    let done: Work<T>;
    try {
      done = await work(hold);
    } catch (error) {
      await this.release(hold);
      throw error;
    }
    const receipt = await this.settle(hold, done.cost, done.usage);
    return { value: done.value, receipt };
  }

  /** For streams, whose end comes later: every way out must settle or release. */
  async open(payer: Payer, quote: Quote): Promise<Hold> {
    const request = holdRequest(payer, quote, { ttlSeconds: HOLD_SECONDS, jobId: null });
    const granted = await this.#holds.add(request);
    if (granted < 0) await this.#refuse(request, granted);
    return holdOf(request, quote, granted);
  }

  /**
   * For answers of which nothing is given away before they are settled: these may be granted in memory. Should the credits
   * end meanwhile, the settlement is refused and so is the answer.
   */
  async openWhole(payer: Payer, quote: Quote): Promise<Hold> {
    return this.#openLeased(payer, quote) ?? this.open(payer, quote);
  }

  /** On disk when it resolves. */
  async settle(hold: Hold, cost: MicroCredits, usage: UsageCount): Promise<Receipt> {
    if (hold.leased) return this.#settleLeased(hold, hold.leased, cost, usage);
    const { id: holdId, description } = hold;
    const settled = await this.#settlements.add({ holdId, cost, usage, description, counted: true });
    if (!settled) throw new Error(`hold ${hold.id} ended before its call did`);
    return this.#charged(hold, settled.charged, settled.available);
  }

  /** Since this process began; for the metrics. */
  get chargedCredits(): number {
    return microToCredits(this.#chargedMicro);
  }

  async release(hold: Pick<Hold, 'id' | 'amount' | 'leased'>): Promise<void> {
    if (hold.leased) return this.#leases.release(hold.leased.lease, hold.amount);
    await this.#settlements.add({ holdId: hold.id, cost: 0, usage: {}, description: '', counted: false });
  }

  /** Keeps the hold of a long stream from expiring; false when it is gone. */
  async extend(hold: Pick<Hold, 'id' | 'leased'>): Promise<boolean> {
    return hold.leased !== null || extendHold(this.#database.queries, hold.id, HOLD_SECONDS);
  }

  /** Regular work: see Leases. */
  tend(): Promise<void> {
    return this.#leases.tend();
  }

  close(): Promise<void> {
    return this.#leases.close();
  }

  #openLeased(payer: Payer, quote: Quote): Hold | undefined {
    const lease = payer.keyMonthlyCap === null && this.#leases.take(payer, quote.amount);
    if (!lease) return undefined;
    const { accountId, environment, requestId } = payer;
    const { amount, description } = quote;
    return { id: lease.id, amount, accountId, environment, requestId, description, leased: { lease, payer, quote } };
  }

  async #settleLeased(
    hold: Hold,
    { lease, payer, quote }: NonNullable<Hold['leased']>,
    cost: MicroCredits,
    usage: UsageCount,
  ): Promise<Receipt> {
    const { accountId, environment, requestId } = hold;
    const { keyId } = payer;
    const { module, model, description } = quote;
    const charged = Math.min(cost, hold.amount);
    const charge = {
      leaseId: lease.id,
      cost: charged,
      accountId,
      environment,
      keyId,
      module,
      model,
      requestId,
      description,
      usage,
    };
    const remaining = await this.#leases.charge(lease, hold.amount, charge);
    if (remaining !== undefined) return this.#charged(hold, charged, remaining);
    // The lease was taken back: the call is charged like any other, or refused before its answer goes out.
    return this.settle(await this.open(payer, { ...quote, amount: charged, minimum: charged }), charged, usage);
  }

  async #charged(hold: Hold, charged: MicroCredits, remaining: MicroCredits): Promise<Receipt> {
    if (remaining <= 0) await this.#noteDepleted({ ...hold, available: remaining });
    this.#chargedMicro += charged;
    return { charged, remaining };
  }

  async #refuse(request: HoldRequest, granted: number): Promise<never> {
    if (granted === KEY_CAP_REACHED) {
      throw new ServiceError(
        'insufficient_credits',
        'This key has reached its monthly cap. Raise the cap, use another key, or wait for the next month.',
      );
    }
    await this.#noteDepleted({ ...request, available: 0 });
    throw notEnough(request.minimum);
  }

  #noteDepleted(depletion: Depletion): Promise<void> {
    return noteDepleted(this.#database, this.#onDepleted, depletion);
  }
}

/** Notes that the credits ran out and tells it, once until the next credit. */
async function noteDepleted(database: Database, onDepleted: OnDepleted, depletion: Depletion): Promise<void> {
  await database.transaction(async (trx) => {
    if (await markDepleted(trx, depletion.accountId, depletion.environment)) await onDepleted(trx, depletion);
  });
}

async function settleInOrder(database: Database, settlements: Settlement[]): Promise<(Settled | null)[]> {
  const settled = await settleMany(database.pool, settlements);
  const byHold = new Map(settled.map((one) => [one.holdId, one]));
  return settlements.map(({ holdId }) => byHold.get(holdId) ?? null);
}
