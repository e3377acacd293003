// Small machines that are held or worn, and garments that are shown on their own.
import { ball, box, cone, drum, leftAndRight, limb, type Part, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

export const GADGETS: readonly Kind[] = [
  thing('computer mouse', { words: 'pc_mouse', metres: 0.05, home: 'desk top', colours: ['charcoal', 'white'] }, () => [
    ball([0, 0.12, 0], [0.24, 0.2, 0.38], 'main gloss'),
    box([0, -0.2, 0], [0.5, 0.2, 0.6], 'main gloss', 0, { carve: true }),
    box([0, 0.3, -0.16], [0.008, 0.06, 0.2], '#101214 matte plain', 0),
    drum([0, 0.29, -0.14], 0.05, 0.025, 'silver metal plain', { turn: [0, 0, 90] }),
    limb([0, 0.08, -0.36], [0.3, 0.03, -0.7], 0.018, '#202226 matte plain'),
  ]),
  thing('microphone', { words: 'mic', metres: 0.5, home: 'stage', colours: ['silver'] }, () => [
    drum([0, 0.02, 0], 0.2, 0.02, '#202226 metal plain'),
    drum([0, 0.5, 0], 0.02, 0.5, '#40444a metal plain'),
    cone([0, 1.04, 0.06], 0.05, 0.08, 0.14, '#202226 gloss plain', { turn: [24, 0, 0] }),
    ball([0, 1.22, 0.14], 0.12, 'main metal'),
  ]),
  thing(
    'headphones',
    { words: 'headphone headset earphones', metres: 0.2, home: 'desk top', colours: ['charcoal', 'crimson'] },
    () => [
      ring([0, 0.42, 0], 0.34, 0.04, 'main gloss', { turn: [90, 0, 0] }),
      box([0, 0.0, 0], [0.5, 0.2, 0.2], 'main gloss', 0, { carve: true }),
      ...leftAndRight(
        drum([0.34, 0.3, 0], 0.18, 0.06, 'main gloss', { turn: [0, 0, 90] }),
        drum([0.28, 0.3, 0], 0.16, 0.04, '#202020 cloth plain', { turn: [0, 0, 90] }),
      ),
    ],
  ),
  thing('flashlight', { words: 'torch', metres: 0.2, home: TABLE_TOP, colours: ['charcoal', 'red'] }, () => [
    drum([0, 0.16, 0], 0.1, 0.34, 'main gloss', { turn: [0, 0, 90] }),
    cone([0.42, 0.16, 0], 0.17, 0.1, 0.12, 'main gloss', { turn: [0, 0, 90] }),
    drum([0.54, 0.16, 0], 0.15, 0.012, '#fff0b0 glow plain', { turn: [0, 0, 90] }),
  ]),
  thing(
    'newspaper',
    { words: 'paper document letter_paper', metres: 0.5, home: TABLE_TOP, colours: ['#ece6d6'] },
    () => [
      box([0, 0.44, 0], [0.36, 0.44, 0.012], 'main matte', 0.004, { label: 'sheet', turn: [-10, 0, 0] }),
      box([0, 0.76, 0.07], [0.3, 0.05, 0.004], '#2a2826 matte plain', 0, { turn: [-10, 0, 0] }),
      ...[0, 1, 2, 3, 4].map((i) =>
        box([0, 0.62 - i * 0.12, 0.05 - i * 0.022], [0.3, 0.022, 0.004], '#8a8680 matte plain', 0, {
          turn: [-10, 0, 0],
        }),
      ),
    ],
  ),
  thing(
    't-shirt',
    {
      words: 'tshirt shirt t_shirt tee jersey sweater jacket leather_jacket coat hoodie',
      metres: 0.8,
      home: 'studio',
      colours: ['white', 'azure'],
    },
    shirt,
  ),
  thing('dress', { words: 'gown', metres: 1.2, home: 'studio', colours: ['crimson', 'teal'] }, () => [
    limb([0, 1.02, 0], [0, 0.74, 0], [0.22, 0.17], 'main cloth'),
    cone([0, 0.38, 0], 0.52, 0.18, 0.38, 'main cloth', { blend: 0.06 }),
    ...leftAndRight(limb([0.16, 1.1, 0], [0.1, 1.28, 0], 0.05, 'main cloth', { blend: 0.04 })),
  ]),
  thing('tie', { words: 'necktie', metres: 0.5, home: 'studio', colours: ['navy', 'crimson'] }, () => [
    box([0, 1.08, 0], [0.09, 0.08, 0.04], 'main cloth', 0.03),
    cone([0, 0.64, 0], 0.17, 0.07, 0.38, 'main cloth'),
    cone([0, 0.14, 0], 0.01, 0.17, 0.13, 'main cloth'),
  ]),
  thing('map', { words: 'atlas chart', metres: 0.6, home: TABLE_TOP, colours: ['#e8dcb8'] }, () => [
    box([0, 0.44, 0], [0.66, 0.44, 0.012], '#a8d0e0 matte plain', 0.004, { turn: [-14, 0, 0] }),
    ...[
      [-0.34, 0.6, 0.2],
      [-0.22, 0.34, 0.14],
      [0.2, 0.56, 0.26],
      [0.36, 0.3, 0.13],
      [0.02, 0.26, 0.1],
    ].map(([x = 0, y = 0, r = 0]) =>
      ball([x, y, (0.44 - y) * -0.25 + 0.014], [r, r * 0.8, 0.02], '#8ab068 matte plain', { blend: 0.04 }),
    ),
  ]),
];

function shirt(): Part[] {
  return [
    box([0, 0.5, 0], [0.36, 0.48, 0.1], 'main cloth', 0.08, { label: 'board' }),
    ...leftAndRight(limb([0.3, 0.88, 0], [0.62, 0.62, 0], [0.15, 0.13], 'main cloth', { blend: 0.05 })),
    ball([0, 1.02, 0.06], [0.15, 0.12, 0.16], '#3a3634 cloth plain', { carve: true }),
  ];
}
