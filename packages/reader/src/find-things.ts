// Finds noun phrases: a noun with everything before it that belongs to it.
import type { Thing } from './reading.ts';
import type { TaggedWord } from './tag-words.ts';
import { countOf, kindOfAttribute, namesKind } from './word-lists.ts';

/** A thing and the position of its words. */
export interface PlacedThing extends Thing {
  from: number;
  /** The position of its noun. */
  to: number;
}

/** Nouns that frame what is shown or sung ("picture", "song") and are not shown or sung themselves. */
const FRAMES = new Set(
  'photo photograph picture image painting drawing sketch illustration portrait view close-up closeup shot render style rendering'.split(
    ' ',
  ),
);
const UNCOUNTED_IN_S = /(ss|us|is|ics|chaos|news)$/;
const IRREGULAR_PLURALS = new Set('people men women children feet mice geese wolves leaves knives'.split(' '));

export function findThings(words: readonly TaggedWord[]): PlacedThing[] {
  const things: PlacedThing[] = [];
  let from = 0;
  for (let index = 0; index < words.length; index += 1) {
    if (!standsInPhrase(words, index, from)) {
      from = index + 1;
      continue;
    }
    if (!endsPhrase(words, index)) continue;
    const thing = describeThing(words, from, index);
    if (thing && !FRAMES.has(thing.lemma)) things.push(thing);
    from = index + 1;
  }
  return things;
}

function isNoun(word: TaggedWord | undefined): boolean {
  return word?.pos === 'NOUN' || word?.pos === 'PROPN';
}

/** A participle describes a noun behind an article, or when it is no gerund: "a dancing robot", "lost love". */
function standsInPhrase(words: readonly TaggedWord[], index: number, from: number): boolean {
  const word = words[index];
  if (!word) return false;
  if (['DET', 'ADJ', 'NUM'].includes(word.pos) || isNoun(word)) return true;
  if (word.lower === "'s") return index > from;
  if (word.pos !== 'VERB' || word.endsClause) return false;
  const next = words[index + 1];
  const describes = isNoun(next) || next?.pos === 'ADJ';
  const isOpen = index > from && ['DET', 'ADJ', 'NUM'].includes(words[index - 1]?.pos ?? '');
  if (word.lower.endsWith('ing')) return isOpen && describes;
  return (
    word.lower !== 'called' &&
    word.lower !== 'named' &&
    /(ed|en|lost|torn)$/.test(word.lower) &&
    describes &&
    (isOpen || index === from)
  );
}

/** The noun is the last of its phrase. */
function endsPhrase(words: readonly TaggedWord[], index: number): boolean {
  const word = words[index];
  if (!word || !isNoun(word)) return false;
  const next = words[index + 1];
  if (word.endsClause || !next) return true;
  return !isNoun(next) && next.lower !== "'s";
}

function describeThing(words: readonly TaggedWord[], from: number, to: number): PlacedThing | undefined {
  const head = words[to];
  if (!head) return undefined;
  let before = words.slice(from, to);
  const apostrophe = before.findLastIndex(({ lower }) => lower === "'s");
  const owner = before[apostrophe - 1]?.lower;
  const opener = before[0]?.pos === 'DET' ? before[0].lower : undefined;
  before = before.slice(apostrophe + 1).filter(({ pos }) => pos !== 'DET');
  const counts = before.map(({ lower }) => countOf(lower)).filter((one) => one !== undefined);
  const described = before.filter(({ lower }) => countOf(lower) === undefined);
  const saysKind = (word: TaggedWord) => isNoun(word) || namesKind(word.lower, head.lower);
  const attributes = described.filter((word) => !saysKind(word));
  return {
    phrase: [...described, head].map(({ text, pos }) => (pos === 'PROPN' ? text : text.toLowerCase())).join(' '),
    head: head.lower,
    lemma: head.lemma.toLowerCase(),
    kinds: described.filter(saysKind).map(({ lower }) => lower),
    attributes: attributes.map(({ lower }) => ({ word: lower, kind: kindOfAttribute(lower) })),
    isPlural: isPlural(head.lower),
    isName: /^\p{Lu}/u.test(head.text) && (to > 0 || head.pos === 'PROPN'),
    ...(counts[0] === undefined ? {} : { count: counts[0] }),
    ...(opener === undefined ? {} : { article: opener === 'an' ? 'a' : opener }),
    ...(owner === undefined ? {} : { owner }),
    isNegated: isNegated(words, from),
    from,
    to,
  };
}

function isPlural(noun: string): boolean {
  return IRREGULAR_PLURALS.has(noun) || (noun.endsWith('s') && !UNCOUNTED_IN_S.test(noun));
}

function isNegated(words: readonly TaggedWord[], from: number): boolean {
  const near = words.slice(Math.max(0, from - 2), from + 1).map(({ lower }) => lower);
  return near.some((word) => ['no', 'without', 'not', 'never', 'minus', 'excluding'].includes(word));
}
