// Traces one ray into the world: what it hits first, with colour, depth and normal.
import type { Vec } from '../shapes/part.ts';
import { added, mix, scaled, smooth } from './colour.ts';
import { groundAt } from './ground.ts';
import { litColour, withFog } from './lighting.ts';
import { type Surface, surfaceAt } from './material.ts';
import { cloudNoise, noise2, noise3 } from './noise.ts';
import { ridgeColour, ridgeTop } from './ridges.ts';
import { roomHit, type WallHit } from './room.ts';
import { cloudAlong, skyColour } from './sky.ts';
import { lightPast, meet, openness, type Placed, type Ray } from './solids.ts';
import type { World } from './world.ts';

const SKY_ID = 0;
const FAR_ID = 1;
export const GROUND_ID = 2;
export const WATER_ID = 3;
const WALL_ID = 4;
export const THING_ID = 10;
/** Ids count parts too, so that outlines can follow them. */
export const PARTS_PER_THING = 100;

export interface Look {
  colour: Vec;
  depth: number;
  n: Vec;
  id: number;
  /** Less than 1 only for clouds seen alone. */
  cover?: number;
}

/** Which layers are visible; everything still casts shadows and is reflected. */
export interface Sight {
  sky: boolean;
  far: boolean;
  ground: boolean;
  /** Index of the only thing to be seen, -1 for none, -2 for all. */
  thing: number;
  /** The clouds alone, without the sky behind them. */
  clouds?: boolean;
}

export const EVERYTHING: Sight = { sky: true, far: true, ground: true, thing: -2 };
export const SKY_DEPTH = 5000;
const NOTHING: Look = { colour: [0, 0, 0], depth: SKY_DEPTH, n: [0, 0, 1], id: -1 };

export interface Scene {
  world: World;
  placed: readonly Placed[];
}

export interface LookOptions {
  sight: Sight;
  /** 1 inside a reflection, where water reflects nothing more. */
  bounce?: number;
  /** False for things that cannot be on this ray. */
  mayMeet?: (index: number) => boolean;
}

export function lookAlong(scene: Scene, path: Ray, { sight, bounce = 0, mayMeet }: LookOptions): Look {
  const { world, placed } = scene;
  const { from, ray } = path;
  const dy = ray[1];
  let nearest = 1e7;
  let which: Placed | undefined;
  if (sight.thing !== -1) {
    for (let index = 0; index < placed.length; index++) {
      const one = placed[index];
      if (!one || (sight.thing >= 0 && index !== sight.thing) || (mayMeet !== undefined && !mayMeet(index))) continue;
      const t = meet(one, path, nearest);
      if (t < nearest) {
        nearest = t;
        which = one;
      }
    }
  }
  const grounded = dy < -1e-4 && world.ground.kind !== 'none' ? -from[1] / dy : 1e7;
  const wall = world.room && sight.ground ? roomHit(world, world.room, path) : undefined;
  if (wall && wall.t < nearest && wall.t < grounded) return lookAtWall(scene, path, wall);
  if (which && nearest < (sight.ground ? grounded : 1e7)) return lookAtThing(scene, path, { one: which, t: nearest });
  if (grounded < 4000 && sight.ground) return lookAtGround(scene, path, { t: grounded, bounce });
  return lookFar(world, ray, sight);
}

function lookFar(world: World, ray: Vec, sight: Sight): Look {
  const [dx, dy, dz] = ray;
  if (sight.far && dz < -0.05) {
    const u = dx / -dz;
    const v = dy / -dz;
    for (let i = world.ridges.length - 1; i >= 0; i--) {
      const ridge = world.ridges[i];
      if (!ridge || v > ridge.height * 1.6) continue;
      const shift = (world.camera.at[0] / ridge.depth) * 0.6;
      const top = ridgeTop(ridge, u + shift);
      if (v < top)
        return {
          colour: ridgeColour(world, ridge, { u: u + shift, v, top }),
          depth: ridge.depth * 10,
          n: [0, 0.3, 0.95],
          id: FAR_ID,
        };
    }
  }
  if (sight.clouds) {
    const cloud = cloudAlong(world, ray);
    return cloud ? { ...cloud, depth: SKY_DEPTH, n: [0, 0, 1], id: SKY_ID } : NOTHING;
  }
  if (!sight.sky) return NOTHING;
  return { colour: skyColour(world, ray), depth: SKY_DEPTH, n: [0, 0, 1], id: SKY_ID };
}

