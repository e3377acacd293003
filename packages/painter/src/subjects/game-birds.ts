// Turkeys and quails.
import { ball, limb } from '../shapes/part.ts';
import { bird, SMALL } from './bird-build.ts';
import { type Kind, kindsOf } from './kind.ts';

const animal = kindsOf('animal');

export const GAME_BIRDS: readonly Kind[] = [
  animal(
    'turkey',
    { metres: 0.9, home: 'farm', yaw: -30, motion: 'walk', colours: ['#4a3020'], second: '#8a5a34' },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.34, 0.3],
          tail: 0.2,
          more: (h) => [
            ball([h[0] + 0.12, h[1] - 0.16, 0], [0.045, 0.12, 0.04], 'red skin'),
            ...[-3, -2, -1, 0, 1, 2, 3].map((i) =>
              ball(
                [h[0] - 0.66, h[1] - 0.02, i * 0.12],
                [0.06, 0.3, 0.09],
                i % 2 ? '#6a4426 feather' : '#3a2416 feather',
                {
                  turn: [i * 16, 0, 18],
                },
              ),
            ),
          ],
        },
        look,
      ),
  ),
  animal(
    'quail',
    {
      words: 'partridge',
      metres: 0.2,
      home: 'meadow',
      yaw: -30,
      motion: 'walk',
      colours: ['#8a7a64'],
      second: '#d8c8a8',
    },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.3, 0.26],
          tail: 0.1,
          more: (h) => [
            limb([h[0] + 0.04, h[1] + 0.12, 0], [h[0] + 0.2, h[1] + 0.3, 0], [0.015, 0.04], 'black feather'),
          ],
        },
        look,
      ),
  ),
];
