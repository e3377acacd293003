// Limits the shape of a JSON text (nesting, values, keys) in one pass over its bytes, before it is parsed.
import { ServiceError } from './errors.ts';

export interface ShapeLimits {
  depth: number;
  values: number;
  keys: number;
  /** Bytes outside of strings, and a tenth of it in backslashes: a text that may be long must be so by its plain strings. */
  others?: number;
}

const OF_BODIES: ShapeLimits = {
  depth: 64,
  /** 100,000 token ids, the longest list that any route documents, plus some room. */
  values: 120_000,
  /** Twice what the longest conversations of agents have: 4,096 messages, and 128 functions. */
  keys: 30_000,
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Does not check that the bytes are JSON; only that parsing and validating them takes bounded time. */
export function refuseLargeShape(bytes: Buffer, limits = OF_BODIES): void {
  const { depth: maxDepth, values: maxValues, keys: maxKeys, others: maxOthers = Number.POSITIVE_INFINITY } = limits;
  if (hasMore(bytes, BACKSLASH, maxOthers / 10)) throw tooLarge();
  let depth = 0;
  let values = 0;
  let keys = 0;
  let strings = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    others += 1;
    if (others > maxOthers) throw tooLarge();
    switch (bytes[at]) {
      case QUOTE:
        strings += 1;
        // Also counts strings without a comma between them, which counting commas would miss.
        if (strings > maxValues + maxKeys) throw tooManyValues(maxValues);
        at = endOfString(bytes, at + 1);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > maxDepth)
          throw new ServiceError('invalid_json', `The body is nested deeper than ${maxDepth} levels.`);
        if (values > maxValues) throw tooManyValues(maxValues);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > maxValues) throw tooManyValues(maxValues);
        break;
      case COLON:
        keys += 1;
        if (keys > maxKeys)
          throw new ServiceError('payload_too_large', `The body has more than ${maxKeys} fields. Send fewer.`);
        break;
    }
  }
}

/** Finds the closing quote. Long strings are skipped by the native search, which is ten times as fast as a loop. */
function endOfString(bytes: Buffer, start: number): number {
  const quote = bytes.indexOf(QUOTE, start);
  if (quote < 0) return bytes.length;
  if (bytes[quote - 1] !== BACKSLASH) return quote;
  // The string contains escapes: continue byte by byte.
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  return bytes.length;
}

/** Each step is a native search: a byte that is rare costs nothing. */
function hasMore(bytes: Buffer, byte: number, most: number): boolean {
  if (most >= bytes.length) return false;
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

function tooLarge(): ServiceError {
  return new ServiceError('payload_too_large', 'The body is too large.');
}

function tooManyValues(maxValues: number): ServiceError {
  return new ServiceError('payload_too_large', `The body holds more than ${maxValues} values. Send fewer at a time.`);
}
