// All kinds the painter can draw, found by any of their names.
import { BIRDS } from './birds.ts';
import { BUILDINGS } from './buildings.ts';
import { FOOD } from './food.ts';
import { FURNITURE } from './furniture.ts';
import type { Kind } from './kind.ts';
import { MAMMALS } from './mammals.ts';
import { NATURE } from './nature.ts';
import { OBJECTS } from './objects.ts';
import { PEOPLE } from './people.ts';
import { PLANTS } from './plants.ts';
import { SEA_LIFE } from './sea-life.ts';
import { VEHICLES } from './vehicles.ts';

export const KINDS: readonly Kind[] = [
  ...MAMMALS,
  ...BIRDS,
  ...SEA_LIFE,
  ...PEOPLE,
  ...PLANTS,
  ...VEHICLES,
  ...BUILDINGS,
  ...FURNITURE,
  ...FOOD,
  ...OBJECTS,
  ...NATURE,
];

const byWord = new Map<string, Kind>();
for (const kind of KINDS) for (const word of kind.words) if (!byWord.has(word)) byWord.set(word, kind);

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

/** The kind named by a word or by a few words ("hot air balloon"). */
export function kindNamed(phrase: string): Kind | undefined {
  return byWord.get(phrase);
}

export function kindOf(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`No kind is called ${name}.`);
  return kind;
}
