// Finds what a song is about: a noun that the brief names behind "about" and its like, with the words that belong to it.
import type { Action, Reading, Thing } from '@atelier/reader';
import { isDecent } from './decency.ts';
import { phonesOf } from './pronunciations.ts';
import { countSyllables } from './scansion.ts';

export interface Subject {
  /** Without an article: "summer rain". */
  phrase: string;
  /** As it stands in a sentence: "the open road", "my dreams", "freedom". */
  inSentence: string;
  /** The noun first, then the words before it. */
  words: string[];
}

export interface SongTheme {
  subject: Subject | undefined;
  /** The action, if the brief names one: "driving along the coast". */
  activity: string | undefined;
}

const MARKER =
  /\b(?:about|celebrating|expressing|honou?ring|(?:themes?|tales?|stor(?:y|ies)|perspective|joys?) of|(?:song|anthem|ballad|hymn|lullaby|tune|jingle) for)\b(.*)/is;
const MUSIC =
  /\b(song|songs|track|music|tune|ballad|anthem|lullaby|hymn|beat|beats|jam|groove|riffs?|vocals?|guitars?|drums?|bass|synths?|piano|rock|pop|metal|punk|funk|folk|jazz|blues|techno|house|trance|rap|hip[- ]hop|reggae|disco|chorus|lyrics|melod(y|ies)|soundtrack|storytelling)\b/i;
/** Words that a brief about music alone may contain: "an upbeat summer pop song". */
const BESIDE_MUSIC =
  /\b(road trip|love|summer|winter|spring|autumn|christmas|rain|heartbreak|birthday|wedding|party|friendship|freedom|midnight|ocean|home)\b/i;
const COUNTED = new Set(['road trip', 'birthday', 'wedding', 'party', 'ocean']);

/** Nouns that say nothing by themselves. */
const EMPTY = new Set(
  'someone somebody something nothing everything anything anyone everyone one ones thing things side way lot kind sort bit person song songs lyrics idea good part'.split(
    ' ',
  ),
);
/** "the beauty of the sunrise" is about the sunrise. */
const ABOUT_ANOTHER = new Set(
  'beauty feeling power importance end idea kind story joy pain sound sight memory'.split(' '),
);
const RELATIVES = /^(mother|father|mom|mum|dad|grandmother|grandma|grandfather|grandpa|sister|brother|friend)$/;
const MAX_SYLLABLES = 4;
const LONGEST_ACTIVITY = 8;

/** The part of a brief that says what the song is about; undefined where it speaks of music only. */
export function themeText(prompt: string): string | undefined {
  const marked = MARKER.exec(prompt)?.[1]?.trim();
  if (marked) return marked;
  if (!MUSIC.test(prompt)) return prompt;
  const beside = BESIDE_MUSIC.exec(prompt)?.[0].toLowerCase();
  return beside && COUNTED.has(beside) ? `the ${beside}` : beside;
}

export function themeFrom({ things, actions }: Reading): SongTheme {
  const subject = things
    .filter((thing, index) => !isOnlyAbout(thing, things[index + 1]))
    .map(describeSubject)
    .find((one) => one !== undefined);
  return { subject, activity: activityOf(actions[0], things) };
}

function isOnlyAbout(thing: Thing, next: Thing | undefined): boolean {
  return ABOUT_ANOTHER.has(thing.lemma) && next?.relation?.word === 'of';
}

function describeSubject(thing: Thing): Subject | undefined {
  const { head, isName } = thing;
  if (thing.isNegated || EMPTY.has(head) || MUSIC.test(head) || !isSingable(head)) return undefined;
  const words = thing.phrase
    .split(' ')
    .slice(0, -1)
    .filter((word) => isSingable(word) && !MUSIC.test(word));
  while (words.length > 0 && countSyllables([...words, head].join(' ')) > MAX_SYLLABLES) words.shift();
  const phrase = [...words, isName ? head.charAt(0).toUpperCase() + head.slice(1) : head].join(' ');
  return { phrase, inSentence: `${openerOf(thing)}${phrase}`, words: [head, ...words] };
}

/** A noun that the brief names without an article needs none: "about friendship". */
function openerOf({ owner, article, isName, isPlural }: Thing): string {
  if (owner && phonesOf(`${owner}'s`)) return RELATIVES.test(owner) ? `my ${owner}'s ` : `the ${owner}'s `;
  if (/^(my|your)$/.test(article ?? '')) return 'my ';
  return isName || (article === undefined && !isPlural) ? '' : 'the ';
}

/** Known to the dictionary, so that it scans, and inoffensive. */
function isSingable(word: string): boolean {
  return (
    isDecent(word) && word.split('-').every((part) => phonesOf(part) !== undefined) && /^[\p{L}'-]{2,}$/u.test(word)
  );
}

/** "chasing your dreams despite the odds": the verb with its first object or path. */
function activityOf(action: Action | undefined, things: readonly Thing[]): string | undefined {
  if (!action || action.subject !== undefined || !/ing$/.test(action.text)) return undefined;
  const last = things[action.object ?? action.path?.to ?? -1]?.head;
  const words = action.phrase.toLowerCase().split(' ');
  const kept = last ? words.slice(0, words.indexOf(last) + 1) : words;
  const isPlain = kept.length > 1 && kept.every((word) => isSingable(word) || word === 'a');
  const text = kept.join(' ').replace(/\byour\b/g, 'my');
  if (
    !isPlain ||
    countSyllables(text) > LONGEST_ACTIVITY ||
    /\b(who|what|you|someone|which|for|from|till|into|of)$/.test(text)
  )
    return undefined;
  return /\b(you|what|who|it)\b/.test(text) ? undefined : text;
}
