// A text as a reader sees it: without invisible characters and escapes, with ordinary digits. Its places lead back to the text.

export interface Readable {
  text: string;
  /** The place in the given text at which a place of this one begins. */
  placeOf(at: number): number;
}

const INVISIBLE = String.raw`\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\u{e0000}-\u{e007f}`;
const SPACES = String.raw`\u00a0\u2000-\u200a\u202f\u205f\u3000`;
const DASHES = String.raw`\u2010-\u2015\u2212\ufe58\ufe63`;
const DIGITS = String.raw`\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u{1d7ce}-\u{1d7ff}`;
const WIDE = String.raw`\uff01-\uff5e\ufe6b`;
// Most texts have none of these, and are read as they are.
const UNUSUAL = new RegExp(String.raw`[\\${INVISIBLE}${SPACES}${DASHES}${DIGITS}${WIDE}]|%[24]|&#`, 'u');
const SEQUENCE = new RegExp(
  String.raw`\\{1,8}u([0-9a-f]{4})|\\{1,8}([nrtbf"'/])|&#(x[0-9a-f]{1,5}|\d{1,6});|%(40|2b|20)|([${INVISIBLE}${SPACES}${DASHES}${DIGITS}${WIDE}])`,
  'giu',
);
const ZERO_OF: readonly (readonly [first: number, last: number])[] = [
  [0x660, 0x669],
  [0x6f0, 0x6f9],
  [0x966, 0x96f],
];
const invisible = new RegExp(`[${INVISIBLE}]`, 'u');
const space = new RegExp(`[${SPACES}]`, 'u');
const dash = new RegExp(`[${DASHES}]`, 'u');

export function readable(text: string): Readable {
  if (!UNUSUAL.test(text)) return { text, placeOf: (at) => at };
  const pieces: string[] = [];
  /** Where a stretch of the result begins, there and here. */
  const theirs: number[] = [0];
  const ours: number[] = [0];
  let length = 0;
  let last = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    const before = text.slice(last, match.index);
    const shown = shownBy(match);
    pieces.push(before, shown);
    length += before.length;
    theirs.push(match.index);
    ours.push(length);
    length += shown.length;
    last = match.index + match[0].length;
    theirs.push(last);
    ours.push(length);
  }
  pieces.push(text.slice(last));
  return { text: pieces.join(''), placeOf: (at) => placeIn({ theirs, ours }, at) };
}

/** Empty: nothing is seen. */
function shownBy([, unicode, escaped, entity, percent, character]: RegExpMatchArray): string {
  if (unicode !== undefined) return plain(String.fromCharCode(Number.parseInt(unicode, 16)));
  if (escaped !== undefined) return /[nrtbf]/i.test(escaped) ? '\n' : escaped;
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (entity !== undefined) {
    const code = Number.parseInt(entity.replace(/^x/i, ''), /^x/i.test(entity) ? 16 : 10);
    return code <= 0x10ffff ? plain(String.fromCodePoint(code)) : ' ';
  }
  return plain(character ?? '');
}

function plain(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character;
  if (invisible.test(character)) return '';
  if (space.test(character)) return ' ';
  if (dash.test(character)) return '-';
  if (code === 0xfe6b) return '@';
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  for (const [first, last] of ZERO_OF) if (code >= first && code <= last) return String(code - first);
  return character;
}

function placeIn({ theirs, ours }: { theirs: readonly number[]; ours: readonly number[] }, at: number): number {
  let low = 0;
  let high = ours.length - 1;
  // The last stretch that begins at or before the place.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ours[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return (theirs[low] ?? 0) + at - (ours[low] ?? 0);
}
