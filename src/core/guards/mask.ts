// Replaces the values in a text by their kind. For good: nothing leads back from a placeholder to a value.
import { findValues } from './find.ts';
import type { Finding } from './finding.ts';
import { JsonPlace } from './json-place.ts';
import type { GuardAction, GuardedKind, GuardRules } from './policy.ts';

/** Told of each value. */
export type NoteValue = (kind: GuardedKind, action: GuardAction) => void;

export function placeholderOf(kind: GuardedKind): string {
  return `[${kind.toUpperCase()}]`;
}

/** The text as it may go on. Refused values are masked too: `note` decides what happens to the call. */
export function maskText(text: string, rules: GuardRules, note: NoteValue): string {
  const found = findValues(text, rules);
  return found.length === 0 ? text : maskFound(text, found, { rules, note });
}

function maskFound(
  text: string,
  found: readonly Finding[],
  { rules, note }: { rules: GuardRules; note: NoteValue },
): string {
  const pieces: string[] = [];
  const place = new JsonPlace();
  let last = 0;
  for (const { kind, start, end } of found) {
    const action = rules[kind] ?? 'note';
    note(kind, action);
    if (action === 'note') continue;
    place.pass(text.slice(last, start));
    const put = place.replace(placeholderOf(kind), text, { start, end });
    pieces.push(text.slice(last, Math.max(last, put.start)), put.placeholder);
    last = put.end;
  }
  return last === 0 ? text : pieces.join('') + text.slice(last);
}
