// Dishes that are served in a bowl or on a plate of their own.
import { ball, box, cone, drum, limb, type Part, ring } from '../shapes/part.ts';
import { tableThing } from './food.ts';
import type { Kind } from './kind.ts';

function filledBowl(fill: string, toppings: Part[]): Part[] {
  return [
    ball([0, 0.42, 0], [0.5, 0.42, 0.5], 'main gloss'),
    box([0, 0.8, 0], [0.6, 0.36, 0.6], 'main gloss', 0, { carve: true }),
    ball([0, 0.46, 0], [0.44, 0.38, 0.44], 'main gloss', { carve: true }),
    drum([0, 0.03, 0], 0.2, 0.03, 'main gloss'),
    drum([0, 0.33, 0], 0.43, 0.02, fill),
    ring([0, 0.435, 0], 0.47, 0.02, 'second gloss'),
    ...toppings,
  ];
}

/** Noodles lie in bundles that curl to the rim. */
function noodles(): Part[] {
  return Array.from({ length: 26 }, (_, i) => {
    const turn = (i % 13) * 0.16 - 1;
    const z = -0.26 + (i % 13) * 0.028;
    const y = 0.355 + (i > 12 ? 0.02 : 0) + 0.01 * Math.sin(i * 2.4);
    return limb(
      [-0.3 + 0.04 * Math.sin(i), y, z + 0.05 * turn],
      [0.28 + 0.05 * Math.cos(i * 1.7), y, z + 0.14 - 0.08 * turn],
      0.014,
      '#f0d48a gloss plain',
    );
  });
}

function halfEgg(x: number, z: number): Part[] {
  return [
    ball([x, 0.365, z], [0.105, 0.05, 0.13], '#fbf6ea gloss plain', { label: 'egg' }),
    ball([x, 0.393, z], [0.062, 0.034, 0.07], '#f0961c gloss plain', { label: 'egg' }),
  ];
}

const ROUND = { served: true, metres: 0.16, colours: ['#20242c', 'crimson', 'navy'], second: 'ivory' } as const;

export const DISHES: readonly Kind[] = [
  tableThing('ramen', { ...ROUND, words: 'noodle noodles noodle_soup pho udon', includes: ['egg'] }, () =>
    filledBowl('#b8783a gloss plain', [
      ...noodles(),
      ...halfEgg(-0.17, 0.17),
      ...halfEgg(0.06, 0.25),
      box([0.26, 0.44, -0.16], [0.11, 0.15, 0.008], '#14281c matte plain', 0.004, { turn: [-32, 30, 0] }),
      ...[0, 1].map((i) =>
        drum([0.24 - i * 0.02, 0.365 + i * 0.02, 0.08 + i * 0.1], 0.1, 0.018, '#c88a6c matte plain', {
          turn: [8, 0, 6],
        }),
      ),
      ...Array.from({ length: 9 }, (_, i) =>
        ring(
          [-0.1 + 0.06 * Math.cos(i * 2.4) * (1 + i * 0.12), 0.378, -0.02 + 0.05 * Math.sin(i * 2.4) * (1 + i * 0.12)],
          0.016,
          0.007,
          '#58a838 gloss plain',
        ),
      ),
    ]),
  ),
  tableThing('soup', { ...ROUND, words: 'stew broth chowder', colours: ['white', 'azure'] }, () =>
    filledBowl('#c8622c gloss plain', [
      ball([0.05, 0.35, 0.05], [0.14, 0.015, 0.1], '#f4ead8 gloss plain'),
      ...[0, 1, 2, 3, 4].map((i) =>
        ball([0.2 * Math.cos(i * 2.1), 0.355, 0.2 * Math.sin(i * 2.1)], [0.03, 0.01, 0.018], '#4a9a3c leaf plain'),
      ),
    ]),
  ),
  tableThing('salad', { ...ROUND, colours: ['white', '#8a5a30'] }, () =>
    filledBowl('#5a9a3c leaf plain', [
      ...Array.from({ length: 9 }, (_, i) =>
        ball(
          [0.24 * Math.cos(i * 2.4), 0.38 + 0.03 * (i % 3), 0.24 * Math.sin(i * 2.4)],
          [0.15, 0.06, 0.12],
          i % 2 ? '#7ab848 leaf plain' : '#4a8a34 leaf plain',
          { turn: [i * 25, i * 40, 0] },
        ),
      ),
      ...[0, 1, 2].map((i) =>
        ball([0.2 * Math.cos(i * 2.1 + 1), 0.45, 0.2 * Math.sin(i * 2.1 + 1)], 0.07, 'red gloss plain'),
      ),
    ]),
  ),
  tableThing('rice', { ...ROUND, colours: ['azure', 'white'] }, () =>
    filledBowl('#f6f2e8 snow plain', [ball([0, 0.36, 0], [0.38, 0.2, 0.38], '#faf8f0 snow plain')]),
  ),
  tableThing('sandwich', { words: 'toast', metres: 0.1, colours: ['#d8a860'] }, () => [
    box([0, 0.1, 0], [0.5, 0.08, 0.42], 'main matte', 0.06),
    box([0, 0.2, 0], [0.52, 0.025, 0.44], '#5aa040 leaf plain', 0.02),
    box([0, 0.25, 0], [0.5, 0.03, 0.42], '#c83c30 gloss plain', 0.02),
    box([0, 0.3, 0], [0.51, 0.02, 0.43], '#f0c040 gloss plain', 0.01),
    box([0, 0.4, 0], [0.5, 0.08, 0.42], 'main matte', 0.06),
  ]),
  tableThing('hot dog', { words: 'hotdog sausage', metres: 0.08, colours: ['#d09848'] }, () => [
    ball([0, 0.16, 0.13], [0.58, 0.17, 0.15], 'main matte'),
    ball([0, 0.16, -0.13], [0.58, 0.17, 0.15], 'main matte'),
    limb([-0.56, 0.26, 0], [0.56, 0.26, 0], 0.12, '#a8442c gloss plain'),
    ...Array.from({ length: 8 }, (_, i) =>
      limb(
        [-0.42 + i * 0.11, 0.38, i % 2 ? 0.05 : -0.05],
        [-0.31 + i * 0.11, 0.38, i % 2 ? -0.05 : 0.05],
        0.022,
        '#f0c028 gloss plain',
      ),
    ),
  ]),
  tableThing('orange juice', { words: 'fruit_juice lemonade', served: true, metres: 0.2, colours: ['#f09020'] }, () => [
    cone([0, 0.45, 0], 0.24, 0.32, 0.45, '#cfe4ec glass plain'),
    cone([0, 0.46, 0], 0.22, 0.3, 0.44, '#cfe4ec glass plain', { carve: true }),
    cone([0, 0.38, 0], 0.225, 0.29, 0.35, 'main gloss'),
    limb([0.05, 0.4, 0], [0.24, 1.12, 0], 0.025, 'white matte plain'),
  ]),
  tableThing('omelette', { words: 'omelet', metres: 0.05, colours: ['#f4c84c'] }, () => [
    drum([0, 0.03, 0], 0.6, 0.03, 'white gloss plain'),
    ball([0, 0.1, 0], [0.44, 0.13, 0.26], 'main matte'),
    ...[0, 1, 2].map((i) => ball([-0.2 + i * 0.2, 0.22, 0.05], [0.03, 0.01, 0.02], '#4a9a3c leaf plain')),
  ]),
];
