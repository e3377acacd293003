// Delivers events: claims what is due with room for every endpoint, tries it, and records many outcomes in one commit.
import { Batcher } from '../core/batcher.ts';
import type { Log } from '../core/log.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  claimDeliveries,
  type DeliveryOutcome,
  type DueDelivery,
  recordOutcomes,
  unclaimDeliveries,
} from '../store/deliveries.ts';
import { insertMail } from '../store/outgoing-mails.ts';
import { disableEndpoint, takeFailureNotice } from '../store/webhook-endpoints.ts';
import { type AttemptParts, tryDelivery } from './attempt.ts';
import { Lane, PER_ENDPOINT, QUICK_MS } from './lane.ts';
import { judge, type Verdict } from './schedule.ts';
import type { Seal } from './seal.ts';
import { SigningKeys } from './signing-keys.ts';

export interface DelivererParts extends Omit<AttemptParts, 'timeoutMs' | 'secrets'> {
  seal: Seal;
  database: Database;
  /** Waits in seconds between attempts; there is one attempt more than waits. */
  retrySeconds: readonly number[];
  /** How long a silent process keeps what it is delivering. */
  leaseSeconds?: number | undefined;
  log: Log;
  /** Told that mails wait. */
  onMail(): void;
}

const IN_ALL = 256;
const CLAIMED_IN_ALL = 2_048;
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
  readonly #lanes = new Map<string, Lane>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #records: Batcher<Judged, true>;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  /** Calls on the way to receivers; what is only being recorded takes no place. */
  #calling = 0;
  #isRung = false;
  #isStopping = false;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#attemptParts = { ...parts, secrets: new SigningKeys(parts.seal), timeoutMs: TIMEOUT_MS };
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
    await this.#giveBack([...this.#lanes.values()].flatMap((lane) => lane.takeWaiting()));
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
      const total = CLAIMED_IN_ALL - this.#claimed();
      if (total <= 0) return;
      this.#isRung = false;
      const left = new Map([...this.#lanes].map(([id, lane]) => [id, lane.room]));
      const due = await claimDeliveries(
        this.#parts.database.queries,
        { each: PER_ENDPOINT, total: Math.min(total, IN_ALL), left },
        this.#leaseSeconds,
      );
      for (const delivery of due) this.#laneOf(delivery.endpointId).add(delivery);
      this.#beginAll();
      if (due.length > 0) this.#isRung = true;
    }
  }

  get #leaseSeconds(): number {
    return this.#parts.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
  }

  #claimed(): number {
    let claimed = 0;
    for (const lane of this.#lanes.values()) claimed += lane.claimed;
    return claimed;
  }

  #laneOf(endpointId: string): Lane {
    const known = this.#lanes.get(endpointId);
    if (known) return known;
    // What waits here behind an attempt that times out must still be ours afterwards.
    const lane = new Lane(this.#leaseSeconds * 1_000 >= 2 * TIMEOUT_MS);
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #beginAll(): void {
    for (const [endpointId, lane] of this.#lanes) {
      while (this.#calling < IN_ALL) {
        const delivery = lane.begin();
        if (!delivery) break;
        this.#begin(delivery, lane);
      }
      if (lane.claimed === 0) this.#lanes.delete(endpointId);
    }
  }

  #begin(delivery: DueDelivery, lane: Lane): void {
    this.#calling += 1;
    const trying = this.#try(delivery, lane)
      .catch((error) =>
        this.#parts.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be recorded'),
      )
      .finally(() => {
        this.#underWay.delete(trying);
        if (lane.claimed === 0) this.#lanes.delete(delivery.endpointId);
        this.#look();
      });
    this.#underWay.add(trying);
  }

  /** The receiver's place is free once it has answered: the next one need not wait for the record. */
  #next(lane: Lane): void {
    while (!this.#isStopping && this.#calling < IN_ALL) {
      const delivery = lane.begin();
      if (!delivery) return;
      this.#begin(delivery, lane);
    }
  }

  async #giveBack(waiting: DueDelivery[]): Promise<void> {
    if (waiting.length > 0) await unclaimDeliveries(this.#parts.database.queries, waiting);
  }

  async #try(delivery: DueDelivery, lane: Lane): Promise<void> {
    const { log, reply } = await tryDelivery(this.#attemptParts, delivery, this.#ending.signal);
    this.#calling -= 1;
    await this.#giveBack(lane.end(reply.status !== null && log.durationMs < QUICK_MS));
    this.#next(lane);
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