function lookAtThing({ world, placed }: Scene, { from, ray }: Ray, { one, t }: { one: Placed; t: number }): Look {
  const at: Vec = [from[0] + ray[0] * t, from[1] + ray[1] * t, from[2] + ray[2] * t];
  const local = toLocal(one, at);
  const part = one.partAt(local[0], local[1], local[2]);
  const paint = one.thing.paints[part];
  const normal = normalAt(one, local);
  if (!paint) return NOTHING;
  // Grain is measured in shares of the thing's own size, so that a toy and a tower are grained alike.
  const grain: Vec = [local[0] / one.unit, local[1] / one.unit, local[2] / one.unit];
  const surface = surfaceAt(world, paint, { p: grain, n: normal });
  const bumped = surface.bump > 0 ? bumpedNormal(surface, grain, normal) : normal;
  const n = turned(one, bumped);
  const flat = turned(one, normal);
  const lift = one.unit * one.scale * 0.004;
  const p: Vec = [at[0] + flat[0] * lift, at[1] + flat[1] * lift, at[2] + flat[2] * lift];
  const facing = flat[0] * world.light.key[0] + flat[1] * world.light.key[1] + flat[2] * world.light.key[2];
  const key = facing > -0.05 ? keyLight(world, placed, p) : 0;
  let open = openness(one, p, flat);
  if (world.ground.kind !== 'none')
    open *= 0.55 + 0.45 * smooth(0, 0.35, (at[1] / (one.unit * one.scale)) * 1.4 + 0.5 * flat[1]);
  const colour = litColour(world, surface, { n, ray, key, open });
  const id = THING_ID + one.thing.id * PARTS_PER_THING + part;
  return { colour: withFog(world, colour, t), depth: t, n: flat, id };
}

function toLocal(one: Placed, at: Vec): Vec {
  const wx = at[0] - one.x;
  const wz = at[2] - one.z;
  return [
    (wx * one.cos - wz * one.sin) / one.scale,
    (at[1] - one.y) / one.scale,
    (wx * one.sin + wz * one.cos) / one.scale,
  ];
}

function turned(one: Placed, n: Vec): Vec {
  return [n[0] * one.cos + n[2] * one.sin, n[1], -n[0] * one.sin + n[2] * one.cos];
}

function normalAt(one: Placed, [x, y, z]: Vec): Vec {
  const e = one.unit * 0.0012;
  const d = one.distance;
  const a = d(x + e, y - e, z - e);
  const b = d(x - e, y - e, z + e);
  const c = d(x - e, y + e, z - e);
  const f = d(x + e, y + e, z + e);
  return unit([a - b - c + f, -a - b + c + f, -a + b - c + f]);
}

