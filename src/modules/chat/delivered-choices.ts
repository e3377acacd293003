// Tracks an answer made of events: each choice's text, the delivered tokens, and when the paid tokens are used up.
import type { TextEvent, TokenUsage } from '../../engines/text/port.ts';
import { addEvent, NOTHING_SAID, type Said } from './shapes.ts';

interface Choice {
  said: Said;
  tokens: number;
  ended: TokenUsage | undefined;
}

export class DeliveredChoices {
  readonly #choices: Choice[];
  readonly #echoes: readonly string[];
  readonly #maxTokens: number;
  readonly #countPrompt: () => Promise<number>;
  readonly #prompts: number;
  readonly #sharesPrompt: boolean;

  constructor(
    order: {
      echoes: readonly string[];
      countPrompt(): Promise<number>;
      body: Readonly<Record<string, unknown>>;
    },
    { maxTokens, sharesPrompt }: { maxTokens: number; sharesPrompt: boolean },
  ) {
    this.#choices = order.echoes.map(() => ({ said: NOTHING_SAID, tokens: 0, ended: undefined }));
    this.#echoes = order.echoes;
    this.#maxTokens = maxTokens;
    this.#countPrompt = order.countPrompt;
    this.#prompts = promptsIn(order.body.prompt);
    this.#sharesPrompt = sharesPrompt;
  }

  /** Returns false if the event exceeds the paid amount: it must not be delivered. */
  take(index: number, event: TextEvent): boolean {
    const choice = this.#choices[index];
    if (!choice) return false;
    if (event.type === 'end') choice.ended = event.usage;
    else if (this.#tokens() + event.tokens > this.#maxTokens) return false;
    else choice.tokens += event.tokens;
    choice.said = addEvent(choice.said, event);
    return true;
  }

  unfinished(): number[] {
    return this.#choices.flatMap(({ ended }, index) => (ended ? [] : [index]));
  }

  /** Whether anything of the first choice was delivered, or it ended without text. */
  hasSaid(): boolean {
    const [first] = this.#choices;
    return first !== undefined && (first.tokens > 0 || first.ended !== undefined);
  }

  said(): Said[] {
    return this.#choices.map(({ said, ended }, index) => ({
      ...said,
      text: (this.#echoes[index] ?? '') + said.text,
      finishReason: ended ? said.finishReason : 'length',
    }));
  }

  /**
   * Uses the engine's own count if the choice ended, otherwise the sum of the delivered tokens. `countsPrompt`: the
   * prompt counts even if no token of the answer arrived.
   */
  async usage({ countsPrompt = false } = {}): Promise<TokenUsage> {
    const completionTokens = this.#choices.reduce(
      (sum, { ended, tokens }) => sum + (ended?.completionTokens ?? tokens),
      0,
    );
    if (!countsPrompt && completionTokens === 0 && this.#choices.every(({ ended }) => !ended))
      return { promptTokens: 0, completionTokens: 0 };
    // What is generated on this machine is counted exactly.
    const isEstimated = !this.#sharesPrompt && this.#choices.some(({ ended }) => !ended || ended.isEstimated);
    return { promptTokens: await this.#promptTokens(), completionTokens, ...this.#details(), isEstimated };
  }

  /** Cached and reasoning tokens, if the engines report them. */
  #details(): Partial<TokenUsage> {
    const sumOf = (field: 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens') => {
      const told = this.#choices.map(({ ended }) => ended?.[field]).filter((count) => count !== undefined);
      return told.length > 0 ? { [field]: told.reduce((sum, count) => sum + count, 0) } : {};
    };
    return { ...sumOf('cachedTokens'), ...sumOf('cacheWriteTokens'), ...sumOf('reasoningTokens') };
  }

  /** Choices of a local engine share their prompt: it is counted once per prompt, not once per choice. */
  async #promptTokens(): Promise<number> {
    const perPrompt = this.#sharesPrompt ? this.#choices.length / this.#prompts : 1;
    const readers = this.#choices.filter((_, index) => index % perPrompt === 0);
    const unfinished = readers.filter(({ ended }) => !ended).length;
    if (this.#sharesPrompt && unfinished > 0) return this.#countPrompt();
    const counted = unfinished > 0 ? (await this.#countPrompt()) * (unfinished / this.#prompts) : 0;
    return readers.reduce((sum, { ended }) => sum + (ended?.promptTokens ?? 0), Math.ceil(counted));
  }

  #tokens(): number {
    return this.#choices.reduce((sum, { tokens }) => sum + tokens, 0);
  }
}

/** A list of numbers is one prompt of token ids. */
function promptsIn(prompt: unknown): number {
  return Array.isArray(prompt) && typeof prompt[0] !== 'number' ? prompt.length : 1;
}
