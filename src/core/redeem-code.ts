// The text of redeem codes: 100 random bits in groups that a person can type, and the hash under which a code is stored.
import { createHash } from 'node:crypto';
import { randomToken } from './ids.ts';

const CHARACTERS = 20;
const GROUP = 5;

export const HINT_CHARACTERS = 4;

/** For example 7K2QD-0MZ4R-X9VTA-31HBE. */
export function newCode(): string {
  const text = randomToken().slice(0, CHARACTERS).toUpperCase();
  return (text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** Ignores case, blanks and hyphens; letters that look like digits are read as those digits. */
export function hashCode(text: string): string {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(`redeem code ${plain}`).digest('hex');
}
