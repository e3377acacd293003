// The building blocks of a subject: plain data, so that a scene can be sent to a worker and compiled there.
export type Vec = readonly [number, number, number];

export type Shape = 'ball' | 'limb' | 'box' | 'drum' | 'cone' | 'ring' | 'wedge' | 'tuft' | 'star' | 'heart' | 'dome';

export interface Part {
  shape: Shape;
  at: Vec;
  /** Radii, half extents, or for a limb its other end. */
  size: Vec;
  /** A limb's two radii, a box's rounding, a drum's rounding, a cone's two radii. */
  extra: readonly [number, number];
  /** A colour (name, #hex, main, second) and a finish: 'main fur', '#302a28 gloss'. */
  paint: string;
  /** Degrees about x, then y, then z. */
  turn?: Vec;
  /** Width of the soft joint with the parts before it. */
  blend?: number;
  /** Takes matter away from the parts before it. */
  carve?: boolean;
  /** What the part shows, where it has a name of its own: hair, beard, sunglasses. */
  label?: string;
}

interface Extras {
  label?: string;
  turn?: Vec;
  blend?: number;
  carve?: boolean;
}

type Radii = number | Vec;

function triple(radii: Radii): Vec {
  return typeof radii === 'number' ? [radii, radii, radii] : radii;
}

export function ball(at: Vec, radii: Radii, paint: string, extras: Extras = {}): Part {
  return { shape: 'ball', at, size: triple(radii), extra: [0, 0], paint, ...extras };
}

/** A ball with a leafy, crinkled surface. */
export function tuft(at: Vec, radii: Radii, paint: string, extras: Extras = {}): Part {
  return { shape: 'tuft', at, size: triple(radii), extra: [0, 0], paint, ...extras };
}

/** The upper half of a ball. */
export function dome(at: Vec, radii: Radii, paint: string, extras: Extras = {}): Part {
  return { shape: 'dome', at, size: triple(radii), extra: [0, 0], paint, ...extras };
}

export function limb(
  from: Vec,
  to: Vec,
  radii: number | readonly [number, number],
  paint: string,
  extras: Extras = {},
): Part {
  const extra = typeof radii === 'number' ? ([radii, radii] as const) : radii;
  return { shape: 'limb', at: from, size: to, extra, paint, ...extras };
}

export function box(at: Vec, half: Vec, paint: string, round = 0.02, extras: Extras = {}): Part {
  return { shape: 'box', at, size: half, extra: [round, 0], paint, ...extras };
}

/** An upright cylinder; `half` is half its height. */
export function drum(at: Vec, radius: number, half: number, paint: string, extras: Extras = {}): Part {
  return {
    shape: 'drum',
    at,
    size: [radius, half, radius],
    extra: [Math.min(radius, half) * 0.12, 0],
    paint,
    ...extras,
  };
}

/** An upright truncated cone from radius `low` to radius `high`. */
export function cone(at: Vec, low: number, high: number, half: number, paint: string, extras: Extras = {}): Part {
  return {
    shape: 'cone',
    at,
    size: [Math.max(low, high), half, Math.max(low, high)],
    extra: [low, high],
    paint,
    ...extras,
  };
}

/** A ring lying flat; turn it to stand. */
export function ring(at: Vec, radius: number, thickness: number, paint: string, extras: Extras = {}): Part {
  return {
    shape: 'ring',
    at,
    size: [radius + thickness, thickness, radius + thickness],
    extra: [radius, thickness],
    paint,
    ...extras,
  };
}

/** A roof: a triangle of half width x and half height y, drawn out along z. */
export function wedge(at: Vec, half: Vec, paint: string, extras: Extras = {}): Part {
  return { shape: 'wedge', at, size: half, extra: [0, 0], paint, ...extras };
}

export function star(at: Vec, radius: number, half: number, paint: string, extras: Extras = {}): Part {
  return { shape: 'star', at, size: [radius, radius, half], extra: [0, 0], paint, ...extras };
}

export function heart(at: Vec, radius: number, half: number, paint: string, extras: Extras = {}): Part {
  return { shape: 'heart', at, size: [radius, radius, half], extra: [0, 0], paint, ...extras };
}

/** The parts and their mirror images across the plane z = 0 (left and right of something that looks along x). */
export function bothSides(...parts: Part[]): Part[] {
  return parts.flatMap((part) => [part, mirrored(part, 2)]);
}

/** The parts and their mirror images across the plane x = 0 (left and right of something that looks at us). */
export function leftAndRight(...parts: Part[]): Part[] {
  return parts.flatMap((part) => [part, mirrored(part, 0)]);
}

function mirrored(part: Part, axis: 0 | 2): Part {
  const flip = (v: Vec): Vec => (axis === 0 ? [-v[0], v[1], v[2]] : [v[0], v[1], -v[2]]);
  const turn = part.turn;
  return {
    ...part,
    at: flip(part.at),
    size: part.shape === 'limb' ? flip(part.size) : part.size,
    ...(turn
      ? { turn: axis === 0 ? ([turn[0], -turn[1], -turn[2]] as const) : ([-turn[0], -turn[1], turn[2]] as const) }
      : {}),
  };
}
