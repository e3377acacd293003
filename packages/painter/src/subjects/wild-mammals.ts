// Large and unusual wild animals.
import { ball, bothSides, cone, limb } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { beast } from './mammal-build.ts';
import { BEAR, CAT, DEER, elephant, HORSE, kangaroo, monkey } from './mammal-forms.ts';
import { SIDE } from './mammals.ts';

const animal = kindsOf('animal');

export const WILD_MAMMALS: readonly Kind[] = [
  animal(
    'raccoon',
    { words: 'racoon', metres: 0.4, home: 'forest', ...SIDE, colours: ['gray'], second: 'black' },
    (look) =>
      beast(
        {
          ...CAT,
          thick: 0.2,
          legs: 0.16,
          tail: [0.42, 0.06, 0.075],
          ears: 'round',
          more: (j) =>
            [-1, 1].map((side) =>
              ball(
                [j.head[0] + j.size * 0.58, j.head[1] + j.size * 0.2, side * j.size * 0.48],
                j.size * 0.3,
                '#181818 fur',
              ),
            ),
        },
        look,
      ),
  ),
  animal(
    'elephant',
    {
      words: 'mammoth',
      metres: 3,
      home: 'savanna',
      ...SIDE,
      colours: ['gray'],
      saddle: { at: [0.1, 1.4, 0], pose: 'riding' },
    },
    () => elephant(),
  ),
  animal('rhinoceros', { words: 'rhino', metres: 1.7, home: 'savanna', ...SIDE, colours: ['gray'] }, (look) =>
    beast(
      {
        ...BEAR,
        finish: 'stone',
        neck: [0.36, 0.06, 0.2],
        head: 0.22,
        snout: [1, 0.6],
        ears: 'point',
        more: (j) => [
          cone([j.head[0] + 0.32, j.head[1] + 0.18, 0], 0.07, 0.01, 0.16, '#d8ccb0 gloss', { turn: [0, 0, -20] }),
        ],
      },
      look,
    ),
  ),
  animal('hippopotamus', { words: 'hippo', metres: 1.5, home: 'river', ...SIDE, colours: ['plum'] }, (look) =>
    beast(
      {
        ...BEAR,
        finish: 'skin',
        thick: 0.4,
        legs: 0.2,
        neck: [0.4, 0.12, 0.24],
        head: 0.26,
        snout: [0.8, 0.85],
      },
      look,
    ),
  ),
  animal(
    'giraffe',
    { metres: 5, home: 'savanna', ...SIDE, colours: ['golden'], second: 'brown', pattern: 'spots' },
    (look) =>
      beast(
        {
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
        },
        look,
      ),
  ),
  animal(
    'deer',
    {
      words: 'stag doe reindeer elk moose fawn',
      metres: 1.5,
      home: 'forest',
      ...SIDE,
      colours: ['tan', 'chestnut'],
      second: 'cream',
    },
    (look) => beast(DEER, look),
  ),
  animal(
    'camel',
    {
      words: 'dromedary llama alpaca',
      metres: 2,
      home: 'desert',
      ...SIDE,
      colours: ['tan'],
      saddle: { at: [0, 1.34, 0], pose: 'riding' },
    },
    (look) =>
      beast(
        {
          ...HORSE,
          neck: [0.46, 0.56, 0.12],
          tail: [0.08, -0.4, 0.03],
          more: (j) => [
            ball([-0.25, j.back + 0.06, 0], [0.2, 0.2, 0.16], j.main, { blend: 0.14 }),
            ball([0.22, j.back + 0.06, 0], [0.2, 0.2, 0.16], j.main, { blend: 0.14 }),
          ],
        },
        look,
      ),
  ),
  animal(
    'hedgehog',
    { words: 'porcupine', metres: 0.2, home: 'forest', ...SIDE, yaw: -40, colours: ['brown'], second: 'tan' },
    (look) =>
      beast(
        {
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
        },
        look,
      ),
  ),
  animal(
    'monkey',
    {
      words: 'chimp chimpanzee ape gorilla',
      metres: 1,
      home: 'jungle',
      yaw: 20,
      colours: ['brown'],
      second: 'peach',
      motion: 'sway',
    },
    () => monkey(),
  ),
  animal(
    'kangaroo',
    { words: 'wallaby', metres: 1.5, home: 'savanna', ...SIDE, colours: ['tan'], second: 'cream' },
    () => kangaroo(),
  ),
];
