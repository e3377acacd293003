// Food and tableware.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring, tuft, wedge } from '../shapes/part.ts';
import { type Kind, type KindFacts, kind } from './kind.ts';

const STEM = '#5a3a1c wood plain';
const LEAF = '#3f8a2c leaf plain';
const TABLE_TOP = 'table top';

function slices(paint: string, top: string): Part[] {
  return [
    wedge([0, 0.3, 0], [0.42, 0.3, 0.3], paint, { turn: [0, 0, 0] }),
    box([0, 0.04, 0], [0.4, 0.05, 0.3], top, 0.03),
  ];
}

export const tableThing = (
  name: string,
  facts: Omit<KindFacts, 'group' | 'home'> & { home?: string },
  build: () => Part[],
) => kind(name, { group: 'food', home: TABLE_TOP, yaw: 16, ...facts }, build);

export const FOOD: readonly Kind[] = [
  tableThing('apple', { words: 'apples', metres: 0.09, colours: ['red', 'lime'] }, () => [
    ball([0, 0.4, 0], [0.42, 0.4, 0.42], 'main gloss'),
    ball([0, 0.84, 0], [0.14, 0.14, 0.14], 'main gloss', { carve: true, blend: 0.14 }),
    limb([0, 0.7, 0], [0.06, 0.96, 0], 0.025, STEM),
    ball([0.18, 0.92, 0], [0.15, 0.04, 0.08], LEAF, { turn: [0, 0, 20] }),
  ]),
  tableThing('orange', { words: 'tangerine mandarin oranges', metres: 0.09, colours: ['orange'] }, () => [
    ball([0, 0.42, 0], 0.42, 'main citrus'),
    ball([0, 0.84, 0], [0.04, 0.02, 0.04], '#4a6a20 matte plain'),
    ball([0.16, 0.88, 0], [0.15, 0.03, 0.08], LEAF, { turn: [0, 0, 12] }),
  ]),
  tableThing('lemon', { words: 'lime_fruit', metres: 0.08, colours: ['lemon'] }, () => [
    ball([0, 0.34, 0], [0.44, 0.33, 0.33], 'main citrus'),
    ball([0.44, 0.34, 0], 0.09, 'main citrus', { blend: 0.08 }),
    ball([-0.44, 0.34, 0], 0.06, 'main citrus', { blend: 0.06 }),
  ]),
  tableThing('pear', { metres: 0.11, colours: ['lime', 'olive'] }, () => [
    ball([0, 0.36, 0], [0.36, 0.36, 0.36], 'main gloss'),
    ball([0, 0.78, 0], [0.2, 0.26, 0.2], 'main gloss', { blend: 0.16 }),
    limb([0, 1.0, 0], [0.05, 1.18, 0], 0.022, STEM),
  ]),
  tableThing('peach', { words: 'apricot_fruit plum_fruit mango', metres: 0.08, colours: ['peach', 'coral'] }, () => [
    ball([0, 0.4, 0], [0.42, 0.4, 0.42], 'main fur'),
    ball([0.15, 0.86, 0], [0.16, 0.03, 0.08], LEAF),
  ]),
  tableThing('banana', { words: 'bananas', metres: 0.12, colours: ['yellow'] }, () =>
    [-1, 0, 1].flatMap((s) => [
      limb([-0.5, 0.5, s * 0.16], [-0.2, 0.2, s * 0.18], [0.07, 0.12], 'main matte', { blend: 0.08 }),
      limb([-0.2, 0.2, s * 0.18], [0.22, 0.17, s * 0.18], [0.12, 0.12], 'main matte', { blend: 0.08 }),
      limb([0.22, 0.17, s * 0.18], [0.54, 0.42, s * 0.14], [0.12, 0.06], 'main matte', { blend: 0.08 }),
      ball([0.57, 0.46, s * 0.14], 0.05, '#3a2a14 matte plain'),
    ]),
  ),
  tableThing('cherry', { words: 'cherries', metres: 0.06, colours: ['crimson'] }, () => [
    ...leftAndRight(ball([0.27, 0.24, 0], 0.24, 'main gloss'), limb([0.25, 0.44, 0], [0, 0.98, 0], 0.02, LEAF)),
    ball([0.16, 0.98, 0], [0.17, 0.03, 0.09], LEAF, { turn: [0, 0, -10] }),
  ]),
  tableThing('strawberry', { words: 'raspberry strawberries', metres: 0.05, colours: ['red'] }, () => [
    ball([0, 0.52, 0], [0.34, 0.3, 0.34], 'main citrus'),
    cone([0, 0.3, 0], 0.06, 0.3, 0.26, 'main citrus', { blend: 0.12 }),
    ...[0, 1, 2, 3, 4].map((i) =>
      ball([Math.sin(i * 1.257) * 0.15, 0.8, Math.cos(i * 1.257) * 0.15], [0.07, 0.03, 0.14], LEAF, {
        turn: [0, i * 72, 0],
      }),
    ),
    ...Array.from({ length: 14 }, (_, i) =>
      ball(
        [
          Math.sin(i * 2.4) * (0.15 + (i / 14) * 0.19),
          0.16 + (i / 14) * 0.42,
          Math.cos(i * 2.4) * (0.15 + (i / 14) * 0.19),
        ],
        0.02,
        'golden matte plain',
      ),
    ),
  ]),
  tableThing(
    'watermelon',
    { words: 'melon', metres: 0.3, colours: ['green'], second: '#123c18', pattern: 'stripes' },
    () => [ball([0, 0.42, 0], [0.52, 0.42, 0.42], 'main gloss')],
  ),
  tableThing('grapes', { words: 'grape', metres: 0.15, colours: ['purple', 'lime'] }, () => [
    ...Array.from({ length: 22 }, (_, i) => {
      const y = 0.14 + (i / 22) * 0.7;
      const r = 0.06 + (i / 22) * 0.28;
      return ball([Math.sin(i * 2.4) * r, y, Math.cos(i * 2.4) * r], 0.13, 'main gloss');
    }),
    limb([0, 0.8, 0], [0.04, 1.08, 0], 0.03, STEM),
    ball([0.2, 0.98, 0], [0.2, 0.03, 0.16], LEAF),
  ]),
  tableThing('pineapple', { words: 'ananas', metres: 0.3, colours: ['mustard'] }, () => [
    ball([0, 0.4, 0], [0.3, 0.42, 0.3], 'main scales'),
    ...Array.from({ length: 10 }, (_, i) =>
      ball([Math.sin(i * 2.4) * 0.1, 0.98 + (i % 3) * 0.08, Math.cos(i * 2.4) * 0.1], [0.05, 0.26, 0.03], LEAF, {
        turn: [Math.cos(i * 2.4) * 26, 0, -Math.sin(i * 2.4) * 26],
      }),
    ),
  ]),
  tableThing('tomato', { words: 'tomatoes', metres: 0.08, colours: ['red'] }, () => [
    ball([0, 0.36, 0], [0.44, 0.36, 0.44], 'main gloss'),
    ...[0, 1, 2, 3, 4].map((i) =>
      ball([Math.sin(i * 1.257) * 0.13, 0.72, Math.cos(i * 1.257) * 0.13], [0.05, 0.025, 0.13], LEAF, {
        turn: [0, i * 72, 0],
      }),
    ),
    limb([0, 0.7, 0], [0, 0.84, 0], 0.03, LEAF),
  ]),
  tableThing('carrot', { words: 'carrots', metres: 0.2, colours: ['orange'] }, () => [
    cone([0, 0.4, 0], 0.04, 0.19, 0.4, 'main matte'),
    ball([0, 0.8, 0], [0.19, 0.07, 0.19], 'main matte', { blend: 0.03 }),
    ...[0, 1, 2, 3, 4].map((i) =>
      limb([0, 0.84, 0], [Math.sin(i * 1.257) * 0.16, 1.2, Math.cos(i * 1.257) * 0.16], [0.025, 0.05], LEAF),
    ),
  ]),
  tableThing('pumpkin', { words: 'gourd squash', metres: 0.35, colours: ['orange'], home: 'farm' }, () => [
    ...Array.from({ length: 9 }, (_, i) =>
      ball([Math.sin(i * 0.698) * 0.2, 0.36, Math.cos(i * 0.698) * 0.2], [0.25, 0.36, 0.25], 'main gloss', {
        blend: 0.015,
      }),
    ),
    limb([0, 0.66, 0], [0.06, 0.9, 0], [0.07, 0.04], '#5a6a28 wood plain'),
  ]),
  tableThing('jack-o-lantern', { words: 'jack_o_lantern halloween_pumpkin', metres: 0.35, colours: ['orange'] }, () => [
    ...Array.from({ length: 9 }, (_, i) =>
      ball([Math.sin(i * 0.698) * 0.2, 0.36, Math.cos(i * 0.698) * 0.2], [0.25, 0.36, 0.25], 'main gloss', {
        blend: 0.015,
      }),
    ),
    limb([0, 0.66, 0], [0.06, 0.9, 0], [0.07, 0.04], '#5a6a28 wood'),
    ...leftAndRight(wedge([0.16, 0.46, 0.4], [0.09, 0.07, 0.08], '#ffc840 glow')),
    box([0, 0.22, 0.42], [0.2, 0.045, 0.06], '#ffc840 glow', 0.02),
  ]),
  tableThing('corn', { words: 'maize', metres: 0.25, colours: ['yellow'] }, () => [
    ball([0, 0.55, 0], [0.17, 0.5, 0.17], 'main scales'),
    ...leftAndRight(ball([0.17, 0.3, 0], [0.09, 0.38, 0.12], LEAF, { turn: [0, 0, -16] })),
  ]),
  tableThing('bread', { words: 'loaf baguette bun', metres: 0.15, colours: ['#c88a44'] }, () => [
    ball([0, 0.26, 0], [0.6, 0.26, 0.28], 'main matte'),
    ...[-0.3, -0.05, 0.2].map((x) => limb([x, 0.48, -0.1], [x + 0.12, 0.5, 0.12], 0.03, '#eacb92 matte')),
  ]),
  tableThing('croissant', { words: 'pastry', metres: 0.1, colours: ['#c8883c'] }, () =>
    Array.from({ length: 7 }, (_, i) => {
      const a = (i - 3) * 0.42;
      const r = 0.2 - Math.abs(i - 3) * 0.038;
      return ball([Math.sin(a) * 0.5, r + 0.02, 0.35 - Math.cos(a) * 0.45], [0.13, r, r], 'main gloss', {
        blend: 0.02,
        turn: [0, (-a * 180) / Math.PI, 0],
      });
    }),
  ),
  tableThing(
    'cake',
    { words: 'birthday_cake wedding_cake pie tart cheesecake', metres: 0.3, colours: ['pink', 'white', 'chocolate'] },
    () => [
      drum([0, 0.04, 0], 0.66, 0.03, 'silver metal plain'),
      drum([0, 0.24, 0], 0.5, 0.18, 'main matte'),
      drum([0, 0.56, 0], 0.34, 0.16, 'main matte'),
      ...Array.from({ length: 14 }, (_, i) =>
        ball([Math.sin(i * 0.449) * 0.47, 0.42, Math.cos(i * 0.449) * 0.47], 0.075, 'ivory matte plain'),
      ),
      ...Array.from({ length: 10 }, (_, i) =>
        ball([Math.sin(i * 0.628) * 0.3, 0.72, Math.cos(i * 0.628) * 0.3], 0.055, 'ivory matte plain'),
      ),
      ...[0, 1, 2, 3].flatMap((i) => [
        drum([Math.sin(i * 1.571) * 0.16, 0.82, Math.cos(i * 1.571) * 0.16], 0.024, 0.11, 'azure matte plain'),
        ball([Math.sin(i * 1.571) * 0.16, 0.97, Math.cos(i * 1.571) * 0.16], [0.028, 0.05, 0.028], 'yellow glow plain'),
      ]),
      ball([0, 0.77, 0], 0.07, 'red gloss plain'),
    ],
  ),
  tableThing('cupcake', { words: 'muffin', metres: 0.1, colours: ['pink', 'mint', 'lavender'] }, () => [
    cone([0, 0.24, 0], 0.24, 0.35, 0.24, '#c87a48 cloth plain'),
    ...[0, 1, 2, 3].map((i) =>
      ring([0, 0.52 + i * 0.13, 0], 0.25 - i * 0.075, 0.12 - i * 0.015, 'main matte', { blend: 0.03 }),
    ),
    ball([0, 0.98, 0], 0.09, 'red gloss plain'),
  ]),
  tableThing('donut', { words: 'doughnut bagel', metres: 0.05, colours: ['pink', 'chocolate'] }, () => [
    ring([0, 0.4, 0], 0.3, 0.17, '#d8a058 matte plain', { turn: [68, 0, 0] }),
    ring([0, 0.42, 0.05], 0.3, 0.16, 'main gloss', { turn: [68, 0, 0] }),
    ...Array.from({ length: 12 }, (_, i) =>
      limb(
        [Math.sin(i * 0.524) * 0.3, 0.44 + Math.cos(i * 0.524) * 0.28, 0.2 + Math.cos(i * 0.524) * -0.1],
        [Math.sin(i * 0.524) * 0.3 + 0.05, 0.46 + Math.cos(i * 0.524) * 0.28, 0.2 + Math.cos(i * 0.524) * -0.1],
        0.017,
        ['azure gloss plain', 'yellow gloss plain', 'white gloss plain', 'lime gloss plain'][i % 4] ??
          'white gloss plain',
      ),
    ),
  ]),
  tableThing('cookie', { words: 'biscuit', metres: 0.08, colours: ['#c89048'] }, () => [
    drum([0, 0.4, 0], 0.4, 0.07, 'main matte', { turn: [62, 0, 0] }),
    ...Array.from({ length: 8 }, (_, i) =>
      ball(
        [
          Math.sin(i * 2.4) * (0.1 + i * 0.03),
          0.44 + Math.cos(i * 2.4) * (0.1 + i * 0.025),
          0.1 - Math.cos(i * 2.4) * 0.1,
        ],
        0.05,
        '#3a2010 gloss plain',
      ),
    ),
  ]),
  tableThing('pizza', { metres: 0.3, colours: ['#e8b84c'] }, () => [
    drum([0, 0.36, 0], 0.62, 0.04, '#c88a44 matte plain', { turn: [52, 0, 0] }),
    drum([0, 0.4, 0.03], 0.54, 0.035, 'main matte', { turn: [52, 0, 0] }),
    ...Array.from({ length: 8 }, (_, i) =>
      drum(
        [
          Math.sin(i * 2.4) * (0.12 + i * 0.045),
          0.44 + Math.cos(i * 2.4) * (0.12 + i * 0.045) * 0.79,
          0.06 - Math.cos(i * 2.4) * (0.12 + i * 0.045) * 0.62,
        ],
        0.085,
        0.025,
        'red matte plain',
        { turn: [52, 0, 0] },
      ),
    ),
  ]),
  tableThing('burger', { words: 'hamburger cheeseburger', metres: 0.12, colours: ['#c8843c'] }, () => [
    drum([0, 0.1, 0], 0.42, 0.1, 'main matte'),
    drum([0, 0.25, 0], 0.45, 0.07, '#4a2814 stone plain'),
    box([0, 0.33, 0], [0.4, 0.02, 0.4], '#f0b028 gloss plain', 0.02, { turn: [0, 40, 0] }),
    ...Array.from({ length: 10 }, (_, i) =>
      ball([Math.sin(i * 0.628) * 0.4, 0.38, Math.cos(i * 0.628) * 0.4], [0.12, 0.04, 0.12], LEAF),
    ),
    drum([0, 0.42, 0], 0.38, 0.035, 'red gloss plain'),
    dome([0, 0.46, 0], [0.45, 0.34, 0.45], 'main gloss'),
    ...Array.from({ length: 12 }, (_, i) =>
      ball(
        [Math.sin(i * 2.4) * 0.05 * i * 0.6, 0.79 - i * 0.012 * i * 0.14, Math.cos(i * 2.4) * 0.05 * i * 0.6],
        [0.025, 0.015, 0.025],
        'cream matte plain',
      ),
    ),
  ]),
  tableThing('ice cream', { words: 'gelato icecream sundae', metres: 0.2, colours: ['pink', 'mint', 'cream'] }, () => [
    cone([0, 0.36, 0], 0.02, 0.24, 0.36, '#d09a50 straw plain'),
    ball([0, 0.86, 0], 0.29, 'main snow'),
    ring([0, 0.73, 0], 0.23, 0.06, 'main snow', { blend: 0.04 }),
    ball([0.04, 1.16, 0], 0.2, 'ivory snow plain'),
    ball([0.04, 1.4, 0], 0.08, 'red gloss plain'),
  ]),
  tableThing('egg', { words: 'eggs easter_egg', metres: 0.06, colours: ['ivory', 'tan'] }, () => [
    ball([0, 0.42, 0], [0.32, 0.42, 0.32], 'main matte'),
  ]),
  tableThing('cheese', { metres: 0.1, colours: ['amber'] }, () => [
    ...slices('main gloss', 'main gloss'),
    ...[
      [0.1, 0.2, 0.3],
      [-0.12, 0.14, 0.3],
      [0, 0.38, 0.28],
    ].map(([x = 0, y = 0, z = 0]) => ball([x, y, z], 0.07, 'main gloss', { carve: true })),
  ]),
  tableThing('sushi', { words: 'maki onigiri', metres: 0.06, colours: ['salmon'] }, () => [
    ball([0, 0.2, 0], [0.46, 0.2, 0.24], 'white snow plain'),
    ball([0, 0.36, 0], [0.5, 0.12, 0.25], 'main gloss', { turn: [0, 0, 0] }),
    box([0, 0.28, 0], [0.1, 0.25, 0.27], '#14241c gloss plain', 0.06),
  ]),
  tableThing('broccoli', { words: 'cabbage lettuce cauliflower', metres: 0.15, colours: ['green'] }, () => [
    limb([0, 0, 0], [0, 0.4, 0], [0.14, 0.18], '#8ab858 matte plain'),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      tuft([Math.sin(i * 1.05) * 0.24, 0.56, Math.cos(i * 1.05) * 0.24], 0.2, 'main leaf'),
    ),
    tuft([0, 0.7, 0], 0.24, 'main leaf'),
  ]),
  tableThing('pepper', { words: 'chili bell_pepper chilli', metres: 0.1, colours: ['red', 'green', 'yellow'] }, () => [
    ...[0, 1, 2].map((i) =>
      ball([Math.sin(i * 2.09) * 0.14, 0.38, Math.cos(i * 2.09) * 0.14], [0.21, 0.38, 0.21], 'main gloss', {
        blend: 0.03,
      }),
    ),
    limb([0, 0.7, 0], [0.04, 0.94, 0], 0.045, LEAF),
  ]),
];
