// Finds actions: verbs with their subjects, objects and paths.
import type { PlacedThing } from './find-things.ts';
import type { Action } from './reading.ts';
import type { TaggedWord } from './tag-words.ts';
import { kindOfVerb, plainVerb } from './word-lists.ts';

/** The customer's request to us is not an action of the scene. */
const REQUESTS = new Set(
  'make write create compose generate give show draw paint want need please feature include sing turn spit pen'.split(
    ' ',
  ),
);

export function findActions(words: readonly TaggedWord[], things: readonly PlacedThing[]): Action[] {
  const actions: Action[] = [];
  for (const [index, word] of words.entries()) {
    if (word.pos !== 'VERB' || REQUESTS.has(word.lemma)) continue;
    if (things.some(({ from, to }) => index >= from && index <= to)) continue;
    actions.push(describeAction(words, things, index));
  }
  return actions;
}

function describeAction(words: readonly TaggedWord[], things: readonly PlacedThing[], index: number): Action {
  const word = words[index];
  const text = word?.lower ?? '';
  const verb = plainVerb(word?.lemma ?? text);
  const end = endOfClause(words, index);
  const subject = things.findLastIndex(({ to }) => to < index && isNear(words, to, index));
  const behind = things.findIndex(({ from }) => from > index && from <= end);
  const between = behind < 0 ? [] : words.slice(index + 1, things[behind]?.from);
  const path = between.findLast(({ pos }) => pos === 'ADP' || pos === 'PART');
  return {
    verb,
    text,
    kind: kindOfVerb(verb),
    ...(subject < 0 ? {} : { subject }),
    ...(behind >= 0 && !path ? { object: behind } : {}),
    ...(behind >= 0 && path ? { path: { word: path.lower, to: behind } } : {}),
    phrase: words
      .slice(index, end + 1)
      .map((one) => (one.pos === 'PROPN' ? one.text : one.lower))
      .join(' ')
      .replaceAll(" 's", "'s"),
  };
}

function endOfClause(words: readonly TaggedWord[], from: number): number {
  for (let index = from; index < words.length; index += 1) {
    if (words[index]?.endsClause) return index;
    const next = words[index + 1];
    if (next && (next.pos === 'SCONJ' || /^(who|which|that|while|then)$/.test(next.lower))) return index;
  }
  return words.length - 1;
}

/** Only small words stand between the noun and its verb. */
function isNear(words: readonly TaggedWord[], noun: number, verb: number): boolean {
  if (words[noun]?.endsClause) return false;
  return words
    .slice(noun + 1, verb)
    .every(({ pos, endsClause }) => !endsClause && ['AUX', 'ADV', 'PRON', 'PART'].includes(pos));
}
