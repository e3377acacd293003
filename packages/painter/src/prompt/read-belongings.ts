// Reads parts that belong to the preceding thing and are drawn with it: ribbons, stripes, porches, the contents of a
// jug.
import { kindOf } from '../subjects/registry.ts';
import { isColour } from './adjectives.ts';
import { nothingPending, type Reading } from './reading.ts';
import type { SceneSubject } from './scene.ts';
import { baseForm } from './tokens.ts';

const LIQUIDS: Readonly<Record<string, string>> = {
  juice: 'orange',
  lemonade: '#f0dc60',
  milk: 'white',
  water: '#9cd0e8',
  wine: 'crimson',
  beer: 'amber',
  tea: '#a8602c',
  coffee: '#4a2814',
};
const WITH_PORCH = new Set(['house']);
/** How far behind the stripes their colours may stand. */
const STRIPE_REACH = 9;
const MAX_STRIPES = 7;

/** Returns how many words it used. */
export function readBelongings(reading: Reading, words: readonly string[], at: number): number | undefined {
  const last = reading.scene.subjects.at(-1);
  if (!last) return undefined;
  const base = baseForm(words[at] ?? '');
  const [colour] = reading.pending.colours;
  if ((base === 'ribbon' || base === 'bow') && last.kind === 'gift')
    return give(reading, last, { ribbon: colour ?? 'gold' });
  if ((base === 'porch' || base === 'veranda') && WITH_PORCH.has(last.kind))
    return give(reading, last, { porch: colour ?? 'white' });
  if (words[at] === 'wrap-around' && WITH_PORCH.has(last.kind)) return 1;
  if (base === 'stripe' && last.kind === 'flag') return readStripes(reading, words, at);
  if (words[at] === 'of' && last.kind === 'pitcher') return readLiquid(reading, words, at);
  return undefined;
}

function readStripes(reading: Reading, words: readonly string[], at: number): number | undefined {
  const last = reading.scene.subjects.at(-1);
  const behind = words.slice(at + 1, at + 1 + STRIPE_REACH);
  const named = behind.filter(isColour);
  const colours = (named.length > 1 ? named : reading.pending.colours).slice(0, MAX_STRIPES);
  if (!last || colours.length < 2) return undefined;
  const upright = words.slice(Math.max(0, at - 3), at).includes('vertical');
  const taken = named.length > 1 ? behind.findLastIndex(isColour) + 2 : 1;
  return give(reading, last, { stripes: { colours, upright } }) - 1 + taken;
}

/** "Of orange juice", "of milk". */
function readLiquid(reading: Reading, words: readonly string[], at: number): number | undefined {
  const last = reading.scene.subjects.at(-1);
  const before = isColour(words[at + 1] ?? '') ? words[at + 1] : undefined;
  const taken = before ? 3 : 2;
  const word = words[at + taken - 1] ?? '';
  const usual = Object.hasOwn(LIQUIDS, word) ? LIQUIDS[word] : undefined;
  if (!last || !usual) return undefined;
  return give(reading, last, { filled: { word, colour: before ?? usual } }) - 1 + taken;
}

function give(reading: Reading, owner: SceneSubject, traits: NonNullable<SceneSubject['traits']>): number {
  owner.traits = { ...owner.traits, ...traits };
  reading.pending = nothingPending();
  delete reading.relation;
  return 1;
}

/** Eyes and hands belong to the figure that is already there; a knocker belongs to its door. */
export function joinParts(subjects: readonly SceneSubject[]): Set<number> {
  const gone = new Set<number>();
  const hasFace = subjects.some(({ kind }) => ['person', 'animal', 'fantasy'].includes(kindOf(kind).group));
  const door = subjects.find(({ kind }) => kind === 'door');
  for (const [index, { kind, colours }] of subjects.entries()) {
    if (kind === 'eye' && hasFace) gone.add(index);
    if (kind === 'door knocker' && door) {
      door.traits = { ...door.traits, knocker: colours[0] ?? 'gold' };
      gone.add(index);
    }
  }
  return gone;
}
