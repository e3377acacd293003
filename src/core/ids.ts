// Generates identifiers: a readable prefix and 130 random bits.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** All pairs of characters, indexed by ten bits, which halves the number of steps. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);
const STEPS = 13;
const POOL_WORDS = STEPS * 256;

let pool = randomWords();
let used = 0;

export function newId(prefix: string): string {
  return `${prefix}_${randomToken()}`;
}

/** 26 characters of 5 bits each: safe in a URL, in a file name and in a DNS label. */
export function randomToken(): string {
  if (used + STEPS > POOL_WORDS) {
    pool = randomWords();
    used = 0;
  }
  let token = '';
  for (let index = 0; index < STEPS; index += 1) token += PAIRS[(pool[used + index] ?? 0) & 1023];
  used += STEPS;
  return token;
}

function randomWords(): Uint16Array {
  return new Uint16Array(new Uint8Array(randomBytes(POOL_WORDS * 2)).buffer);
}
