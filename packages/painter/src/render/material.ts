// What a painted surface looks like at a point: its colour with grain and pattern, and how it reflects light.
import type { Vec } from '../shapes/part.ts';
import { mix, saturated, scaled, smooth } from './colour.ts';
import { cloudNoise, hash3, noise2, noise3 } from './noise.ts';
import type { Finish, Paint, World } from './world.ts';

export interface Surface {
  colour: Vec;
  /** Strength and sharpness of highlights. */
  shine: number;
  sharp: number;
  /** Share of the surroundings that is mirrored. */
  mirror: number;
  metal: boolean;
  /** How far light wraps around and through. */
  wrap: number;
  emit: number;
  bump: number;
  bumpScale: number;
}

const ANSWERS: Readonly<
  Record<Finish, readonly [shine: number, sharp: number, mirror: number, wrap: number, bump: number, bumpScale: number]>
> = {
  matte: [0.06, 8, 0.02, 0.1, 0, 1],
  gloss: [0.9, 70, 0.16, 0.08, 0, 1],
  metal: [1.3, 60, 0.6, 0, 0.02, 8],
  glass: [1.6, 140, 0.4, 0.5, 0, 1],
  fur: [0.1, 6, 0, 0.35, 0.4, 60],
  leaf: [0.18, 12, 0.01, 0.45, 0.7, 17],
  bark: [0.02, 6, 0, 0.1, 0.8, 14],
  wood: [0.18, 18, 0.03, 0.05, 0.12, 20],
  stone: [0.06, 10, 0.01, 0.05, 0.5, 9],
  brick: [0.04, 10, 0, 0.05, 0.25, 12],
  cloth: [0.05, 5, 0, 0.3, 0.12, 40],
  skin: [0.2, 16, 0.02, 0.4, 0.03, 30],
  glow: [0, 8, 0, 1, 0, 1],
  snow: [0.12, 20, 0.02, 0.5, 0.15, 14],
  facade: [0.2, 30, 0.06, 0.05, 0.05, 20],
  tiles: [0.1, 14, 0.02, 0.05, 0.3, 12],
  scales: [0.5, 34, 0.08, 0.1, 0.2, 26],
  feather: [0.14, 9, 0.01, 0.3, 0.3, 34],
  petal: [0.14, 10, 0.01, 0.6, 0.08, 20],
  straw: [0.1, 10, 0, 0.3, 0.5, 40],
  ice: [1.1, 90, 0.25, 0.6, 0.08, 6],
  plaster: [0.04, 8, 0, 0.1, 0.08, 12],
  citrus: [0.4, 24, 0.04, 0.3, 0.16, 34],
  crater: [0.03, 8, 0, 0, 0.5, 5],
  earth: [0.25, 20, 0.02, 0.1, 0.1, 8],
  bands: [0.05, 8, 0, 0.15, 0, 1],
};

export interface SurfacePoint {
  p: Vec;
  n: Vec;
}

export function surfaceAt(world: World, paint: Paint, { p, n }: SurfacePoint): Surface {
  const [shine, sharp, mirror, wrap, bump, bumpScale] = ANSWERS[paint.finish];
  const clean = world.style === 'anime' || world.style === '3d';
  let colour = patterned(paint, p);
  colour = clean ? cleanTexture(world, { paint, colour }, { p, n }) : textured(paint, colour, { p, n });
  const toy = world.style === '3d' && paint.finish !== 'metal' && paint.finish !== 'glass' && paint.finish !== 'glow';
  return {
    colour,
    shine: toy ? Math.max(shine, 0.55) : shine,
    sharp: toy ? Math.max(sharp, 38) : sharp,
    mirror: toy ? Math.max(mirror, 0.07) : mirror,
    metal: paint.finish === 'metal',
    wrap,
    emit: paint.finish === 'glow' ? 1.6 : litWindow(world, paint, { p, n }),
    bump: clean ? 0 : bump,
    bumpScale,
  };
}

