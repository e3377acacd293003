// Trees, bushes and flowers.
import { ball, cone, drum, limb, tuft, type Vec } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { conifer, flower, leafy, palm, rose } from './plant-build.ts';

const plant = kindsOf('plant');

const STAND = { motion: 'sway' } as const;

export const PLANTS: readonly Kind[] = [
  plant(
    'tree',
    {
      words: 'oak elm beech linden apple_tree orange_tree trees',
      metres: 7,
      home: 'meadow',
      ...STAND,
      colours: ['#3f7a2a', '#4c8a30'],
    },
    (look) => leafy(look, { wide: 0.46, low: 0.5 }),
  ),
  plant('maple', { words: 'autumn_tree', metres: 7, home: 'park', ...STAND, colours: ['#d0561a', '#c83a18'] }, (look) =>
    leafy(look, { wide: 0.44, low: 0.48 }),
  ),
  plant(
    'cherry tree',
    {
      words: 'sakura cherry_blossom blossom_tree blossoming_tree',
      metres: 6,
      home: 'blossom garden',
      ...STAND,
      colours: ['#f2a6c0'],
    },
    (look) => leafy(look, { wide: 0.5, low: 0.46 }, { paint: 'main petal', bark: '#4a3430 bark' }),
  ),
  plant('birch', { words: 'aspen poplar', metres: 8, home: 'forest', ...STAND, colours: ['#86a832'] }, (look) =>
    leafy(look, { wide: 0.3, low: 0.7 }, { paint: 'main leaf', bark: '#d8d4c8 bark' }),
  ),
  plant('willow', { metres: 7, home: 'lake', ...STAND, colours: ['#6a9a3a'] }, (look) => [
    ...leafy(look, { wide: 0.46, low: 0.52 }),
    ...Array.from({ length: 12 }, (_, i) =>
      limb(
        [Math.cos(i * 0.52) * 0.4, 0.85, Math.sin(i * 0.52) * 0.35],
        [Math.cos(i * 0.52) * 0.5, 0.2 + (i % 3) * 0.08, Math.sin(i * 0.52) * 0.42],
        [0.06, 0.025],
        'main leaf',
      ),
    ),
  ]),
  plant(
    'pine',
    {
      words: 'fir spruce conifer pine_tree evergreen cedar cypress',
      metres: 9,
      home: 'mountains',
      ...STAND,
      colours: ['#28583a', '#2c6038'],
    },
    (look) => conifer(look, 6, 0.4),
  ),
  plant(
    'christmas tree',
    { words: 'xmas_tree', metres: 3, home: 'living room', ...STAND, colours: ['#1f6a34'] },
    (look) => [
      ...conifer(look, 6, 0.46),
      ...Array.from({ length: 16 }, (_, i) => {
        const t = i / 16;
        const r = 0.47 * (1 - t * 0.86);
        return ball(
          [Math.sin(i * 2.4) * r, 0.24 + t * 0.95, Math.cos(i * 2.4) * r],
          0.045,
          ['red gloss', 'gold metal', 'azure gloss', 'magenta gloss'][i % 4] ?? 'red gloss',
        );
      }),
      ball([0, 1.5, 0], 0.07, 'yellow glow'),
    ],
  ),
  plant('palm', { words: 'palm_tree coconut_tree', metres: 8, home: 'beach', ...STAND, colours: ['#3f8a34'] }, palm),
  plant('bonsai', { metres: 0.5, home: 'living room', ...STAND, colours: ['#2f6a30'] }, (look) => [
    drum([0, 0.1, 0], 0.3, 0.1, '#6a3424 gloss'),
    limb([0, 0.2, 0], [0.12, 0.42, 0], [0.07, 0.05], '#4a3020 bark'),
    limb([0.12, 0.42, 0], [-0.06, 0.66, 0], [0.05, 0.03], '#4a3020 bark'),
    limb([0.1, 0.44, 0], [0.34, 0.56, 0.05], [0.035, 0.02], '#4a3020 bark'),
    ...[
      [-0.06, 0.76, 0],
      [0.36, 0.62, 0.04],
      [-0.26, 0.62, 0.02],
      [0.14, 0.8, 0],
    ].map((at) => tuft([at[0] ?? 0, at[1] ?? 0, at[2] ?? 0], [0.2 + look.chance() * 0.05, 0.1, 0.17], 'main leaf')),
  ]),
  plant('bush', { words: 'shrub hedge', metres: 1.2, home: 'garden', ...STAND, colours: ['#3f7a30'] }, (look) =>
    [0, 1, 2, 3, 4, 5]
      .map((i) =>
        tuft([Math.cos(i * 1.05) * 0.34, 0.28 + look.chance() * 0.1, Math.sin(i * 1.05) * 0.26], 0.3, 'main leaf', {
          blend: 0.02,
        }),
      )
      .concat(tuft([0, 0.46, 0], 0.32, 'main leaf')),
  ),
  plant('bamboo', { metres: 4, home: 'bamboo', ...STAND, colours: ['#6a9a34'] }, (look) =>
    Array.from({ length: 5 }, (_, i) => {
      const x = (i - 2) * 0.14 + look.chance() * 0.06;
      const z = (i % 2) * 0.16 - 0.08;
      return [
        ...[0, 1, 2, 3, 4].map((j) => drum([x, 0.15 + j * 0.29, z], 0.036, 0.142, 'main gloss')),
        ...[2, 3, 4].map((j) =>
          ball([x + (j % 2 ? 0.14 : -0.14), 0.3 + j * 0.29, z], [0.15, 0.02, 0.05], 'main leaf', {
            turn: [0, 0, j % 2 ? -20 : 20],
          }),
        ),
      ];
    }).flat(),
  ),
  plant('cactus', { words: 'cacti saguaro', metres: 2.5, home: 'desert', colours: ['#3f8a48'] }, () => [
    limb([0, 0, 0], [0, 1.2, 0], 0.17, 'main scales'),
    limb([0.1, 0.55, 0], [0.42, 0.6, 0], 0.1, 'main scales', { blend: 0.04 }),
    limb([0.42, 0.6, 0], [0.42, 0.95, 0], 0.1, 'main scales', { blend: 0.05 }),
    limb([-0.1, 0.4, 0], [-0.4, 0.44, 0], 0.09, 'main scales', { blend: 0.04 }),
    limb([-0.4, 0.44, 0], [-0.4, 0.72, 0], 0.09, 'main scales', { blend: 0.05 }),
    ball([0.04, 1.4, 0.06], [0.07, 0.05, 0.07], 'magenta petal'),
  ]),
  plant(
    'flower',
    {
      words: 'blossom bloom wildflower flowers bouquet poppy',
      metres: 0.5,
      home: 'flowers',
      ...STAND,
      colours: ['red', 'pink', 'violet', 'orange'],
    },
    (look) =>
      flower(
        {
          petals: 7,
          reach: 0.15,
          petal: [0.085, 0.14, 0.03],
          lift: 0.4,
          heart: 0.085,
          heartPaint: 'yellow matte',
          stem: 0.72,
        },
        look,
      ),
  ),
  plant(
    'daisy',
    { words: 'chamomile marguerite', metres: 0.4, home: 'flowers', ...STAND, colours: ['white'] },
    (look) =>
      flower(
        {
          petals: 13,
          reach: 0.17,
          petal: [0.045, 0.13, 0.02],
          lift: 0,
          heart: 0.1,
          heartPaint: 'amber matte',
          stem: 0.72,
        },
        look,
      ),
  ),
  plant('sunflower', { metres: 1.6, home: 'sunflowers', ...STAND, colours: ['yellow'] }, (look) =>
    flower(
      {
        petals: 17,
        reach: 0.24,
        petal: [0.055, 0.13, 0.025],
        lift: 0,
        heart: 0.2,
        heartPaint: '#4a2c14 straw',
        stem: 1.1,
      },
      look,
    ),
  ),
  plant('rose', { words: 'roses peony', metres: 0.5, home: 'garden', ...STAND, colours: ['red', 'pink'] }, () =>
    rose(0.7),
  ),
  plant(
    'tulip',
    { words: 'tulips crocus', metres: 0.45, home: 'flowers', ...STAND, colours: ['red', 'yellow', 'purple'] },
    () => [
      limb([0, 0, 0], [0, 0.62, 0], 0.024, '#4a8a3c leaf'),
      ...[0, 1, 2, 3].map((i) =>
        ball([Math.sin(i * 1.57) * 0.06, 0.74, Math.cos(i * 1.57) * 0.06], [0.09, 0.16, 0.09], 'main petal'),
      ),
      ball([0.13, 0.25, 0], [0.05, 0.26, 0.03], '#4a8a3c leaf', { turn: [0, 0, -24] }),
      ball([-0.13, 0.22, 0], [0.05, 0.24, 0.03], '#4a8a3c leaf', { turn: [0, 0, 24] }),
    ],
  ),
  plant(
    'lavender',
    { words: 'hyacinth lupin', metres: 0.5, home: 'lavender field', ...STAND, colours: ['violet'] },
    () =>
      [-1, 0, 1].flatMap((s) => [
        limb([s * 0.03, 0, 0], [s * 0.14, 0.5, 0], 0.015, '#5a8a4a leaf'),
        limb([s * 0.14, 0.5, 0], [s * 0.19, 0.85, 0], [0.055, 0.025], 'main leaf'),
      ]),
  ),
  plant(
    'lotus',
    {
      words: 'water_lily lily waterlily',
      metres: 0.25,
      home: 'lake',
      stance: 'water',
      motion: 'bob',
      colours: ['pink', 'white'],
    },
    () => [
      drum([0, 0.015, 0], 0.48, 0.015, '#2f7a3c leaf'),
      ...Array.from({ length: 8 }, (_, i) =>
        ball([Math.sin(i * 0.785) * 0.19, 0.12, Math.cos(i * 0.785) * 0.19], [0.08, 0.15, 0.06], 'main petal', {
          turn: [Math.cos(i * 0.785) * 38, 0, Math.sin(i * 0.785) * -38],
        }),
      ),
      ...Array.from({ length: 5 }, (_, i) =>
        ball([Math.sin(i * 1.257) * 0.08, 0.18, Math.cos(i * 1.257) * 0.08], [0.06, 0.14, 0.05], 'main petal', {
          turn: [Math.cos(i * 1.257) * 16, 0, Math.sin(i * 1.257) * -16],
        }),
      ),
      ball([0, 0.16, 0], 0.06, 'amber matte'),
    ],
  ),
  plant(
    'potted plant',
    {
      words: 'houseplant pot_plant plant fern monstera',
      metres: 0.8,
      home: 'living room',
      ...STAND,
      colours: ['#3a8a3a'],
    },
    (look) => [
      cone([0, 0.16, 0], 0.15, 0.21, 0.16, '#b8603c matte'),
      ...Array.from({ length: 9 }, (_, i) => {
        const a = i * 2.4;
        const r = 0.2 + look.chance() * 0.16;
        return ball([Math.cos(a) * r, 0.5 + (i % 3) * 0.12, Math.sin(a) * r], [0.09, 0.2, 0.03], 'main leaf', {
          turn: [Math.sin(a) * 40, 0, -Math.cos(a) * 42],
        });
      }),
    ],
  ),
  plant(
    'mushroom',
    {
      words: 'toadstool fungus',
      metres: 0.25,
      home: 'forest',
      colours: ['red', 'tan'],
      second: 'white',
      pattern: 'spots',
    },
    () => [
      limb([0, 0, 0], [0, 0.5, 0], [0.15, 0.11], '#f0e6d0 matte plain'),
      ball([0, 0.02, 0], [0.2, 0.07, 0.2], '#e4d8bc matte plain', { blend: 0.05 }),
      { ...cone([0, 0.5, 0], 0.4, 0.1, 0.05, '#e8dcc0 matte plain') },
      ball([0, 0.56, 0], [0.46, 0.28, 0.46], 'main gloss', {}),
      ball([0, 0.36, 0], [0.5, 0.16, 0.5], '#e8dcc0 matte plain', { carve: true }),
    ],
  ),
  plant('dead tree', { words: 'bare_tree', metres: 6, home: 'graveyard', colours: ['#4a3c34'] }, (look) => [
    limb([0, 0, 0], [0.04, 0.6, 0], [0.1, 0.07], 'main bark'),
    ...Array.from({ length: 7 }, (_, i) => {
      const a = i * 2.3 + look.chance();
      const y = 0.45 + i * 0.06;
      const mid: Vec = [Math.cos(a) * 0.26, y + 0.22, Math.sin(a) * 0.2];
      return [
        limb([0.03, y, 0], mid, [0.045, 0.025], 'main bark'),
        limb(mid, [mid[0] * 1.5, mid[1] + 0.24, mid[2]], [0.025, 0.008], 'main bark'),
        limb(mid, [mid[0] * 2 + 0.05, mid[1] + 0.06, mid[2]], [0.02, 0.006], 'main bark'),
      ];
    }).flat(),
  ]),
];
