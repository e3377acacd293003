// Runs the lines of a batch, a few in parallel, each as a separate call, and stores every answer with its charge.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Batcher } from '../../core/batcher.ts';
import type { Caller, DeferredCharge } from '../../core/caller.ts';
import { errorBody, isOwnFailure, toServiceError } from '../../core/errors.ts';
import type { AnswerRoom } from './answer-room.ts';
import { answerText, type BatchLine, readLine } from './batch-line.ts';
import type { LineAnswer, LineCalls } from './ports.ts';
import type { FileLine } from './read-lines.ts';
import type { SharedSlots } from './shared-slots.ts';
import { type LineResult, type LineStore, type StoredLine, storeLines } from './store-lines.ts';

export interface LineRunParts {
  calls: LineCalls;
  slots: SharedSlots;
  room: AnswerRoom;
  store: LineStore;
  priceFactor: number;
  /** Called before every line, so that revoking the key stops the remaining lines. */
  findCaller(): Promise<Caller>;
  /** Undoes what an earlier run of the same line left behind. */
  undo(requestId: string): Promise<void>;
  onProgress(done: number): void;
  signal: AbortSignal;
}

/** Longer than any answer takes, and shorter than its hold lasts. */
const LINE_LIMIT_MS = 10 * 60_000;
/** Calls to busy engines are retried, because a batch has a day. */
const RETRY_PAUSES_MS = [1_000, 5_000];
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);
const OUT_OF_CREDITS = 402;
const LINES_PER_COMMIT = 64;

export class LineRun {
  readonly #parts: LineRunParts;
  readonly #done: Set<number>;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #storing: Batcher<LineResult, StoredLine>;
  #isEnding = false;
  /** Several lines at once ran out of credits: from here on lines run one by one. */
  #isShort = false;
  #refused: FileLine[] = [];
  #failure: { reason: unknown } | undefined;

  /** `done` holds the numbers of the answered lines; the run adds to it. */
  constructor(parts: LineRunParts, done: Set<number>) {
    this.#parts = parts;
    this.#done = done;
    this.#storing = new Batcher((results) => storeLines(parts.store, results), { items: LINES_PER_COMMIT });
  }

  /** Ends early if the batch is cancelled or its time is over. */
  async run(lines: AsyncIterable<FileLine>): Promise<void> {
    try {
      for await (const line of lines) {
        if (this.#failure || this.#mustEnd()) break;
        if (this.#done.has(line.number)) continue;
        await this.#start(line);
        if (this.#isShort) await this.#runRefused();
      }
      await this.#drain();
      await this.#runRefused();
    } finally {
      await this.#drain();
    }
    if (this.#failure) throw this.#failure.reason;
  }

  #mustEnd(): boolean {
    return this.#isEnding || Date.now() >= this.#parts.store.batch.expiresAt.getTime();
  }

  async #start(line: FileLine): Promise<void> {
    const { slots, signal } = this.#parts;
    await slots.take(signal);
    const work = this.#runLine(line)
      .catch((reason: unknown) => {
        this.#failure ??= { reason };
      })
      .finally(() => {
        slots.release();
        this.#inFlight.delete(work);
      });
    this.#inFlight.add(work);
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** A line may have been refused only because other lines held the credits: it runs again alone. */
  async #runRefused(): Promise<void> {
    await this.#drain();
    for (const line of this.#refused.splice(0)) {
      if (this.#failure || this.#mustEnd()) return;
      await this.#start(line);
      await this.#drain();
    }
  }

  async #runLine(line: FileLine): Promise<void> {
    const { calls, store, signal, room } = this.#parts;
    const asked = await readLine(calls, store.batch.endpoint, line);
    const refusal = await room.refusal(asked.customId);
    if (refusal !== undefined) return this.#store({ line: line.number, hasFailed: true, answer: refusal, charges: [] });
    const charges: DeferredCharge[] = [];
    const requestId = requestIdOf(store.batch.id, line.number);
    await this.#parts.undo(requestId);
    let answer = await this.#answer(asked, requestId, charges);
    for (const pauseMs of RETRY_PAUSES_MS) {
      // A line that ran out of time is charged for what its upstream did: another try would cost it again.
      if (!RETRIED_STATUSES.has(answer.status) || charges.length > 0) break;
      await wait(pauseMs, undefined, { signal });
      answer = await this.#answer(asked, requestId, charges);
    }
    // An aborted line has no answer: the next run repeats it.
    signal.throwIfAborted();
    if (answer.status === OUT_OF_CREDITS && this.#inFlight.size > 1) {
      this.#isShort = true;
      this.#refused.push(line);
      return;
    }
    const text = answerText(asked.customId, { ...answer, requestId });
    const tooLarge = room.take(asked.customId, text);
    const hasFailed = tooLarge !== undefined || answer.status >= 400;
    await this.#store({ line: line.number, hasFailed, answer: tooLarge ?? text, charges }, answer.note);
  }

  async #store(result: LineResult, note?: () => void): Promise<void> {
    const stored = await this.#storing.add(result);
    if (stored.status === 'cancelling') this.#isEnding = true;
    if (!stored.isStored) return;
    note?.();
    this.#done.add(result.line);
    this.#parts.onProgress(this.#done.size);
  }

  async #answer({ body }: BatchLine, requestId: string, charges: DeferredCharge[]): Promise<LineAnswer> {
    const { calls, store, priceFactor } = this.#parts;
    const batch = { id: store.batch.id, priceFactor, defer: (charge: DeferredCharge) => void charges.push(charge) };
    const signal = AbortSignal.any([this.#parts.signal, AbortSignal.timeout(LINE_LIMIT_MS)]);
    try {
      const caller = { ...(await this.#parts.findCaller()), batch };
      return await calls.answer(store.batch.endpoint, { caller, requestId, signal, body });
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (isOwnFailure(error)) throw thrown;
      return { status: error.status, body: JSON.stringify(errorBody(error, requestId)) };
    }
  }
}

/** The same id for every run of a line, so that a later run finds what a crashed run left behind. */
function requestIdOf(batchId: string, line: number): string {
  return `req_${createHash('sha256').update(`${batchId} ${line}`).digest('hex').slice(0, 26)}`;
}
