// Particles in the air at a moment: rain, snow, petals, bubbles, fireflies, dust, passing stars.
import type { FallKind } from '@atelier/painter';
import type { Pose } from '../motion/camera.ts';
import { type Colour, type Dab, disc, glow, streak } from './brush.ts';
import { fireworksOf } from './fire.ts';
import { hash } from './waves.ts';

export type Airborne = FallKind | 'motes' | 'warp' | 'fireworks';

export interface Air {
  kind: Airborne;
  amount: number;
  /** How bright the surroundings are, 0–1. */
  light: number;
  seed: number;
}

/** Everything derives from the index and the time, so that threads agree and no state is kept between frames. */
interface Speck {
  index: number;
  /** Own numbers, 0–1. */
  a: number;
  b: number;
  c: number;
  /** 0 far … 1 near. */
  near: number;
  t: number;
  width: number;
  height: number;
  unit: number;
  air: Air;
  pose: Pose;
}

interface Habit {
  count: number;
  paint(dabs: Dab[], speck: Speck): void;
}

const PETALS: readonly Colour[] = [
  [244, 190, 205],
  [250, 214, 222],
  [238, 170, 190],
];
const LEAVES: readonly Colour[] = [
  [214, 120, 40],
  [230, 165, 50],
  [180, 84, 40],
  [220, 190, 70],
];
const PAPER: readonly Colour[] = [
  [225, 60, 70],
  [60, 130, 230],
  [240, 200, 50],
  [70, 190, 100],
  [200, 80, 190],
];

const HABITS: Readonly<Record<Exclude<Airborne, 'none' | 'fireworks'>, Habit>> = {
  rain: { count: 520, paint: rain },
  snow: { count: 460, paint: snow },
  petals: { count: 90, paint: (dabs, speck) => flutter(dabs, speck, { colours: PETALS, fall: 0.07 }) },
  leaves: { count: 70, paint: (dabs, speck) => flutter(dabs, speck, { colours: LEAVES, fall: 0.09 }) },
  confetti: { count: 220, paint: (dabs, speck) => flutter(dabs, speck, { colours: PAPER, fall: 0.16 }) },
  sparks: { count: 110, paint: ember },
  bubbles: { count: 60, paint: bubble },
  fireflies: { count: 60, paint: firefly },
  motes: { count: 46, paint: mote },
  warp: { count: 150, paint: passingStar },
};

/** All particles of one frame, as dabs of paint. */
export function dabsOf(
  air: Air,
  size: { width: number; height: number },
  { t, pose }: { t: number; pose: Pose },
): Dab[] {
  if (air.kind === 'none') return [];
  if (air.kind === 'fireworks') return fireworksOf(size, air.seed, t);
  const dabs: Dab[] = [];
  const habit = HABITS[air.kind];
  const wide = Math.max(0.6, size.width / size.height / 1.78);
  const count = Math.round(habit.count * air.amount * wide);
  for (let index = 0; index < count; index++) {
    const own = index * 7 + air.seed * 131;
    const near = hash(own + 3) ** 1.7;
    habit.paint(dabs, {
      index,
      a: hash(own),
      b: hash(own + 1),
      c: hash(own + 2),
      near,
      t,
      ...size,
      unit: size.height / 720,
      air,
      pose,
    });
  }
  return dabs;
}

const { sin, cos, abs } = Math;

/** Wraps a share of the picture into a little more than the picture, so that things enter and leave. */
function wrapped(share: number): number {
  return (share - Math.floor(share)) * 1.16 - 0.08;
}

/** A sideways camera move shifts near specks most. */
function passing({ pose, near }: Speck): number {
  return -pose.x * (0.05 + 0.25 * near) + pose.panX * 0.5;
}

function rain(dabs: Dab[], speck: Speck): void {
  const speed = 1.1 + 1.5 * speck.near;
  const y = wrapped(speck.b + speck.t * speed) * speck.height;
  const x = wrapped(speck.a - speck.t * speed * 0.11 + passing(speck)) * speck.width;
  const long = (16 + 46 * speck.near) * speck.unit;
  const tint = 120 + 110 * speck.air.light;
  streak(
    dabs,
    { x, y, dx: long * 0.17, dy: -long, wide: (0.45 + 0.8 * speck.near) * speck.unit },
    { colour: [tint * 0.9, tint * 0.96, tint], alpha: 0.26 + 0.44 * speck.near },
  );
}

function snow(dabs: Dab[], speck: Speck): void {
  const y = wrapped(speck.b + speck.t * (0.06 + 0.16 * speck.near)) * speck.height;
  const sway = 0.02 * sin(speck.t * (0.7 + speck.c) + speck.c * 40);
  const x = wrapped(speck.a + sway - speck.t * 0.018 + passing(speck)) * speck.width;
  const tint = 150 + 105 * speck.air.light;
  const radius = (1.5 + 5.5 * speck.near * speck.near) * speck.unit;
  disc(dabs, { x, y, radius }, { colour: [tint, tint, Math.min(255, tint + 6)], alpha: 0.85 - 0.45 * speck.near });
}

