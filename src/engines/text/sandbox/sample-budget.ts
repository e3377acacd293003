// Bounds the work and the size of a sample during its construction: constants, lists of lists and references multiply.
import { ServiceError } from '../../../core/errors.ts';

const MAX_STEPS = 20_000;
/** More than a sandbox model's window of tokens holds. */
const MAX_LETTERS = 64_000;

export class SampleBudget {
  #steps = 0;
  #letters = 0;

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw tooLarge();
  }

  write(letters: number): void {
    this.#letters += letters;
    if (this.#letters > MAX_LETTERS) throw tooLarge();
  }

  /** Counts a value of the schema that is repeated in the sample, and stops at the bound instead of at its end. */
  keep(value: unknown): unknown {
    this.step();
    if (typeof value === 'string') this.write(value.length);
    else if (Array.isArray(value)) for (const item of value) this.keep(item);
    else if (typeof value === 'object' && value !== null)
      for (const name in value) {
        this.write(name.length);
        this.keep((value as Record<string, unknown>)[name]);
      }
    return value;
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('invalid_parameter', 'The smallest value of this schema is too large for the sandbox.');
}
