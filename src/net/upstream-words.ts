// Quotes what an upstream said, for a customer's eyes: no key or part of one, no address from inside the operator's network.
import { redact } from '../core/log.ts';

const MAX_CHARACTERS = 500;
const HIDDEN = [
  /\b(?:Bearer|Basic|Token)\s+[^\s,;)]+/gi,
  // Keys that the upstream masked itself still show their ends.
  /[^\s"'(]*(?:\*{2,}|…|\.{3,})[^\s"'),;]+/g,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'),;]+/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[[0-9a-f:]*:[0-9a-f:.]*\](?::\d+)?/gi,
];

export function quoteUpstream(text: string): string {
  let quoted = redact(text.slice(0, 4 * MAX_CHARACTERS));
  for (const pattern of HIDDEN) quoted = quoted.replace(pattern, '…');
  return quoted.slice(0, MAX_CHARACTERS);
}
