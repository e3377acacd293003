// A person's legs and arms in their poses, and what is worn on the head: glasses, hats, beards.
import { ball, cone, drum, leftAndRight, limb, type Part, ring, type Vec } from '../shapes/part.ts';
import type { Pose, Traits } from './kind.ts';

export type Hair = 'short' | 'long' | 'bun' | 'bald' | 'braids';
export interface Dress {
  /** Trousers, a skirt, or a robe down to the feet. */
  below: 'trousers' | 'skirt' | 'robe';
  top?: string;
  bottom?: string;
  hair: Hair;
  hairPaint?: string;
  child?: boolean;
  beard?: string;
  hat?: Part[];
  extra?: Part[];
  wave?: boolean;
}

/** Heights and widths of one figure. */
export interface Stature {
  head: number;
  /** Height of the head's middle. */
  hy: number;
  hip: number;
  shoulder: number;
  width: number;
  /** How far the arms swing forward. */
  lead: number;
}

export function lifted(part: Part, by: number): Part {
  const up = (v: Vec): Vec => [v[0], v[1] + by, v[2]];
  return { ...part, at: up(part.at), size: part.shape === 'limb' ? up(part.size) : part.size };
}

interface LegLook {
  bottom: string;
  skin: string;
  pose?: Pose;
}

export function legsOf(dress: Dress, { hip, width: w }: Stature, { bottom, skin, pose }: LegLook): Part[] {
  const cloth = dress.below === 'trousers' ? bottom : dress.below === 'skirt' ? skin : (dress.top ?? 'main cloth');
  if (pose === 'sitting') return sittingLegs(hip, w, cloth);
  if (pose === 'running') return runningLegs(hip, w, cloth);
  if (pose === 'riding') return astrideLegs(hip, 0.33, cloth);
  if (pose === 'cycling') return astrideLegs(hip, 0.16, cloth);
  if (dress.below === 'robe')
    return [
      cone([0, hip / 2 + 0.08, 0], w * 1.75, w * 0.95, hip / 2 + 0.06, dress.top ?? 'main cloth', { blend: 0.08 }),
      ...leftAndRight(ball([w * 0.5, 0.05, 0.16], [0.08, 0.05, 0.13], '#3a2a20 gloss')),
    ];
  const legs = leftAndRight(
    limb([w * 0.5, hip, 0], [w * 0.55, hip * 0.5, 0.02], [0.1, 0.08], cloth, { blend: 0.03 }),
    limb([w * 0.55, hip * 0.5, 0.02], [w * 0.55, 0.09, 0], [0.08, 0.065], cloth),
    ball([w * 0.55, 0.055, 0.05], [0.08, 0.058, 0.14], SHOE),
  );
  return dress.below === 'skirt'
    ? [cone([0, hip - 0.08, 0], w * 1.7, w * 0.85, 0.2, dress.top ?? 'main cloth', { blend: 0.05 }), ...legs]
    : legs;
}

const SHOE = '#2a2020 gloss';

/** Thighs to the front, shins down: fits a chair and the ground alike. */
function sittingLegs(hip: number, w: number, cloth: string): Part[] {
  return leftAndRight(
    limb([w * 0.5, hip, 0], [w * 0.7, hip + 0.02, 0.4], [0.1, 0.085], cloth, { blend: 0.03 }),
    limb([w * 0.7, hip + 0.02, 0.4], [w * 0.65, 0.09, 0.44], [0.08, 0.065], cloth),
    ball([w * 0.65, 0.055, 0.5], [0.08, 0.058, 0.14], SHOE),
  );
}

/** The height of a rider's hips above the soles. */
export const RIDER_LEG = 0.68;
/** How far a rider reaches above the hips. */
export const RIDER_ABOVE = 1;

/** One leg on either side of what is ridden. */
function astrideLegs(hip: number, apart: number, cloth: string): Part[] {
  const sole = hip - RIDER_LEG;
  return leftAndRight(
    limb([0.09, hip, 0], [apart, hip - 0.16, 0.3], [0.1, 0.085], cloth, { blend: 0.03 }),
    limb([apart, hip - 0.16, 0.3], [apart, sole + 0.1, 0.14], [0.08, 0.065], cloth),
    ball([apart, sole + 0.058, 0.2], [0.08, 0.058, 0.14], SHOE),
  );
}

