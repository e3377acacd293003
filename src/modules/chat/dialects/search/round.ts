// Reads the stream of one round: takes out its searches, and keeps its usage for the last round.
import type { FinishAnswer, StreamItem } from '../../answer-order.ts';
import type { AnswerUsage } from '../answer-parts.ts';
import { type AnswerStep, emptyStep, SearchedSteps, StepReader } from '../chunks.ts';
import { GatheredCalls } from '../gathered-calls.ts';
import type { Rounds } from './rounds.ts';

export class Round {
  isLast = false;
  hasEnded = false;
  readonly #rounds: Rounds;
  readonly #outer: FinishAnswer | undefined;
  readonly #reader = new StepReader();
  readonly #calls = new GatheredCalls();
  readonly #searchIndexes = new Set<number>();
  #text = '';
  readonly #thought = { text: '', signature: '' };
  #usage: AnswerUsage | undefined;
  /** Sent once the round is paid. */
  #held: StreamItem[] = [];

  constructor(rounds: Rounds, outer: FinishAnswer | undefined) {
    this.#rounds = rounds;
    this.#outer = outer;
  }

  async *read(items: AsyncIterable<StreamItem>): AsyncGenerator<StreamItem> {
    for await (const item of items) {
      // Items read before the charge are sent after it.
      if (this.hasEnded) continue;
      const steps = this.#take(item);
      if (steps.length > 0) yield new SearchedSteps(steps);
    }
    yield* this.#held.splice(0);
  }

  finish(unsent: readonly StreamItem[]): ReturnType<FinishAnswer> {
    const steps = unsent.flatMap((item) => this.#take(item));
    this.hasEnded = true;
    const searches = this.#rounds.searchesIn(this.#calls.all());
    const usage = this.#rounds.addUsage(this.#usage);
    this.isLast = searches.length === 0;
    if (!this.isLast) {
      this.#rounds.begin(this.#text, this.#thought, searches);
      this.#held = [new SearchedSteps(steps.map((step) => ({ ...step, finishReason: undefined })))];
      return undefined;
    }
    const end: AnswerStep[] = usage ? [{ ...emptyStep(), usage }] : [];
    this.#held = [new SearchedSteps([...steps, ...end])];
    return this.#outer?.(this.#held);
  }

  #take(item: StreamItem): AnswerStep[] {
    return this.#reader.read(item).flatMap((step) => {
      this.#text += step.text;
      this.#thought.text += step.reasoning;
      this.#thought.signature = step.reasoningSignature || this.#thought.signature;
      this.#usage = step.usage ?? this.#usage;
      this.#calls.add(step.calls);
      for (const { index, name } of step.calls) if (this.#rounds.isSearch(name)) this.#searchIndexes.add(index);
      const calls = step.calls.filter(({ index }) => !this.#searchIndexes.has(index));
      // A round that searches does not end the answer: whether it ends is known only with its calls.
      const all = step.finishReason === 'tool_calls' ? this.#calls.all() : [];
      const isToSearch = this.#rounds.searchesIn(all).length > 0;
      const finishReason = isToSearch ? undefined : this.#rounds.isOnlySearch(all) ? 'stop' : step.finishReason;
      return [{ ...step, calls, finishReason, usage: undefined }];
    });
  }
}