function flutter(dabs: Dab[], speck: Speck, { colours, fall }: { colours: readonly Colour[]; fall: number }): void {
  const y = wrapped(speck.b + speck.t * fall * (0.6 + speck.near)) * speck.height;
  const x =
    wrapped(speck.a + speck.t * 0.03 * (0.5 + speck.c) + 0.03 * sin(speck.t * 1.1 + speck.c * 30) + passing(speck)) *
    speck.width;
  const [r, g, b] = colours[speck.index % colours.length] ?? [255, 255, 255];
  const light = 0.45 + 0.55 * speck.air.light;
  const turn = abs(cos(speck.t * (1.2 + 2 * speck.c) + speck.c * 20));
  disc(
    dabs,
    { x, y, radius: (3 + 6.5 * speck.near) * speck.unit, flat: 0.25 + 0.6 * turn },
    { colour: [r * light, g * light, b * light], alpha: 0.9 },
  );
}

function ember(dabs: Dab[], speck: Speck): void {
  const y = wrapped(1 - speck.b - speck.t * (0.1 + 0.16 * speck.c)) * speck.height;
  const x = wrapped(speck.a + 0.03 * sin(speck.t * 1.7 + speck.c * 30) + passing(speck)) * speck.width;
  const shine = 0.55 + 0.45 * sin(speck.t * 6 + speck.c * 50);
  glow(dabs, { x, y, radius: (4 + 8 * speck.near) * speck.unit }, { colour: [255, 120, 30], alpha: 0.75 * shine });
  disc(dabs, { x, y, radius: (1 + 1.4 * speck.near) * speck.unit }, { colour: [255, 215, 150], alpha: 0.9 * shine });
}

function bubble(dabs: Dab[], speck: Speck): void {
  const y = wrapped(1 - speck.b - speck.t * (0.05 + 0.12 * speck.near)) * speck.height;
  const x = wrapped(speck.a + 0.012 * sin(speck.t * 2 + speck.c * 30) + passing(speck)) * speck.width;
  const radius = (2.5 + 9 * speck.near) * speck.unit;
  disc(dabs, { x, y, radius }, { colour: [190, 230, 245], alpha: 0.2 });
  disc(
    dabs,
    { x: x - radius * 0.32, y: y - radius * 0.32, radius: radius * 0.28 },
    { colour: [255, 255, 255], alpha: 0.75 },
  );
}

function firefly(dabs: Dab[], speck: Speck): void {
  const x =
    wrapped(speck.a + 0.05 * sin(speck.t * (0.4 + 0.4 * speck.c) + speck.c * 60) + passing(speck)) * speck.width;
  const y = (0.42 + 0.55 * speck.b + 0.05 * sin(speck.t * (0.5 + 0.5 * speck.a) + speck.b * 50)) * speck.height;
  const shine = Math.max(0, sin(speck.t * (1 + speck.c) + speck.c * 70)) ** 2;
  glow(dabs, { x, y, radius: (7 + 12 * speck.near) * speck.unit }, { colour: [190, 220, 70], alpha: 0.8 * shine });
  disc(dabs, { x, y, radius: (1.1 + 1.2 * speck.near) * speck.unit }, { colour: [250, 255, 190], alpha: shine });
}

function mote(dabs: Dab[], speck: Speck): void {
  const x =
    wrapped(speck.a + speck.t * 0.014 * (0.4 + speck.c) + 0.012 * sin(speck.t * 0.9 + speck.c * 40) + passing(speck)) *
    speck.width;
  const y =
    wrapped(speck.b - speck.t * 0.012 * (0.3 + speck.near) + 0.01 * sin(speck.t * 0.8 + speck.a * 30)) * speck.height;
  const shine = 0.5 + 0.5 * sin(speck.t * (0.8 + speck.c) + speck.c * 50);
  glow(
    dabs,
    { x, y, radius: (3 + 9 * speck.near) * speck.unit },
    { colour: [255, 244, 214], alpha: (0.1 + 0.16 * speck.near) * shine * speck.air.light },
  );
}

/** Stars between the eye and the far sky, rushing outward from the middle. */
function passingStar(dabs: Dab[], speck: Speck): void {
  const trip = speck.c + speck.t * (0.1 + 0.07 * speck.a);
  const far = 1 - (trip - Math.floor(trip));
  const angle = speck.a * 6.283 + Math.floor(trip) * 2.4;
  const spread = (0.12 + 0.5 * speck.b) / (far + 0.06);
  const x = (0.5 + 0.5625 * cos(angle) * spread * 0.5) * speck.width;
  const y = 0.5 * speck.height + sin(angle) * spread * 0.5 * speck.height;
  const near = 1 - far;
  const long = spread * near * near * 26 * speck.unit;
  streak(
    dabs,
    { x, y, dx: -cos(angle) * long, dy: -sin(angle) * long, wide: (0.3 + 1.1 * near) * speck.unit },
    { colour: [225, 235, 255], alpha: Math.min(0.9, near * 1.5) },
  );
}