function patterned(paint: Paint, p: Vec): Vec {
  switch (paint.pattern) {
    case 'stripes':
      return mix(paint.colour, paint.second, smooth(-0.08, 0.08, Math.sin(p[0] * 26 + Math.sin(p[1] * 9) * 1.2)));
    case 'spots': {
      const [u, v, w] = [p[0] * 8, p[1] * 8, p[2] * 8];
      const dot = Math.hypot(((u + 100) % 1) - 0.5, ((v + 100) % 1) - 0.5, (((w + 100) % 1) - 0.5) * 0.6);
      return mix(
        paint.second,
        paint.colour,
        smooth(0.27, 0.33, dot + 0.1 * (hash3(Math.floor(u), Math.floor(v), Math.floor(w)) - 0.5)),
      );
    }
    case 'checks': {
      const odd = (Math.floor(p[0] * 9) + Math.floor(p[1] * 9) + Math.floor(p[2] * 9)) & 1;
      return odd ? paint.second : paint.colour;
    }
    case 'patches':
      return mix(paint.colour, paint.second, smooth(0.5, 0.56, noise3(p[0] * 4.2 + 3, p[1] * 4.2, p[2] * 4.2)));
    case 'plain':
      return paint.colour;
  }
}

/** Windows, bricks and craters stay in the clean styles: they are details of the drawing, not grain. */
function cleanTexture(world: World, { paint, colour }: { paint: Paint; colour: Vec }, { p, n }: SurfacePoint): Vec {
  const lively = saturated(colour, world.style === 'anime' ? 1.12 : 1.05);
  if (paint.finish === 'facade') return facade(lively, p, n);
  if (paint.finish === 'brick') return bricks(lively, p, n);
  if (paint.finish === 'tiles') return roofTiles(lively, p);
  if (paint.finish === 'crater' || paint.finish === 'earth' || paint.finish === 'bands')
    return celestial(paint, lively, p);
  return lively;
}

function textured(paint: Paint, colour: Vec, { p, n }: SurfacePoint): Vec {
  const [x, y, z] = p;
  switch (paint.finish) {
    case 'fur':
      return scaled(colour, 0.72 + 0.5 * noise3(x * 46, y * 22, z * 46) + 0.12 * n[1]);
    case 'feather':
      return scaled(colour, 0.78 + 0.36 * noise3(x * 30, y * 50, z * 30));
    case 'leaf': {
      const clump = noise3(x * 9, y * 9, z * 9);
      const fine = noise3(x * 34, y * 34, z * 34);
      return mix(
        scaled(colour, 0.42 + 0.55 * clump),
        scaled(saturated(colour, 1.15), 1.5),
        smooth(0.45, 0.95, fine) * 0.75,
      );
    }
    case 'bark':
      return scaled(colour, 0.5 + 0.8 * noise3(x * 30, y * 5, z * 30));
    case 'wood': {
      const ringed = Math.sin((x * 1.3 + z) * 40 + 5 * noise3(x * 3, y * 9, z * 3));
      return scaled(colour, 0.82 + 0.1 * ringed + 0.22 * noise3(x * 60, y * 7, z * 60));
    }
    case 'stone':
      return scaled(colour, 0.62 + 0.65 * cloudNoise(x * 6 + z * 4.3, y * 6 - z * 2, 4));
    case 'brick':
      return bricks(scaled(colour, 0.85 + 0.3 * noise3(x * 9, y * 9, z * 9)), p, n);
    case 'tiles':
      return roofTiles(scaled(colour, 0.8 + 0.4 * noise3(x * 14, y * 14, z * 14)), p);
    case 'facade':
      return facade(scaled(colour, 0.9 + 0.2 * noise3(x * 5, y * 5, z * 5)), p, n);
    case 'cloth':
      return scaled(colour, 0.86 + 0.25 * noise3(x * 40, y * 40, z * 40));
    case 'straw':
      return scaled(colour, 0.65 + 0.6 * noise3(x * 60, y * 12, z * 60));
    case 'plaster':
    case 'matte':
      return scaled(colour, 0.92 + 0.14 * noise3(x * 12, y * 12, z * 12));
    case 'scales':
      return scaled(
        colour,
        0.75 + 0.4 * Math.abs(Math.sin(x * 60) * Math.sin(y * 60 + (Math.floor((x * 60) / Math.PI) & 1) * 1.57)),
      );
    case 'skin':
      return scaled(colour, 0.95 + 0.1 * noise3(x * 10, y * 10, z * 10));
    case 'petal':
      return scaled(colour, 0.8 + 0.3 * noise3(x * 16, y * 30, z * 16));
    case 'citrus':
      return scaled(colour, 0.92 + 0.12 * noise3(x * 44, y * 44, z * 44));
    case 'snow':
    case 'ice':
      return scaled(colour, 0.92 + 0.12 * noise3(x * 8, y * 8, z * 8));
    case 'crater':
    case 'earth':
    case 'bands':
      return celestial(paint, colour, p);
    default:
      return colour;
  }
}

