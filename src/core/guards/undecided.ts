// Where a text that goes on may still become a value: its last word, the digits before it, and the first line of a private key.

/** The longest word that is held back: an address with the longest names. */
export const MAX_WORD = 320;
/** Groups before the last word that may belong to it. */
const MAX_GROUPS = 80;
/** The most that is held back. */
export const MAX_UNDECIDED = MAX_WORD + MAX_GROUPS;
const MAX_GROUP = 24;
const MAX_GAP = 3;
const KEY_HEAD = '-----BEGIN ';
const MAX_KEY_HEAD = 64;

/** From here on nothing is decided. */
export function startOfUndecided(text: string): number {
  const word = startOfWord(text, text.length, MAX_WORD);
  const head = text.lastIndexOf(KEY_HEAD);
  const isHead = head !== -1 && text.length - head < MAX_KEY_HEAD && !text.includes('-----', head + KEY_HEAD.length);
  const groups = startOfGroups(text, word);
  return isHead ? Math.min(head, groups) : groups;
}

/** Cards, phone numbers and IBANs have groups. */
function startOfGroups(text: string, word: number): number {
  let start = word;
  if (word < text.length && !mayBelong(text.slice(word))) return word;
  for (;;) {
    let end = start;
    while (start - end < MAX_GAP && isGap(text.charCodeAt(end - 1))) end -= 1;
    const begin = startOfWord(text, end, MAX_GROUP);
    if (begin === end || word - begin > MAX_GROUPS || !mayBelong(text.slice(begin, end))) return start;
    start = begin;
  }
}

function mayBelong(group: string): boolean {
  return /\d/.test(group) || /^(?:[A-Z]{1,4}|[+()./-]{1,3})$/.test(group);
}

function startOfWord(text: string, end: number, most: number): number {
  let start = end;
  const least = Math.max(0, end - most);
  while (start > least && !isBreak(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isGap(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || code === 0x202f || (code >= 0x2000 && code <= 0x200a);
}

const BREAKS = new Set(Array.from('"`,;{}<>|[]!?*', (character) => character.charCodeAt(0)));

/** What stands in no value, and scripts without spaces: their texts would be held back whole. */
function isBreak(code: number): boolean {
  if (code < 0x80) return code <= 0x20 || BREAKS.has(code);
  return (
    isGap(code) ||
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xe00 && code <= 0xeff)
  );
}
