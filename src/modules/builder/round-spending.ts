// What one question to a text model has cost so far, so that whoever cancels a build pays what its model has read and written.
import { UNSEEN_TOKENS_PER_SECOND } from '../../core/thinking-models.ts';

export interface BuildUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface RoundTerms {
  /** Of all rounds that have ended. */
  used: BuildUsage;
  promptTokens: number;
  maxTokens: number;
  /** Whether the model may think without showing it. */
  thinksUnseen: boolean;
  /** Whether nothing is unknown of it, as of a model on this machine. */
  isExact: boolean;
  onSpent(usage: BuildUsage): void;
}

const EVERY_MS = 1_000;

/** `end` must be called on every path. */
export class RoundSpending {
  readonly #terms: RoundTerms;
  #timer: NodeJS.Timeout | undefined;
  #startedMs = 0;
  #written = 0;

  constructor(terms: RoundTerms) {
    this.#terms = terms;
  }

  /** The model works: from now on the round has a cost, even while nothing is seen of it. */
  begin(): void {
    if (this.#timer) return;
    this.#startedMs = performance.now();
    this.#tell();
    this.#timer = setInterval(() => this.#tell(), EVERY_MS);
    this.#timer.unref();
  }

  write(tokens: number): void {
    this.#written += tokens;
    if (this.#timer) this.#tell();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    const { used, promptTokens, maxTokens, onSpent } = this.#terms;
    const completionTokens = Math.min(maxTokens, this.#written + this.#unseenTokens());
    onSpent({
      promptTokens: used.promptTokens + promptTokens,
      completionTokens: used.completionTokens + completionTokens,
    });
  }

  #unseenTokens(): number {
    const { isExact, thinksUnseen } = this.#terms;
    if (isExact || (this.#written > 0 && !thinksUnseen)) return 0;
    return Math.ceil(((performance.now() - this.#startedMs) / 1000) * UNSEEN_TOKENS_PER_SECOND);
  }
}
