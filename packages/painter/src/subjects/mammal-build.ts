// The skeleton shared by four-legged animals: body, neck, head, legs and tail from a few proportions.
import { ball, bothSides, cone, limb, type Part, type Vec } from '../shapes/part.ts';

export interface Build {
  /** Half length of the body, its thickness, leg length, leg thickness. */
  long: number;
  thick: number;
  legs: number;
  leg: number;
  /** Neck's reach forward and up, its thickness. */
  neck: readonly [number, number, number];
  head: number;
  /** Snout's length and thickness relative to the head. */
  snout: readonly [number, number];
  ears: 'point' | 'flop' | 'round' | 'long' | 'side' | 'none';
  tail: readonly [back: number, up: number, thick: number];
  finish?: string;
  belly?: string;
  nose?: string;
  hoof?: string;
  more?: (joints: Joints) => Part[];
}
export interface Joints {
  back: number;
  chest: Vec;
  head: Vec;
  size: number;
  main: string;
}
export function beast(build: Build): Part[] {
  const main = `main ${build.finish ?? 'fur'}`;
  const belly = build.belly ? `${build.belly} ${build.finish ?? 'fur'}` : main;
  const y = build.legs + build.thick * 0.8;
  const chest: Vec = [build.long * 0.72, y + build.thick * 0.1, 0];
  const head: Vec = [chest[0] + build.neck[0], y + build.neck[1], 0];
  const k = build.thick * 0.5;
  const side = build.thick * 0.52;
  const foot = build.hoof ?? main;
  const leg = (x: number, z: number, lead: number): Part[] => [
    limb([x, y - build.thick * 0.2, z], [x + lead * 0.3, build.legs * 0.48, z], [build.leg * 1.5, build.leg], main, {
      blend: k * 0.5,
    }),
    limb([x + lead * 0.3, build.legs * 0.48, z], [x + lead, build.leg * 0.9, z], [build.leg, build.leg * 0.95], main, {
      blend: build.leg * 0.5,
    }),
    ball(
      [x + lead + build.leg * 0.35, build.leg * 0.7, z],
      [build.leg * 1.35, build.leg * 0.75, build.leg * 1.1],
      foot,
    ),
  ];
  const s = build.head;
  const muzzle: Vec = [head[0] + s * (0.55 + build.snout[0] * 0.55), head[1] - s * 0.22, 0];
  return [
    ball([0, y, 0], [build.long, build.thick, build.thick * 0.86], main),
    ball(
      [chest[0] * 0.72, y + build.thick * 0.06, 0],
      [build.thick * 1.05, build.thick * 1.06, build.thick * 0.9],
      main,
      { blend: k },
    ),
    ball([-build.long * 0.62, y + build.thick * 0.04, 0], [build.thick * 0.98, build.thick, build.thick * 0.9], main, {
      blend: k,
    }),
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
    ...bothSides(
      ball([head[0] + s * 0.62, head[1] + s * 0.26, s * 0.52], s * 0.19, '#f4f0e8 gloss'),
      ball([head[0] + s * 0.74, head[1] + s * 0.27, s * 0.58], s * 0.13, '#1a1210 gloss'),
    ),
    ...earsOf(build, { head, size: s }, main),
    ...leg(build.long * 0.62, side, build.legs * 0.08),
    ...leg(build.long * 0.5, -side, -build.legs * 0.1),
    ...leg(-build.long * 0.66, side, -build.legs * 0.06),
    ...leg(-build.long * 0.56, -side, build.legs * 0.14),
    limb(
      [-build.long * 0.92, y + build.thick * 0.3, 0],
      [-build.long * 0.92 - build.tail[0] * 0.6, y + build.thick * 0.3 + build.tail[1] * 0.45, 0],
      [build.tail[2], build.tail[2]],
      main,
      { blend: build.tail[2] },
    ),
    limb(
      [-build.long * 0.92 - build.tail[0] * 0.6, y + build.thick * 0.3 + build.tail[1] * 0.45, 0],
      [-build.long * 0.92 - build.tail[0], y + build.thick * 0.3 + build.tail[1], 0],
      [build.tail[2], build.tail[2] * 0.7],
      main,
      { blend: build.tail[2] },
    ),
    ...(build.more?.({ back: y + build.thick, chest, head, size: s, main }) ?? []),
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
