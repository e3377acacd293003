// Helps a small model: gives it the results of sums, and notices that it says the same again and again.
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { TextMessage } from '../port.ts';
import { completeSum, readSum } from './calculator.ts';
import { RepetitionWatch } from './repetition-watch.ts';

const TAIL = 200;

/** A message that asks for a sum and nothing else is followed by its result, for the model to say in its own words. */
export function withCalculatedSum(messages: readonly TextMessage[]): readonly TextMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user' || typeof last.content !== 'string') return messages;
  const sum = readSum(last.content);
  return sum ? [...messages.slice(0, -1), { ...last, content: `${last.content}\n(Calculator: ${sum})` }] : messages;
}

export class SmallModelHelper {
  readonly #model: LlamaModel;
  readonly #repetition = new RepetitionWatch();
  #said = '';
  #fences = 0;
  isStuck = false;

  constructor(model: LlamaModel) {
    this.#model = model;
  }

  /** If the token completes a sum with "=", the tokens to say instead: itself and the result. Code is left alone. */
  continueSum(token: Token): Token[] | undefined {
    this.isStuck = this.#repetition.push(token);
    const text = this.#model.detokenize([token]);
    this.#fences += text.split('```').length - 1;
    this.#said = (this.#said + text).slice(-TAIL);
    if (!text.includes('=') || this.#fences % 2 === 1) return undefined;
    const result = completeSum(this.#said);
    if (result === undefined) return undefined;
    this.#said += result;
    return [token, ...this.#model.tokenize(result, false, 'trimLeadingSpace')];
  }
}
