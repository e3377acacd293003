// Things for reading and writing.
import { ball, box, cone, drum, type Part, wedge } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { thing } from './thing-build.ts';

export const STATIONERY: readonly Kind[] = [
  thing(
    'book',
    {
      words: 'books novel diary',
      metres: 0.25,
      home: 'desk top',
      colours: ['crimson', 'navy', 'emerald'],
      second: 'gold',
    },
    ({ traits }) =>
      traits?.lettered
        ? standingBook()
        : [0, 1, 2].flatMap((i) => [
            box(
              [i * 0.03 - 0.03, 0.09 + i * 0.17, 0],
              [0.46, 0.075, 0.34],
              i === 1 ? 'second cloth' : 'main cloth',
              0.02,
              {
                turn: [0, i * 14 - 10, 0],
              },
            ),
            box([i * 0.03 - 0.01, 0.09 + i * 0.17, 0.015], [0.45, 0.058, 0.335], 'ivory matte plain', 0.01, {
              turn: [0, i * 14 - 10, 0],
            }),
          ]),
  ),
  thing(
    'pencil',
    { words: 'pen crayon brush paintbrush', metres: 0.2, home: 'desk top', colours: ['yellow', 'red'] },
    () => [
      drum([0, 0.62, 0], 0.08, 0.42, 'main gloss'),
      cone([0, 0.12, 0], 0.01, 0.08, 0.09, '#e8c890 wood plain'),
      cone([0, 0.045, 0], 0.003, 0.03, 0.035, 'black matte plain'),
      drum([0, 1.07, 0], 0.082, 0.04, 'silver metal plain'),
      drum([0, 1.15, 0], 0.075, 0.05, 'pink matte plain'),
    ],
  ),
  thing(
    'envelope',
    { words: 'letter mail card', metres: 0.15, home: 'desk top', colours: ['cream'], second: 'beige' },
    () => [
      box([0, 0.34, 0], [0.5, 0.33, 0.02], 'main matte', 0.015, { turn: [-14, 0, 0] }),
      wedge([0, 0.48, 0.03], [0.48, 0.17, 0.012], 'second matte', { turn: [166, 0, 0] }),
      ball([0, 0.36, 0.06], [0.07, 0.07, 0.03], 'red gloss plain'),
    ],
  ),
];

/** Closed and upright, with its cover to the front. */
function standingBook(): Part[] {
  return [
    box([0, 0.5, 0], [0.42, 0.5, 0.09], 'main cloth', 0.015),
    box([0.02, 0.5, -0.01], [0.41, 0.48, 0.07], 'ivory matte plain', 0.01),
    box([0, 0.5, 0.085], [0.42, 0.5, 0.012], 'main cloth', 0.01, { label: 'board' }),
  ];
}
