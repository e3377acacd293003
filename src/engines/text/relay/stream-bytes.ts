// Bounds the bytes of a stream and the fields of a whole answer by the tokens that were asked for: an upstream could send
// events that hold no text without end.
import { Unreadable } from '../unreadable.ts';

/** Pictures, sealed thoughts, and the whole answer that the last event repeats. */
const BASE_BYTES = 24 * 1024 * 1024;
/** A frame for each token, with the log probabilities of twenty others. */
const BYTES_FOR_TOKEN = 8 * 1024;

export class StreamBytes {
  #left: number;

  constructor(maxTokens: number) {
    this.#left = BASE_BYTES + maxTokens * BYTES_FOR_TOKEN;
  }

  /** Throws when the stream has sent more than its tokens can need. */
  count(bytes: Buffer): void {
    this.#left -= bytes.length;
    if (this.#left < 0) throw new Unreadable('far more bytes than the tokens of the call can need');
  }
}

/** No answer of so many bytes has fewer tokens. */
export function fewestTokens(bytes: number): number {
  return Math.floor(bytes / BYTES_FOR_TOKEN);
}

const BASE_KEYS = 100_000;
/** The log probability of a token and of twenty others, with their bytes. */
const KEYS_FOR_TOKEN = 70;

/** An answer with more fields than this has not been ordered. */
export function mostKeys(maxTokens: number): number {
  return BASE_KEYS + maxTokens * KEYS_FOR_TOKEN;
}
