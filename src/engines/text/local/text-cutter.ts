// Passes text through as it arrives, holds back what may be the start of a stop string, and cuts at a complete one.
export interface Piece {
  text: string;
  tokens: number;
}

export class TextCutter {
  readonly #stops: readonly string[];
  readonly #markers: readonly string[];
  #held: Piece[] = [];

  /** `markers` are stops that are never part of an answer: at its end, not even their beginning is. */
  constructor(stops: readonly string[], markers: readonly string[] = []) {
    this.#stops = [...stops, ...markers].filter((stop) => stop.length > 0);
    this.#markers = markers;
  }

  /** Returns what may be delivered now; if a stop string ended the text, also that string and what followed it. */
  push(piece: Piece): { out: Piece[]; stop?: { text: string; rest: string } } {
    this.#held.push(piece);
    const text = this.#held.map((held) => held.text).join('');
    const stop = this.#firstStop(text);
    if (stop) {
      const rest = text.slice(stop.at + stop.text.length);
      return { out: this.#release(stop.at), stop: { text: stop.text, rest } };
    }
    return { out: this.#release(text.length - longestStart(text, this.#stops)) };
  }

  flush(): Piece[] {
    const text = this.#held.map((held) => held.text).join('');
    const rest = longestStart(text, this.#markers);
    const out = this.#release(rest >= LEAST_MARKER_START ? text.length - rest : text.length);
    this.#held = [];
    return out;
  }

  #firstStop(text: string): { text: string; at: number } | undefined {
    return this.#stops
      .map((stop) => ({ text: stop, at: text.indexOf(stop) }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => left.at - right.at)[0];
  }

  /** A token counts as delivered once any character of it is; the rest of a split piece stays held back with no tokens left. */
  #release(length: number): Piece[] {
    const out: Piece[] = [];
    let left = length;
    while (this.#held.length > 0) {
      const piece = this.#held[0] as Piece;
      if (piece.text.length <= left) {
        left -= piece.text.length;
        out.push(piece);
        this.#held.shift();
        continue;
      }
      if (left > 0) {
        out.push({ text: piece.text.slice(0, left), tokens: piece.tokens });
        this.#held[0] = { text: piece.text.slice(left), tokens: 0 };
      }
      break;
    }
    return out;
  }
}

/** One character, such as "<", is too common to be taken for the start of a marker. */
const LEAST_MARKER_START = 2;

/** How many characters at the end of the text are the start of one of the strings, but not all of it. */
function longestStart(text: string, strings: readonly string[]): number {
  let longest = 0;
  for (const string of strings) {
    for (let length = Math.min(string.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(string.slice(0, length))) longest = length;
    }
  }
  return longest;
}
