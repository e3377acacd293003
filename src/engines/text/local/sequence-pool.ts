// Assigns the model's sequences: each order gets the free sequence that shares the longest prefix with its prompt.
import type { LlamaContext, LlamaContextSequence, Token } from 'node-llama-cpp';

export class SequencePool {
  readonly #free: LlamaContextSequence[] = [];
  readonly #places = new Map<LlamaContextSequence, number>();
  readonly #waiting: { tokens: Token[]; take: (sequence: LlamaContextSequence) => void }[] = [];

  constructor(context: LlamaContext, count: number) {
    for (let place = 0; place < count; place += 1) {
      const sequence = context.getSequence();
      this.#free.push(sequence);
      this.#places.set(sequence, place);
    }
  }

  /** The position of the sequence among the others. */
  placeOf(sequence: LlamaContextSequence): number {
    return this.#places.get(sequence) ?? 0;
  }

  async take(tokens: Token[], signal: AbortSignal): Promise<LlamaContextSequence> {
    signal.throwIfAborted();
    const known = this.#pickFree(tokens);
    if (known) return known;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(order), 1);
        reject(signal.reason);
      };
      const order = {
        tokens,
        take: (sequence: LlamaContextSequence) => {
          signal.removeEventListener('abort', leave);
          resolve(sequence);
        },
      };
      this.#waiting.push(order);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  giveBack(sequence: LlamaContextSequence): void {
    const next = this.#waiting.shift();
    if (next) next.take(sequence);
    else this.#free.push(sequence);
  }

  #pickFree(tokens: Token[]): LlamaContextSequence | undefined {
    let best = -1;
    let bestLength = -1;
    let bestWaste = 0;
    for (const [index, sequence] of this.#free.entries()) {
      const length = sequence.compareContextTokens(tokens).firstDifferentIndex;
      const waste = sequence.nextTokenIndex - length;
      // Among equals, the one with the shortest state: another chat may continue from what a sequence remembers.
      if (length > bestLength || (length === bestLength && waste < bestWaste)) {
        [best, bestLength, bestWaste] = [index, length, waste];
      }
    }
    return best < 0 ? undefined : this.#free.splice(best, 1)[0];
  }
}
