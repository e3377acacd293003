// Prepares an upstream's error message for the customer: removes keys, parts of keys, URLs, IP addresses, and what names the upstream
// itself: its entry, its host, and its own names of models.
import { redact } from '../core/log.ts';

const MAX_CHARACTERS = 500;
const HIDDEN_PATTERNS = [
  /\b(?:Bearer|Basic|Token)\s+[^\s,;)]+/gi,
  // An upstream that masks a key itself still shows its first and last characters.
  /[^\s"'(]*(?:\*{2,}|…|\.{3,})[^\s"'),;]+/g,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'),;]+/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[[0-9a-f:]*:[0-9a-f:.]*\](?::\d+)?/gi,
];
/** A shorter word may be part of any sentence. */
const MIN_WORD = 4;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/** By upstream, because a word that names one may be an ordinary word of another. */
const hidden = new Map<string, Map<string, RegExp>>();

/** Called when an upstream is connected. */
export function hideUpstream(upstream: {
  name: string;
  address?: string | undefined;
  models?: readonly { id: string; upstream_id?: string | undefined }[] | undefined;
}): void {
  const { name, address, models = [] } = upstream;
  const words = hidden.get(name) ?? new Map<string, RegExp>();
  hidden.set(name, words);
  const publicIds = models.map(({ id }) => id);
  const ownIds = models.flatMap(({ upstream_id: id }) => (id === undefined || publicIds.includes(id) ? [] : [id]));
  for (const word of [name, ...ownIds]) if (word.length >= MIN_WORD) words.set(word, patternOf(word, ''));
  const host = address === undefined ? undefined : URL.parse(address)?.hostname;
  if (host) words.set(host, patternOf(host, '(?::\\d+)?(?:/[^\\s"\'),;]*)?'));
}

export function quoteUpstream(text: string, upstream: string): string {
  let quoted = redact(text.slice(0, 4 * MAX_CHARACTERS));
  for (const pattern of HIDDEN_PATTERNS) quoted = quoted.replace(pattern, '…');
  for (const pattern of hidden.get(upstream)?.values() ?? []) quoted = quoted.replace(pattern, '…');
  return quoted.slice(0, MAX_CHARACTERS);
}

/** As a whole: `openai` is no part of the model's name `openai/gpt-4o`. */
function patternOf(word: string, rest: string): RegExp {
  return new RegExp(`(?<![\\w./-])${word.replace(SPECIAL, '\\$&')}${rest}(?![\\w/-])`, 'gi');
}
