// The ground under a scene: its colour, its small relief and its patterns, fading with distance.
import type { Vec } from '../shapes/part.ts';
import { mix, scaled, smooth } from './colour.ts';
import { cloudNoise, hash2, noise2 } from './noise.ts';
import type { World } from './world.ts';

export interface GroundPoint {
  colour: Vec;
  /** Slopes of the small relief. */
  tiltX: number;
  tiltZ: number;
  shine: number;
}

/** A place on the ground; `near` falls from 1 at the eye towards 0. */
interface GroundSpot {
  x: number;
  z: number;
  near: number;
}

export function groundAt(world: World, { x, z }: { x: number; z: number }, away: number): GroundPoint {
  const { kind, colour, second } = world.ground;
  const clean = world.style === 'anime' || world.style === '3d';
  const spot = { x, z, near: 1 / (1 + away * 0.07) };
  const broad = cloudNoise(x * 0.35 + 3, z * 0.35, 3);
  const base = mix(colour, second, clean ? Math.round(smooth(0.35, 0.65, broad) * 2) / 2 : smooth(0.25, 0.75, broad));
  switch (kind) {
    case 'planks':
      return planks(world, base, spot);
    case 'tile':
      return tiles(base, second, spot);
    case 'road':
      return road(world, base, spot);
    case 'stone':
      return cobbles(base, spot, clean);
    case 'table':
      return {
        colour: scaled(base, clean ? 1 : 0.85 + 0.3 * noise2(x * 2.2, z * 26)),
        tiltX: 0,
        tiltZ: 0,
        shine: 0.25,
      };
    case 'studio':
      return { colour, tiltX: 0, tiltZ: 0, shine: world.style === '3d' ? 0.16 : 0.05 };
    case 'carpet':
      return { colour: scaled(base, 0.85 + 0.3 * noise2(x * 60, z * 60)), tiltX: 0, tiltZ: 0, shine: 0 };
    case 'crops':
      return crops(base, second, spot);
    default:
      return clean ? { colour: base, tiltX: 0, tiltZ: 0, shine: 0 } : loose(world, base, spot);
  }
}

function loose(world: World, base: Vec, { x, z, near }: GroundSpot): GroundPoint {
  const kind = world.ground.kind;
  const [fine, lift] =
    kind === 'sand' || kind === 'seabed'
      ? [7, 0.3]
      : kind === 'snow'
        ? [2.2, 0.35]
        : kind === 'moon'
          ? [2.6, 1.1]
          : [13, 0.9];
  const e = 0.04;
  let here = cloudNoise(x * fine, z * fine, 3);
  const tiltX = (cloudNoise((x + e) * fine, z * fine, 3) - here) / e;
  let tiltZ = (cloudNoise(x * fine, (z + e) * fine, 3) - here) / e;
  if (kind === 'sand' || kind === 'seabed') {
    const bend = noise2(x * 0.8, z * 0.8) * 5;
    const phase = z * 16 + x * 3 + bend;
    here = 0.5 + 0.5 * Math.sin(phase);
    tiltZ += Math.cos(phase) * 1.8;
  }
  const streak = kind === 'grass' || kind === 'flowers' ? 0.55 + 0.75 * noise2(x * 34, z * 17) : 0.85 + 0.3 * here;
  const fade = near * near;
  const colour = scaled(base, 1 + (streak - 1) * (0.25 + 0.75 * near));
  const glint = kind === 'snow' && hash2(Math.floor(x * 90), Math.floor(z * 90)) > 0.994 ? 2.2 : 1;
  return {
    colour: scaled(colour, 1 + (glint - 1) * fade),
    tiltX: tiltX * lift * fade * 0.22,
    tiltZ: tiltZ * lift * fade * 0.22,
    shine: kind === 'snow' ? 0.1 : 0.02,
  };
}

function planks(world: World, base: Vec, { x, z, near }: GroundSpot): GroundPoint {
  const board = Math.floor(x / 0.42);
  const along = z / 3 + hash2(board, 4) * 3;
  const tone = 0.78 + 0.4 * hash2(board, Math.floor(along));
  const edge = Math.abs(x / 0.42 - board - 0.5) > 0.475 || along - Math.floor(along) < 0.008;
  const grain =
    world.style === 'realistic' || world.style === 'artistic'
      ? 0.88 + 0.24 * noise2(x * 40, z * 2.5) * (0.3 + 0.7 * near)
      : 1;
  return { colour: scaled(base, edge ? 0.4 : tone * grain), tiltX: 0, tiltZ: 0, shine: 0.22 };
}

function tiles(base: Vec, second: Vec, { x, z }: GroundSpot): GroundPoint {
  const [u, v] = [x / 0.9, z / 0.9];
  const odd = (Math.floor(u) + Math.floor(v)) & 1;
  const joint = Math.abs(u - Math.round(u)) < 0.018 || Math.abs(v - Math.round(v)) < 0.018;
  return { colour: joint ? scaled(base, 0.5) : odd ? second : base, tiltX: 0, tiltZ: 0, shine: 0.4 };
}

function road(world: World, base: Vec, { x, z, near }: GroundSpot): GroundPoint {
  const bend = x;
  const half = 3.1;
  if (Math.abs(bend) > half + 0.25) {
    return { colour: scaled(world.ground.second, 0.75 + 0.5 * noise2(x * 9, z * 7)), tiltX: 0, tiltZ: 0, shine: 0.02 };
  }
  const dash = Math.abs(bend) < 0.07 && (((z * 0.28) % 1) + 1) % 1 < 0.55;
  const edge = Math.abs(Math.abs(bend) - half) < 0.07;
  if (dash || edge) return { colour: [0.75, 0.73, 0.66], tiltX: 0, tiltZ: 0, shine: 0.05 };
  return { colour: scaled(base, 0.85 + 0.3 * noise2(x * 40, z * 40) * near), tiltX: 0, tiltZ: 0, shine: 0.08 };
}

function cobbles(base: Vec, { x, z, near }: GroundSpot, clean: boolean): GroundPoint {
  const v = z / 0.34;
  const row = Math.floor(v);
  const u = x / 0.46 + (row & 1) * 0.5;
  const [fu, fv] = [u - Math.floor(u) - 0.5, v - row - 0.5];
  const gap = smooth(0.5, 0.4, Math.max(Math.abs(fu), Math.abs(fv)));
  const tone = 0.8 + 0.4 * hash2(Math.floor(u), row);
  const round = clean ? 0 : near * 0.9;
  return { colour: scaled(base, tone * (0.55 + 0.45 * gap)), tiltX: fu * round, tiltZ: fv * round, shine: 0.14 };
}

function crops(base: Vec, second: Vec, { x, z, near }: GroundSpot): GroundPoint {
  const rowed = 0.5 + 0.5 * Math.sin(x * 7);
  return {
    colour: scaled(mix(base, second, smooth(0.55, 0.95, rowed) * 0.7), 0.8 + 0.4 * noise2(x * 30, z * 14) * near),
    tiltX: Math.cos(x * 7) * 0.3 * near,
    tiltZ: 0,
    shine: 0,
  };
}