function runningLegs(hip: number, w: number, cloth: string): Part[] {
  return [
    limb([w * 0.5, hip, 0], [w * 0.9, hip * 0.62, 0.34], [0.1, 0.085], cloth, { blend: 0.03 }),
    limb([w * 0.9, hip * 0.62, 0.34], [w * 1.1, hip * 0.18, 0.2], [0.08, 0.065], cloth),
    ball([w * 1.1, hip * 0.14, 0.26], [0.08, 0.058, 0.14], SHOE),
    limb([-w * 0.5, hip, 0], [-w * 0.8, hip * 0.46, -0.16], [0.1, 0.085], cloth, { blend: 0.03 }),
    limb([-w * 0.8, hip * 0.46, -0.16], [-w * 1.5, hip * 0.3, -0.52], [0.08, 0.065], cloth),
    ball([-w * 1.6, hip * 0.3, -0.56], [0.08, 0.13, 0.07], SHOE),
  ];
}

interface ArmLook {
  top: string;
  skin: string;
  wave: boolean;
  pose?: Pose;
  holds?: Traits['holds'];
}

/** Where the hand is that holds something. */
function holdingHand({ shoulder, width: w }: Pick<Stature, 'shoulder' | 'width'>, high: boolean): Vec {
  return high ? [w * 1.9, shoulder + 0.2, 0.2] : [w * 1.15, shoulder - 0.26, 0.4];
}

export function armsOf(stature: Stature, { top, skin, wave, pose, holds }: ArmLook): Part[] {
  const { shoulder, hip, width: w, lead } = stature;
  const elbow = (shoulder + hip) / 2 + 0.02;
  const upper = leftAndRight(
    limb([w * 1.08, shoulder - 0.03, 0], [w * 1.55, elbow, 0.03], [0.075, 0.06], top, { blend: 0.03 }),
  );
  const lower = (side: number, hand: Vec, label?: string): Part[] => [
    limb([side * w * 1.55, elbow, 0.03], hand, [0.058, 0.05], top),
    ball([hand[0] * 1.01, hand[1] - 0.04, hand[2] + 0.02], 0.06, skin, label ? { label } : {}),
  ];
  if (pose === 'running')
    return [...upper, ...lower(1, [w * 1.3, elbow + 0.06, 0.34]), ...lower(-1, [-w * 1.7, elbow - 0.06, -0.26])];
  if (pose === 'sitting')
    return [...upper, ...lower(1, [w * 0.9, hip + 0.12, 0.32]), ...lower(-1, [-w * 0.9, hip + 0.12, 0.32])];
  if (pose === 'riding' || pose === 'cycling') {
    const [y, z] = pose === 'riding' ? [hip + 0.2, 0.36] : [hip + 0.16, 0.5];
    return [...upper, ...lower(1, [w * 0.7, y, z]), ...lower(-1, [-w * 0.7, y, z])];
  }
  if (holds)
    return [
      ...upper,
      ...lower(-1, [-w * 1.6, hip + 0.02, 0.14 + lead]),
      ...lower(1, holdingHand(stature, holds === 'high'), 'hand'),
    ];
  return [
    ...upper,
    ...lower(-1, [-w * 1.6, hip + 0.02, 0.14 + lead]),
    ...(wave
      ? [
          limb([w * 1.55, elbow, 0.03], [w * 2.1, shoulder + 0.12, 0.12], [0.058, 0.05], top),
          ball([w * 2.15, shoulder + 0.19, 0.13], 0.06, skin),
        ]
      : lower(1, [w * 1.6, hip + 0.02, 0.12])),
  ];
}

/** A full beard: cheeks, chin and moustache, with the mouth left free. */
export function beardOf(hy: number, h: number, paint: string): Part[] {
  const label = { label: 'beard' };
  return [
    ball([0, hy - h * 0.86, h * 0.5], [h * 0.62, h * 0.56, h * 0.44], paint, { blend: h * 0.16, ...label }),
    ball([0, hy - h * 1.25, h * 0.5], [h * 0.4, h * 0.5, h * 0.32], paint, { blend: h * 0.2, ...label }),
    ...leftAndRight(
      limb([h * 0.78, hy - h * 0.05, h * 0.36], [h * 0.5, hy - h * 0.75, h * 0.6], [h * 0.15, h * 0.26], paint, {
        blend: h * 0.12,
        ...label,
      }),
      limb([0, hy - h * 0.33, h * 0.92], [h * 0.4, hy - h * 0.44, h * 0.8], [h * 0.1, h * 0.07], paint, label),
    ),
  ];
}

