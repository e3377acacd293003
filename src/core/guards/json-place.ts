// Whether a place of a JSON text is inside of a string: a number that is masked outside of one becomes a string, so that JSON stays JSON.

const OPENS = /^\s{0,16}[{[]/;

const NUMBER_REST = /^(?:\.\d*)?(?:e[+-]?\d*)?/i;
const MAX_NUMBER_REST = 32;

interface Replaced {
  placeholder: string;
  start: number;
  end: number;
}

export class JsonPlace {
  #isJson: boolean | undefined;
  #inString = false;
  #isEscaped = false;

  /** What goes on unchanged. */
  pass(text: string): void {
    if (text !== '') this.#isJson ??= OPENS.test(text);
    if (!this.#isJson) return;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === 0x5c) this.#isEscaped = this.#inString;
      else if (code === 0x22) this.#inString = !this.#inString;
    }
  }

  /** The placeholder as it must stand in the place of this value, and what of the text it replaces. All before has passed, but for a sign. */
  replace(placeholder: string, text: string, { start, end }: { start: number; end: number }): Replaced {
    if (!this.#isJson || this.#inString || !/^\d+$/.test(text.slice(start, end))) return { placeholder, start, end };
    // The number goes whole: with its sign, and with what stands behind its digits.
    const rest = NUMBER_REST.exec(text.slice(end, end + MAX_NUMBER_REST))?.[0].length ?? 0;
    return { placeholder: `"${placeholder}"`, start: text[start - 1] === '-' ? start - 1 : start, end: end + rest };
  }
}
