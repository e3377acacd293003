// Long work in short turns of the event loop: it says where the loop may turn.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields wherever the event loop should turn before it goes on. */
export type Work<T> = Generator<void, T, void>;

/** Characters read in one turn: a few milliseconds, and some ten for a hostile text. */
export const TURN = 32 * 1024;

export class Budget {
  #left = TURN;

  /** Whether the turn is over: then the caller yields. */
  spend(characters: number): boolean {
    this.#left -= characters;
    if (this.#left > 0) return false;
    this.#left = TURN;
    return true;
  }
}

export async function inTurns<T>(work: Work<T>): Promise<T> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await nextTurn();
  }
}
