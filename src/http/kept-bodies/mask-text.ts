// Masks email addresses, keys, card numbers and matches of an account's own patterns in a text.
import type { MaskedKind, RedactionRules } from '../../core/request-log-terms.ts';

export type MaskText = (text: string) => string;

// Every repetition is bounded or cannot overlap with what follows it, so a hostile text takes linear time.
const KEY =
  /\b(?:(?:sk|pk|rk)[-_][\w-]{12,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{30,}|whsec_[\w+/=-]{12,}|(?:hf|r8|gsk|npm|shpat)_\w{16,}|(?:xai|pplx|nvapi|tvly|GOCSPX)-[\w-]{16,}|ya29\.[\w-]{16,}|eyJ[\w-]{8,1024}\.[\w-]{8,1024}(?:\.[\w-]*)?)|(?<=\bbearer\s{1,3}|\bauthorization\W{1,6}basic\s{1,3})[\w.~+/=-]{12,}/gi;
/** `password=…`, `x-api-key: …`, `"client_secret": "…"`: in prose, forms, commands, and JSON inside a text. */
const NAMED =
  /(?<=(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|[?&]key)["'\\]{0,3}\s{0,3}[:=]\s{0,3}["'\\]{0,3})[^\s"'\\&,;<>[\]{}()]{4,}/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8192}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g;
/** `scheme://user:password@host` */
const PASSWORD_IN_URL = /(?<=:\/\/[^\s/:@]{0,64}:)[^\s/@]{1,256}(?=@)/g;
const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu;
const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g;
const PHONE = /(?<![\w+.])\+?\d[\d ()./-]{7,17}\d(?![\w.])/g;
const IP = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])|(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{1,4}(?![\w:])/gi;

const FINDERS: Readonly<Record<MaskedKind, (text: string) => string>> = {
  key: (text) =>
    [PRIVATE_KEY, KEY, NAMED, PASSWORD_IN_URL].reduce((masked, found) => masked.replace(found, '[key]'), text),
  email: (text) => (text.includes('@') ? text.replace(EMAIL, '[email]') : text),
  card: (text) => text.replace(CARD, (digits) => (isCardNumber(digits) ? '[card]' : digits)),
  phone: (text) => text.replace(PHONE, '[phone]'),
  ip: (text) => text.replace(IP, '[ip]'),
};
/** Keys first, so that an email address inside a key does not split it; numbers last. */
const ORDER: readonly MaskedKind[] = ['key', 'email', 'card', 'ip', 'phone'];

export function textMask({ mask, maskPatterns }: RedactionRules): MaskText {
  const finders = ORDER.filter((kind) => mask.includes(kind)).map((kind) => FINDERS[kind]);
  const patterns = maskPatterns.map(patternOf);
  return (text) => {
    let masked = text;
    for (const pattern of patterns) masked = masked.replace(pattern, '[masked]');
    for (const find of finders) masked = find(masked);
    return masked;
  };
}

const MAX_RUN = 64;

/** A customer's own pattern is never a regular expression, because those can be made to run forever. */
function patternOf(pattern: string): RegExp {
  const source = pattern.replace(/[#?*]|[^#?*]+/g, (part) => {
    if (part === '#') return '\\d';
    if (part === '?') return '[\\p{L}\\p{N}]';
    if (part === '*') return `\\S{0,${MAX_RUN}}`;
    return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(source, 'giu');
}

/** The check digit of card numbers (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = [...text].filter((one) => one >= '0' && one <= '9').map(Number);
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
