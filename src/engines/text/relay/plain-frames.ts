// Finds how many of the frames at hand can go to the customer byte for byte, without making an object of any of them.

export interface PlainFrames {
  /** Where the plain frames end: from there on each frame is looked at by itself. */
  end: number;
  /** At least one choice says why it ended. */
  finishes: boolean;
}

const START = 'data: {';
const FINISHED = /^"finish_reason" ?: ?"/;
const REPORTED = /^"usage" ?: ?\{/;

/** Plain: one line of JSON with choices and our name of the model, and neither an error nor a usage report in it. */
export function findPlainFrames(bytes: Buffer, model: string): PlainFrames {
  // Keys and marks are ASCII: one character per byte keeps the places, whatever the customer's language.
  const text = bytes.toString('latin1');
  const named = `"model":"${model}"`;
  const [errors, usages, choices, models, finishes] = [
    new Places(text, '"error"'),
    new Places(text, '"usage"'),
    new Places(text, '"choices"'),
    new Places(text, '"model"'),
    new Places(text, '"finish_reason"'),
  ];
  let end = 0;
  let hasFinished = false;
  while (text.startsWith(START, end)) {
    const lineEnd = text.indexOf('\n', end);
    if (lineEnd === -1 || text[lineEnd + 1] !== '\n' || text[lineEnd - 1] !== '}') break;
    if (errors.from(end) < lineEnd || choices.from(end) > lineEnd) break;
    if (!text.startsWith(named, models.from(end)) || models.from(end) > lineEnd) break;
    if (usages.any(end, lineEnd, REPORTED)) break;
    hasFinished ||= finishes.any(end, lineEnd, FINISHED);
    end = lineEnd + 2;
  }
  return { end, finishes: hasFinished };
}

/** The places of a word, looked up once each while the reader moves on. */
class Places {
  readonly #text: string;
  readonly #word: string;
  #next = -1;

  constructor(text: string, word: string) {
    this.#text = text;
    this.#word = word;
  }

  /** The first place at or behind `start`; past the end when there is none. */
  from(start: number): number {
    if (this.#next >= start) return this.#next;
    const found = this.#text.indexOf(this.#word, start);
    this.#next = found === -1 ? Number.POSITIVE_INFINITY : found;
    return this.#next;
  }

  /** Whether one of the places between the two begins like the pattern. */
  any(start: number, end: number, pattern: RegExp): boolean {
    for (let at = this.from(start); at < end; at = this.from(at + 1)) {
      if (pattern.test(this.#text.slice(at, at + this.#word.length + 4))) return true;
    }
    return false;
  }
}
