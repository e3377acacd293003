// The far layers: hills, peaks, woods and skylines as receding silhouettes with haze between them.
import type { Vec } from '../shapes/part.ts';
import { mix, scaled, smooth } from './colour.ts';
import { cloudNoise, hash2, noise2 } from './noise.ts';
import type { Ridge, World } from './world.ts';

/** Top of the ridge at a sideways slope u (x over depth), as a slope above the horizon. */
export function ridgeTop(ridge: Ridge, u: number): number {
  const s = ridge.seed;
  switch (ridge.kind) {
    case 'hills':
    case 'reef':
      return ridge.height * (0.35 + 0.75 * cloudNoise(u * 1.7 + s, s * 0.31, 3)) - 0.01;
    case 'dunes': {
      const wave = cloudNoise(u * 1.2 + s, s, 2);
      return ridge.height * (0.25 + 0.8 * Math.abs(2 * wave - 1) + 0.2 * wave);
    }
    case 'peaks':
      return peakTop(ridge, u);
    case 'mesa': {
      const table = cloudNoise(u * 2.1 + s, s, 2);
      return (
        ridge.height * (0.15 + 0.75 * smooth(0.5, 0.56, table) + 0.25 * smooth(0.62, 0.64, table)) +
        ridge.height * 0.06 * noise2(u * 40, s)
      );
    }
    case 'forest':
    case 'hedge':
      return (
        ridge.height * (0.62 + 0.2 * cloudNoise(u * 3 + s, s, 2) + 0.3 * crowns(u * 26 + s) + 0.06 * noise2(u * 260, s))
      );
    case 'pines':
      return ridge.height * (0.4 + 0.2 * cloudNoise(u * 2 + s, s, 2) + 0.55 * spires(u * 22 + s, s));
    case 'city':
      return ridge.height * towers(u * 13 + s, s);
    case 'houses':
      return ridge.height * gables(u * 9 + s, s);
  }
}

function peakTop(ridge: Ridge, u: number): number {
  let sum = 0;
  let weight = 1;
  let x = u * 1.9 + ridge.seed;
  for (let i = 0; i < 6; i++) {
    const fold = 1 - Math.abs(2 * noise2(x, ridge.seed + i * 3.3) - 1);
    sum += weight * fold * (i === 0 ? fold : 0.5 + 0.5 * fold);
    weight *= 0.44;
    x = x * 2.05 + 4.1;
  }
  return ridge.height * (0.12 + 0.62 * sum);
}

function crowns(x: number): number {
  const i = Math.floor(x);
  const f = x - i - 0.5;
  const size = 0.5 + 0.5 * hash2(i, 11);
  return size * Math.sqrt(Math.max(0, 1 - f * f * 3.2));
}

function spires(x: number, s: number): number {
  let top = 0;
  const i = Math.floor(x);
  for (let k = i - 1; k <= i + 1; k++) {
    const size = 0.45 + 0.55 * hash2(k, 5 + s);
    const f = Math.abs(x - k - 0.2 - 0.6 * hash2(k, 17));
    const tier = 1 + 0.25 * Math.abs(((f * 9) % 1) - 0.5);
    top = Math.max(top, size * (1 - f * 1.9 * tier));
  }
  return Math.max(0, top);
}

function towers(x: number, s: number): number {
  const front = 0.25 + 0.75 * hash2(Math.floor(x), 3 + s) ** 1.6;
  const slim = Math.floor(x * 1.7 + 0.4);
  const back = hash2(slim, 29 + s) > 0.55 ? 0.3 + 0.7 * hash2(slim, 41 + s) : 0;
  const f = x - Math.floor(x);
  const mast = Math.abs(f - 0.5) < 0.02 && hash2(Math.floor(x), 77) > 0.6 ? 0.14 : 0;
  return Math.max(front + mast, back) * 0.9;
}

function gables(x: number, s: number): number {
  const i = Math.floor(x);
  const f = Math.abs(x - i - 0.5) * 2;
  const body = 0.45 + 0.25 * hash2(i, 7 + s);
  return body + 0.3 * Math.max(0, 1 - f * (1 + 0.4 * hash2(i, 13)));
}

export interface RidgePoint {
  u: number;
  v: number;
  top: number;
}

