// Helps a small model: supplies the results of sums, and detects repetition.
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { TextMessage } from '../port.ts';
import { completeSum, readSum } from './calculator.ts';
import { RepetitionWatch, SentenceWatch } from './repetition-watch.ts';

const TAIL = 200;

/**
 * If the last message asks for a sum and nothing else, and no instruction asks for a certain form: the sum with its
 * result.
 */
export function answerSum(messages: readonly TextMessage[] = []): string | undefined {
  return isInstructed(messages) ? undefined : readLastSum(messages);
}

/** If there is an instruction, the result is appended to a message that asks for a sum, and the model phrases it as instructed. */
export function withCalculatedSum(messages: readonly TextMessage[]): readonly TextMessage[] {
  const last = messages.at(-1);
  const sum = isInstructed(messages) ? readLastSum(messages) : undefined;
  if (!last || !sum) return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n(Calculator: ${sum})` }];
}

function isInstructed(messages: readonly TextMessage[]): boolean {
  return messages.some(({ role }) => role === 'system' || role === 'developer');
}

function readLastSum(messages: readonly TextMessage[]): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' && typeof last.content === 'string' ? readSum(last.content) : undefined;
}

export class SmallModelHelper {
  readonly #model: LlamaModel;
  readonly #repetition = new RepetitionWatch();
  readonly #sentences = new SentenceWatch();
  readonly #mayCalculate: boolean;
  #answer: string | undefined;
  #said = '';
  #fences = 0;
  /** True if the answer is complete or repeats itself. */
  isDone = false;

  /**
   * `answer`: the calculator's answer to a message that is only a sum; it replaces the model's. In plain completions no
   * sums are inserted.
   */
  constructor(model: LlamaModel, { answer, mayCalculate }: { answer?: string | undefined; mayCalculate: boolean }) {
    this.#model = model;
    this.#answer = answer;
    this.#mayCalculate = mayCalculate;
  }

  /** The tokens that replace this one: the calculator's answer, or the token followed by the result of the sum that it completes. */
  replace(token: Token): Token[] | undefined {
    if (this.#answer !== undefined) {
      this.isDone = true;
      return this.#model.tokenize(this.#answer, false, 'trimLeadingSpace');
    }
    const text = this.#model.detokenize([token]);
    const isSameWords = this.#repetition.push(token);
    this.isDone = this.#sentences.push(text) || isSameWords;
    if (!this.#mayCalculate) return undefined;
    this.#fences += text.split('```').length - 1;
    this.#said = (this.#said + text).slice(-TAIL);
    // Sums in code are not changed.
    if (!text.includes('=') || this.#fences % 2 === 1) return undefined;
    const result = completeSum(this.#said);
    if (result === undefined) return undefined;
    this.#said += result;
    return [token, ...this.#model.tokenize(result, false, 'trimLeadingSpace')];
  }
}
