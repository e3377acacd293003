// Light on a surface: key light with shadow, sky and bounce light, highlights and mirrored surroundings, per style.
import type { Vec } from '../shapes/part.ts';
import { mix, saturated, scaled, smooth } from './colour.ts';
import type { Surface } from './material.ts';
import { skyColour } from './sky.ts';
import type { World } from './world.ts';

export interface Spot {
  /** Unit normal, and unit direction from the eye to the point. */
  n: Vec;
  ray: Vec;
  /** Key light that arrives, 0 to 1; openness to the sky, 0 to 1. */
  key: number;
  open: number;
}

const WARM_WINDOW: Vec = [1.0, 0.66, 0.26];

export function litColour(world: World, surface: Surface, spot: Spot): Vec {
  if (surface.emit < 0) return scaled(WARM_WINDOW, -surface.emit);
  if (surface.emit > 0) return scaled(surface.colour, surface.emit);
  if (world.style === 'anime') return celColour(world, surface, spot);
  const { light } = world;
  const { n, ray, key, open } = spot;
  const [kx, ky, kz] = light.key;
  const facing = n[0] * kx + n[1] * ky + n[2] * kz;
  const wrap = surface.wrap * 0.6;
  const direct = Math.max(0, (facing + wrap) / (1 + wrap)) * (facing > 0 ? key : 0.35 + 0.65 * key);
  const up = 0.5 + 0.5 * n[1];
  const c = surface.colour;
  // A weak light from the eye's side keeps the shaded half readable, as a photographer's reflector does.
  const fill = 0.16 * Math.max(0, -(n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2])) * open;
  const shade = (i: 0 | 1 | 2) =>
    c[i] *
    (light.keyColour[i] * direct +
      (light.ambient[i] * up + light.bounce[i] * (1 - up)) * open +
      fill * (light.ambient[i] + 0.25 * light.keyColour[i]));
  let out: Vec = [shade(0), shade(1), shade(2)];
  const cosine = Math.max(0, -(n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]));
  if (surface.shine > 0.04) out = withHighlight(world, { surface, spot }, { base: out, cosine });
  if (world.style === '3d') {
    const rim = (1 - cosine) ** 3 * 0.35 * open;
    out = [
      out[0] + rim * light.ambient[0] * (0.4 + c[0]),
      out[1] + rim * light.ambient[1] * (0.4 + c[1]),
      out[2] + rim * light.ambient[2] * (0.4 + c[2]),
    ];
  }
  return out;
}

function withHighlight(
  world: World,
  { surface, spot }: { surface: Surface; spot: Spot },
  { base, cosine }: { base: Vec; cosine: number },
): Vec {
  const { light } = world;
  const { n, ray, key, open } = spot;
  const hx = light.key[0] - ray[0];
  const hy = light.key[1] - ray[1];
  const hz = light.key[2] - ray[2];
  const length = Math.hypot(hx, hy, hz) || 1;
  const half = Math.max(0, (n[0] * hx + n[1] * hy + n[2] * hz) / length);
  const spark = surface.shine * half ** surface.sharp * key;
  const tint = surface.metal ? surface.colour : ([1, 1, 1] as const);
  let out: Vec = [
    base[0] + spark * light.keyColour[0] * tint[0],
    base[1] + spark * light.keyColour[1] * tint[1],
    base[2] + spark * light.keyColour[2] * tint[2],
  ];
  const grazing = surface.mirror + (1 - surface.mirror) * (1 - cosine) ** 5 * Math.min(1, surface.mirror * 6);
  if (grazing < 0.015) return out;
  const twice = 2 * (n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]);
  const mirrored: Vec = [ray[0] - twice * n[0], ray[1] - twice * n[1], ray[2] - twice * n[2]];
  const earth = scaled(world.ground.colour, 0.55 * (light.ambient[1] + light.keyColour[1] * 0.4));
  let seen =
    world.sky.kind === 'space'
      ? plainSky(world, mirrored)
      : mix(
          earth,
          plainSky(world, [mirrored[0], Math.max(0.03, mirrored[1]), mirrored[2]]),
          smooth(-0.45, 0.25, mirrored[1]),
        );
  if (world.room || world.sky.kind === 'studio') seen = softBoxes(world, mirrored);
  const strength = grazing * (0.35 + 0.65 * open);
  if (surface.metal)
    seen = [seen[0] * surface.colour[0] * 1.3, seen[1] * surface.colour[1] * 1.3, seen[2] * surface.colour[2] * 1.3];
  out = surface.metal ? mix(scaled(out, 0.75), seen, strength) : mix(out, seen, strength);
  return out;
}

function plainSky(world: World, direction: Vec): Vec {
  return world.sky.clouds > 0.2 || world.sky.kind !== 'air'
    ? skyColour(world, direction)
    : skyColour(world, [direction[0], Math.max(0.03, direction[1]), direction[2]]);
}

/** Indoors and in the studio, shiny things mirror lamps and a window rather than a sky. */
function softBoxes(world: World, [x, y, z]: Vec): Vec {
  const base = mix(world.light.bounce, world.light.ambient, smooth(-0.3, 0.7, y));
  const panel =
    smooth(0.5, 0.72, y) * smooth(0.7, 0.4, Math.abs(x + 0.25)) +
    smooth(0.6, 0.86, -x) * smooth(0.6, 0.3, Math.abs(y - 0.2)) +
    0.3 * smooth(0.85, 0.9, z);
  return mix(scaled(base, 0.8), [2.2, 2.15, 2.05], Math.min(1, panel * 0.8));
}

/** Two flat tones, a rim and a hard highlight. */
function celColour(world: World, surface: Surface, spot: Spot): Vec {
  const { light } = world;
  const { n, ray, key, open } = spot;
  const facing = n[0] * light.key[0] + n[1] * light.key[1] + n[2] * light.key[2];
  const lit = smooth(0.02, 0.07, facing) * (key > 0.5 ? 1 : 0);
  const deep = open < 0.55 ? 0.86 : 1;
  const c = surface.colour;
  const bright = (i: 0 | 1 | 2) => c[i] * (light.keyColour[i] * 0.78 + light.ambient[i] * 0.75);
  const dim = saturated(c, 1.15);
  const dark = (i: 0 | 1 | 2) =>
    dim[i] * (light.keyColour[i] * 0.16 + light.ambient[i] * 0.8 + light.bounce[i] * 0.1) * deep;
  let out: Vec = mix([dark(0), dark(1), dark(2)], [bright(0), bright(1), bright(2)], lit);
  const hx = light.key[0] - ray[0];
  const hy = light.key[1] - ray[1];
  const hz = light.key[2] - ray[2];
  const half = (n[0] * hx + n[1] * hy + n[2] * hz) / (Math.hypot(hx, hy, hz) || 1);
  if (surface.shine > 0.3 && lit > 0.5 && half > 0.985 - 0.012 * surface.shine) out = mix(out, [1.25, 1.25, 1.2], 0.8);
  const cosine = -(n[0] * ray[0] + n[1] * ray[1] + n[2] * ray[2]);
  if (cosine < 0.26 && facing > -0.1 && n[1] < 0.95)
    out = mix(out, [light.horizon[0] + 0.2, light.horizon[1] + 0.2, light.horizon[2] + 0.2], 0.28);
  return out;
}

export function withFog(world: World, colour: Vec, away: number): Vec {
  const { light } = world;
  if (light.fogDensity <= 0) return colour;
  return mix(colour, light.fog, 1 - Math.exp(-away * light.fogDensity));
}
