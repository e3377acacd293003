// All kinds the painter can draw, found by any of their names.

import { AIRCRAFT } from './aircraft.ts';
import { BIRDS } from './birds.ts';
import { BOATS } from './boats.ts';
import { BUILDINGS } from './buildings.ts';
import { CLOTHING } from './clothing.ts';
import { CONTAINERS } from './containers.ts';
import { COURTS } from './courts.ts';
import { DISHES } from './dishes.ts';
import { EMBLEMS } from './emblems.ts';
import { FOOD } from './food.ts';
import { FOUND_OUTDOORS } from './found-outdoors.ts';
import { FURNITURE } from './furniture.ts';
import { GADGETS } from './gadgets.ts';
import { GAME_BIRDS } from './game-birds.ts';
import { HOUSEHOLD } from './household.ts';
import type { Kind } from './kind.ts';
import { LANDMARKS } from './landmarks.ts';
import { MAMMALS } from './mammals.ts';
import { MUSICAL_INSTRUMENTS } from './musical-instruments.ts';
import { NATURE } from './nature.ts';
import { PEOPLE } from './people.ts';
import { PLAIN_SHAPES } from './plain-shapes.ts';
import { PLANTS } from './plants.ts';
import { ROOM_FITTINGS } from './room-fittings.ts';
import { SEA_LIFE } from './sea-life.ts';
import { SPORTS } from './sports.ts';
import { STATIONERY } from './stationery.ts';
import { STREET_THINGS } from './street-things.ts';
import { TABLEWARE } from './tableware.ts';
import { TOOLS } from './tools.ts';
import { TOYS } from './toys.ts';
import { TRADES } from './trades.ts';
import { TREASURES } from './treasures.ts';
import { VEHICLES } from './vehicles.ts';
import { WILD_MAMMALS } from './wild-mammals.ts';

export const KINDS: readonly Kind[] = [
  ...EMBLEMS,
  ...COURTS,
  ...MAMMALS,
  ...WILD_MAMMALS,
  ...BIRDS,
  ...SEA_LIFE,
  ...PEOPLE,
  ...TRADES,
  ...PLANTS,
  ...VEHICLES,
  ...BOATS,
  ...AIRCRAFT,
  ...BUILDINGS,
  ...FURNITURE,
  ...MUSICAL_INSTRUMENTS,
  ...ROOM_FITTINGS,
  ...FOOD,
  ...TABLEWARE,
  ...TOYS,
  ...CLOTHING,
  ...CONTAINERS,
  ...STATIONERY,
  ...TOOLS,
  ...TREASURES,
  ...PLAIN_SHAPES,
  ...FOUND_OUTDOORS,
  ...NATURE,
  ...DISHES,
  ...GADGETS,
  ...GAME_BIRDS,
  ...HOUSEHOLD,
  ...LANDMARKS,
  ...SPORTS,
  ...STREET_THINGS,
];

const byWord = new Map<string, Kind>();
for (const kind of KINDS) for (const word of kind.words) if (!byWord.has(word)) byWord.set(word, kind);

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

/** The word without its doubled letters. */
export function undoubled(word: string): string {
  return word.replace(/(.)\1+/g, '$1');
}

const byUndoubled = new Map(
  [...byWord.keys()].filter((word) => !word.includes(' ')).map((word) => [undoubled(word), word]),
);

export function wordSoundingLike(key: string): string | undefined {
  return byUndoubled.get(key);
}

/** The kind named by a word or by a few words ("hot air balloon"). */
export function kindNamed(phrase: string): Kind | undefined {
  return byWord.get(phrase);
}

export function kindOf(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`No kind is called ${name}.`);
  return kind;
}
