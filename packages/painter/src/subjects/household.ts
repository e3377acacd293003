// Machines and fittings of a household.
import { ball, box, cone, drum, leftAndRight, limb, type Part, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

export const HOUSEHOLD: readonly Kind[] = [
  thing('microwave', { words: 'microwave_oven', metres: 0.35, home: 'kitchen', colours: ['silver', 'white'] }, () => [
    box([0, 0.3, 0], [0.55, 0.3, 0.36], 'main gloss', 0.03),
    box([-0.12, 0.3, 0.36], [0.36, 0.22, 0.015], '#1c2024 glass plain', 0.02),
    box([0.42, 0.42, 0.36], [0.09, 0.05, 0.012], '#2c8a5c glow plain', 0.01),
    ...[0, 1, 2].map((i) => box([0.42, 0.3 - i * 0.09, 0.36], [0.08, 0.03, 0.012], '#40444a matte plain', 0.01)),
    limb([0.28, 0.12, 0.4], [0.28, 0.48, 0.4], 0.02, 'silver metal plain'),
  ]),
  thing('toilet', { words: 'lavatory', metres: 0.8, home: 'kitchen', colours: ['white'] }, () => [
    box([0, 0.74, -0.26], [0.34, 0.28, 0.13], 'main gloss', 0.06),
    box([0, 1.05, -0.26], [0.37, 0.035, 0.15], 'main gloss', 0.03),
    ball([0, 0.38, 0.14], [0.33, 0.2, 0.44], 'main gloss', { blend: 0.06 }),
    cone([0, 0.16, 0.06], 0.22, 0.27, 0.17, 'main gloss', { blend: 0.08 }),
    drum([0, 0.5, 0.16], 0.3, 0.1, 'main gloss', { carve: true }),
    ring([0, 0.48, 0.16], 0.3, 0.05, 'main gloss'),
    drum([0, 0.36, 0.16], 0.24, 0.02, '#9cc8d8 glass plain'),
  ]),
  thing('sink', { words: 'washbasin basin', metres: 0.9, home: 'kitchen', colours: ['white'] }, () => [
    cone([0, 0.3, 0], 0.14, 0.18, 0.32, 'main gloss'),
    box([0, 0.74, 0], [0.52, 0.13, 0.38], 'main gloss', 0.1, { blend: 0.06 }),
    ball([0, 0.88, 0.05], [0.4, 0.16, 0.27], 'main gloss', { carve: true }),
    limb([0, 0.86, -0.28], [0, 1.1, -0.28], 0.035, 'silver metal plain'),
    limb([0, 1.1, -0.28], [0, 1.06, 0.0], 0.03, 'silver metal plain'),
    ...leftAndRight(drum([0.2, 0.9, -0.28], 0.05, 0.05, 'silver metal plain')),
  ]),
  thing(
    'hair drier',
    { words: 'hair_dryer hairdryer blow_dryer', metres: 0.25, home: TABLE_TOP, colours: ['pink', 'teal'] },
    () => [
      drum([0, 0.62, 0], 0.22, 0.32, 'main gloss', { turn: [0, 0, 90] }),
      ball([-0.32, 0.62, 0], [0.14, 0.24, 0.24], 'main gloss', { blend: 0.05 }),
      cone([0.44, 0.62, 0], 0.13, 0.19, 0.12, '#2a2c30 gloss plain', { turn: [0, 0, 90] }),
      limb([-0.1, 0.5, 0], [-0.2, 0.06, 0], [0.11, 0.1], 'main gloss', { blend: 0.06 }),
      limb([-0.2, 0.04, 0], [-0.5, 0.03, 0.1], 0.025, '#2a2c30 matte plain'),
    ],
  ),
  thing('refrigerator', { words: 'fridge freezer', metres: 1.8, home: 'kitchen', colours: ['silver', 'white'] }, () => [
    box([0, 0.9, 0], [0.42, 0.9, 0.36], 'main gloss', 0.03),
    box([0, 1.2, 0.36], [0.42, 0.008, 0.012], '#30343a matte plain', 0.004),
    limb([0.3, 1.28, 0.4], [0.3, 1.62, 0.4], 0.022, '#40464c metal plain'),
    limb([0.3, 0.66, 0.4], [0.3, 1.1, 0.4], 0.022, '#40464c metal plain'),
  ]),
  thing('oven', { words: 'stove cooker range', metres: 0.9, home: 'kitchen', colours: ['white', 'silver'] }, () => [
    box([0, 0.48, 0], [0.46, 0.48, 0.4], 'main gloss', 0.03),
    box([0, 0.4, 0.4], [0.36, 0.22, 0.012], '#1a1614 glass plain', 0.03),
    box([0, 0.36, 0.405], [0.28, 0.08, 0.01], '#e08030 glow plain', 0.03),
    limb([-0.34, 0.7, 0.44], [0.34, 0.7, 0.44], 0.025, 'silver metal plain'),
    ...[-0.3, -0.1, 0.1, 0.3].map((x) => drum([x, 0.86, 0.41], 0.045, 0.02, 'black gloss plain', { turn: [90, 0, 0] })),
    ...[-0.22, 0.22].flatMap((x) => [-0.18, 0.16].map((z) => drum([x, 0.97, z], 0.14, 0.012, '#202020 metal plain'))),
  ]),
  thing('easel', { metres: 1.7, home: 'study', colours: ['ivory'] }, () => [
    limb([-0.4, 0.02, 0.1], [-0.06, 1.6, -0.1], 0.03, '#8a5a30 wood plain'),
    limb([0.4, 0.02, 0.1], [0.06, 1.6, -0.1], 0.03, '#8a5a30 wood plain'),
    limb([0, 0.02, -0.5], [0, 1.5, -0.12], 0.03, '#8a5a30 wood plain'),
    box([0, 1.0, 0.04], [0.46, 0.36, 0.02], 'main matte', 0.01, { turn: [-8, 0, 0] }),
    box([0, 0.62, 0.1], [0.5, 0.03, 0.05], '#8a5a30 wood plain', 0.01),
  ]),
  thing('toilet paper', { words: 'paper_roll', metres: 0.12, home: TABLE_TOP, colours: ['white'] }, () => [
    drum([0, 0.36, 0], 0.36, 0.3, 'main matte', { turn: [90, 0, 0] }),
    drum([0, 0.36, 0], 0.12, 0.34, '#a07c50 matte plain', { turn: [90, 0, 0], carve: true }),
    box([0.36, 0.18, 0], [0.012, 0.2, 0.29], 'main matte', 0.005),
  ]),
  thing('door', { words: 'doorway doors', metres: 2.1, home: 'room', colours: ['#7a3c20'] }, ({ traits }) => [
    box([0, 1.03, -0.02], [0.58, 1.03, 0.06], '#d8d0c0 matte plain', 0.02),
    box([0, 1, 0.02], [0.48, 1, 0.05], 'main wood', 0.01),
    ...[0.5, 1.42].flatMap((y) => [-0.22, 0.22].map((x) => box([x, y, 0.07], [0.16, 0.34, 0.015], 'main wood', 0.02))),
    ball([0.39, 0.98, 0.11], 0.045, 'gold metal plain'),
    ...(traits?.knocker ? knockerOf(`${traits.knocker} metal plain`) : []),
  ]),
  thing('door knocker', { words: 'doorknocker', metres: 0.2, home: 'room', colours: ['gold'] }, () => [
    drum([0, 0.7, 0], 0.3, 0.06, 'main metal', { turn: [90, 0, 0] }),
    ball([0, 0.74, 0.1], 0.16, 'main metal'),
    ring([0, 0.4, 0.1], 0.34, 0.08, 'main metal', { turn: [82, 0, 0] }),
  ]),
];

function knockerOf(paint: string): Part[] {
  const label = 'doorknocker';
  return [
    drum([0, 1.56, 0.1], 0.13, 0.03, paint, { turn: [90, 0, 0], label }),
    ball([0, 1.58, 0.15], 0.07, paint, { label }),
    ring([0, 1.4, 0.14], 0.17, 0.042, paint, { turn: [82, 0, 0], label }),
  ];
}
