// Ends an answer at its token limit, whatever the provider sends beyond it.
import type { TokenUsage } from '../port.ts';
import { cutToTokens } from '../tokenizer.ts';
import type { PieceEvent } from './part-reducer.ts';

export class AnswerLimit {
  readonly #model: string;
  readonly #maxTokens: number;
  #tokens = 0;
  isReached = false;

  constructor(model: string, maxTokens: number) {
    this.#model = model;
    this.#maxTokens = maxTokens;
  }

  /** As much of the event as the limit allows. */
  async fit(event: PieceEvent): Promise<PieceEvent | undefined> {
    const left = this.#maxTokens - this.#tokens;
    if (event.tokens <= left) {
      this.#tokens += event.tokens;
      return event;
    }
    this.isReached = true;
    if (event.type !== 'text' || left <= 0) return undefined;
    const { text, tokens } = await cutToTokens(this.#model, event.text, left);
    this.#tokens += tokens;
    return text === '' ? undefined : { ...event, text, tokens };
  }

  /** A provider counts its own tokens; its end counts within the limit. */
  within(usage: TokenUsage): TokenUsage {
    return { ...usage, completionTokens: Math.min(usage.completionTokens, this.#maxTokens) };
  }
}
