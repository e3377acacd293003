// Four-legged animals: one skeleton with many proportions.
import { ball, bothSides, cone, limb, type Part, type Vec } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

interface Build {
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

interface Joints {
  back: number;
  chest: Vec;
  head: Vec;
  size: number;
  main: string;
}

function beast(b: Build): Part[] {
  const main = `main ${b.finish ?? 'fur'}`;
  const belly = b.belly ? `${b.belly} ${b.finish ?? 'fur'}` : main;
  const y = b.legs + b.thick * 0.8;
  const chest: Vec = [b.long * 0.72, y + b.thick * 0.1, 0];
  const head: Vec = [chest[0] + b.neck[0], y + b.neck[1], 0];
  const k = b.thick * 0.5;
  const side = b.thick * 0.52;
  const foot = b.hoof ?? main;
  const leg = (x: number, z: number, lead: number): Part[] => [
    limb([x, y - b.thick * 0.2, z], [x + lead * 0.3, b.legs * 0.48, z], [b.leg * 1.5, b.leg], main, { blend: k * 0.5 }),
    limb([x + lead * 0.3, b.legs * 0.48, z], [x + lead, b.leg * 0.9, z], [b.leg, b.leg * 0.95], main, {
      blend: b.leg * 0.5,
    }),
    ball([x + lead + b.leg * 0.35, b.leg * 0.7, z], [b.leg * 1.35, b.leg * 0.75, b.leg * 1.1], foot),
  ];
  const s = b.head;
  const muzzle: Vec = [head[0] + s * (0.55 + b.snout[0] * 0.55), head[1] - s * 0.22, 0];
  return [
    ball([0, y, 0], [b.long, b.thick, b.thick * 0.86], main),
    ball([chest[0] * 0.72, y + b.thick * 0.06, 0], [b.thick * 1.05, b.thick * 1.06, b.thick * 0.9], main, { blend: k }),
    ball([-b.long * 0.62, y + b.thick * 0.04, 0], [b.thick * 0.98, b.thick, b.thick * 0.9], main, { blend: k }),
    ball([0, y - b.thick * 0.36, 0], [b.long * 0.75, b.thick * 0.7, b.thick * 0.72], belly, { blend: k * 0.4 }),
    limb(chest, [head[0] - s * 0.2, head[1], 0], [b.neck[2] * 1.25, b.neck[2]], main, { blend: k }),
    ball(head, [s * 1.05, s * 0.92, s * 0.86], main, { blend: s * 0.4 }),
    limb([head[0] + s * 0.3, head[1] - s * 0.18, 0], muzzle, [s * b.snout[1] * 1.15, s * b.snout[1]], belly, {
      blend: s * 0.25,
    }),
    ball(
      [muzzle[0] + s * b.snout[1] * 0.85, muzzle[1] + s * b.snout[1] * 0.35, 0],
      [s * 0.16, s * 0.13, s * 0.2],
      b.nose ?? '#1c1614 gloss',
    ),
    ...bothSides(
      ball([head[0] + s * 0.62, head[1] + s * 0.26, s * 0.52], s * 0.19, '#f4f0e8 gloss'),
      ball([head[0] + s * 0.74, head[1] + s * 0.27, s * 0.58], s * 0.13, '#1a1210 gloss'),
    ),
    ...earsOf(b, head, s, main),
    ...leg(b.long * 0.62, side, b.legs * 0.08),
    ...leg(b.long * 0.5, -side, -b.legs * 0.1),
    ...leg(-b.long * 0.66, side, -b.legs * 0.06),
    ...leg(-b.long * 0.56, -side, b.legs * 0.14),
    limb(
      [-b.long * 0.92, y + b.thick * 0.3, 0],
      [-b.long * 0.92 - b.tail[0] * 0.6, y + b.thick * 0.3 + b.tail[1] * 0.45, 0],
      [b.tail[2], b.tail[2]],
      main,
      { blend: b.tail[2] },
    ),
    limb(
      [-b.long * 0.92 - b.tail[0] * 0.6, y + b.thick * 0.3 + b.tail[1] * 0.45, 0],
      [-b.long * 0.92 - b.tail[0], y + b.thick * 0.3 + b.tail[1], 0],
      [b.tail[2], b.tail[2] * 0.7],
      main,
      { blend: b.tail[2] },
    ),
    ...(b.more?.({ back: y + b.thick, chest, head, size: s, main }) ?? []),
  ];
}

function earsOf(b: Build, head: Vec, s: number, main: string): Part[] {
  const [x, y] = [head[0] - s * 0.15, head[1] + s * 0.7];
  switch (b.ears) {
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

const DARK_HOOF = '#2a2220 gloss';

function mane(j: Joints, paint: string): Part[] {
  return [0, 0.25, 0.5, 0.75, 1].map((t) =>
    ball(
      [
        j.head[0] - j.size * 0.35 + (j.chest[0] - j.head[0]) * t * 0.75,
        j.head[1] + j.size * 0.75 + (j.chest[1] - j.head[1]) * t * 0.8,
        0,
      ],
      [j.size * 0.4, j.size * 0.5, j.size * 0.22],
      paint,
      { blend: 0.04 },
    ),
  );
}

function horns(j: Joints, reach: number, paint = '#e0d4b8 gloss'): Part[] {
  return bothSides(
    limb(
      [j.head[0] - j.size * 0.1, j.head[1] + j.size * 0.7, j.size * 0.45],
      [j.head[0], j.head[1] + j.size * (0.9 + reach * 0.4), j.size * (0.7 + reach * 0.6)],
      [j.size * 0.16, j.size * 0.12],
      paint,
    ),
    limb(
      [j.head[0], j.head[1] + j.size * (0.9 + reach * 0.4), j.size * (0.7 + reach * 0.6)],
      [j.head[0] + j.size * 0.25, j.head[1] + j.size * (1.2 + reach), j.size * (0.6 + reach * 0.5)],
      [j.size * 0.12, j.size * 0.03],
      paint,
    ),
  );
}

function antlers(j: Joints): Part[] {
  const s = j.size;
  const root: Vec = [j.head[0] - s * 0.1, j.head[1] + s * 0.75, s * 0.3];
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

const HORSE: Build = {
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
const CAT: Build = {
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
const DOG: Build = {
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
const BIG_CAT: Build = {
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
const BEAR: Build = {
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
const COW: Build = {
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
const DEER: Build = {
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
const SIDE = { yaw: -28, motion: 'walk' } as const;

export const MAMMALS: readonly Kind[] = [
  kind(
    'animal',
    'cat',
    'kitten kitty tomcat',
    0.45,
    'garden',
    { ...SIDE, yaw: -38, colours: ['ginger', 'gray', 'black', 'white'], second: 'cream' },
    () => beast(CAT),
  ),
  kind(
    'animal',
    'dog',
    'puppy hound corgi labrador retriever',
    0.7,
    'park',
    { ...SIDE, yaw: -38, colours: ['tan', 'brown', 'golden', 'white'], second: 'cream' },
    () => beast(DOG),
  ),
  kind(
    'animal',
    'horse',
    'pony stallion mare foal',
    1.9,
    'meadow',
    { ...SIDE, colours: ['chestnut', 'brown', 'white'] },
    () => beast(HORSE),
  ),
  kind(
    'animal',
    'zebra',
    '',
    1.7,
    'savanna',
    { ...SIDE, colours: ['white'], second: 'black', pattern: 'stripes' },
    () => beast({ ...HORSE, more: (j) => mane(j, 'black fur') }),
  ),
  kind('fantasy', 'unicorn', '', 1.9, 'meadow', { ...SIDE, colours: ['white'] }, () =>
    beast({
      ...HORSE,
      more: (j) => [
        ...mane(j, 'pink fur'),
        cone([j.head[0] + 0.08, j.head[1] + 0.34, 0], 0.04, 0.004, 0.2, 'gold metal', { turn: [0, 0, -22] }),
      ],
    }),
  ),
  kind('animal', 'donkey', 'mule burro', 1.4, 'farm', { ...SIDE, colours: ['gray'] }, () =>
    beast({ ...HORSE, legs: 0.6, head: 0.18, ears: 'long' }),
  ),
  kind(
    'animal',
    'cow',
    'bull ox cattle calf',
    1.5,
    'farm',
    { ...SIDE, colours: ['white', 'brown'], second: 'black', pattern: 'patches' },
    () => beast(COW),
  ),
  kind('animal', 'buffalo', 'bison yak', 1.8, 'meadow', { ...SIDE, colours: ['chocolate'] }, () =>
    beast({
      ...COW,
      thick: 0.42,
      more: (j) => [...horns(j, 0.4), ball([0.3, j.back - 0.05, 0], [0.34, 0.2, 0.25], j.main, { blend: 0.1 })],
    }),
  ),
  kind('animal', 'sheep', 'lamb ram', 0.9, 'meadow', { ...SIDE, colours: ['cream'] }, () => [
    ...beast({
      ...COW,
      long: 0.45,
      thick: 0.26,
      legs: 0.3,
      leg: 0.05,
      neck: [0.2, 0.2, 0.12],
      head: 0.14,
      finish: 'fur',
      tail: [0.05, 0, 0.05],
      nose: '#403430 matte',
      more: () => [],
    }),
    ...wool(),
  ]),
  kind('animal', 'goat', '', 0.9, 'hills', { ...SIDE, colours: ['white', 'tan'] }, () =>
    beast({
      ...DEER,
      thick: 0.22,
      legs: 0.4,
      more: (j) => [
        ...horns(j, 0.9, '#6a5a48 gloss'),
        cone([j.head[0] + 0.16, j.head[1] - 0.22, 0], 0.01, 0.05, 0.09, j.main),
      ],
    }),
  ),
  kind('animal', 'pig', 'piglet hog boar', 0.8, 'farm', { ...SIDE, colours: ['pink'] }, () =>
    beast({
      ...BEAR,
      finish: 'skin',
      thick: 0.32,
      legs: 0.2,
      leg: 0.07,
      snout: [0.45, 0.42],
      ears: 'point',
      nose: '#c86878 skin',
      tail: [0.1, 0.14, 0.02],
    }),
  ),
  kind('animal', 'lion', 'lioness', 1.2, 'savanna', { ...SIDE, colours: ['golden'] }, () =>
    beast({ ...BIG_CAT, more: (j) => [...ring8(j), ball([-1.02, 0.55, 0], 0.08, '#6a3c1c fur')] }),
  ),
  kind(
    'animal',
    'tiger',
    '',
    1.1,
    'jungle',
    { ...SIDE, colours: ['orange'], second: 'black', pattern: 'stripes' },
    () => beast(BIG_CAT),
  ),
  kind(
    'animal',
    'leopard',
    'cheetah jaguar',
    0.9,
    'savanna',
    { ...SIDE, colours: ['mustard'], second: 'chocolate', pattern: 'spots' },
    () => beast({ ...BIG_CAT, thick: 0.2, head: 0.17 }),
  ),
  kind('animal', 'panther', 'puma cougar', 0.9, 'jungle', { ...SIDE, colours: ['black'] }, () => beast(BIG_CAT)),
  kind('animal', 'bear', 'grizzly', 1.6, 'forest', { ...SIDE, colours: ['brown'] }, () => beast(BEAR)),
  kind('animal', 'polar bear', '', 1.6, 'snow', { ...SIDE, colours: ['ivory'] }, () =>
    beast({ ...BEAR, neck: [0.4, 0.2, 0.18], head: 0.2 }),
  ),
  kind('animal', 'panda', '', 1.3, 'bamboo', { ...SIDE, yaw: -45, colours: ['white'] }, () => panda()),
  kind('animal', 'wolf', 'coyote husky', 0.9, 'forest', { ...SIDE, colours: ['gray'], second: 'white' }, () =>
    beast({ ...DOG, legs: 0.4, ears: 'point', snout: [1, 0.4], tail: [0.3, -0.2, 0.075] }),
  ),
  kind('animal', 'fox', '', 0.6, 'forest', { ...SIDE, colours: ['orange'], second: 'white' }, () =>
    beast({
      ...DOG,
      thick: 0.15,
      ears: 'point',
      snout: [0.95, 0.32],
      tail: [0.42, 0.05, 0.1],
      hoof: '#2a2020 fur',
      more: () => [ball([-0.86, 0.58, 0], 0.1, 'white fur')],
    }),
  ),
  kind(
    'animal',
    'rabbit',
    'bunny hare',
    0.4,
    'meadow',
    { ...SIDE, yaw: -40, colours: ['beige', 'white', 'brown'], second: 'white' },
    () =>
      beast({
        ...CAT,
        long: 0.3,
        thick: 0.2,
        legs: 0.1,
        leg: 0.06,
        neck: [0.14, 0.22, 0.1],
        head: 0.16,
        ears: 'long',
        tail: [0.06, 0.06, 0.09],
        more: () => [],
      }),
  ),
  kind('animal', 'mouse', 'rat hamster', 0.12, 'meadow', { ...SIDE, yaw: -40, colours: ['gray'] }, () =>
    beast({
      ...CAT,
      long: 0.32,
      thick: 0.2,
      legs: 0.06,
      leg: 0.04,
      neck: [0.14, 0.06, 0.12],
      head: 0.16,
      snout: [0.9, 0.3],
      ears: 'round',
      tail: [0.5, -0.16, 0.02],
      nose: 'pink skin',
      more: () => [],
    }),
  ),
  kind('animal', 'squirrel', 'chipmunk', 0.3, 'forest', { ...SIDE, yaw: -40, colours: ['rust'], second: 'cream' }, () =>
    beast({
      ...CAT,
      long: 0.26,
      thick: 0.17,
      legs: 0.12,
      neck: [0.14, 0.3, 0.1],
      head: 0.14,
      tail: [0.12, 0.62, 0.13],
      more: () => [],
    }),
  ),
  kind('animal', 'elephant', 'mammoth', 3, 'savanna', { ...SIDE, colours: ['gray'] }, () => elephant()),
  kind('animal', 'rhinoceros', 'rhino', 1.7, 'savanna', { ...SIDE, colours: ['gray'] }, () =>
    beast({
      ...BEAR,
      finish: 'stone',
      neck: [0.36, 0.06, 0.2],
      head: 0.22,
      snout: [1, 0.6],
      ears: 'point',
      more: (j) => [
        cone([j.head[0] + 0.32, j.head[1] + 0.18, 0], 0.07, 0.01, 0.16, '#d8ccb0 gloss', { turn: [0, 0, -20] }),
      ],
    }),
  ),
  kind('animal', 'hippopotamus', 'hippo', 1.5, 'river', { ...SIDE, colours: ['plum'] }, () =>
    beast({ ...BEAR, finish: 'skin', thick: 0.4, legs: 0.2, neck: [0.4, 0.12, 0.24], head: 0.26, snout: [0.8, 0.85] }),
  ),
  kind('animal', 'giraffe', '', 5, 'savanna', { ...SIDE, colours: ['golden'], second: 'brown', pattern: 'spots' }, () =>
    beast({
      ...HORSE,
      long: 0.5,
      thick: 0.26,
      legs: 0.9,
      leg: 0.06,
      neck: [0.4, 1.35, 0.12],
      head: 0.14,
      tail: [0.08, -0.4, 0.03],
      more: (j) =>
        bothSides(
          limb(
            [j.head[0] - 0.02, j.head[1] + 0.1, 0.05],
            [j.head[0] - 0.04, j.head[1] + 0.26, 0.07],
            [0.02, 0.03],
            '#5a3418 fur',
          ),
        ),
    }),
  ),
  kind(
    'animal',
    'deer',
    'stag doe reindeer elk moose fawn',
    1.5,
    'forest',
    { ...SIDE, colours: ['tan', 'chestnut'], second: 'cream' },
    () => beast(DEER),
  ),
  kind('animal', 'camel', 'dromedary llama alpaca', 2, 'desert', { ...SIDE, colours: ['tan'] }, () =>
    beast({
      ...HORSE,
      neck: [0.46, 0.56, 0.12],
      tail: [0.08, -0.4, 0.03],
      more: (j) => [
        ball([-0.25, j.back + 0.06, 0], [0.2, 0.2, 0.16], j.main, { blend: 0.14 }),
        ball([0.22, j.back + 0.06, 0], [0.2, 0.2, 0.16], j.main, { blend: 0.14 }),
      ],
    }),
  ),
  kind('animal', 'hedgehog', 'porcupine', 0.2, 'forest', { ...SIDE, yaw: -40, colours: ['brown'], second: 'tan' }, () =>
    beast({
      ...CAT,
      long: 0.32,
      thick: 0.24,
      legs: 0.05,
      leg: 0.05,
      neck: [0.16, -0.08, 0.12],
      head: 0.15,
      snout: [0.9, 0.3],
      finish: 'straw',
      ears: 'round',
      tail: [0.02, 0, 0.02],
      more: () => [],
    }),
  ),
  kind(
    'animal',
    'monkey',
    'chimp chimpanzee ape gorilla',
    1,
    'jungle',
    { yaw: 20, colours: ['brown'], second: 'peach', motion: 'sway' },
    () => monkey(),
  ),
  kind('animal', 'kangaroo', 'wallaby', 1.5, 'savanna', { ...SIDE, colours: ['tan'], second: 'cream' }, () =>
    kangaroo(),
  ),
];

function wool(): Part[] {
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

function ring8(j: Joints): Part[] {
  return Array.from({ length: 9 }, (_, i) => {
    const a = (i / 9) * Math.PI * 2;
    return ball(
      [j.head[0] - 0.12, j.head[1] + Math.cos(a) * 0.2, Math.sin(a) * 0.2],
      [0.14, 0.15, 0.15],
      '#8a4a18 fur',
      { blend: 0.06 },
    );
  });
}

function panda(): Part[] {
  const parts = beast({ ...BEAR, legs: 0.24, hoof: 'black fur' }).map((part) =>
    part.shape === 'limb' && part.at[1] < 0.62 ? { ...part, paint: 'black fur' } : part,
  );
  const ears = parts.map((part) =>
    part.shape === 'ball' && part.size[1] < 0.1 && part.size[1] > 0.08 ? { ...part, paint: 'black fur' } : part,
  );
  return [...ears, ...bothSides(ball([0.86, 0.76, 0.14], [0.06, 0.08, 0.07], 'black fur'))];
}

function elephant(): Part[] {
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

function monkey(): Part[] {
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

function kangaroo(): Part[] {
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
