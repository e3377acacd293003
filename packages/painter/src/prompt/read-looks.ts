// Reads poses and people's looks: who sleeps, sits or runs; age, hair, beard, and what is worn on the head.
import { COLOURS } from '../render/colour.ts';
import type { Pose, Traits } from '../subjects/kind.ts';
import { kindOf } from '../subjects/registry.ts';
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

const WORN: Readonly<Record<string, NonNullable<Traits['wears']>[number]>> = {
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
};

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
  if (last && group === 'animal' && has(reading, words, at)) {
    const taken = /^(jacket|coat)$/.test(word) ? 1 : word === 'leather' && words[at + 1] === 'jacket' ? 2 : 0;
    if (taken > 0) return give(reading, last, { wears: [...(last.traits?.wears ?? []), 'jacket'] }) - 1 + taken;
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
  const worn = Object.hasOwn(WORN, word) ? WORN[word] : undefined;
  if (worn && has(reading, words, at)) return give(reading, wearer, { wears: [...(wearer.traits?.wears ?? []), worn] });
  return undefined;
}

/** Something is worn: "with a hat", "in a black jacket". */
function has(reading: Reading, words: readonly string[], at: number): boolean {
  const { relation } = reading;
  return (
    relation?.kind === 'with' ||
    (relation?.kind === 'in' && !relation.reverse) ||
    words[at - 1] === 'and' ||
    words[at - 1] === 'in'
  );
}

/** The subjects that a verb behind them speaks of: "a cat and a dog sleeping". */
function posed(reading: Reading): SceneSubject[] {
  const { subjects } = reading.scene;
  const list = reading.list.map((index) => subjects[index]).filter((subject) => subject !== undefined);
  return list.length > 0 ? list : subjects.slice(-1);
}

function give(reading: Reading, wearer: SceneSubject, traits: Traits): number {
  wearer.traits = { ...wearer.traits, ...traits };
  reading.pending = nothingPending();
  // "In a jacket" says nothing of where the next thing is.
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
