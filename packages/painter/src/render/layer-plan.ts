// Divides a world into layers, back to front, and decides which part of the world each shows.
import { EVERYTHING, type Sight } from './trace.ts';
import type { Motion, Thing, World } from './world.ts';

/** The rows of the image that a layer can cover: those of the sky, of the ground, of a thing. */
export type Strip = 'all' | 'above' | 'below' | Thing;

export interface Plan {
  name: 'sky' | 'clouds' | 'far' | 'ground' | 'subject';
  label: string;
  /** The world without what this layer must not show. */
  world: World;
  sight: Sight;
  strip: Strip;
  depth: number;
  motion: Motion;
  facing: number;
}

const MAX_SUBJECT_LAYERS = 12;
const NOTHING: Sight = { sky: false, far: false, ground: false, thing: -1 };
/** Moving things have no shadow and no reflection, which would stay behind. */
const ROAMING: ReadonlySet<Motion> = new Set(['walk', 'fly', 'drift']);

/** Far things first. Of very many things the nearest keep layers of their own; the others go into the horizon's. */
export function planLayers(world: World): Plan[] {
  if (world.abstract || world.room) return [roomPlan(world), ...thingPlans(world)];
  const clear = world.sky.kind === 'air' && world.sky.clouds > 0.01;
  const grounded = world.ground.kind !== 'none';
  const backdrop = { world, label: 'sky', facing: 0, depth: 1000 };
  const plans: Plan[] = [
    {
      ...backdrop,
      name: 'sky',
      world: clear ? { ...world, sky: { ...world.sky, clouds: 0 } } : world,
      sight: { ...NOTHING, sky: true },
      strip: grounded ? 'above' : 'all',
      motion: world.light.night > 0.8 || world.sky.kind === 'space' ? 'twinkle' : 'drift',
    },
  ];
  if (clear)
    plans.push({
      ...backdrop,
      name: 'clouds',
      label: 'clouds',
      sight: { ...NOTHING, clouds: true },
      strip: 'above',
      motion: 'drift',
    });
  if (world.ridges.length > 0)
    plans.push({
      ...backdrop,
      name: 'far',
      label: 'horizon',
      sight: { ...NOTHING, far: true },
      strip: 'above',
      depth: 120,
      motion: 'still',
    });
  if (grounded)
    plans.push({
      ...backdrop,
      name: 'ground',
      label: world.ground.kind,
      world: { ...world, things: world.things.filter((thing) => !ROAMING.has(thing.motion)) },
      sight: { ...NOTHING, ground: true },
      strip: 'below',
      depth: 14,
      motion: world.water ? 'ripple' : 'sway',
    });
  return [...plans, ...thingPlans(world)];
}

function roomPlan(world: World): Plan {
  return {
    name: 'ground',
    label: world.abstract ? 'abstract' : 'room',
    world: { ...world, things: world.things.filter((thing) => !ROAMING.has(thing.motion)) },
    sight: { ...EVERYTHING, thing: -1 },
    strip: 'all',
    depth: world.room?.back ?? 50,
    motion: world.abstract ? 'drift' : 'still',
    facing: 0,
  };
}

function thingPlans(world: World): Plan[] {
  const order = world.things.map((thing, index) => ({ thing, index })).sort((a, b) => a.thing.at[2] - b.thing.at[2]);
  return order.slice(-MAX_SUBJECT_LAYERS).map(({ thing, index }) => ({
    name: 'subject',
    label: thing.name,
    world,
    sight: { ...NOTHING, thing: index },
    strip: thing,
    depth: world.camera.at[2] - thing.at[2],
    motion: thing.motion,
    facing: Math.cos(thing.yaw),
  }));
}
