// How birds and winged insects are built, at rest and in flight.
import { ball, bothSides, cone, limb, type Part, type Vec } from '../shapes/part.ts';
import { scarfOf } from './animal-clothes.ts';
import type { Look } from './kind.ts';

interface Build {
  body: readonly [long: number, thick: number];
  neck: readonly [number, number];
  head: number;
  beak: readonly [length: number, thick: number, colour: string];
  legs: number;
  legPaint: string;
  tail: number;
  wings: number;
  chest?: string;
  more?: (head: Vec) => Part[];
}
export function bird(build: Build, look: Look): Part[] {
  const [long, thick] = build.body;
  const y = build.legs + thick;
  const flying = look.airborne && build.wings > 0;
  const head: Vec = flying
    ? [long * 0.85 + build.neck[0] + build.neck[1] * 0.4, y + build.neck[1] * 0.25, 0]
    : [long * 0.6 + build.neck[0], y + thick * 0.5 + build.neck[1], 0];
  const breast: Vec = [long * 0.6, y + thick * 0.25, 0];
  const s = build.head;
  return [
    ball([0, y, 0], [long, thick, thick * 0.9], 'main feather', flying ? {} : { turn: [0, 0, 14] }),
    ball(
      [long * 0.35, y - thick * 0.2, 0],
      [long * 0.5, thick * 0.8, thick * 0.8],
      `${build.chest ?? 'main'} feather`,
      {
        blend: thick * 0.3,
      },
    ),
    limb(breast, head, [s * 0.85, s * 0.7], 'main feather', { blend: s * 0.7 }),
    ...scarfOf({ from: breast, to: head, radius: s * 0.8 }, look.traits),
    ball(head, s, 'main feather', { blend: s * 0.3 }),
    cone(
      [head[0] + s * 0.75 + build.beak[0] * 0.5, head[1] - s * 0.08, 0],
      build.beak[1],
      build.beak[1] * 0.12,
      build.beak[0] * 0.5 + s * 0.2,
      `${build.beak[2]} gloss`,
      { turn: [0, 0, -96] },
    ),
    ...bothSides(
      ball([head[0] + s * 0.5, head[1] + s * 0.25, s * 0.74], s * 0.25, '#f8f4ec gloss'),
      ball([head[0] + s * 0.6, head[1] + s * 0.26, s * 0.86], s * 0.17, '#141010 gloss'),
    ),
    ball(
      [-long * 1.05 - build.tail * 0.4, y + (flying ? 0 : -thick * 0.3), 0],
      [build.tail, thick * 0.16, thick * 0.5],
      'second feather',
      { blend: thick * 0.2, turn: [0, 0, flying ? 0 : 16] },
    ),
    ...(flying
      ? spreadWings(build, y)
      : [
          ...bothSides(
            ball(
              [-long * 0.15, y + thick * 0.1, thick * 0.82],
              [long * 0.75, thick * 0.62, thick * 0.22],
              'second feather',
              { turn: [0, 6, 12] },
            ),
          ),
          ...legsOf(build, thick),
        ]),
    ...(build.more?.(head) ?? []),
  ];
}
function spreadWings(build: Build, y: number): Part[] {
  const [long, thick] = build.body;
  const w = build.wings;
  return bothSides(
    ball(
      [0, y + thick * 0.5 + w * 0.16, thick * 0.5 + w * 0.32],
      [long * 0.62, thick * 0.13, w * 0.42],
      'main feather',
      { turn: [-28, 0, 0], blend: 0.02 },
    ),
    ball(
      [-long * 0.2, y + thick * 0.5 + w * 0.42, thick * 0.5 + w * 0.85],
      [long * 0.45, thick * 0.1, w * 0.42],
      'second feather',
      { turn: [-18, 14, 0], blend: 0.02 },
    ),
  );
}
function legsOf(build: Build, thick: number): Part[] {
  const r = Math.max(0.02, thick * 0.08);
  return bothSides(
    limb([0, build.legs + thick * 0.3, thick * 0.4], [0, r, thick * 0.4], r, build.legPaint),
    limb([-0.03, r, thick * 0.4], [thick * 0.45, r, thick * 0.4], r, build.legPaint),
    limb([0, r, thick * 0.4], [thick * 0.35, r, thick * 0.7], r, build.legPaint),
  );
}
export const SMALL: Build = {
  body: [0.32, 0.22],
  neck: [0.04, 0.12],
  head: 0.16,
  beak: [0.1, 0.05, 'orange'],
  legs: 0.16,
  legPaint: 'orange matte',
  tail: 0.22,
  wings: 0.7,
};
export const RAPTOR: Build = {
  ...SMALL,
  body: [0.4, 0.2],
  head: 0.13,
  beak: [0.12, 0.06, 'yellow'],
  wings: 1.1,
  tail: 0.26,
};
export function swan(): Part[] {
  const curve: Vec[] = [
    [0.32, 0.16, 0],
    [0.5, 0.42, 0],
    [0.44, 0.68, 0],
    [0.52, 0.86, 0],
  ];
  return [
    ball([0, 0.1, 0], [0.5, 0.2, 0.28], 'main feather'),
    ...curve
      .slice(1)
      .map((to, i) => limb(curve[i] ?? to, to, [0.1 - i * 0.015, 0.085 - i * 0.015], 'main feather', { blend: 0.06 })),
    ball([0.58, 0.86, 0], [0.11, 0.08, 0.075], 'main feather', { blend: 0.03 }),
    cone([0.73, 0.83, 0], 0.04, 0.015, 0.09, 'orange gloss', { turn: [0, 0, -100] }),
    ...bothSides(
      ball([0.62, 0.88, 0.06], 0.02, 'black gloss'),
      ball([-0.12, 0.22, 0.2], [0.42, 0.17, 0.1], 'second feather', { turn: [0, 0, 14] }),
    ),
    ball([-0.52, 0.2, 0], [0.16, 0.08, 0.1], 'main feather', { blend: 0.06, turn: [0, 0, -20] }),
  ];
}
export function penguin({ traits }: Look): Part[] {
  return [
    ball([0, 0.45, 0], [0.26, 0.42, 0.27], 'main feather'),
    ball([0.09, 0.42, 0], [0.21, 0.36, 0.21], '#f4f2ec feather'),
    ball([0.02, 0.92, 0], [0.17, 0.17, 0.17], 'main feather', { blend: 0.08 }),
    cone([0.22, 0.9, 0], 0.05, 0.01, 0.09, 'orange gloss', { turn: [0, 0, -95] }),
    ...bothSides(
      ball([0.1, 0.95, 0.1], [0.06, 0.07, 0.05], '#f4f2ec feather'),
      ball([0.14, 0.96, 0.12], 0.025, 'black gloss'),
      ball([-0.02, 0.5, 0.29], [0.1, 0.28, 0.05], 'main feather', { turn: [-16, 0, 0] }),
      // Short legs, hidden by the body while it stands: a film walks on them.
      limb([0.04, 0.18, 0.12], [0.06, 0.05, 0.12], 0.03, 'orange matte'),
      ball([0.12, 0.03, 0.12], [0.14, 0.04, 0.09], 'orange matte'),
    ),
    ...scarfOf({ from: [0, 0.7, 0], to: [0.02, 0.9, 0], radius: 0.17 }, traits),
  ];
}
export function fan(): Part[] {
  return Array.from({ length: 11 }, (_, i) => {
    const a = ((i - 5) / 5) * 1.35;
    const [y, z] = [0.35 + Math.cos(a) * 0.85, Math.sin(a) * 0.95];
    return [
      limb([-0.2, 0.35, 0], [-0.32, y, z], [0.05, 0.1], 'emerald feather', { blend: 0.02 }),
      ball([-0.27, y, z], [0.05, 0.1, 0.1], 'azure gloss'),
      ball([-0.22, y, z], [0.04, 0.05, 0.05], 'navy gloss'),
    ];
  }).flat();
}
export function butterfly(): Part[] {
  const wing = (s: number): Part[] => [
    ball([s * 0.42, 0.72, 0.06], [0.42, 0.3, 0.02], 'main petal', { turn: [0, s * 22, s * 28] }),
    ball([s * 0.34, 0.3, 0.06], [0.3, 0.24, 0.02], 'main petal', { turn: [0, s * 22, s * -32] }),
    ball([s * 0.62, 0.84, 0.1], [0.1, 0.09, 0.03], 'second petal', { turn: [0, s * 22, 0] }),
    ball([s * 0.42, 0.26, 0.1], [0.08, 0.08, 0.03], 'second petal', { turn: [0, s * 22, 0] }),
    limb([s * 0.02, 0.9, 0], [s * 0.16, 1.12, 0], 0.012, 'black matte'),
  ];
  return [
    limb([0, 0.18, 0], [0, 0.86, 0], [0.03, 0.05], 'black fur'),
    ball([0, 0.9, 0], 0.065, 'black fur'),
    ...wing(-1),
    ...wing(1),
  ];
}
export function bee(): Part[] {
  return [
    ball([0, 0.4, 0], [0.4, 0.27, 0.27], 'main fur'),
    ball([0.4, 0.42, 0], 0.19, '#2a2018 fur plain'),
    ...bothSides(
      ball([0.52, 0.46, 0.1], 0.06, 'black gloss plain'),
      ball([0, 0.74, 0.24], [0.16, 0.26, 0.03], 'silver glass plain', { turn: [-35, 0, 20] }),
    ),
    cone([-0.44, 0.38, 0], 0.05, 0.005, 0.07, 'black gloss plain', { turn: [0, 0, 90] }),
  ];
}
