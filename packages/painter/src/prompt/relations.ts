// Phrases that relate things to each other or to the frame.
import type { Relation, SceneSubject } from './scene.ts';

interface RelationPhrase {
  words: readonly string[];
  /** The earlier thing has this relation to the later one. */
  relation?: Relation;
  /** The later thing has this relation to the earlier one. */
  reverse?: Relation;
  place?: NonNullable<SceneSubject['place']>;
}

function say(phrases: string, rest: Omit<RelationPhrase, 'words'>): RelationPhrase[] {
  return phrases.split('|').map((phrase) => ({ words: phrase.split(' '), ...rest }));
}

export const RELATION_PHRASES: readonly RelationPhrase[] = [
  ...say('to the left of|on the left of|on the left side of|left of', { relation: 'left of' }),
  ...say('to the right of|on the right of|on the right side of|right of', { relation: 'right of' }),
  ...say('in front of|before', { relation: 'in front of' }),
  ...say('behind|in back of', { relation: 'behind' }),
  ...say('kicking up|stirring up|throwing up|trailing', { reverse: 'behind' }),
  ...say('leaning into|leaning against|leaning over|peering into', { relation: 'beside' }),
  ...say('made of|made out of|made up of', { reverse: 'around' }),
  ...say('driving|drives|drive', { relation: 'in' }),
  ...say('on top of|on|upon|onto|atop|riding|rides|ride', { relation: 'on' }),
  ...say('flying over|flying above|hovering over|hovering above|floating above|floating over|high above|above|over', {
    relation: 'above',
  }),
  ...say('underneath|beneath|under|below', { relation: 'under' }),
  ...say('next to|close to|beside|near|by|alongside|at the side of', { relation: 'beside' }),
  ...say('in between|between', { relation: 'between' }),
  ...say('surrounded by', { reverse: 'around' }),
  ...say('around', { relation: 'around' }),
  ...say('full of|filled with|containing', { reverse: 'in' }),
  ...say('of', { reverse: 'in' }),
  ...say('covered with|covered in|topped with', { reverse: 'on' }),
  ...say('holding|carrying|wearing|with', { reverse: 'with' }),
  ...say('inside of|inside|in the middle of|in the center of|in the centre of|within|in|at', { relation: 'in' }),
];

export const PLACE_PHRASES: readonly RelationPhrase[] = [
  ...say('on the left side|on the left|at the left|to the left|in the left', { place: 'left' }),
  ...say('on the right side|on the right|at the right|to the right|in the right', { place: 'right' }),
  ...say('in the center|in the centre|in the middle|at the center', { place: 'centre' }),
  ...say('at the top|in the top', { place: 'top' }),
  ...say('at the bottom|in the foreground', { place: 'bottom' }),
];

export function phraseAt(
  phrases: readonly RelationPhrase[],
  words: readonly string[],
  at: number,
): RelationPhrase | undefined {
  let best: RelationPhrase | undefined;
  for (const phrase of phrases) {
    if (phrase.words.length > (best?.words.length ?? 0) && phrase.words.every((word, i) => words[at + i] === word))
      best = phrase;
  }
  return best;
}
