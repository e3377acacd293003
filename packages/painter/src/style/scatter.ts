// Grass, flowers, reeds and stones strewn over the ground, lit like the ground they stand on.

import { type Chance, chanceFromNumber } from '@atelier/kit';
import { brightness, mix, scaled } from '../render/colour.ts';
import type { Frame } from '../render/frame.ts';
import { noise2 } from '../render/noise.ts';
import { GROUND_ID, WATER_ID } from '../render/trace.ts';
import type { World } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';
import { blade, disc } from './brush.ts';

interface Spot {
  x: number;
  y: number;
  depth: number;
  /** Pixels per metre there. */
  metre: number;
  /** Light on the ground, as a factor. */
  lit: number;
}

export function strewGround(world: World, frame: Frame): void {
  const { strewn } = world;
  if (strewn.kind === 'none' || strewn.amount <= 0 || world.ground.kind === 'none') return;
  const chance = chanceFromNumber(world.seed + 99);
  const fewer = world.style === 'anime' ? 0.4 : world.style === '3d' ? 0.3 : 1;
  const count = Math.min(30000, Math.round(((frame.width * frame.height) / 90) * strewn.amount * fewer));
  const horizonRow = frame.height * (1 - world.camera.horizon);
  // Far ones first: nearer blades must cover them.
  for (let i = 0; i < count; i++) {
    const t = i / count;
    const row = horizonRow + 2 + (frame.height * 1.02 - horizonRow) * t;
    const x = chance() * frame.width;
    const spot = spotAt(world, frame, { x, y: row });
    const pick = chance();
    const colour = strewn.colours[Math.floor(chance() * strewn.colours.length)] ?? world.ground.colour;
    if (!spot) continue;
    if (strewn.kind === 'stones') stone(frame, spot, { colour, chance });
    else if (strewn.kind === 'reeds') reed({ world, frame }, spot, { colour, chance });
    else if (strewn.kind === 'flowers' && pick < 0.3 && noise2(spot.x * 0.012, spot.depth * 0.6) > 0.42)
      flower({ world, frame }, spot, { colour, chance });
    else grass({ world, frame }, spot, { colour: strewn.kind === 'grass' ? colour : world.ground.colour, chance });
  }
}

function spotAt(world: World, frame: Frame, { x, y }: { x: number; y: number }): Spot | undefined {
  const column = Math.min(frame.width - 1, Math.floor(x));
  const row = Math.min(frame.height - 1, Math.floor(y));
  const at = row * frame.width + column;
  const id = frame.id[at];
  if (
    id !== GROUND_ID &&
    !(world.strewn.kind === 'reeds' && id === WATER_ID && (frame.depth[at] ?? 99) < (world.water?.from ?? 0) + 1.2)
  )
    return undefined;
  const depth =
    (world.camera.at[1] * world.camera.focal * frame.height) /
    Math.max(1, y - frame.height * (1 - world.camera.horizon));
  const i = at * 4;
  const here: Vec = [frame.colour[i] ?? 0, frame.colour[i + 1] ?? 0, frame.colour[i + 2] ?? 0];
  const lit = Math.min(2.4, brightness(here) / Math.max(0.02, brightness(world.ground.colour)));
  return { x, y, depth, metre: (frame.height * world.camera.focal) / depth, lit };
}

interface Meadow {
  world: World;
  frame: Frame;
}

interface Growth {
  colour: Vec;
  chance: Chance;
}

function grass({ world, frame }: Meadow, spot: Spot, { colour, chance }: Growth): void {
  const tall = spot.metre * (0.07 + 0.1 * chance());
  if (tall < 1.5) return;
  const lean = (chance() - 0.45) * 0.8 * tall;
  const tone = 0.75 + 0.5 * chance();
  const root = scaled(colour, spot.lit * tone * 0.62);
  const tip = scaled(mix(colour, [0.9, 0.85, 0.4], 0.12 * chance()), spot.lit * tone * 1.25);
  blade(frame, {
    x: spot.x,
    y: spot.y,
    dx: lean,
    dy: -tall,
    width: Math.max(1, spot.metre * 0.013) * (world.style === 'anime' ? 1.6 : 1),
    root,
    tip,
    depth: spot.depth * 0.97,
  });
}

