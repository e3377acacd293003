// Finds bank accounts, payment cards, phone numbers and IP addresses: what stands among digits.
import { isIPv4, isIPv6 } from 'node:net';
import { ibanLength, isCard, isIban } from './checksums.ts';
import type { Finding } from './finding.ts';
import { isPhone, isSaidToBePhone } from './phones.ts';

export function findIbans(text: string): Finding[] {
  const found: Finding[] = [];
  let after = 0;
  for (const { index } of text.matchAll(/(?<![a-z0-9])[a-z]{2}[ .-]?\d{2}(?=[ .:-]?[a-z0-9])/gi)) {
    if (index < after) continue;
    const length = ibanLength(text.slice(index, index + 2).toUpperCase());
    const end = length === undefined ? undefined : endOfIban(text, index, length);
    if (end === undefined) continue;
    found.push({ kind: 'iban', start: index, end });
    after = end;
  }
  return found;
}

function endOfIban(text: string, start: number, length: number): number | undefined {
  let count = 0;
  let gaps = 0;
  let at = start;
  for (; count < length && at < text.length; at += 1) {
    if (isAlphanumeric(text.charCodeAt(at))) {
      count += 1;
      gaps = 0;
    } else if (gaps < 2 && isGap(text.charCodeAt(at))) gaps += 1;
    else return undefined;
  }
  if (count < length || isAlphanumeric(text.charCodeAt(at))) return undefined;
  return isIban(text.slice(start, at).replace(/[ .-]/g, '').toUpperCase()) ? at : undefined;
}

function isAlphanumeric(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Space, dot, hyphen. */
function isGap(code: number): boolean {
  return code === 0x20 || code === 0x2e || code === 0x2d;
}

const MAX_CARD = 19;
const MIN_CARD = 14;
const SHORTEST_GROUP = 4;

export function findCards(text: string): Finding[] {
  const found: Finding[] = [];
  for (const run of text.matchAll(/(?<![\w.,])\d(?:[ ./_-]{0,3}\d){13,63}(?!\w)/g)) {
    const groups = [...run[0].matchAll(/\d+/g)];
    for (let first = 0; first < groups.length; first += 1) {
      const last = lastOfCard(groups, first);
      const [begin, end] = [groups[first], last === undefined ? undefined : groups[last]];
      if (!begin || !end || last === undefined) continue;
      found.push({ kind: 'card', start: run.index + begin.index, end: run.index + end.index + end[0].length });
      first = last;
    }
  }
  return found;
}

/** The group with which a card ends that begins with this one. */
function lastOfCard(groups: readonly RegExpExecArray[], first: number): number | undefined {
  const opening = groups[first]?.[0] ?? '';
  if (opening < '2' || opening >= '7' || (opening.length > 1 && opening.length < SHORTEST_GROUP)) return undefined;
  const isSpelled = opening.length === 1;
  let digits = '';
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at]?.[0] ?? '';
    // Lists of short numbers are none; a card may be spelled digit by digit.
    if (isSpelled && group.length > 1) return undefined;
    digits += group;
    if (digits.length > MAX_CARD) return undefined;
    if (digits.length >= MIN_CARD && isCard(digits)) return at;
    // Only the last group of a card is short.
    if (!isSpelled && group.length < SHORTEST_GROUP) return undefined;
  }
  return undefined;
}

const WORDS_BEFORE = 32;

export function findPhones(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(/[+(]{0,2}\d[\d ()./-]{5,26}\d/g)) {
    const [number] = match;
    const { index } = match;
    const before = text.slice(Math.max(0, index - WORDS_BEFORE), index);
    const isNamed = isSaidToBePhone(before);
    if (!isNamed && (/[\w@#$€£§/.,-]$|\d[:=]$/.test(before) || !mayBePhone(number))) continue;
    if (/[\w+]$/.test(before)) continue;
    const length = phoneLength(number, isNamed);
    if (length > 0 && !/^(?:[\w@%]|[./-]\d)/.test(text.slice(index + length, index + length + 2)))
      found.push({ kind: 'phone', start: index, end: index + length });
  }
  return found;
}

/** Says no at once for most numbers. */
function mayBePhone(number: string): boolean {
  const first = number[0];
  return (
    first === '+' ||
    first === '(' ||
    first === '0' ||
    first === '8' ||
    /^(?:1[ .-])?[2-9]\d\d[ .-]\d{3}[ .-]/.test(number)
  );
}

/** Numbers may follow: an hour, a postcode. The longest beginning that is a phone number counts. */
function phoneLength(given: string, isNamed: boolean): number {
  let text = given;
  for (let tries = 0; tries < 6; tries += 1) {
    if (isPhone(text, isNamed)) return text.length;
    const shorter = text.replace(/[ ()./-]{1,4}\d{1,20}$/, '');
    if (shorter === text || shorter.length < 7) return 0;
    text = shorter;
  }
  return 0;
}

export function findIps(text: string): Finding[] {
  const found: Finding[] = [];
  for (const match of text.matchAll(/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g))
    if (isIPv4(match[0])) found.push({ kind: 'ip', start: match.index, end: match.index + match[0].length });
  if (!text.includes(':')) return found;
  for (const match of text.matchAll(
    /(?<![\w.]|[\w:]:)(?=[0-9a-f]|::)(?:[0-9a-f]{0,4}:){2,7}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])/gi,
  ))
    if (match[0].length > 3 && /\d/.test(match[0]) && isIPv6(match[0]))
      found.push({ kind: 'ip', start: match.index, end: match.index + match[0].length });
  return found;
}
