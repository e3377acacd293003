// Joins tool calls that arrive in pieces, for APIs that return each call whole.
import type { CalledTool } from './answer-parts.ts';
import type { CallStep } from './chunks.ts';

export class GatheredCalls {
  readonly #calls = new Map<number, CalledTool>();

  add(pieces: readonly CallStep[]): void {
    for (const { index, id, name, arguments: piece } of pieces) {
      const call = this.#calls.get(index);
      this.#calls.set(index, {
        id: call?.id || id,
        name: call?.name || name,
        arguments: (call?.arguments ?? '') + piece,
      });
    }
  }

  all(): CalledTool[] {
    return [...this.#calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call);
  }
}
