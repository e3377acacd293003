// The look of a toy set: leaf crowns as smooth lumps, hills instead of crags, calm water, soft light.
import { mix, saturated, scaled } from '../render/colour.ts';
import type { Ridge, Thing, World } from '../render/world.ts';

/** Crinkled leaves become plain lumps, which flat shading and outlines can follow. */
export function asToys(things: readonly Thing[]): Thing[] {
  return things.map((thing) => ({
    ...thing,
    parts: thing.parts.map((part) =>
      part.shape === 'tuft'
        ? {
            ...part,
            shape: 'ball' as const,
            size: [part.size[0] * 1.02, part.size[1] * 0.98, part.size[2] * 1.02] as const,
          }
        : part,
    ),
  }));
}

export function asClay(world: World): World {
  const { light, water } = world;
  return {
    ...world,
    ridges: world.ridges.map(rounded),
    ground: {
      ...world.ground,
      colour: saturated(world.ground.colour, 1.1),
      second: mix(world.ground.second, world.ground.colour, 0.5),
    },
    ...(water
      ? {
          water: {
            ...water,
            waves: water.waves * 0.22,
            colour: saturated(mix(water.colour, water.shallow, 0.35), 1.2),
          },
        }
      : {}),
    light: {
      ...light,
      ambient: scaled(light.ambient, 1.25),
      keyColour: scaled(light.keyColour, 0.88),
      softness: Math.min(light.softness, 4.5),
      fogDensity: light.fogDensity * 0.6,
    },
    strewn: { ...world.strewn, amount: world.strewn.kind === 'flowers' ? world.strewn.amount * 0.8 : 0 },
  };
}

function rounded(ridge: Ridge): Ridge {
  if (ridge.kind === 'peaks' || ridge.kind === 'mesa')
    return {
      ...ridge,
      kind: 'hills',
      height: ridge.height * 0.85,
      colour: saturated(mix(ridge.colour, [0.2, 0.3, 0.4], 0.3), 1.2),
      second: mix(ridge.colour, ridge.second, 0.35),
    };
  return { ...ridge, colour: saturated(ridge.colour, 1.15), second: saturated(ridge.second, 1.15) };
}
