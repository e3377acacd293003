// What people wear or hold over their heads.
import { ball, box, drum, leftAndRight, limb, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { TABLE_TOP, thing, umbrella } from './thing-build.ts';

export const CLOTHING: readonly Kind[] = [
  thing('umbrella', { words: 'parasol', metres: 1, home: 'street', colours: ['red', 'yellow', 'azure'] }, umbrella),
  thing(
    'hat',
    { words: 'cap top_hat bonnet sombrero fedora', metres: 0.2, home: TABLE_TOP, colours: ['brown', 'black', 'red'] },
    () => [
      ball([0, 0.05, 0], [0.6, 0.05, 0.52], 'main cloth'),
      drum([0, 0.3, 0], 0.3, 0.26, 'main cloth', { blend: 0.06 }),
      drum([0, 0.14, 0], 0.305, 0.05, 'second cloth'),
    ],
  ),
  thing(
    'shoe',
    { words: 'boot sneaker boots shoes slipper', metres: 0.2, home: TABLE_TOP, colours: ['red', 'brown', 'teal'] },
    () => [
      box([0.05, 0.04, 0], [0.52, 0.05, 0.2], 'white matte plain', 0.05),
      ball([0.24, 0.18, 0], [0.34, 0.17, 0.19], 'main gloss'),
      limb([-0.26, 0.2, 0], [-0.26, 0.46, 0], [0.2, 0.17], 'main gloss', { blend: 0.1 }),
      ...[0, 1, 2].map((i) =>
        limb(
          [0.12 - i * 0.1, 0.34 + i * 0.05, -0.1],
          [0.12 - i * 0.1, 0.34 + i * 0.05, 0.1],
          0.018,
          'white matte plain',
        ),
      ),
    ],
  ),
  thing('glasses', { words: 'sunglasses spectacles', metres: 0.06, home: TABLE_TOP, colours: ['black', 'red'] }, () => [
    ...leftAndRight(
      ring([0.3, 0.26, 0.3], 0.2, 0.035, 'main gloss', { turn: [90, 0, 0] }),
      drum([0.3, 0.26, 0.3], 0.19, 0.01, '#26405c glass plain', { turn: [90, 0, 0] }),
      limb([0.5, 0.3, 0.3], [0.52, 0.26, -0.4], 0.025, 'main gloss'),
    ),
    limb([-0.1, 0.3, 0.3], [0.1, 0.3, 0.3], 0.028, 'main gloss'),
  ]),
];
