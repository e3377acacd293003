// Delivers events: claims what is due with room for every endpoint, tries it, and records many outcomes in one commit.
import { Batcher } from '../core/batcher.ts';
import type { Log } from '../core/log.ts';
import type { Database, Transaction } from '../store/database.ts';
import { claimDeliveries, type DeliveryOutcome, type DueDelivery, recordOutcomes } from '../store/deliveries.ts';
import { insertMail } from '../store/outgoing-mails.ts';
import { disableEndpoint, takeFailureNotice } from '../store/webhook-endpoints.ts';
import { type AttemptParts, tryDelivery } from './attempt.ts';
import { judge, type Verdict } from './schedule.ts';

export interface DelivererParts extends Omit<AttemptParts, 'timeoutMs'> {
  database: Database;
  /** Waits in seconds between attempts; there is one attempt more than waits. */
  retrySeconds: readonly number[];
  /** How long a silent process keeps what it is delivering. */
  leaseSeconds?: number | undefined;
  log: Log;
  /** Told that mails wait. */
  onMail(): void;
}

const PER_ENDPOINT = 8;
const IN_ALL = 256;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take: past it the attempt is taken for dead with its process. */
const DEFAULT_LEASE_SECONDS = 30;
const LOOK_MS = 1_000;

interface Judged {
  delivery: DueDelivery;
  outcome: DeliveryOutcome;
  verdict: Verdict;
}

export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #attemptParts: AttemptParts;
  readonly #taken = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #records: Batcher<Judged, true>;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #isRung = false;
  #isStopping = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#attemptParts = { ...parts, timeoutMs: TIMEOUT_MS };
    this.#records = new Batcher((judged) => this.#record(judged));
  }

  async start(): Promise<void> {
    await this.#parts.database.listen('deliveries_due', () => this.#look(), this.#ending.signal);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /** Attempts under way may end; those that do not are broken off, and tried again once their lease has run out. */
  async stop(graceMs = 3_000): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    await this.#claiming;
    const patience = setTimeout(() => this.#ending.abort(), graceMs);
    await Promise.all(this.#underWay);
    clearTimeout(patience);
    this.#ending.abort();
  }

  #look(): void {
    this.#isRung = true;
    this.#claiming ??= this.#claimAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'deliveries could not be claimed; trying again'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#isRung && !this.#isStopping) {
      const total = IN_ALL - this.#underWay.size;
      if (total <= 0) return;
      this.#isRung = false;
      const leaseSeconds = this.#parts.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
      const room = { each: PER_ENDPOINT, total, taken: this.#taken };
      const due = await claimDeliveries(this.#parts.database.queries, room, leaseSeconds);
      for (const delivery of due) this.#begin(delivery);
      if (due.length > 0) this.#isRung = true;
    }
  }

  #begin(delivery: DueDelivery): void {
    const { endpointId } = delivery;
    this.#taken.set(endpointId, (this.#taken.get(endpointId) ?? 0) + 1);
    const trying = this.#try(delivery)
      .catch((error) =>
        this.#parts.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded'),
      )
      .finally(() => {
        const left = (this.#taken.get(endpointId) ?? 1) - 1;
        if (left > 0) this.#taken.set(endpointId, left);
        else this.#taken.delete(endpointId);
        this.#underWay.delete(trying);
        this.#look();
      });
    this.#underWay.add(trying);
  }

  async #try(delivery: DueDelivery): Promise<void> {
    const { log, reply } = await tryDelivery(this.#attemptParts, delivery, this.#ending.signal);
    if (this.#ending.signal.aborted && reply.status === null) return;
    const verdict = judge(reply, delivery.attempts, this.#parts.retrySeconds, Date.now());
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
          if (verdict.state === 'failed') await giveUp(trx, delivery, outcome, verdict.isGone);
      });
      this.#parts.onMail();
    } else await recordOutcomes(database.queries, outcomes);
    return judged.map(() => true as const);
  }
}

async function giveUp(
  trx: Transaction,
  delivery: DueDelivery,
  { log }: DeliveryOutcome,
  isGone: boolean,
): Promise<void> {
  if (isGone) await disableEndpoint(trx, delivery.endpointId, 'the receiver answered 410 Gone');
  const notice = await takeFailureNotice(trx, delivery.endpointId);
  if (!notice) return;
  const why = log.status === null ? log.problem : `the receiver answered ${log.status}`;
  const body = [
    isGone
      ? `Your webhook endpoint ${notice.url} answered 410 Gone. It was switched off and receives nothing more.`
      : `Your webhook endpoint ${notice.url} could not be reached in ${log.attempt} attempts. The delivery is marked as failed.`,
    '',
    `Delivery: ${delivery.id}`,
    `Event: ${delivery.eventId}`,
    `Last attempt: ${why}`,
    '',
    'Further failures of this endpoint are not mailed until a delivery succeeds, at most once a day. The dashboard shows',
    'all deliveries and can send this one again.',
  ].join('\n');
  await insertMail(trx, { recipient: notice.email, subject: 'A webhook delivery failed', body });
}
