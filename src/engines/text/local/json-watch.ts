// Follows JSON character by character and detects when the outermost object or array closes.
export class JsonWatch {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #started = false;

  get isClosed(): boolean {
    return this.#started && this.#depth === 0;
  }

  /** Reads until the value closes; returns how many characters belong to it. */
  read(text: string): number {
    for (let index = 0; index < text.length; index += 1) {
      if (this.isClosed) return index;
      this.#readLetter(text[index] as string);
    }
    return text.length;
  }

  #readLetter(letter: string): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (letter === '\\') this.#escaped = true;
      else if (letter === '"') this.#inString = false;
      return;
    }
    if (letter === '"') this.#inString = true;
    else if (letter === '{' || letter === '[') {
      this.#depth += 1;
      this.#started = true;
    } else if (letter === '}' || letter === ']') this.#depth -= 1;
  }
}
