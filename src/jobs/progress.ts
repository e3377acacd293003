// Stores a job's progress at most four times a second, however often its engine reports.
import type { Log } from '../core/log.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Database } from '../store/database.ts';
import { type Attempt, type Progress, saveProgress } from '../store/job-leases.ts';
import type { ChangeNotifier } from './change-notifier.ts';

const WRITE_INTERVAL_MS = 250;

export class ProgressWriter {
  readonly #parts: { database: Database; changedNotifier: ChangeNotifier; log: Log };
  readonly #attempt: Attempt;
  #latest: Progress = { fraction: 0, stage: 'starting', extra: null, spent: null };
  #timer: NodeJS.Timeout | undefined;
  #lastMs = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: { database: Database; changedNotifier: ChangeNotifier; log: Log }, attempt: Attempt) {
    this.#parts = parts;
    this.#attempt = attempt;
  }

  /** The fraction never decreases and never exceeds one; the fields of `extra` accumulate. */
  report(fraction: number, stage: string, extra?: Record<string, unknown>): void {
    const bounded = Number.isFinite(fraction)
      ? Math.min(1, Math.max(this.#latest.fraction, fraction))
      : this.#latest.fraction;
    this.#latest = {
      ...this.#latest,
      fraction: bounded,
      stage,
      extra: extra ? { ...this.#latest.extra, ...extra } : this.#latest.extra,
    };
    this.#writeSoon();
  }

  /** What the job has cost so far. */
  spend(spent: MicroCredits): void {
    this.#latest = { ...this.#latest, spent };
    this.#writeSoon();
  }

  /** Stops writing, so that no write follows the job's end. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.#write(), Math.max(0, this.#lastMs + WRITE_INTERVAL_MS - Date.now()));
  }

  #write(): void {
    this.#timer = undefined;
    this.#lastMs = Date.now();
    this.#writing = saveProgress(this.#parts.database.queries, this.#attempt, this.#latest).then(
      () => this.#parts.changedNotifier.notify(this.#attempt.id),
      (error) => this.#parts.log.warn({ err: error, job: this.#attempt.id }, 'storing job progress failed'),
    );
  }
}
