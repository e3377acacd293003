// One human figure with clothes, hair, headgear and something in the hand.
import { ball, box, cone, drum, leftAndRight, limb, type Part } from '../shapes/part.ts';
import type { Look, Pose } from './kind.ts';
import {
  armsOf,
  beardOf,
  type Dress,
  type Hair,
  legsOf,
  lifted,
  type Stature,
  wornBy,
  wrinkles,
} from './person-limbs.ts';

const SKINS = ['#f0c8a4', '#d8a078', '#a8704c', '#74482e', '#e8b890'];
const HAIRS = ['#2a1c14', '#5c3a20', '#8a5a2c', '#1a1616', '#c89a50', '#8c3c1c'];
function pick(list: readonly string[], look: Look): string {
  return list[Math.floor(look.chance() * list.length)] ?? 'brown';
}
export function person(dress: Dress, look: Look): Part[] {
  const { traits = {}, pose } = look;
  const skin = `${pick(SKINS, look)} skin`;
  const grey = traits.old ? '#dcd8d0' : undefined;
  const hairColour = traits.hair ?? grey ?? dress.hairPaint ?? pick(HAIRS, look);
  const beard = traits.beard ?? (dress.beard ? (grey ?? dress.beard) : undefined);
  const jacket = traits.wornColours?.jacket ? `${traits.wornColours.jacket} cloth` : '#2a2422 gloss';
  const top = traits.wears?.includes('jacket') ? jacket : (dress.top ?? 'main cloth');
  const bottom = dress.bottom ?? '#2c3650 cloth';
  // A child has a larger head on a shorter body.
  const head = dress.child ? 0.21 : 0.165;
  const standing = dress.child ? 0.5 : 0.74;
  const lowered = pose === 'sitting' ? standing * 0.42 : 0;
  const hy = (dress.child ? 1.2 : 1.52) - lowered;
  const hip = standing - lowered;
  const w = dress.child ? 0.16 : 0.2;
  const figure: Stature = { head, hy, hip, shoulder: hy - head - 0.1, width: w, lead: look.chance() * 0.08 };
  const raise = (parts: readonly Part[] = []) => (lowered > 0 ? parts.map((part) => lifted(part, -lowered)) : parts);
  const { shoulder } = figure;
  return [
    limb([0, hip, 0], [0, shoulder - 0.06, 0], [w * 0.82, w], top),
    ball([0, shoulder - 0.02, 0], [w * 1.18, 0.12, w * 0.66], top, { blend: 0.08 }),
    limb([0, shoulder, 0], [0, hy - head * 0.6, 0], 0.06, skin, { blend: 0.02 }),
    ball([0, hy, 0], [head * 0.92, head * 1.06, head * 0.96], skin),
    ...face(hy, head, { skin, look }),
    ...hairOf(dress.hair, { headY: hy, head }, `${hairColour} fur`).map((part) => ({ ...part, label: 'hair' })),
    ...(beard ? beardOf(hy, head, `${beard} fur`) : []),
    ...legsOf(dress, figure, { bottom, skin, ...(pose ? { pose } : {}) }),
    ...armsOf(figure, {
      top,
      skin,
      wave: dress.wave === true,
      ...(pose ? { pose } : {}),
      ...(traits.holds ? { holds: traits.holds } : {}),
    }),
    ...(traits.wears?.includes('hat') ? [] : raise(dress.hat)),
    ...wornBy(figure, traits),
    ...(pose && !isAstride(pose) ? [] : traits.holds ? [] : (dress.extra ?? [])),
  ];
}
function isAstride(pose: Pose): boolean {
  return pose === 'riding' || pose === 'cycling';
}
function face(hy: number, head: number, { skin, look }: { skin: string; look: Look }): Part[] {
  const bend = look.traits?.mood === 'sad' ? -0.1 : 0.07;
  const lids = look.pose === 'sleeping';
  return [
    ...(look.traits?.old ? wrinkles(hy, head) : []),
    ...leftAndRight(
      ball([head * 0.36, hy + head * 0.06, head * 0.84], [head * 0.16, head * 0.19, head * 0.09], '#f6f2ec gloss', {
        label: 'eyes',
      }),
      ball([head * 0.35, hy + head * 0.05, head * 0.91], [head * 0.1, head * 0.13, head * 0.06], '#2a1a12 gloss', {
        label: 'eyes',
      }),
      limb(
        [head * 0.2, hy + head * 0.34, head * 0.88],
        [head * 0.52, hy + head * 0.34, head * 0.78],
        head * 0.045,
        '#3a2418 matte',
      ),
      ball([head * 0.92, hy, 0], [head * 0.13, head * 0.22, head * 0.16], skin),
      ball([head * 0.5, hy - head * 0.28, head * 0.74], [head * 0.16, head * 0.12, head * 0.08], '#e89080 skin'),
    ),
    ball([0, hy - head * 0.16, head * 0.98], [head * 0.1, head * 0.13, head * 0.12], skin, { blend: 0.01 }),
    ...leftAndRight(
      limb(
        [0, hy - head * 0.47, head * 0.86],
        [head * 0.22, hy - head * (0.47 - bend), head * 0.82],
        head * 0.045,
        '#b04840 skin',
      ),
    ),
    ...(lids
      ? leftAndRight(ball([head * 0.36, hy + head * 0.07, head * 0.86], [head * 0.19, head * 0.21, head * 0.12], skin))
      : []),
  ];
}
function hairOf(style: Hair, { headY: hy, head: h }: { headY: number; head: number }, paint: string): Part[] {
  if (style === 'bald') return [];
  const cap = [
    ball([0, hy + h * 0.3, -h * 0.16], [h * 1.02, h * 0.9, h * 0.98], paint),
    ball([0, hy + h * 0.72, h * 0.3], [h * 0.78, h * 0.34, h * 0.5], paint, { blend: h * 0.2 }),
  ];
  if (style === 'short') return cap;
  if (style === 'bun') return [...cap, ball([0, hy + h * 1.25, -h * 0.3], h * 0.42, paint)];
  if (style === 'braids')
    return [
      ...cap,
      ...leftAndRight(
        limb([h * 0.9, hy - h * 0.1, -h * 0.1], [h * 1.25, hy - h * 1.6, 0], [h * 0.26, h * 0.18], paint),
      ),
    ];
  return [
    ...cap,
    ball([0, hy - h * 0.5, -h * 0.55], [h * 1.02, h * 1.5, h * 0.5], paint, { blend: h * 0.3 }),
    ...leftAndRight(
      limb([h * 0.88, hy + h * 0.2, -h * 0.1], [h * 0.95, hy - h * 1.3, -h * 0.05], [h * 0.26, h * 0.2], paint, {
        blend: h * 0.15,
      }),
    ),
  ];
}
export const TOP = 1.52;
export const brim = (paint: string, r = 0.3): Part[] => [
  drum([0, TOP + 0.14, 0], r, 0.014, paint),
  drum([0, TOP + 0.22, 0], 0.16, 0.09, paint),
];
export const pointed = (paint: string): Part[] => [
  drum([0, TOP + 0.12, 0], 0.32, 0.014, paint),
  cone([0, TOP + 0.4, -0.02], 0.17, 0.01, 0.28, paint, { turn: [-8, 0, 6] }),
];
export const crown = (gem: string): Part[] => [
  drum([0, TOP + 0.19, 0], 0.155, 0.05, 'gold metal'),
  ...[0, 1, 2, 3, 4].map((i) =>
    cone([Math.sin(i * 1.257) * 0.13, TOP + 0.28, Math.cos(i * 1.257) * 0.13], 0.045, 0.005, 0.07, 'gold metal'),
  ),
  ball([0, TOP + 0.19, 0.16], 0.03, `${gem} gloss`),
];
export const staff = (top: Part[]): Part[] => [
  limb([0.36, 0.02, 0.16], [0.36, 1.7, 0.16], 0.026, 'brown wood'),
  ...top,
];
export const sword = (): Part[] => [
  box([-0.34, 0.45, 0.22], [0.03, 0.36, 0.008], 'silver metal', 0.004),
  box([-0.34, 0.78, 0.22], [0.1, 0.02, 0.02], 'gold metal', 0.01),
];
export const FRONT = { yaw: 12, motion: 'sway' } as const;
