// Finds how many of the frames at hand can go to the customer byte for byte, without making an object of any of them.

const START = 'data: {';

/**
 * Where the plain frames end; from there on each frame is looked at by itself. Plain is one line of JSON with choices, none
 * of which has ended, and our name of the model, without an error or a usage report in it.
 */
export function findPlainFrames(bytes: Buffer, model: string): number {
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
  while (text.startsWith(START, end)) {
    const lineEnd = text.indexOf('\n', end);
    if (lineEnd === -1 || text[lineEnd + 1] !== '\n' || text[lineEnd - 1] !== '}') break;
    if (errors.from(end) < lineEnd || choices.from(end) > lineEnd) break;
    if (models.from(end) > lineEnd || !text.startsWith(named, models.from(end))) break;
    if (!usages.areNull(end, lineEnd) || !finishes.areNull(end, lineEnd)) break;
    end = lineEnd + 2;
  }
  return end;
}

/** The places of a key, looked up once each while the reader moves on. */
class Places {
  readonly #text: string;
  readonly #key: string;
  #next = -1;

  constructor(text: string, key: string) {
    this.#text = text;
    this.#key = key;
  }

  /** The first place at or behind `start`; past the end when there is none. */
  from(start: number): number {
    if (this.#next >= start) return this.#next;
    const found = this.#text.indexOf(this.#key, start);
    this.#next = found === -1 ? Number.POSITIVE_INFINITY : found;
    return this.#next;
  }

  /** Whether the key stands for nothing wherever it is between the two. */
  areNull(start: number, end: number): boolean {
    for (let at = this.from(start); at < end; at = this.from(at + 1)) {
      const value = at + this.#key.length;
      if (!this.#text.startsWith(':null', value) && !this.#text.startsWith(': null', value)) return false;
    }
    return true;
  }
}
