// Four-legged animals: one skeleton with many proportions.
import { ball, cone } from '../shapes/part.ts';
import { type Kind, kind, kindsOf } from './kind.ts';
import { beast } from './mammal-build.ts';
import { BEAR, BIG_CAT, CAT, COW, DEER, DOG, HORSE, horns, mane, panda, ring8, wool } from './mammal-forms.ts';

const animal = kindsOf('animal');

export const SIDE = { yaw: -28, motion: 'walk' } as const;

export const MAMMALS: readonly Kind[] = [
  animal(
    'cat',
    {
      words: 'kitten kitty tomcat',
      metres: 0.45,
      home: 'garden',
      ...SIDE,
      yaw: -38,
      colours: ['ginger', 'gray', 'black', 'white'],
      second: 'cream',
    },
    (look) => beast(CAT, look),
  ),
  animal(
    'dog',
    {
      words: 'puppy hound corgi labrador retriever golden_retriever',
      metres: 0.7,
      home: 'park',
      ...SIDE,
      yaw: -38,
      colours: ['tan', 'brown', 'golden', 'white'],
      second: 'cream',
    },
    (look) => beast(DOG, look),
  ),
  animal(
    'horse',
    {
      words: 'pony stallion mare foal',
      metres: 1.9,
      home: 'meadow',
      ...SIDE,
      colours: ['chestnut', 'brown', 'white'],
      saddle: { at: [0, 1.24, 0], pose: 'riding' },
    },
    (look) => beast(HORSE, look),
  ),
  animal(
    'zebra',
    {
      metres: 1.7,
      home: 'savanna',
      ...SIDE,
      colours: ['white'],
      second: 'black',
      pattern: 'stripes',
      saddle: { at: [0, 1.24, 0], pose: 'riding' },
    },
    (look) => beast({ ...HORSE, more: (j) => mane(j, 'black fur') }, look),
  ),
  kind(
    'unicorn',
    {
      group: 'fantasy',
      metres: 1.9,
      home: 'meadow',
      ...SIDE,
      colours: ['white'],
      saddle: { at: [0, 1.24, 0], pose: 'riding' },
    },
    (look) =>
      beast(
        {
          ...HORSE,
          more: (j) => [
            ...mane(j, 'pink fur'),
            cone([j.head[0] + 0.08, j.head[1] + 0.34, 0], 0.04, 0.004, 0.2, 'gold metal', { turn: [0, 0, -22] }),
          ],
        },
        look,
      ),
  ),
  animal(
    'donkey',
    {
      words: 'mule burro',
      metres: 1.4,
      home: 'farm',
      ...SIDE,
      colours: ['gray'],
      saddle: { at: [0, 1.12, 0], pose: 'riding' },
    },
    (look) => beast({ ...HORSE, legs: 0.6, head: 0.18, ears: 'long' }, look),
  ),
  animal(
    'cow',
    {
      words: 'bull ox cattle calf',
      metres: 1.5,
      home: 'farm',
      ...SIDE,
      colours: ['white', 'brown'],
      second: 'black',
      pattern: 'patches',
    },
    (look) => beast(COW, look),
  ),
  animal('buffalo', { words: 'bison yak', metres: 1.8, home: 'meadow', ...SIDE, colours: ['chocolate'] }, (look) =>
    beast(
      {
        ...COW,
        thick: 0.42,
        more: (j) => [...horns(j, 0.4), ball([0.3, j.back - 0.05, 0], [0.34, 0.2, 0.25], j.main, { blend: 0.1 })],
      },
      look,
    ),
  ),
  animal('sheep', { words: 'lamb ram', metres: 0.9, home: 'meadow', ...SIDE, colours: ['cream'] }, (look) => [
    ...beast(
      {
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
      },
      look,
    ),
    ...wool(),
  ]),
  animal('goat', { metres: 0.9, home: 'hills', ...SIDE, colours: ['white', 'tan'] }, (look) =>
    beast(
      {
        ...DEER,
        thick: 0.22,
        legs: 0.4,
        more: (j) => [
          ...horns(j, 0.9, '#6a5a48 gloss'),
          cone([j.head[0] + 0.16, j.head[1] - 0.22, 0], 0.01, 0.05, 0.09, j.main),
        ],
      },
      look,
    ),
  ),
  animal('pig', { words: 'piglet hog boar', metres: 0.8, home: 'farm', ...SIDE, colours: ['pink'] }, (look) =>
    beast(
      {
        ...BEAR,
        finish: 'skin',
        thick: 0.32,
        legs: 0.2,
        leg: 0.07,
        snout: [0.45, 0.42],
        ears: 'point',
        nose: '#c86878 skin',
        tail: [0.1, 0.14, 0.02],
      },
      look,
    ),
  ),
  animal('lion', { words: 'lioness', metres: 1.2, home: 'savanna', ...SIDE, colours: ['golden'] }, (look) =>
    beast({ ...BIG_CAT, more: (j) => [...ring8(j), ball([-1.02, 0.55, 0], 0.08, '#6a3c1c fur')] }, look),
  ),
  animal(
    'tiger',
    { metres: 1.1, home: 'jungle', ...SIDE, colours: ['orange'], second: 'black', pattern: 'stripes' },
    (look) => beast(BIG_CAT, look),
  ),
  animal(
    'leopard',
    {
      words: 'cheetah jaguar',
      metres: 0.9,
      home: 'savanna',
      ...SIDE,
      colours: ['mustard'],
      second: 'chocolate',
      pattern: 'spots',
    },
    (look) => beast({ ...BIG_CAT, thick: 0.2, head: 0.17 }, look),
  ),
  animal('panther', { words: 'puma cougar', metres: 0.9, home: 'jungle', ...SIDE, colours: ['black'] }, (look) =>
    beast(BIG_CAT, look),
  ),
  animal('bear', { words: 'grizzly brown_bear', metres: 1.6, home: 'forest', ...SIDE, colours: ['brown'] }, (look) =>
    beast(BEAR, look),
  ),
  animal('polar bear', { metres: 1.6, home: 'snow', ...SIDE, colours: ['ivory'] }, (look) =>
    beast({ ...BEAR, neck: [0.4, 0.2, 0.18], head: 0.2 }, look),
  ),
  animal('panda', { words: 'panda_bear', metres: 1.3, home: 'bamboo', ...SIDE, yaw: -45, colours: ['white'] }, () =>
    panda(),
  ),
  animal(
    'wolf',
    {
      words: 'coyote husky grey_wolf gray_wolf',
      metres: 0.9,
      home: 'forest',
      ...SIDE,
      colours: ['gray'],
      second: 'white',
    },
    (look) => beast({ ...DOG, legs: 0.4, ears: 'point', snout: [1, 0.4], tail: [0.3, -0.2, 0.075] }, look),
  ),
  animal(
    'fox',
    { words: 'red_fox', metres: 0.6, home: 'forest', ...SIDE, colours: ['#c8602c'], second: 'white' },
    (look) =>
      beast(
        {
          ...DOG,
          thick: 0.15,
          ears: 'point',
          snout: [0.95, 0.32],
          tail: [0.42, 0.05, 0.1],
          hoof: '#2a2020 fur',
          more: () => [ball([-0.86, 0.58, 0], 0.1, 'white fur')],
        },
        look,
      ),
  ),
  animal(
    'rabbit',
    {
      words: 'bunny hare',
      metres: 0.4,
      home: 'meadow',
      ...SIDE,
      yaw: -40,
      colours: ['beige', 'white', 'brown'],
      second: 'white',
    },
    (look) =>
      beast(
        {
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
        },
        look,
      ),
  ),
  animal(
    'mouse',
    { words: 'rat hamster', metres: 0.12, home: 'meadow', ...SIDE, yaw: -40, colours: ['gray'] },
    (look) =>
      beast(
        {
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
        },
        look,
      ),
  ),
  animal(
    'squirrel',
    { words: 'chipmunk', metres: 0.3, home: 'forest', ...SIDE, yaw: -40, colours: ['rust'], second: 'cream' },
    (look) =>
      beast(
        {
          ...CAT,
          long: 0.26,
          thick: 0.17,
          legs: 0.12,
          neck: [0.14, 0.3, 0.1],
          head: 0.14,
          tail: [0.12, 0.62, 0.13],
          more: () => [],
        },
        look,
      ),
  ),
];
