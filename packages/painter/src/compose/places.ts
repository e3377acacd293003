// Places: their ground, water, horizon, and the plants and stones scattered on the ground.
import { linearOf } from '../render/colour.ts';
import type { Ridge } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';
import { BUILT_PLACES } from './built-places.ts';
import { GREEN_PLACES } from './green-places.ts';
import type { Place } from './place.ts';

const PLACES: Readonly<Record<string, Place>> = { ...GREEN_PLACES, ...BUILT_PLACES };

export function placeNamed(name: string): Place {
  return PLACES[name] ?? GREEN_PLACES.hills;
}

const FRESH: Readonly<Record<string, (c: Vec) => Vec>> = {
  autumn: (c) => [Math.min(1, c[1] * 1.5 + c[0] * 0.45), c[1] * 0.62 + c[0] * 0.1, c[2] * 0.5],
  winter: (c) => [0.78 + c[0] * 0.14, 0.82 + c[1] * 0.1, 0.88 + c[2] * 0.08],
  spring: (c) => [c[0] * 1.02, c[1] * 1.15, c[2] * 0.95],
};

/** Greens change with the season; stone, sand and walls do not. */
export function inSeason(hex: string, season: string): Vec {
  const colour = linearOf(hex);
  const change = FRESH[season];
  const green = colour[1] > colour[0] * 1.05 && colour[1] > colour[2] * 1.1;
  return change && green ? change(colour) : colour;
}

export function ridgesOf(
  place: Place,
  { season, seed, night }: { season: string; seed: number; night: number },
): Ridge[] {
  return place.ridges.map(([kind, depth, height, colour, second], i) => ({
    kind,
    depth,
    height,
    colour: inSeason(colour, season),
    second: inSeason(second, season),
    seed: (seed % 977) * 0.37 + i * 7.3,
    lit: 0.12 + 0.55 * night,
  }));
}
