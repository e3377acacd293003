// Decodes tokens to text one by one, and waits if a character is spread over several tokens.
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { Piece } from './text-cutter.ts';

/** No UTF-8 character has more bytes; past this limit the bytes are invalid and are shown as such. */
const LONGEST_LETTER = 4;
const CONTEXT_TOKENS = 8;

export class TokenReader {
  readonly #model: LlamaModel;
  readonly #last: Token[];
  #pending: Token[] = [];

  constructor(model: LlamaModel, prompt: readonly Token[]) {
    this.#model = model;
    this.#last = prompt.slice(-CONTEXT_TOKENS);
  }

  push(token: Token): Piece | undefined {
    this.#pending.push(token);
    const text = this.#read();
    return text.endsWith('\uFFFD') && this.#pending.length < LONGEST_LETTER ? undefined : this.#take(text);
  }

  flush(): Piece | undefined {
    return this.#pending.length > 0 ? this.#take(this.#read()) : undefined;
  }

  #read(): string {
    return this.#model.detokenize(this.#pending, false, this.#last);
  }

  #take(text: string): Piece {
    const piece = { text, tokens: this.#pending.length };
    this.#last.push(...this.#pending);
    this.#last.splice(0, Math.max(0, this.#last.length - CONTEXT_TOKENS));
    this.#pending = [];
    return piece;
  }
}
