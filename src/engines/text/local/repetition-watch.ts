// Detects that a model repeats itself, which small models may do until they reach their limit.
const LONGEST_PHRASE = 256;
/** A short phrase may be said often on purpose; a long one hardly ever three times in a row. */
const LEAST_REPEATED_TOKENS = 48;
const LEAST_ROUNDS = 3;

/** The same tokens, word for word. */
export class RepetitionWatch {
  readonly #tokens: number[] = [];

  /** True once the answer has ended in the same tokens for a while. */
  push(token: number): boolean {
    this.#tokens.push(token);
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const rounds = Math.max(LEAST_ROUNDS, Math.ceil(LEAST_REPEATED_TOKENS / length));
      if (this.#repeats(length, rounds)) return true;
    }
    return false;
  }

  /** From the end, because most lengths already differ in the last token. */
  #repeats(length: number, rounds: number): boolean {
    const total = length * rounds;
    const end = this.#tokens.length;
    if (end < total) return false;
    for (let at = end - 1; at >= end - total + length; at -= 1)
      if (this.#tokens[at] !== this.#tokens[at - length]) return false;
    return true;
  }
}

const LEAST_SENTENCE_LETTERS = 24;
const REMEMBERED_SENTENCES = 40;
const SAME_SENTENCES = 4;

/** The same sentence with other numbers or between others: `Step 7: Run the code.` Lines of code repeat for good reason. */
export class SentenceWatch {
  readonly #sentences: string[] = [];
  #open = '';
  #isCode = false;

  /** True once a sentence has occurred for the fourth time among the last forty. */
  push(text: string): boolean {
    this.#open += text;
    const parts = this.#open.split(/(?<=[.!?:])\s+|\n+/);
    this.#open = parts.pop() ?? '';
    return parts.some((part) => this.#isAgain(part));
  }

  #isAgain(part: string): boolean {
    if (/^\s*(```|~~~)/.test(part)) {
      this.#isCode = !this.#isCode;
      return false;
    }
    const sentence = part
      .toLowerCase()
      .replace(/\d+/g, '#')
      .replace(/[^\p{L}#]+/gu, ' ')
      .trim();
    if (this.#isCode || sentence.length < LEAST_SENTENCE_LETTERS || /[{};=]/.test(part)) return false;
    this.#sentences.push(sentence);
    if (this.#sentences.length > REMEMBERED_SENTENCES) this.#sentences.shift();
    return this.#sentences.filter((each) => each === sentence).length >= SAME_SENTENCES;
  }
}
