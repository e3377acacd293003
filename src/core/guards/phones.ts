// Decides whether digits are a phone number: by a country's code, by the form of a country, or because a word says so.

/** Calling codes: E.164, October 2024. */
const CODES = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98 ' +
    '211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 ' +
    '250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 ' +
    '371 372 373 374 375 376 377 378 380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 ' +
    '596 597 598 599 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 878 880 ' +
    '881 882 883 886 888 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998'
  ).split(' '),
);
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)/;
const RANGE_OF_YEARS = /^(?:1[89]|20)\d\d ?[/-] ?(?:1[89]|20)\d\d\b/;
/** (415) 555-2671, 415-555-2671, 1 415.555.2671 */
const NORTH_AMERICAN = /^(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d([ .-]))[2-9]\d\d(?:\1|[ .-])\d{4}$/;
/** (11) 91234-5678, (0221) 123456 */
const AREA_IN_BRACKETS = /^\(0?\d{2,5}\)[ /-]?\d[\d .-]{4,11}$/;
/** 030 1234567, 0151/23456789, 020 7946 0958 */
const WITH_TRUNK_ZERO = /^0[1-9]\d{0,4}[ /-]{1,3}\d[\d /-]{4,13}$/;
/** 06.12.34.56.78 */
const FRENCH = /^0[1-9](?:[ .-]\d\d){4}$/;
/** 8 (495) 123-45-67 */
const RUSSIAN = /^8[ -]?\(\d{3,5}\)[ -]?[\d -]{5,9}$/;

const CUE =
  /(?:^|[^\p{L}])(?:(?:tele)?phone|tel|telefon|t[eé]l[eé]phone|tel[eé]fono|telefone|telefono|mobile?|mobil(?:telefon|funk)?|handy|cell(?:phone)?|fax|whatsapp|sms|call|ring|rufnummer|m[oó]vil|celular|cellulare|portable|gsm|telefoon)(?:[ _-]?(?:number|nummer|nr|no|num|me|us|him|her))?[ .:)"'=]{0,4}(?:(?:is|at|on|unter|ist|es|est|to)[ :]{1,2})?["']{0,2}$/iu;

/** Whether the words before a number say what it is: `Tel.: `, `"phone": "`, `call me at `. */
export function isSaidToBePhone(before: string): boolean {
  return CUE.test(before);
}

/** `isNamed`: a word before it says that it is one. */
export function isPhone(text: string, isNamed: boolean): boolean {
  const digits = text.replace(/\D/g, '');
  const { length } = digits;
  if (length < 7 || length > 17 || !hasPairs(text) || /[ ./-]{4}/.test(text)) return false;
  if (text.includes('+')) return text.startsWith('+') && length >= 8 && isInternational(digits);
  if (FRENCH.test(text)) return true;
  if (isDated(text) || /^(\d)\1*$/.test(digits)) return false;
  if (isNamed) return length <= 15;
  if (digits.startsWith('00'))
    return length >= 11 && length <= 15 && (/\D/.test(text) || length >= 12) && isInternational(digits.slice(2));
  if (NORTH_AMERICAN.test(text)) return true;
  if (length >= 9 && length <= 13 && AREA_IN_BRACKETS.test(text) && hasFewGroups(text)) return true;
  if (length === 11 && RUSSIAN.test(text)) return true;
  return length >= 9 && length <= 12 && WITH_TRUNK_ZERO.test(text) && hasFewGroups(text);
}

function isInternational(digits: string): boolean {
  if (digits.length > 15) return false;
  if (digits.startsWith('1')) return /^1[2-9]\d\d[2-9]\d{6}$/.test(digits);
  if (digits.startsWith('7')) return digits.length === 11;
  return CODES.has(digits.slice(0, 2)) || CODES.has(digits.slice(0, 3));
}

function isDated(text: string): boolean {
  return DATE.test(text.replace(/^[+(]+/, '')) || RANGE_OF_YEARS.test(text);
}

function hasPairs(text: string): boolean {
  const open = text.indexOf('(');
  const close = text.indexOf(')');
  return open === -1
    ? close === -1
    : close > open && text.indexOf('(', open + 1) === -1 && text.indexOf(')', close + 1) === -1;
}

function hasFewGroups(text: string): boolean {
  return text.split(/[ ()./-]+/).filter((group) => group !== '').length <= 5;
}
