// Grants holds: from a lease in memory if no cap applies, else from the balance, in one statement for all waiting
// calls.
import { Batcher } from '../core/batcher.ts';
import type { Database } from '../store/database.ts';
import { noteRefusal } from './depletion.ts';
import { type Hold, holdOf, holdRequest, type Payer } from './hold.ts';
import type { Leases } from './leases.ts';
import { findLimitingCap } from './limiting-cap.ts';
import { holdManyNamed, type NamedGrant, refuseLargeCall } from './named-holds.ts';
import type { Quote } from './prices.ts';
import { type HoldRequest, holdMany } from './statements.ts';
import { meterTokens, type TokenCounter, takeOf } from './token-meter.ts';
import { UncappedCustomers } from './uncapped-customers.ts';

export class HoldGranter {
  readonly #database: Database;
  readonly #leases: Leases;
  readonly #holdSeconds: number;
  readonly #holds: Batcher<HoldRequest, number>;
  readonly #namedHolds: Batcher<HoldRequest, NamedGrant>;
  readonly #uncapped = new UncappedCustomers();
  /** Absent in processes that serve no requests. */
  #tokenCounter: TokenCounter | undefined;

  constructor(database: Database, leases: Leases, holdSeconds: number) {
    this.#database = database;
    this.#leases = leases;
    this.#holdSeconds = holdSeconds;
    this.#holds = new Batcher((requests) => holdMany(database.pool, requests));
    this.#namedHolds = new Batcher((requests) => holdManyNamed(database.pool, requests));
  }

  countTokensIn(counter: TokenCounter): void {
    this.#tokenCounter = counter;
  }

  hold(payer: Payer, quote: Quote, { mayLease = false }: { mayLease?: boolean }): Promise<Hold> {
    return this.#meter(payer, quote, () =>
      mayLease ? this.#holdFromLease(payer, quote) : this.holdInDatabase(payer, quote),
    );
  }

  /** Its tokens are not counted: for a hold that replaces a counted one. */
  async holdInDatabase(payer: Payer, quote: Quote): Promise<Hold> {
    const jobId = payer.batch?.id ?? null;
    const request = holdRequest(payer, quote, { ttlSeconds: this.#holdSeconds, jobId });
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

  async #holdFromLease(payer: Payer, quote: Quote): Promise<Hold> {
    const caps = [payer.keyMonthlyCap, payer.keyDailyCap, payer.member?.monthlyCap ?? null, quote.planCaps ?? null];
    const isCapped =
      caps.some((cap) => cap !== null) ||
      payer.run !== undefined ||
      (payer.customer !== undefined && !this.#uncapped.has(payer));
    const lease = !isCapped && !payer.batch && this.#leases.take(payer, quote.amount);
    if (!lease) return this.holdInDatabase(payer, quote);
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
}

function ofBalance(granted: number): Pick<NamedGrant, 'granted' | 'limitedBy'> {
  return { granted, limitedBy: 0 };
}
