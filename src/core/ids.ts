// Makes identifiers: readable by their prefix, unguessable by their 130 random bits.
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;
const POOL_BYTES = LENGTH * 256;

let pool = randomBytes(POOL_BYTES);
let used = 0;

export function newId(prefix: string): string {
  return `${prefix}_${randomToken()}`;
}

/** 26 characters of 5 bits each: safe in a URL, in a file name and in a DNS label. */
export function randomToken(): string {
  if (used + LENGTH > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  let token = '';
  for (let index = 0; index < LENGTH; index += 1) token += ALPHABET[(pool[used + index] ?? 0) & 31];
  used += LENGTH;
  return token;
}
