// The answers that are being written: every few seconds, what the long ones have delivered is noted and their holds are kept.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../store/database.ts';
import { type HoldNote, writeNotes } from './hold-notes.ts';

/** The first note of a stream is taken after this time: a shorter one writes nothing. */
const NOTE_MS = 3_000;
/** A hold ends after fifteen minutes. If it cannot be kept now, the next try comes well before. */
const KEEP_MS = 5 * 60_000;
const MAX_AT_ONCE = 256;

export class RunningAnswer {
  /** Something was delivered since the last note. */
  hasGrown = true;
  /** The hold ended meanwhile: this process stood still for so long that another one settled it. */
  isGone = false;
  lookedMs = Date.now();
  /** What to write about the hold now; undefined: nothing yet. */
  note: () => Promise<HoldNote | undefined>;
  #everyMs = KEEP_MS;

  /** `keep` is what keeps its hold. */
  constructor(keep: () => Promise<HoldNote | undefined>) {
    this.note = keep;
  }

  /** From now on it is noted. */
  noteBy(note: () => Promise<HoldNote | undefined>): void {
    this.note = note;
    this.#everyMs = NOTE_MS;
  }

  isDue(nowMs: number): boolean {
    return this.hasGrown && nowMs - this.lookedMs >= this.#everyMs;
  }
}

export class RunningAnswers {
  readonly #queries: Queries;
  readonly #holdSeconds: number;
  readonly #answers = new Set<RunningAnswer>();

  constructor(queries: Queries, holdSeconds: number) {
    this.#queries = queries;
    this.#holdSeconds = holdSeconds;
  }

  add(answer: RunningAnswer): void {
    this.#answers.add(answer);
  }

  delete(answer: RunningAnswer): void {
    this.#answers.delete(answer);
  }

  /** Called every second. */
  async runChore(): Promise<void> {
    const nowMs = Date.now();
    const due = [...this.#answers].filter((answer) => answer.isDue(nowMs));
    for (let start = 0; start < due.length; start += MAX_AT_ONCE)
      await this.#note(due.slice(start, start + MAX_AT_ONCE));
  }

  async #note(answers: readonly RunningAnswer[]): Promise<void> {
    const notes = new Map<RunningAnswer, HoldNote>();
    for (const answer of answers) {
      // Tokens are counted here: other calls get their turn between two answers.
      await nextTurn();
      const note = await this.#noteOf(answer);
      if (note) notes.set(answer, note);
    }
    if (notes.size === 0) return;
    try {
      const kept = await writeNotes(this.#queries, [...notes.values()], this.#holdSeconds);
      for (const [answer, { holdId }] of notes) answer.isGone = !kept.has(holdId);
    } catch (error) {
      for (const answer of notes.keys()) answer.hasGrown = true;
      throw error;
    }
  }

  async #noteOf(answer: RunningAnswer): Promise<HoldNote | undefined> {
    answer.lookedMs = Date.now();
    answer.hasGrown = false;
    // What cannot be counted now is tried again.
    const note = await answer.note().catch(() => undefined);
    if (!note) answer.hasGrown = true;
    return this.#answers.has(answer) ? note : undefined;
  }
}
