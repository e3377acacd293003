// Proportions and ornaments of the animal families: manes, horns, antlers, wool, trunks.
import { ball, bothSides, limb, type Part, type Vec } from '../shapes/part.ts';
import { beast } from './mammal-build.ts';
import type { Build, Joints } from './mammal-poses.ts';

const DARK_HOOF = '#2a2220 gloss';
export function mane(joints: Joints, paint: string): Part[] {
  return [0, 0.25, 0.5, 0.75, 1].map((t) =>
    ball(
      [
        joints.head[0] - joints.size * 0.35 + (joints.chest[0] - joints.head[0]) * t * 0.75,
        joints.head[1] + joints.size * 0.75 + (joints.chest[1] - joints.head[1]) * t * 0.8,
        0,
      ],
      [joints.size * 0.4, joints.size * 0.5, joints.size * 0.22],
      paint,
      { blend: 0.04 },
    ),
  );
}
export function horns(joints: Joints, reach: number, paint = '#e0d4b8 gloss'): Part[] {
  return bothSides(
    limb(
      [joints.head[0] - joints.size * 0.1, joints.head[1] + joints.size * 0.7, joints.size * 0.45],
      [joints.head[0], joints.head[1] + joints.size * (0.9 + reach * 0.4), joints.size * (0.7 + reach * 0.6)],
      [joints.size * 0.16, joints.size * 0.12],
      paint,
    ),
    limb(
      [joints.head[0], joints.head[1] + joints.size * (0.9 + reach * 0.4), joints.size * (0.7 + reach * 0.6)],
      [
        joints.head[0] + joints.size * 0.25,
        joints.head[1] + joints.size * (1.2 + reach),
        joints.size * (0.6 + reach * 0.5),
      ],
      [joints.size * 0.12, joints.size * 0.03],
      paint,
    ),
  );
}
function antlers(joints: Joints): Part[] {
  const s = joints.size;
  const root: Vec = [joints.head[0] - s * 0.1, joints.head[1] + s * 0.75, s * 0.3];
  const fork: Vec = [root[0] - s * 0.5, root[1] + s * 1.2, s * 0.9];
  const paint = '#b89a70 wood';
  return bothSides(
    limb(root, fork, [s * 0.14, s * 0.11], paint),
    limb(fork, [fork[0] + s * 0.4, fork[1] + s * 1.1, s * 1.2], [s * 0.11, s * 0.05], paint),
    limb(fork, [fork[0] - s * 0.5, fork[1] + s * 0.8, s * 1.1], [s * 0.1, s * 0.05], paint),
    limb(
      [root[0] - s * 0.25, root[1] + s * 0.6, s * 0.6],
      [root[0] + s * 0.5, root[1] + s * 1.1, s * 0.8],
      [s * 0.1, s * 0.05],
      paint,
    ),
  );
}
export const HORSE: Build = {
  long: 0.62,
  thick: 0.3,
  legs: 0.72,
  leg: 0.07,
  neck: [0.34, 0.62, 0.15],
  head: 0.17,
  snout: [1.5, 0.58],
  ears: 'point',
  tail: [0.22, -0.5, 0.07],
  hoof: DARK_HOOF,
  more: (j) => mane(j, '#2c1c14 fur'),
};
export const CAT: Build = {
  long: 0.36,
  thick: 0.17,
  legs: 0.22,
  leg: 0.055,
  neck: [0.16, 0.2, 0.1],
  head: 0.185,
  snout: [0.25, 0.36],
  ears: 'point',
  tail: [0.2, 0.42, 0.045],
  nose: '#d08080 skin',
  belly: 'second',
  more: (j) =>
    bothSides(
      limb([j.head[0] + 0.15, j.head[1] - 0.05, 0.06], [j.head[0] + 0.2, j.head[1] - 0.02, 0.24], 0.006, 'white matte'),
      limb(
        [j.head[0] + 0.15, j.head[1] - 0.07, 0.06],
        [j.head[0] + 0.19, j.head[1] - 0.09, 0.24],
        0.006,
        'white matte',
      ),
    ),
};
export const DOG: Build = {
  long: 0.42,
  thick: 0.19,
  legs: 0.32,
  leg: 0.06,
  neck: [0.2, 0.3, 0.12],
  head: 0.18,
  snout: [0.75, 0.46],
  ears: 'flop',
  tail: [0.2, 0.26, 0.04],
  belly: 'second',
};
export const BIG_CAT: Build = {
  long: 0.6,
  thick: 0.24,
  legs: 0.4,
  leg: 0.085,
  neck: [0.24, 0.22, 0.17],
  head: 0.21,
  snout: [0.5, 0.52],
  ears: 'round',
  tail: [0.4, -0.1, 0.045],
};
export const BEAR: Build = {
  long: 0.55,
  thick: 0.36,
  legs: 0.34,
  leg: 0.12,
  neck: [0.3, 0.18, 0.22],
  head: 0.24,
  snout: [0.6, 0.46],
  ears: 'round',
  tail: [0.04, 0, 0.07],
};
export const COW: Build = {
  long: 0.68,
  thick: 0.36,
  legs: 0.5,
  leg: 0.085,
  neck: [0.3, 0.22, 0.2],
  head: 0.21,
  snout: [0.9, 0.68],
  ears: 'side',
  tail: [0.06, -0.5, 0.03],
  hoof: DARK_HOOF,
  nose: '#c89890 skin',
  more: (j) => [...horns(j, 0.2), ball([-0.25, 0.5, 0], 0.12, '#e0a8a0 skin')],
};
export const DEER: Build = {
  long: 0.46,
  thick: 0.2,
  legs: 0.58,
  leg: 0.045,
  neck: [0.2, 0.46, 0.09],
  head: 0.13,
  snout: [1, 0.5],
  ears: 'side',
  tail: [0.06, 0.08, 0.05],
  hoof: DARK_HOOF,
  belly: 'second',
  more: antlers,
};
export function wool(): Part[] {
  const spots: Vec[] = [
    [0, 0.62, 0],
    [0.28, 0.6, 0],
    [-0.28, 0.6, 0],
    [0.14, 0.55, 0.16],
    [-0.16, 0.55, 0.16],
    [0.14, 0.55, -0.16],
    [-0.16, 0.55, -0.16],
    [0.36, 0.5, 0.05],
    [-0.4, 0.5, 0],
  ];
  return spots.map((at) => ball(at, 0.19, 'main snow', { blend: 0.05 }));
}
export function ring8(joints: Joints): Part[] {
  return Array.from({ length: 9 }, (_, i) => {
    const a = (i / 9) * Math.PI * 2;
    return ball(
      [joints.head[0] - 0.12, joints.head[1] + Math.cos(a) * 0.2, Math.sin(a) * 0.2],
      [0.14, 0.15, 0.15],
      '#8a4a18 fur',
      { blend: 0.06 },
    );
  });
}
export function panda(): Part[] {
  const parts = beast({ ...BEAR, legs: 0.24, hoof: 'black fur' }).map((part) =>
    part.shape === 'limb' && part.at[1] < 0.62 ? { ...part, paint: 'black fur' } : part,
  );
  const ears = parts.map((part) =>
    part.shape === 'ball' && part.size[1] < 0.1 && part.size[1] > 0.08 ? { ...part, paint: 'black fur' } : part,
  );
  return [...ears, ...bothSides(ball([0.86, 0.76, 0.14], [0.06, 0.08, 0.07], 'black fur'))];
}
export function elephant(): Part[] {
  return beast({
    long: 0.7,
    thick: 0.46,
    legs: 0.5,
    leg: 0.14,
    neck: [0.36, 0.28, 0.26],
    head: 0.3,
    snout: [0.2, 0.5],
    ears: 'none',
    tail: [0.06, -0.5, 0.03],
    finish: 'stone',
    nose: 'main stone',
    hoof: 'main stone',
    more: (j) => [
      limb([j.head[0] + 0.26, j.head[1] - 0.1, 0], [j.head[0] + 0.44, j.head[1] - 0.5, 0], [0.14, 0.1], j.main, {
        blend: 0.08,
      }),
      limb([j.head[0] + 0.44, j.head[1] - 0.5, 0], [j.head[0] + 0.5, j.head[1] - 0.85, 0], [0.1, 0.07], j.main, {
        blend: 0.05,
      }),
      limb([j.head[0] + 0.5, j.head[1] - 0.85, 0], [j.head[0] + 0.62, j.head[1] - 0.98, 0], [0.07, 0.05], j.main, {
        blend: 0.04,
      }),
      ...bothSides(
        ball([j.head[0] - 0.1, j.head[1], 0.42], [0.26, 0.36, 0.05], j.main, { turn: [0, -25, 0] }),
        limb(
          [j.head[0] + 0.24, j.head[1] - 0.22, 0.16],
          [j.head[0] + 0.6, j.head[1] - 0.4, 0.2],
          [0.045, 0.015],
          'ivory gloss',
        ),
      ),
    ],
  });
}
export function monkey(): Part[] {
  return [
    ball([0, 0.5, 0], [0.22, 0.3, 0.2], 'main fur'),
    ball([0, 0.46, 0.1], [0.14, 0.2, 0.12], 'second skin', { blend: 0.03 }),
    ball([0, 0.95, 0.02], [0.22, 0.21, 0.2], 'main fur', { blend: 0.06 }),
    ball([0, 0.9, 0.13], [0.15, 0.14, 0.1], 'second skin', { blend: 0.03 }),
    ...[-1, 1].flatMap((s) => [
      ball([s * 0.23, 0.96, 0], [0.06, 0.08, 0.04], 'second skin'),
      ball([s * 0.07, 0.97, 0.2], 0.035, '#1a1210 gloss'),
      limb([s * 0.18, 0.7, 0], [s * 0.36, 0.42, 0.08], [0.08, 0.06], 'main fur', { blend: 0.05 }),
      limb([s * 0.36, 0.42, 0.08], [s * 0.28, 0.2, 0.24], [0.06, 0.05], 'main fur', { blend: 0.03 }),
      limb([s * 0.12, 0.3, 0], [s * 0.24, 0.06, 0.18], [0.1, 0.07], 'main fur', { blend: 0.05 }),
    ]),
    limb([0, 0.3, -0.15], [0.4, 0.2, -0.2], 0.035, 'main fur'),
    limb([0.4, 0.2, -0.2], [0.55, 0.6, -0.2], 0.035, 'main fur'),
  ];
}
export function kangaroo(): Part[] {
  return [
    limb([0, 0.5, 0], [0.12, 1.0, 0], [0.24, 0.14], 'main fur'),
    limb([0.12, 1.0, 0], [0.2, 1.25, 0], [0.12, 0.09], 'main fur', { blend: 0.08 }),
    ball([0.27, 1.32, 0], [0.17, 0.12, 0.1], 'main fur', { blend: 0.06 }),
    ball([0.42, 1.28, 0], [0.04, 0.035, 0.04], '#1a1210 gloss'),
    ball([0.16, 0.55, 0], [0.14, 0.22, 0.16], 'second fur', { blend: 0.04 }),
    ...bothSides(
      ball([0.2, 1.5, 0.07], [0.05, 0.14, 0.045], 'main fur'),
      ball([0.34, 1.36, 0.08], 0.024, '#1a1210 gloss'),
      limb([0.2, 0.9, 0.12], [0.38, 0.75, 0.1], 0.04, 'main fur'),
      limb([-0.05, 0.45, 0.14], [0.14, 0.24, 0.2], [0.15, 0.07], 'main fur', { blend: 0.06 }),
      limb([0.14, 0.24, 0.2], [-0.04, 0.08, 0.2], [0.06, 0.05], 'main fur'),
      limb([-0.06, 0.05, 0.2], [0.3, 0.04, 0.2], 0.05, 'main fur'),
    ),
    limb([-0.12, 0.4, 0], [-0.5, 0.12, 0], [0.15, 0.09], 'main fur', { blend: 0.08 }),
    limb([-0.5, 0.12, 0], [-1.0, 0.06, 0], [0.09, 0.03], 'main fur', { blend: 0.04 }),
  ];
}
