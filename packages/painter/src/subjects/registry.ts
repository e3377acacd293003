// All kinds the painter can draw, found by any of their names.
import { BIRDS } from './birds.ts';
import { BUILDINGS } from './buildings.ts';
import { CRAFTS } from './crafts.ts';
import { CURIOS } from './curios.ts';
import { FOOD } from './food.ts';
import { FURNITURE } from './furniture.ts';
import { INSTRUMENTS } from './instruments.ts';
import type { Kind } from './kind.ts';
import { MAMMALS } from './mammals.ts';
import { NATURE } from './nature.ts';
import { OBJECTS } from './objects.ts';
import { PEOPLE } from './people.ts';
import { PLANTS } from './plants.ts';
import { SEA_LIFE } from './sea-life.ts';
import { TABLEWARE } from './tableware.ts';
import { TRADES } from './trades.ts';
import { VEHICLES } from './vehicles.ts';
import { WILD_MAMMALS } from './wild-mammals.ts';

export const KINDS: readonly Kind[] = [
  ...MAMMALS,
  ...WILD_MAMMALS,
  ...BIRDS,
  ...SEA_LIFE,
  ...PEOPLE,
  ...TRADES,
  ...PLANTS,
  ...VEHICLES,
  ...CRAFTS,
  ...BUILDINGS,
  ...FURNITURE,
  ...INSTRUMENTS,
  ...FOOD,
  ...TABLEWARE,
  ...OBJECTS,
  ...CURIOS,
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
