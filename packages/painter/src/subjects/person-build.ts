// One human figure with clothes, hair, headgear and something in the hand.
import { ball, box, cone, drum, leftAndRight, limb, type Part } from '../shapes/part.ts';
import type { Look } from './kind.ts';

type Hair = 'short' | 'long' | 'bun' | 'bald' | 'braids';
interface Dress {
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
const SKINS = ['#f0c8a4', '#d8a078', '#a8704c', '#74482e', '#e8b890'];
const HAIRS = ['#2a1c14', '#5c3a20', '#8a5a2c', '#1a1616', '#c89a50', '#8c3c1c'];
function pick(list: readonly string[], look: Look): string {
  return list[Math.floor(look.chance() * list.length)] ?? 'brown';
}
export function person(dress: Dress, look: Look): Part[] {
  const skin = `${pick(SKINS, look)} skin`;
  const hair = `${dress.hairPaint ?? pick(HAIRS, look)} fur`;
  const top = dress.top ?? 'main cloth';
  const bottom = dress.bottom ?? '#2c3650 cloth';
  // A child has a larger head on a shorter body.
  const head = dress.child ? 0.21 : 0.165;
  const hy = dress.child ? 1.2 : 1.52;
  const hip = dress.child ? 0.5 : 0.74;
  const shoulder = hy - head - 0.1;
  const w = dress.child ? 0.16 : 0.2;
  const swing = look.chance() * 0.08;
  return [
    limb([0, hip, 0], [0, shoulder - 0.06, 0], [w * 0.82, w], top),
    ball([0, shoulder - 0.02, 0], [w * 1.18, 0.12, w * 0.66], top, { blend: 0.08 }),
    limb([0, shoulder, 0], [0, hy - head * 0.6, 0], 0.06, skin, { blend: 0.02 }),
    ball([0, hy, 0], [head * 0.92, head * 1.06, head * 0.96], skin),
    ...face(hy, head, skin),
    ...hairOf(dress.hair, { headY: hy, head }, hair),
    ...(dress.beard
      ? [
          ball([0, hy - head * 0.62, head * 0.52], [head * 0.62, head * 0.62, head * 0.5], `${dress.beard} fur`, {
            blend: 0.03,
          }),
          cone([0, hy - head * 1.4, head * 0.62], 0.02, head * 0.5, head * 0.55, `${dress.beard} fur`, { blend: 0.04 }),
        ]
      : []),
    ...below(dress, { hip, width: w }, { bottom, skin }),
    ...leftAndRight(
      limb([w * 1.08, shoulder - 0.03, 0], [w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [0.075, 0.06], top, {
        blend: 0.03,
      }),
    ),
    limb([-w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [-w * 1.6, hip + 0.02, 0.14 + swing], [0.058, 0.05], top),
    ball([-w * 1.62, hip - 0.03, 0.16 + swing], 0.06, skin),
    ...(dress.wave
      ? [
          limb([w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [w * 2.1, shoulder + 0.12, 0.12], [0.058, 0.05], top),
          ball([w * 2.15, shoulder + 0.19, 0.13], 0.06, skin),
        ]
      : [
          limb([w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [w * 1.6, hip + 0.02, 0.12], [0.058, 0.05], top),
          ball([w * 1.62, hip - 0.03, 0.14], 0.06, skin),
        ]),
    ...(dress.hat ?? []),
    ...(dress.extra ?? []),
  ];
}
function face(hy: number, head: number, skin: string): Part[] {
  return [
    ...leftAndRight(
      ball([head * 0.36, hy + head * 0.06, head * 0.84], [head * 0.16, head * 0.19, head * 0.09], '#f6f2ec gloss'),
      ball([head * 0.35, hy + head * 0.05, head * 0.91], [head * 0.1, head * 0.13, head * 0.06], '#2a1a12 gloss'),
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
    limb(
      [-head * 0.2, hy - head * 0.45, head * 0.84],
      [head * 0.2, hy - head * 0.45, head * 0.84],
      head * 0.05,
      '#b04840 skin',
    ),
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
function below(
  dress: Dress,
  { hip, width: w }: { hip: number; width: number },
  { bottom, skin }: { bottom: string; skin: string },
): Part[] {
  if (dress.below === 'robe')
    return [
      cone([0, hip / 2 + 0.08, 0], w * 1.75, w * 0.95, hip / 2 + 0.06, dress.top ?? 'main cloth', { blend: 0.08 }),
      ...leftAndRight(ball([w * 0.5, 0.05, 0.16], [0.08, 0.05, 0.13], '#3a2a20 gloss')),
    ];
  const legs = leftAndRight(
    limb([w * 0.5, hip, 0], [w * 0.55, hip * 0.5, 0.02], [0.1, 0.08], dress.below === 'skirt' ? skin : bottom, {
      blend: 0.03,
    }),
    limb([w * 0.55, hip * 0.5, 0.02], [w * 0.55, 0.09, 0], [0.08, 0.065], dress.below === 'skirt' ? skin : bottom),
    ball([w * 0.55, 0.055, 0.05], [0.08, 0.058, 0.14], '#2a2020 gloss'),
  );
  return dress.below === 'skirt'
    ? [cone([0, hip - 0.08, 0], w * 1.7, w * 0.85, 0.2, dress.top ?? 'main cloth', { blend: 0.05 }), ...legs]
    : legs;
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