export function unit(v: Vec): Vec {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

function bumpedNormal(surface: Surface, p: Vec, n: Vec): Vec {
  const s = surface.bumpScale * 2;
  const [x, y, z] = [p[0] * s, p[1] * s, p[2] * s];
  const b = surface.bump * 0.9;
  return unit([
    n[0] + b * (noise3(x, y, z) - 0.5),
    n[1] + b * (noise3(x + 31, y, z + 7) - 0.5),
    n[2] + b * (noise3(x, y + 17, z - 23) - 0.5),
  ]);
}

function keyLight(world: World, placed: readonly Placed[], p: Vec): number {
  const path: Ray = { from: p, ray: world.light.key };
  let light = 1;
  for (const one of placed) {
    light = Math.min(light, lightPast(one, path, world.light.softness));
    if (light <= 0) return 0;
  }
  return light;
}

function skyOpenness(placed: readonly Placed[], p: Vec, n: Vec): number {
  let open = 1;
  for (const one of placed) open *= openness(one, p, n);
  return open;
}

/** The ground is never hazier than the ridge behind it; otherwise a bright seam shows at the horizon. */
function fogReach(world: World): number {
  return (world.ridges.at(-1)?.depth ?? 600) * 1.25;
}

const UP: Vec = [0, 1, 0];

function lookAtGround(scene: Scene, { from, ray }: Ray, { t, bounce }: { t: number; bounce: number }): Look {
  const { world, placed } = scene;
  const x = from[0] + ray[0] * t;
  const z = from[2] + ray[2] * t;
  const away = -z;
  const { water } = world;
  if (water && bounce === 0) {
    const shore =
      water.from + 0.9 * (cloudNoise(x * 0.5 + (world.seed % 97), 3.1, 3) - 0.5) * Math.min(2, water.from * 0.3);
    if (away > shore && away < water.to) return lookAtWater(scene, { from: [x, 0, z], ray }, { t, out: away - shore });
  }
  const point = groundAt(world, { x, z }, t);
  const n = unit([-point.tiltX, 1, -point.tiltZ]);
  const at: Vec = [x, 0.002, z];
  const key = keyLight(world, placed, at);
  const open = skyOpenness(placed, at, UP);
  const surface: Surface = {
    colour: point.colour,
    shine: point.shine,
    sharp: 26,
    mirror: point.shine * 0.35,
    metal: false,
    wrap: 0.15,
    emit: 0,
    bump: 0,
    bumpScale: 1,
  };
  let colour = litColour(world, surface, { n, ray, key, open });
  if (water && bounce === 0) {
    const shore =
      water.from + 0.9 * (cloudNoise(x * 0.5 + (world.seed % 97), 3.1, 3) - 0.5) * Math.min(2, water.from * 0.3);
    if (away < shore) colour = scaled(colour, 0.62 + 0.38 * smooth(0, 0.7, shore - away));
  }
  if (world.sky.kind === 'studio') colour = mix(colour, skyColour(world, [ray[0], 0, ray[2]]), smooth(10, 34, t));
  return { colour: withFog(world, colour, Math.min(t, fogReach(world))), depth: t, n: UP, id: GROUND_ID };
}

/** `path` starts on the water; `out` is the distance from the shore. */
function lookAtWater(scene: Scene, { from: p, ray }: Ray, { t, out }: { t: number; out: number }): Look {
  const { world } = scene;
  const water = world.water;
  if (!water) return NOTHING;
  const anime = world.style === 'anime';
  const calm = 1 / (1 + t * 0.035);
  const swing = world.time * 0.9;
  const [sx, sz] = [p[0] * 1.1, p[2] * 2.6];
  const e = 0.06;
  const wave = (x: number, z: number) =>
    cloudNoise(x + swing * 0.4, z + swing, 3) + 0.5 * noise2(x * 3.1 - swing, z * 3.1);
  const here = wave(sx, sz);
  const slope = water.waves * calm * (anime ? 0.35 : 1);
  const n = unit([((wave(sx + e, sz) - here) / e) * slope * 0.055, 1, ((wave(sx, sz + e) - here) / e) * slope * 0.1]);
  const twice = 2 * (n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]);
  const mirrored: Vec = unit([ray[0] - twice * n[0], Math.abs(ray[1] - twice * n[1]) + 0.004, ray[2] - twice * n[2]]);
  const seen = lookAlong(scene, { from: [p[0], 0.01, p[2]], ray: mirrored }, { sight: EVERYTHING, bounce: 1 }).colour;
  const cosine = Math.max(0, -(n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]));
  const grazing = 0.05 + 0.95 * (1 - cosine) ** 4;
  const lightness =
    0.35 * world.light.ambient[1] + 0.5 * world.light.keyColour[1] * Math.max(0.1, world.light.key[1]) + 0.12;
  let body = scaled(mix(water.shallow, water.colour, smooth(0, 6, out)), lightness * 1.6);
  if (anime && here > 0.98) body = mix(body, [1, 1, 1], 0.25);
  let colour = mix(body, seen, Math.min(0.93, grazing * 0.95));
  const key = world.sky.disc === 'none' ? world.light.key : world.sky.sun;
  const gleam = Math.max(0, mirrored[0] * key[0] + mirrored[1] * key[1] + mirrored[2] * key[2]);
  colour = added(colour, scaled(world.light.glow, 1.1 * gleam ** 260 + 0.15 * gleam ** 30));
  const foam = out < 0.35 + 0.3 * here ? smooth(0.35, 0, out) : 0;
  if (foam > 0) colour = mix(colour, scaled([0.9, 0.94, 0.95], 0.4 + 0.6 * world.light.ambient[1]), foam * 0.5);
  return { colour: withFog(world, colour, Math.min(t, fogReach(world))), depth: t, n, id: WATER_ID };
}

function lookAtWall({ world, placed }: Scene, { from, ray }: Ray, wall: WallHit): Look {
  const { t, n } = wall;
  const at: Vec = [from[0] + ray[0] * t + n[0] * 0.01, from[1] + ray[1] * t, from[2] + ray[2] * t + n[2] * 0.01];
  if (wall.emit > 0) return { colour: scaled(wall.colour, wall.emit), depth: t, n, id: WALL_ID + 1 };
  const surface: Surface = {
    colour: wall.colour,
    shine: 0.03,
    sharp: 8,
    mirror: 0,
    metal: false,
    wrap: 0.3,
    emit: 0,
    bump: 0,
    bumpScale: 1,
  };
  const corner = 0.72 + 0.28 * smooth(0, 0.7, at[1]);
  const open = skyOpenness(placed, at, n) * corner;
  const colour = litColour(world, surface, { n, ray, key: keyLight(world, placed, at), open });
  return { colour, depth: t, n, id: WALL_ID };
}
