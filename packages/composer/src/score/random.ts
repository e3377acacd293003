// Reproducible decisions: each draws from a stream of its own, so that a change in one part does not affect the others.
import { type Chance, hashText, mulberry32 } from '@atelier/kit';

export class Random {
  readonly #chance: Chance;

  constructor(seed: number, stream: string) {
    this.#chance = mulberry32(stateOf(stream, seed >>> 0));
  }

  /** 0 ≤ x < 1. */
  next(): number {
    return this.#chance();
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.next() * choices.length)];
    if (choice === undefined) throw new RangeError('There is nothing to pick from.');
    return choice;
  }

  /** Roughly normally distributed between −1 and 1. */
  bell(): number {
    return (this.next() + this.next() + this.next()) / 1.5 - 1;
  }
}

function stateOf(text: string, seed: number): number {
  const value = hashText(text, 0x811c9dc5 ^ seed);
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
