// Prepares an upstream's error message for the customer: removes keys, parts of keys, URLs and IP addresses of the operator's network.
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

export function quoteUpstream(text: string): string {
  let quoted = redact(text.slice(0, 4 * MAX_CHARACTERS));
  for (const pattern of HIDDEN_PATTERNS) quoted = quoted.replace(pattern, '…');
  return quoted.slice(0, MAX_CHARACTERS);
}
