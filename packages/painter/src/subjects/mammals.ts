// Four-legged animals: one skeleton with many proportions.
import { ball, cone } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';
import { beast } from './mammal-build.ts';
import { BEAR, BIG_CAT, CAT, COW, DEER, DOG, HORSE, horns, mane, panda, ring8, wool } from './mammal-forms.ts';

export const SIDE = { yaw: -28, motion: 'walk' } as const;

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
];
