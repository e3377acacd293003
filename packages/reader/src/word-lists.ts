// Words with a fixed meaning in prompts: kinds of attributes, counts, poses and motions.
import type { Action, AttributeKind } from './reading.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const KINDS: readonly { kind: AttributeKind; words: ReadonlySet<string> }[] = [
  {
    kind: 'colour',
    words: list(
      `red orange yellow green blue purple violet pink brown black white grey gray golden gold silver turquoise teal cyan magenta beige crimson scarlet
      navy tan blonde ginger colourful colorful dark pale bright neon`,
    ),
  },
  { kind: 'age', words: list('old young elderly aged ancient middle-aged teenage adult baby newborn new') },
  {
    kind: 'size',
    words: list('big small large tiny huge giant little tall short long wide narrow thick thin massive miniature'),
  },
  {
    kind: 'material',
    words: list(
      'wooden stone brick glass metal steel iron marble paper leather plastic ceramic straw woollen woolen velvet',
    ),
  },
];

/** A colour that names a variety and not a colour: "red" of "red fox". */
const COLOURED_KINDS = list(
  `red-fox red-panda brown-bear black-bear polar-bear blue-whale grey-wolf gray-wolf golden-retriever red-wine white-wine green-tea black-tea
  orange-juice black-hole red-kite white-shark blue-jay red-cabbage green-pepper red-pepper blue-cheese red-squirrel white-stork red-deer`,
);

export function kindOfAttribute(word: string): AttributeKind {
  const known = KINDS.find(({ words }) => words.has(word));
  return known?.kind ?? (/(ed|en|ing)$/.test(word) ? 'state' : 'look');
}

export function isKnownAttribute(word: string): boolean {
  return KINDS.some(({ words }) => words.has(word));
}

export function namesKind(word: string, head: string): boolean {
  return COLOURED_KINDS.has(`${word}-${head}`);
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
// A map, because an object would also answer to "constructor".
const AMOUNTS = new Map([
  ['dozen', 12],
  ['couple', 2],
  ['pair', 2],
  ['several', 3],
  ['few', 3],
  ['many', 12],
  ['hundred', 100],
]);

export function countOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const place = NUMBERS.indexOf(word);
  return place > 0 ? place : AMOUNTS.get(word);
}

const POSES = list(
  'sit stand sleep lie kneel lean rest hold wear smile look stare pose crouch perch curl hang wait carry hug',
);
const MOTIONS = list(
  `run walk fly swim drive ride jump leap climb fall dance sail float drift chase race roll crawl glide soar dive march travel go come leave rise charge
  hop skate ski surf gallop trot sprint wander roam cross pass move cruise slide bounce`,
);

/** The model takes "riding" for a form of "rid", and leaves "swimming" and "dancing" as they are. */
export function plainVerb(lemma: string): string {
  const stem = lemma.endsWith('ing') ? lemma.slice(0, -3) : lemma;
  const forms = [`${stem}e`, stem, stem.replace(/(.)\1$/, '$1')];
  return forms.find((form) => MOTIONS.has(form) || POSES.has(form)) ?? lemma;
}

export function kindOfVerb(verb: string): Action['kind'] {
  if (MOTIONS.has(verb)) return 'motion';
  return POSES.has(verb) ? 'pose' : 'act';
}
