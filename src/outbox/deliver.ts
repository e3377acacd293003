// Delivers events to webhook endpoints: claims due deliveries fairly per endpoint, sends them, and records outcomes in batches.
import { Batcher } from '../core/batcher.ts';
import type { Log } from '../core/log.ts';
import type { Tally } from '../core/tally.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  type AttemptLog,
  claimDeliveries,
  type DeliveryOutcome,
  type DueDelivery,
  recordOutcomes,
  unclaimDeliveries,
} from '../store/deliveries.ts';
import { insertMail } from '../store/outgoing-mails.ts';
import { disableEndpoint, takeFailureNotice } from '../store/webhook-endpoints.ts';
import { type AttemptParts, tryDelivery } from './attempt.ts';
import { EndpointQueue, PER_ENDPOINT, QUICK_MS } from './endpoint-queue.ts';
import { judge, type Verdict } from './schedule.ts';
import type { Seal } from './seal.ts';
import { SigningKeys } from './signing-keys.ts';

export interface DelivererParts extends Omit<AttemptParts, 'timeoutMs' | 'secrets'> {
  seal: Seal;
  database: Database;
  /** Seconds to wait between attempts; the number of attempts is one more than the number of waits. */
  retrySeconds: readonly number[];
  /** How long a process keeps a claimed delivery; after that another process may claim it. */
  leaseSeconds?: number | undefined;
  /** Counts attempts by what the receiver answered. */
  attempts: Tally<'result'>;
  log: Log;
  /** Called when mails were stored and wait to be sent. */
  onMail(): void;
}

const MAX_CALLS = 256;
const MAX_CLAIMED = 2_048;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take: if the lease has expired, the process must have died. */
const DEFAULT_LEASE_SECONDS = 30;
const POLL_MS = 1_000;

interface Judged {
  delivery: DueDelivery;
  outcome: DeliveryOutcome;
  verdict: Verdict;
}