function flower({ world, frame }: Meadow, spot: Spot, { colour, chance }: Growth): void {
  const tall = spot.metre * (0.12 + 0.14 * chance());
  const r = spot.metre * (0.026 + 0.014 * chance());
  if (r < 0.45) return;
  const lean = (chance() - 0.5) * 0.4 * tall;
  const stem = scaled(world.ground.colour, spot.lit * 0.7);
  blade(frame, {
    x: spot.x,
    y: spot.y,
    dx: lean,
    dy: -tall,
    width: Math.max(1, r * 0.3),
    root: stem,
    tip: scaled(stem, 1.3),
    depth: spot.depth * 0.97,
  });
  const [x, y] = [spot.x + lean, spot.y - tall];
  const lit = Math.min(1.15, spot.lit);
  if (r < 1.4) {
    disc(frame, { x, y, radius: r * 1.2 }, { colour: scaled(colour, lit), alpha: 0.95, depth: spot.depth * 0.97 });
    return;
  }
  const turn = chance() * 6;
  for (let i = 0; i < 5; i++)
    disc(
      frame,
      { x: x + Math.cos(turn + i * 1.257) * r * 0.85, y: y + Math.sin(turn + i * 1.257) * r * 0.62, radius: r * 0.62 },
      { colour: scaled(colour, lit * (0.8 + 0.25 * Math.sin(i * 2.1 + turn))), alpha: 1, depth: spot.depth * 0.97 },
    );
  disc(
    frame,
    { x, y, radius: r * 0.42 },
    { colour: scaled([0.85, 0.55, 0.06], lit), alpha: 1, depth: spot.depth * 0.97 },
  );
}

function reed({ world, frame }: Meadow, spot: Spot, { colour, chance }: Growth): void {
  const shore = world.water ? Math.abs(spot.depth - world.water.from) : Math.abs(((spot.x / frame.width) * 7) % 1) * 6;
  if (shore > 1.8 || noise2(spot.x * 0.02, 7.7) < 0.42) {
    if (!world.water) return;
    grass({ world, frame }, spot, { colour, chance });
    return;
  }
  const tall = spot.metre * (0.25 + 0.3 * chance());
  blade(frame, {
    x: spot.x,
    y: spot.y,
    dx: (chance() - 0.5) * tall * 0.5,
    dy: -tall,
    width: Math.max(1, spot.metre * 0.016),
    root: scaled(colour, spot.lit * 0.5),
    tip: scaled(colour, spot.lit * 1.1),
    depth: spot.depth * 0.97,
  });
}

function stone(frame: Frame, spot: Spot, { colour, chance }: Growth): void {
  if (chance() > 0.1) return;
  const r = spot.metre * (0.02 + 0.07 * chance() ** 3);
  if (r < 0.7) return;
  disc(
    frame,
    { x: spot.x + r * 0.3, y: spot.y + r * 0.25, radius: r },
    { colour: scaled(colour, spot.lit * 0.35), alpha: 0.6, depth: spot.depth * 0.97 },
  );
  disc(
    frame,
    { x: spot.x, y: spot.y - r * 0.2, radius: r },
    { colour: scaled(colour, spot.lit * 0.85), alpha: 1, depth: spot.depth * 0.97 },
  );
  disc(
    frame,
    { x: spot.x - r * 0.25, y: spot.y - r * 0.45, radius: r * 0.55 },
    { colour: scaled(colour, spot.lit * 1.25), alpha: 0.8, depth: spot.depth * 0.97 },
  );
}
