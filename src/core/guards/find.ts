// Finds the values of some kinds in a text: in order, without overlaps. Linear in the text, without a library: see docs/decisions/0154.
import { findEmails } from './find-emails.ts';
import { findCards, findIbans, findIps, findPhones } from './find-numbers.ts';
import { findSecrets } from './find-secrets.ts';
import type { Finding } from './finding.ts';
import type { GuardedKind, GuardRules } from './policy.ts';
import { readable } from './readable.ts';

/** Where values overlap, the kind that stands first here counts. */
const FINDERS: readonly (readonly [GuardedKind, (text: string) => Finding[]])[] = [
  ['secret', findSecrets],
  ['email', findEmails],
  ['iban', findIbans],
  ['card', findCards],
  ['ip', findIps],
  ['phone', findPhones],
];
const SHORTEST = 6;

/** `end` is exclusive. */
export function findValues(given: string, rules: GuardRules): Finding[] {
  if (given.length < SHORTEST) return [];
  const { text, placeOf } = readable(given);
  const hasDigits = /\d[^\n]{0,8}\d/.test(text);
  let found: Finding[] = [];
  for (const [kind, find] of FINDERS) {
    if (rules[kind] === undefined || !mayHave(kind, text, hasDigits)) continue;
    const more = find(text);
    if (more.length > 0) found = found.length === 0 ? inOrder(more) : merged(found, inOrder(more));
  }
  return found.map(({ start, end, ...rest }) => ({ ...rest, start: placeOf(start), end: placeOf(end) }));
}

/** Whether a look is worth it. */
function mayHave(kind: GuardedKind, text: string, hasDigits: boolean): boolean {
  if (kind === 'email') return text.includes('@');
  return kind === 'secret' || hasDigits || (kind === 'ip' && text.includes(':'));
}

function inOrder(found: Finding[]): Finding[] {
  const ordered = found.toSorted((one, other) => one.start - other.start || other.end - one.end);
  let after = 0;
  return ordered.filter(({ start, end }) => {
    if (start < after) return false;
    after = end;
    return true;
  });
}

/** `first` keeps what it has. */
function merged(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const all: Finding[] = [];
  let at = 0;
  for (const finding of second) {
    for (let one = first[at]; one && one.end <= finding.start; one = first[at]) {
      all.push(one);
      at += 1;
    }
    const next = first[at];
    if (!next || next.start >= finding.end) all.push(finding);
  }
  return [...all, ...first.slice(at)];
}