export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #attemptParts: AttemptParts;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #records: Batcher<Judged, true>;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  /** HTTP calls in progress. A delivery that is only being recorded does not count. */
  #calling = 0;
  #mustPollAgain = false;
  #isStopping = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#attemptParts = { ...parts, secrets: new SigningKeys(parts.seal), timeoutMs: TIMEOUT_MS };
    this.#records = new Batcher((judged) => this.#record(judged));
  }

  async start(): Promise<void> {
    await this.#parts.database.listen('deliveries_due', () => this.#poll(), this.#ending.signal);
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
    this.#poll();
  }

  /** Waits for running attempts, aborts them after `graceMs`; aborted ones are tried again when their lease has expired. */
  async stop(graceMs = 3_000): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    await this.#claiming;
    await this.#unclaim([...this.#queues.values()].flatMap((queue) => queue.takeWaiting()));
    const deadline = setTimeout(() => this.#ending.abort(), graceMs);
    await Promise.all(this.#underWay);
    clearTimeout(deadline);
    this.#ending.abort();
  }

  #poll(): void {
    this.#mustPollAgain = true;
    this.#claiming ??= this.#claimAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'claiming deliveries failed; trying again'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#mustPollAgain && !this.#isStopping) {
      const total = MAX_CLAIMED - this.#claimed();
      if (total <= 0) return;
      this.#mustPollAgain = false;
      const left = new Map([...this.#queues].map(([id, queue]) => [id, queue.room]));
      const due = await claimDeliveries(
        this.#parts.database.queries,
        { each: PER_ENDPOINT, total: Math.min(total, MAX_CALLS), left },
        this.#leaseSeconds,
      );
      for (const delivery of due) this.#queueOf(delivery.endpointId).add(delivery);
      this.#beginAll();
      if (due.length > 0) this.#mustPollAgain = true;
    }
  }

  get #leaseSeconds(): number {
    return this.#parts.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
  }

  #claimed(): number {
    let claimed = 0;
    for (const queue of this.#queues.values()) claimed += queue.claimed;
    return claimed;
  }

  #queueOf(endpointId: string): EndpointQueue {
    const known = this.#queues.get(endpointId);
    if (known) return known;
    // Claiming ahead is safe only if the lease also covers the wait behind an attempt that times out.
    const queue = new EndpointQueue(this.#leaseSeconds * 1_000 >= 2 * TIMEOUT_MS);
    this.#queues.set(endpointId, queue);
    return queue;
  }

  #beginAll(): void {
    for (const [endpointId, queue] of this.#queues) {
      while (this.#calling < MAX_CALLS) {
        const delivery = queue.begin();
        if (!delivery) break;
        this.#begin(delivery, queue);
      }
      this.#forgetEmpty(endpointId, queue);
    }
  }

  /** Not a newer queue of the same endpoint, created while the last results of this one were being recorded. */
  #forgetEmpty(endpointId: string, queue: EndpointQueue): void {
    if (queue.claimed === 0 && this.#queues.get(endpointId) === queue) this.#queues.delete(endpointId);
  }

  #begin(delivery: DueDelivery, queue: EndpointQueue): void {
    this.#calling += 1;
    const trying = this.#try(delivery, queue)
      .catch((error) => this.#parts.log.error({ err: error, delivery: delivery.id }, 'recording a delivery failed'))
      .finally(() => {
        this.#underWay.delete(trying);
        this.#forgetEmpty(delivery.endpointId, queue);
        this.#poll();
      });
    this.#underWay.add(trying);
  }

  /** Starts the next deliveries of an endpoint as soon as it has answered, before the outcome is recorded. */
  #beginNext(queue: EndpointQueue): void {
    while (!this.#isStopping && this.#calling < MAX_CALLS) {
      const delivery = queue.begin();
      if (!delivery) return;
      this.#begin(delivery, queue);
    }
  }

  async #unclaim(waiting: DueDelivery[]): Promise<void> {
    if (waiting.length > 0) await unclaimDeliveries(this.#parts.database.queries, waiting);
  }

  async #try(delivery: DueDelivery, queue: EndpointQueue): Promise<void> {
    const { log, reply } = await tryDelivery(this.#attemptParts, delivery, this.#ending.signal);
    this.#calling -= 1;
    await this.#unclaim(queue.end(reply.status !== null && log.durationMs < QUICK_MS));
    this.#beginNext(queue);
    if (this.#ending.signal.aborted && reply.status === null) return;
    this.#parts.attempts.add([resultOf(reply.status)]);
    const verdict = judge(reply, {
      attempt: delivery.attempts,
      waits: this.#parts.retrySeconds,
      nowMs: Date.now(),
    });
    const retrySeconds = verdict.state === 'pending' ? verdict.retrySeconds : 0;
    await this.#records.add({ delivery, verdict, outcome: { log, state: verdict.state, retrySeconds } });
  }

  async #record(judged: Judged[]): Promise<true[]> {
    const { database } = this.#parts;
    const outcomes = judged.map(({ outcome }) => outcome);
    if (judged.some(({ verdict }) => verdict.state === 'failed')) {
      await database.transaction(async (trx) => {
        await recordOutcomes(trx, outcomes);
        for (const { delivery, verdict, outcome } of judged)
          if (verdict.state === 'failed') await giveUp(trx, delivery, { log: outcome.log, isGone: verdict.isGone });
      });
      this.#parts.onMail();
    } else await recordOutcomes(database.queries, outcomes);
    return judged.map(() => true as const);
  }
}

/** Few values: a receiver may answer any status. */
function resultOf(status: number | null): string {
  return status === null ? 'no answer' : `${Math.floor(status / 100)}xx`;
}

async function giveUp(
  trx: Transaction,
  delivery: DueDelivery,
  { log, isGone }: { log: AttemptLog; isGone: boolean },
): Promise<void> {
  if (isGone) await disableEndpoint(trx, delivery.endpointId, 'the receiver answered 410 Gone');
  const notice = await takeFailureNotice(trx, delivery.endpointId);
  if (!notice) return;
  const why = log.status === null ? log.problem : `the receiver answered ${log.status}`;
  const body = [
    isGone
      ? `Your webhook endpoint ${notice.url} answered 410 Gone. It was disabled and receives no more events.`
      : `Your webhook endpoint ${notice.url} did not accept a delivery in ${log.attempt} attempts. The delivery is marked as failed.`,
    '',
    `Delivery: ${delivery.id}`,
    `Event: ${delivery.eventId}`,
    `Last attempt: ${why}`,
    '',
    'You get no further email about this endpoint until a delivery succeeds, and at most one a day. The dashboard shows',
    'all deliveries and can send this one again.',
  ].join('\n');
  await insertMail(trx, { recipient: notice.email, subject: 'A webhook delivery failed', body });
}
