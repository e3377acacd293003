// Reads poses and people's appearance: sleeping, sitting, running; age, hair, beard, and headgear.
import { COLOURS } from '../render/colour.ts';
import type { Garment, Pose, Traits } from '../subjects/kind.ts';
import { kindOf } from '../subjects/registry.ts';
import { isColour } from './adjectives.ts';
import { nothingPending, nounFollows, type Reading } from './reading.ts';
import type { SceneSubject } from './scene.ts';
import { baseForm } from './tokens.ts';

const POSES: Readonly<Record<string, Pose>> = {
  sleeping: 'sleeping',
  asleep: 'sleeping',
  sleeps: 'sleeping',
  napping: 'sleeping',
  dozing: 'sleeping',
  snoozing: 'sleeping',
  lying: 'sleeping',
  sitting: 'sitting',
  seated: 'sitting',
  sits: 'sitting',
  perched: 'sitting',
  running: 'running',
  runs: 'running',
  galloping: 'running',
  sprinting: 'running',
  jogging: 'running',
  chasing: 'running',
  racing: 'running',
};

const WORN: Readonly<Record<string, Garment>> = {
  sunglass: 'sunglasses',
  sunglasses: 'sunglasses',
  glasses: 'sunglasses',
  glass: 'sunglasses',
  goggle: 'sunglasses',
  goggles: 'sunglasses',
  hat: 'hat',
  cap: 'hat',
  headphone: 'headphones',
  headphones: 'headphones',
  jacket: 'jacket',
  coat: 'jacket',
  raincoat: 'jacket',
  overcoat: 'jacket',
  parka: 'jacket',
  anorak: 'jacket',
  scarf: 'scarf',
  shawl: 'scarf',
};
/** What animals can wear; a hat on them is a separate thing. */
const FITS_ANIMALS: ReadonlySet<Garment> = new Set(['jacket', 'scarf']);
/** Words between a garment's colour and its name: "a red leather jacket", "a yellow rain coat". */
const CUTS = new Set([
  'leather',
  'rain',
  'winter',
  'woollen',
  'woolen',
  'wool',
  'knitted',
  'denim',
  'puffer',
  'trench',
]);

const MOODS: Readonly<Record<string, NonNullable<Traits['mood']>>> = {
  smiling: 'happy',
  laughing: 'happy',
  crying: 'sad',
  frowning: 'sad',
};

/** Returns how many words it used. */
export function readLooks(reading: Reading, words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? '';
  const { scene, pending } = reading;
  const last = scene.subjects.at(-1);
  const pose = Object.hasOwn(POSES, word) ? POSES[word] : undefined;
  if (pose) {
    if (nounFollows(words, at + 1)) pending.pose = pose;
    else for (const subject of posed(reading)) subject.pose = pose;
    // "Sitting on" is a relation too, which the next reader takes.
    return words[at + 1] === 'on' || words[at + 1] === 'in' ? undefined : 1;
  }
  if (word === 'old' || word === 'elderly' || word === 'aged') {
    pending.old = true;
    return words[at + 1] === 'man' || words[at + 1] === 'woman' ? undefined : 1;
  }
  const group = last ? kindOf(last.kind).group : undefined;
  if (last && (group === 'animal' || group === 'person') && has(reading, words, at)) {
    const taken = Object.hasOwn(WORN, word) ? 1 : CUTS.has(word) && Object.hasOwn(WORN, words[at + 1] ?? '') ? 2 : 0;
    const worn = WORN[words[at + taken - 1] ?? ''];
    if (taken > 0 && worn && (group === 'person' || FITS_ANIMALS.has(worn)))
      return dress(reading, last, worn) - 1 + taken;
  }
  const wearer = group === 'person' ? last : undefined;
  if (!wearer) return undefined;
  const mood = Object.hasOwn(MOODS, word) ? MOODS[word] : undefined;
  if (mood) return give(reading, wearer, { mood });
  const [colour] = pending.colours;
  const base = baseForm(word);
  if (base === 'beard' || word === 'bearded' || base === 'moustache')
    return give(reading, wearer, { beard: colour ? hexOf(colour) : wearer.traits?.old ? '#dcd8d0' : '#4a3020' });
  if (base === 'hair') return give(reading, wearer, colour ? { hair: hexOf(colour) } : {});
  if (word === 'curly' || word === 'wavy' || (word === 'long' && words.slice(at, at + 4).includes('hair'))) return 1;
  return undefined;
}

/** Something is worn: "with a hat", "in a black jacket". */
function has(reading: Reading, words: readonly string[], at: number): boolean {
  const { relation } = reading;
  return (
    relation?.kind === 'with' ||
    (relation?.kind === 'in' && !relation.reverse) ||
    words[at - 1] === 'and' ||
    words[at - 1] === 'in' ||
    (isDressed(reading) && wordBefore(words, at) === 'and')
  );
}

function isDressed({ scene }: Reading): boolean {
  return (scene.subjects.at(-1)?.traits?.wears ?? []).length > 0;
}

/** The word before a garment's article and colour: "and" of "and a blue scarf". */
function wordBefore(words: readonly string[], at: number): string | undefined {
  let before = at - 1;
  while (before >= 0 && (isColour(words[before] ?? '') || /^an?$/.test(words[before] ?? ''))) before -= 1;
  return words[before];
}

/** The subjects that a verb behind them speaks of: "a cat and a dog sleeping". */
function posed(reading: Reading): SceneSubject[] {
  const { subjects } = reading.scene;
  const list = reading.list.map((index) => subjects[index]).filter((subject) => subject !== undefined);
  return list.length > 0 ? list : subjects.slice(-1);
}

function dress(reading: Reading, wearer: SceneSubject, worn: Garment): number {
  const [colour] = reading.pending.colours;
  const { wears = [], wornColours = {} } = wearer.traits ?? {};
  const colours = colour ? { wornColours: { ...wornColours, [worn]: colour } } : {};
  return give(reading, wearer, { wears: [...wears, worn], ...colours });
}

function give(reading: Reading, wearer: SceneSubject, traits: Traits): number {
  wearer.traits = { ...wearer.traits, ...traits };
  reading.pending = nothingPending();
  // "In a jacket" does not say where the next thing is.
  if (reading.relation?.kind === 'in') delete reading.relation;
  return 1;
}

const HAIR: Readonly<Record<string, string>> = {
  red: '#a8401c',
  white: '#ece8e0',
  black: '#1a1414',
  blonde: '#dcb458',
};

function hexOf(colour: string): string {
  return HAIR[colour] ?? COLOURS[colour] ?? '#5c3a20';
}