export function wrinkles(hy: number, h: number): Part[] {
  const paint = '#a87458 skin';
  return [
    ...[0.5, 0.62].map((y) =>
      limb(
        [-h * 0.34, hy + h * y, h * (1.14 - y * 0.62)],
        [h * 0.34, hy + h * y, h * (1.14 - y * 0.62)],
        h * 0.018,
        paint,
      ),
    ),
    ...leftAndRight(
      limb([h * 0.2, hy - h * 0.16, h * 0.93], [h * 0.36, hy - h * 0.42, h * 0.84], h * 0.022, paint),
      limb([h * 0.58, hy + h * 0.1, h * 0.76], [h * 0.74, hy + h * 0.18, h * 0.6], h * 0.016, paint),
      limb([h * 0.24, hy - h * 0.12, h * 0.9], [h * 0.5, hy - h * 0.14, h * 0.8], h * 0.018, paint),
    ),
  ];
}

export function wornBy({ hy, head: h, width: w, shoulder }: Stature, { wears = [], wornColours = {} }: Traits): Part[] {
  const parts: Part[] = [];
  const hat = `${wornColours.hat ?? '#6a4a2c'} cloth`;
  if (wears.includes('sunglasses'))
    parts.push(
      ...leftAndRight(
        drum([h * 0.38, hy + h * 0.06, h * 0.94], h * 0.28, h * 0.03, '#14181c gloss', {
          turn: [90, 8, 0],
          label: 'sunglasses',
        }),
        limb([h * 0.62, hy + h * 0.1, h * 0.84], [h * 0.94, hy + h * 0.1, 0], h * 0.035, '#14181c gloss', {
          label: 'sunglasses',
        }),
      ),
      limb([-h * 0.16, hy + h * 0.1, h * 0.98], [h * 0.16, hy + h * 0.1, h * 0.98], h * 0.04, '#14181c gloss', {
        label: 'sunglasses',
      }),
    );
  if (wears.includes('hat'))
    parts.push(
      drum([0, hy + h * 0.62, 0], h * 1.75, h * 0.06, hat, { label: 'hat' }),
      drum([0, hy + h * 1.12, 0], h * 0.98, h * 0.5, hat, { label: 'hat' }),
      drum([0, hy + h * 0.76, 0], h * 1.0, h * 0.1, '#2a1c14 cloth', { label: 'hat' }),
    );
  if (wears.includes('headphones'))
    parts.push(
      ring([0, hy + h * 0.1, 0], h * 1.06, h * 0.1, '#24282e gloss', { turn: [90, 0, 0], label: 'headphones' }),
      ...leftAndRight(
        drum([h * 1.02, hy, 0], h * 0.36, h * 0.14, '#24282e gloss', { turn: [0, 0, 90], label: 'headphones' }),
      ),
    );
  if (wears.includes('jacket'))
    parts.push(
      ...leftAndRight(
        limb([w * 0.2, shoulder + 0.02, w * 0.7], [w * 0.5, shoulder - 0.2, w * 0.98], 0.035, '#3a3230 gloss', {
          label: 'jacket',
        }),
      ),
    );
  if (wears.includes('scarf')) parts.push(...scarfOf({ shoulder, width: w }, `${wornColours.scarf ?? 'red'} cloth`));
  return parts;
}

function scarfOf({ shoulder, width: w }: Pick<Stature, 'shoulder' | 'width'>, paint: string): Part[] {
  const label = 'scarf';
  return [
    ring([0, shoulder + 0.1, 0.02], 0.1, 0.06, paint, { label }),
    limb([w * 0.3, shoulder + 0.08, w * 0.6], [w * 0.36, shoulder - 0.26, w * 0.92], [0.04, 0.05], paint, { label }),
  ];
}
