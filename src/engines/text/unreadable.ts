// A part of an answer that cannot be read: what it is worth depends on what came before.

export class Unreadable extends Error {
  /** The part, as far as it came. */
  readonly text: string;

  constructor(what: string, text = '') {
    super(what);
    this.text = text;
  }
}
