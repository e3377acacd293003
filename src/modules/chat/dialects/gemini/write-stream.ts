// Writes the steps of an answer as the chunks of a Gemini stream. Calls come whole; the last chunk has the finish
// reason and the usage.
import type { AnswerUsage } from '../answer-parts.ts';
import type { AnswerStep } from '../chunks.ts';
import { GatheredCalls } from '../gathered-calls.ts';
import type { Search } from '../search/searched.ts';
import {
  callParts,
  candidateOf,
  finishReasonOf,
  groundingOf,
  metadataOf,
  type ReplyHead,
  textParts,
} from './write-reply.ts';

interface Candidate {
  calls: GatheredCalls;
  finishReason: string | undefined;
}

export async function* streamOf(
  steps: AsyncIterable<readonly AnswerStep[]>,
  head: ReplyHead,
): AsyncGenerator<readonly object[]> {
  const writer = new ChunkWriter(head);
  for await (const group of steps) {
    const chunks = group.flatMap((step) => writer.write(step));
    if (chunks.length > 0) yield chunks;
  }
  const last = writer.end();
  if (last.length > 0) yield last;
}

class ChunkWriter {
  readonly #head: ReplyHead;
  readonly #searches: Search[] = [];
  #text = '';
  readonly #candidates = new Map<number, Candidate>();

  constructor(head: ReplyHead) {
    this.#head = head;
  }

  write(step: AnswerStep): object[] {
    // An error may follow the usage, so the end is written with it and not later.
    if (step.usage) return this.end(step.usage);
    if (step.search) {
      if (step.search.results || step.search.failure !== undefined) this.#searches.push(step.search);
      return [];
    }
    const candidate = this.#candidate(step.choice);
    // A search cites the text that follows it.
    this.#text += step.text;
    candidate.calls.add(step.calls);
    candidate.finishReason ??= step.finishReason;
    const parts = textParts(step, this.#head);
    if (parts.length === 0) return [];
    return [{ candidates: [candidateOf(step.choice, parts)], ...metadataOf(this.#head) }];
  }

  end(usage?: AnswerUsage): object[] {
    const open = [...this.#candidates.entries()];
    this.#candidates.clear();
    if (open.length === 0) return [];
    const candidates = open.map(([index, { calls, finishReason }]) => {
      const { parts, isMalformed } = callParts(calls.all());
      return {
        ...candidateOf(index, parts, finishReasonOf(finishReason ?? 'stop', isMalformed)),
        ...groundingOf(this.#text, this.#searches),
      };
    });
    return [{ candidates, ...metadataOf(this.#head, usage) }];
  }

  #candidate(index: number): Candidate {
    const known = this.#candidates.get(index);
    if (known) return known;
    const candidate = { calls: new GatheredCalls(), finishReason: undefined };
    this.#candidates.set(index, candidate);
    return candidate;
  }
}
