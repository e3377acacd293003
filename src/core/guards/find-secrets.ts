// Finds keys, tokens, passwords in URLs and private keys by the shapes that their issuers gave them.
import type { Finding } from './finding.ts';

/** Prose has few words of this length: only in them, and behind the words before them, is anything looked for. */
const LONG_WORD = /[^\s"'`,;<>()[\]{}|\\]{12,}/g;
/** More than an issuer's longest token; longer words are read in pieces that overlap by as much as a shape needs. */
const PIECE = 4_096;
const OVERLAP = 512;
const SHAPED = new RegExp(
  String.raw`(?<![a-z0-9])(?:${[
    String.raw`(?:sk|rk)[-_][\w-]{16,}`,
    String.raw`gh[pousr]_\w{20,}`,
    String.raw`github_pat_\w{20,}`,
    String.raw`gl(?:pat|dt|ft|rt|soat)-[\w-]{16,}`,
    String.raw`glsa_\w{20,}`,
    String.raw`xox[abeprs]-[\w-]{10,}`,
    String.raw`xapp-[\w-]{16,}`,
    String.raw`(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}`,
    String.raw`AIza[\w-]{30,}`,
    String.raw`GOCSPX-[\w-]{16,}`,
    String.raw`ya29\.[\w-]{16,}`,
    String.raw`whsec_[\w+/=-]{12,}`,
    String.raw`(?:hf|r8|gsk|npm|fw|tgp_v1|dckr_pat|figd|lin_api|ntn|sntrys|shp(?:at|ca|pa|ss)|dop_v1|doo_v1|sbp|rnd)_[\w-]{16,}`,
    String.raw`pypi-[\w-]{16,}`,
    String.raw`(?:xai|pplx|nvapi|tvly|PMAK|sq0[a-z]{3})-[\w-]{16,}`,
    String.raw`dapi[0-9a-f]{32}`,
    String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`,
    String.raw`SK[0-9a-f]{32}`,
    String.raw`hvs\.[\w-]{20,}`,
    String.raw`AGE-SECRET-KEY-1[0-9A-Z]{20,}`,
    String.raw`\d{8,10}:AA[\w-]{32,35}`,
    String.raw`eyJ[\w-]{8,256}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`,
    String.raw`(?<=hooks\.slack\.com\/services\/)[\w/]{20,}`,
    String.raw`(?<=discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{30,}`,
  ].join('|')})`,
  'g',
);
const SAYS_SECRET = /bearer|basic|passw|passphrase|secret|token|key/i;
const BEARER = /\b(?:bearer|authorization["']?\s{0,2}[:=]\s{0,2}["']?basic)\s{1,3}([\w.~+/=-]{16,})/gi;
/** `password=…`, `x-api-key: …`, `"client_secret": "…"`, in prose, forms, commands and JSON. */
const NAMED =
  /(?:passw(?:or)?d|passphrase|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|account[-_ ]?key)["'`]{0,2}\s{0,3}[:=]\s{0,3}["'`]{0,2}([\w.~+/=$!@#%^*-]{12,})/gi;
const WORDS_BEFORE = 40;
const IN_URL = /[a-z]:\/\/[^\s/:@"']{0,64}:([^\s/@"']{3,256})@/gi;
const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_ENDS = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
/** The longest private key that is masked as one. */
export const MAX_PRIVATE_KEY = 16_384;

export function findSecrets(text: string): Finding[] {
  const found = text.includes('-----BEGIN ') ? findPrivateKeys(text) : [];
  for (const word of text.matchAll(LONG_WORD))
    for (let at = 0; at === 0 || at + OVERLAP < word[0].length; at += PIECE - OVERLAP) {
      const start = word.index + at;
      findInWord(found, text, { start, end: Math.min(start + PIECE, word.index + word[0].length) });
    }
  return found;
}

function findInWord(found: Finding[], text: string, { start, end }: { start: number; end: number }): void {
  const word = text.slice(start, end);
  if (/\d/.test(word)) {
    for (const match of word.matchAll(SHAPED))
      if (looksRandom(match[0]))
        found.push({ kind: 'secret', start: start + match.index, end: start + match.index + match[0].length });
  }
  if (word.includes('://')) addGiven(found, { text: word, start, shape: IN_URL }, () => true);
  const from = Math.max(0, start - WORDS_BEFORE);
  const said = text.slice(from, end);
  if (!SAYS_SECRET.test(said)) return;
  addGiven(found, { text: said, start: from, shape: BEARER }, looksRandom);
  addGiven(found, { text: said, start: from, shape: NAMED }, isGivenValue);
}

/** What the shape's group holds. */
function addGiven(
  found: Finding[],
  { text, start, shape }: { text: string; start: number; shape: RegExp },
  isSecret: (value: string) => boolean,
): void {
  for (const match of text.matchAll(shape)) {
    const value = match[1] ?? '';
    const end = start + match.index + match[0].lastIndexOf(value) + value.length;
    if (isSecret(value)) found.push({ kind: 'secret', start: end - value.length, end });
  }
}

function findPrivateKeys(text: string): Finding[] {
  const found: Finding[] = [];
  let after = 0;
  for (const begin of text.matchAll(KEY_BEGINS)) {
    if (begin.index < after) continue;
    const rest = text.slice(begin.index, begin.index + MAX_PRIVATE_KEY);
    const end = rest.matchAll(KEY_ENDS).next().value;
    after = begin.index + (end ? end.index + end[0].length : rest.length);
    found.push({ kind: 'secret', start: begin.index, end: after, ...(end ? {} : { isOpen: after === text.length }) });
  }
  return found;
}

/** Names of libraries and classes begin like keys: sk-learn-pipeline-examples. */
function looksRandom(token: string): boolean {
  return token.length >= 16 && /\d/.test(token) && /[a-z]/i.test(token);
}

/** Code names such values without having them: `token = readToken(…)`. */
function isGivenValue(value: string): boolean {
  if (!/[a-z]/i.test(value) || !/\d.*\d/.test(value)) return false;
  return !value.includes('://') && !value.startsWith('$') && !/^[a-z]+(?:[._][a-z]+)*\d{0,2}$/i.test(value);
}