/** Colour of a ridge where the eye meets it: v is the slope above the horizon, top the ridge's height there. */
export function ridgeColour(world: World, ridge: Ridge, { u, v, top }: RidgePoint): Vec {
  const { light } = world;
  const anime = world.style === 'anime' || world.style === '3d';
  let colour = ridge.colour;
  if (ridge.kind === 'peaks' || ridge.kind === 'mesa') colour = rockFace(world, ridge, { u, v, top });
  else if (ridge.kind === 'city' || ridge.kind === 'houses') colour = facades(world, ridge, { u, v, top });
  else {
    const rough = ridge.kind === 'forest' || ridge.kind === 'hedge' || ridge.kind === 'pines' ? 42 : 9;
    const grain = anime
      ? Math.round(cloudNoise(u * rough, v * rough * 1.6 + ridge.seed, 2) * 3) / 3
      : cloudNoise(u * rough, v * rough * 1.6 + ridge.seed, 4);
    const crest = smooth(0, 0.05, top - v);
    colour = mix(ridge.second, ridge.colour, Math.min(1, 0.25 + 0.45 * crest + 0.6 * (grain - 0.3)));
  }
  const lit = 0.45 + 0.55 * Math.max(0, light.key[1] * 0.6 + 0.4);
  const shade = [
    light.ambient[0] + light.keyColour[0] * 0.42 * lit,
    light.ambient[1] + light.keyColour[1] * 0.42 * lit,
    light.ambient[2] + light.keyColour[2] * 0.42 * lit,
  ] as const;
  const bright: Vec = [colour[0] * shade[0], colour[1] * shade[1], colour[2] * shade[2]];
  const low = Math.exp(-Math.max(0, v) * 9);
  const haze = 1 - Math.exp(-ridge.depth * light.fogDensity * (0.55 + 0.75 * low));
  return mix(bright, light.fog, haze);
}

function rockFace(world: World, ridge: Ridge, { u, v, top }: RidgePoint): Vec {
  const e = 0.006;
  const slope = (cloudNoise((u + e) * 7 + ridge.seed, v * 9, 5) - cloudNoise((u - e) * 7 + ridge.seed, v * 9, 5)) / e;
  const side = Math.sign(world.light.key[0] || 1);
  let lit = smooth(-7, 7, -slope * side * 1.6 + (ridgeTop(ridge, u - e) - ridgeTop(ridge, u + e)) * side * 120);
  if (world.style === 'anime' || world.style === '3d') lit = lit > 0.5 ? 0.95 : 0.25;
  const rock = mix(scaled(ridge.colour, 0.5), scaled(ridge.colour, 1.25), lit);
  if (ridge.kind === 'mesa') {
    const strata = noise2(3, v * 90 + noise2(u * 5, 2) * 2);
    return mix(rock, scaled(ridge.second, 0.6 + 0.6 * lit), strata * 0.6);
  }
  const line = ridge.height * (0.5 + 0.22 * cloudNoise(u * 14 + 5, v * 4, 3));
  const snow =
    smooth(line, line + ridge.height * 0.12, v + (0.5 - lit) * -0.03 * 1) * smooth(-0.02, 0.03, top - v + 0.02);
  return mix(rock, scaled(ridge.second, 0.55 + 0.6 * lit), snow);
}

function facades(world: World, ridge: Ridge, { u, v, top }: RidgePoint): Vec {
  const scaleX = ridge.kind === 'city' ? 13 : 9;
  const x = u * scaleX + ridge.seed;
  const tone = 0.65 + 0.6 * hash2(Math.floor(x), 61);
  const wall = mix(scaled(ridge.colour, tone), ridge.second, 0.35 * hash2(Math.floor(x), 19));
  const cols = ridge.kind === 'city' ? 5 : 3;
  const rows = 150 / (ridge.kind === 'city' ? 1 : 1.6);
  const wx = (x * cols) % 1;
  const wy = (Math.max(0, v) * rows) % 1;
  if (top - v < 0.01 || wx < 0.25 || wx > 0.75 || wy < 0.3 || wy > 0.75) return wall;
  const on = hash2(Math.floor(x * cols), Math.floor(v * rows) + 7);
  if (on < ridge.lit) return mix(wall, [3.4, 2.3, 1.0], 0.35 + 0.65 * world.light.night);
  return mix(wall, scaled(world.light.zenith, 0.7), 0.55);
}