function bricks(colour: Vec, p: Vec, n: Vec): Vec {
  const along = (Math.abs(n[0]) > Math.abs(n[2]) ? p[2] : p[0]) * 9;
  const row = p[1] * 20;
  const shifted = along + 0.5 * (Math.floor(row) & 1);
  const joint = (((shifted % 1) + 1) % 1 < 0.07 || ((row % 1) + 1) % 1 < 0.12) && Math.abs(n[1]) < 0.6;
  return joint
    ? mix(colour, [0.5, 0.48, 0.44], 0.6)
    : scaled(colour, 0.8 + 0.4 * hash3(Math.floor(shifted), Math.floor(row), 3));
}

function roofTiles(colour: Vec, p: Vec): Vec {
  const row = p[1] * 26;
  const across = (p[0] + p[2]) * 16 + 0.5 * (Math.floor(row) & 1);
  const dip = ((row % 1) + 1) % 1 < 0.18 ? 0.6 : 1;
  return scaled(colour, dip * (0.82 + 0.3 * hash3(Math.floor(across), Math.floor(row), 5)));
}

function windowAt(p: Vec, n: Vec): { inside: boolean; cell: number } {
  if (Math.abs(n[1]) > 0.5) return { inside: false, cell: 0 };
  const along = (Math.abs(n[0]) > Math.abs(n[2]) ? p[2] : p[0]) * 8 + 50.5;
  const up = p[1] * 8;
  const [u, v] = [along - Math.floor(along), up - Math.floor(up)];
  return {
    inside: u > 0.24 && u < 0.76 && v > 0.25 && v < 0.78 && p[1] > 0.06,
    cell: hash3(Math.floor(along), Math.floor(up), 8),
  };
}

function facade(colour: Vec, p: Vec, n: Vec): Vec {
  const pane = windowAt(p, n);
  return pane.inside ? mix([0.1, 0.16, 0.24], [0.25, 0.38, 0.5], pane.cell) : colour;
}

function litWindow(world: World, paint: Paint, { p, n }: SurfacePoint): number {
  if (paint.finish !== 'facade' || world.light.night < 0.2) return 0;
  const pane = windowAt(p, n);
  return pane.inside && pane.cell > 0.45 ? -1.4 * world.light.night : 0;
}

function celestial(paint: Paint, colour: Vec, p: Vec): Vec {
  const [x, y, z] = p;
  if (paint.finish === 'bands') {
    const band = noise2(3.3, y * 9 + 0.5 * noise3(x * 3, y * 3, z * 3));
    return mix(colour, paint.second, band);
  }
  const land = cloudNoise(x * 2.4 + z * 1.1 + 4, y * 2.4 - z * 1.7, 5);
  if (paint.finish === 'crater') {
    const pit = noise3(x * 5, y * 5, z * 5);
    return scaled(colour, 0.55 + 0.5 * land + 0.25 * smooth(0.5, 0.7, pit));
  }
  const shore = smooth(0.49, 0.52, land);
  const cloud = smooth(0.55, 0.72, cloudNoise(x * 3 + 9, y * 5 + z * 3, 5));
  return mix(
    mix(colour, mix(paint.second, [0.5, 0.42, 0.2], smooth(0.56, 0.7, land)), shore),
    [0.9, 0.92, 0.95],
    cloud * 0.85,
  );
}
