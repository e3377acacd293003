// Whether a place of a JSON text is inside of a string: a number that is masked outside of one becomes a string, so that JSON stays JSON.

const OPENS = /^\s{0,16}[{[]/;

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

  /** The placeholder as it must stand here, in the place of this value. */
  quote(placeholder: string, value: string): string {
    return this.#isJson && !this.#inString && /^\d+$/.test(value) ? `"${placeholder}"` : placeholder;
  }
}
