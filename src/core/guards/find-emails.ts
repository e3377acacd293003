// Finds email addresses around each "@", within bounded distances: linear in the text.
import type { Finding } from './finding.ts';

const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const LETTER = /^[\p{L}\p{N}\p{M}]$/u;
/** Letters of scripts without spaces between words are not taken as a part of an address. */
const NO_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]$/u;
const TOP_LEVEL = /^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu;
/** Endings of files that are no domains: logo@2x.png. */
const FILE_ENDING =
  /^(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|pdf|s?css|less|[cm]?jsx?|tsx?|json|map|html?|xml|ya?ml|toml|txt|csv|log|lock|wasm|ttf|woff2?)$/i;
const LOCAL = asciiSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+'~-");
const DOMAIN = asciiSet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-');

export function findEmails(text: string): Finding[] {
  const found: Finding[] = [];
  let after = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > after && at - start < MAX_LOCAL && isOf(LOCAL, text, start - 1)) start -= 1;
    while (start < at && isTrimmed(text.charCodeAt(start))) start += 1;
    if (start === at) continue;
    let end = at + 1;
    while (end < text.length && end - at <= MAX_DOMAIN && isOf(DOMAIN, text, end)) end += 1;
    const length = domainLength(text.slice(at + 1, end));
    if (length === 0 || isRepository(text, { start, at, end: at + 1 + length })) continue;
    after = at + 1 + length;
    found.push({ kind: 'email', start, end: after });
  }
  return found;
}

function asciiSet(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

function isOf(set: Uint8Array, text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return set[code] === 1;
  const character = text[at] ?? '';
  return LETTER.test(character) && !NO_SPACES.test(character);
}

/** Punctuation with which no address begins. */
function isTrimmed(code: number): boolean {
  return code === 0x2e || code === 0x27 || code === 0x2d || code === 0x25;
}

/** How much of what follows the "@" is a domain; 0: nothing. */
function domainLength(text: string): number {
  if (!text.includes('.')) return 0;
  const labels = text.split('.');
  if (labels[0] === '') return 0;
  let known = 0;
  let length = -1;
  for (const [index, label] of labels.entries()) {
    if (label === '' || label.startsWith('-') || label.length > 63) break;
    length += label.length + 1;
    const name = label.replace(/-{1,63}$/, '');
    if (index > 0 && TOP_LEVEL.test(name) && !FILE_ENDING.test(name)) known = length - (label.length - name.length);
    if (name !== label) break;
  }
  return known;
}

/** git@github.com:owner/name is an address of code, not of a person. */
function isRepository(text: string, { start, at, end }: { start: number; at: number; end: number }): boolean {
  return text.slice(start, at) === 'git' && (text[end] === ':' || text[end] === '/');
}
