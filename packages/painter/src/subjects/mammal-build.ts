// The skeleton shared by four-legged animals: body, neck, head, legs and tail from a few proportions.
import { ball, bothSides, cone, limb, type Part, type Vec } from '../shapes/part.ts';
import { clothesOf } from './animal-clothes.ts';
import type { Look } from './kind.ts';
import { type Build, legsOf, type Stand, standOf } from './mammal-poses.ts';

export function beast(build: Build, look?: Pick<Look, 'pose' | 'traits'>): Part[] {
  const main = `main ${build.finish ?? 'fur'}`;
  const belly = build.belly ? `${build.belly} ${build.finish ?? 'fur'}` : main;
  const stand = standOf(build, look?.pose);
  const { y, chest, head } = stand;
  const k = build.thick * 0.5;
  const s = build.head;
  const muzzle: Vec = [head[0] + s * (0.55 + build.snout[0] * 0.55), head[1] - s * 0.22, 0];
  return [
    ball([0, y, 0], [build.long, build.thick, build.thick * 0.86], main, { turn: [0, 0, stand.pitch] }),
    ball(
      [chest[0] * 0.72, (y + chest[1]) / 2 + build.thick * 0.01, 0],
      [build.thick * 1.05, build.thick * 1.06, build.thick * 0.9],
      main,
      { blend: k },
    ),
    ball(
      [-build.long * 0.62, stand.rear + build.thick * 0.04, 0],
      [build.thick * 0.98, build.thick, build.thick * 0.9],
      main,
      {
        blend: k,
      },
    ),
    ball([0, y - build.thick * 0.36, 0], [build.long * 0.75, build.thick * 0.7, build.thick * 0.72], belly, {
      blend: k * 0.4,
    }),
    limb(chest, [head[0] - s * 0.2, head[1], 0], [build.neck[2] * 1.25, build.neck[2]], main, { blend: k }),
    ball(head, [s * 1.05, s * 0.92, s * 0.86], main, { blend: s * 0.4 }),
    limb([head[0] + s * 0.3, head[1] - s * 0.18, 0], muzzle, [s * build.snout[1] * 1.15, s * build.snout[1]], belly, {
      blend: s * 0.25,
    }),
    ball(
      [muzzle[0] + s * build.snout[1] * 0.85, muzzle[1] + s * build.snout[1] * 0.35, 0],
      [s * 0.16, s * 0.13, s * 0.2],
      build.nose ?? '#1c1614 gloss',
    ),
    ...clothesOf(build, stand, look?.traits),
    ...eyesOf(stand, s, main),
    ...earsOf(build, { head, size: s }, main),
    ...legsOf(build, stand, main),
    ...tailOf(build, stand, main),
    ...(build.more?.({ back: y + build.thick, chest, head, size: s, main }) ?? []),
  ];
}
function eyesOf({ head, asleep }: Stand, s: number, main: string): Part[] {
  const eyes = bothSides(
    ball([head[0] + s * 0.62, head[1] + s * 0.26, s * 0.52], s * 0.19, '#f4f0e8 gloss', { label: 'eyes' }),
    ball([head[0] + s * 0.74, head[1] + s * 0.27, s * 0.58], s * 0.13, '#1a1210 gloss', { label: 'eyes' }),
  );
  if (!asleep) return eyes;
  return bothSides(
    ball([head[0] + s * 0.62, head[1] + s * 0.26, s * 0.52], s * 0.2, main),
    limb(
      [head[0] + s * 0.5, head[1] + s * 0.16, s * 0.7],
      [head[0] + s * 0.82, head[1] + s * 0.14, s * 0.62],
      s * 0.035,
      '#1a1210 matte',
    ),
  );
}
function tailOf(build: Build, { rear, asleep }: Stand, main: string): Part[] {
  const root: Vec = [-build.long * 0.92, rear + build.thick * (asleep ? -0.3 : 0.3), 0];
  const [reach, up, thick] = build.tail;
  // Asleep, the tail lies on the ground and curls to the front.
  const middle: Vec = asleep
    ? [root[0] - reach * 0.3, thick, build.thick * 0.7]
    : [root[0] - reach * 0.6, root[1] + up * 0.45, 0];
  const tip: Vec = asleep
    ? [root[0] + reach * 0.5, thick, build.thick * 1.25]
    : [root[0] - reach, Math.max(thick * 0.7, root[1] + up), 0];
  return [
    limb(root, middle, [thick, thick], main, { blend: thick }),
    limb(middle, tip, [thick, thick * 0.7], main, { blend: thick }),
  ];
}
function earsOf(build: Build, { head, size: s }: { head: Vec; size: number }, main: string): Part[] {
  const [x, y] = [head[0] - s * 0.15, head[1] + s * 0.7];
  switch (build.ears) {
    case 'point':
      return bothSides(
        cone([x, y + s * 0.28, s * 0.48], s * 0.36, s * 0.03, s * 0.42, main, { turn: [18, 0, 6] }),
        cone([x + s * 0.13, y + s * 0.24, s * 0.5], s * 0.22, s * 0.02, s * 0.32, '#d89a90 skin', { turn: [18, 0, 6] }),
      );
    case 'flop':
      return bothSides(
        ball([x, head[1] + s * 0.1, s * 0.86], [s * 0.34, s * 0.62, s * 0.16], main, { turn: [-14, 0, 0] }),
      );
    case 'round':
      return bothSides(
        ball([x, y + s * 0.1, s * 0.66], [s * 0.2, s * 0.36, s * 0.34], main),
        ball([x + s * 0.14, y + s * 0.1, s * 0.66], [s * 0.12, s * 0.22, s * 0.2], '#b08078 skin'),
      );
    case 'long':
      return bothSides(
        ball([x - s * 0.1, y + s * 0.75, s * 0.36], [s * 0.2, s * 0.95, s * 0.24], main, { turn: [10, 0, 12] }),
        ball([x + s * 0.04, y + s * 0.75, s * 0.38], [s * 0.12, s * 0.75, s * 0.15], '#e0a8a0 skin', {
          turn: [10, 0, 12],
        }),
      );
    case 'side':
      return bothSides(
        ball([x, head[1] + s * 0.45, s * 0.95], [s * 0.16, s * 0.22, s * 0.42], main, { turn: [-20, 20, 0] }),
      );
    case 'none':
      return [];
  }
}
