// Everyday things, toys, tools and plain shapes.
import { ball, box, cone, drum, leftAndRight, limb, ring, star } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { BRIGHT, balloon, H, kite, o, teddy, umbrella } from './object-build.ts';

export const OBJECTS: readonly Kind[] = [
  o('balloon', 'balloons', 0.8, 'park', BRIGHT, balloon, { stance: 'air', motion: 'drift' }),
  o('ball', 'beach_ball balls', 0.4, 'park', BRIGHT, () => [ball([0, 0.5, 0], 0.5, 'main gloss')]),
  o('football', 'soccer_ball soccer', 0.3, 'park', ['white'], () => [ball([0, 0.5, 0], 0.5, 'main gloss')], {
    second: 'black',
    pattern: 'spots',
  }),
  o('basketball', 'tennis_ball', 0.3, 'street', ['#d8702c'], () => [
    ball([0, 0.5, 0], 0.5, 'main citrus'),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [90, 0, 0] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [0, 0, 90] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte'),
  ]),
  o('kite', '', 1, 'hills', ['red', 'violet', 'orange'], kite, { stance: 'air', motion: 'sway', second: 'yellow' }),
  o('teddy bear', 'teddy plush stuffed_animal doll toy', 0.4, 'bedroom', ['#b07840'], teddy, { second: '#e0c090' }),
  o('umbrella', 'parasol', 1, 'street', ['red', 'yellow', 'azure'], umbrella),
  o(
    'book',
    'books novel diary',
    0.25,
    'desk top',
    ['crimson', 'navy', 'emerald'],
    () =>
      [0, 1, 2].flatMap((i) => [
        box([i * 0.03 - 0.03, 0.09 + i * 0.17, 0], [0.46, 0.075, 0.34], i === 1 ? 'second cloth' : 'main cloth', 0.02, {
          turn: [0, i * 14 - 10, 0],
        }),
        box([i * 0.03 - 0.01, 0.09 + i * 0.17, 0.015], [0.45, 0.058, 0.335], 'ivory matte plain', 0.01, {
          turn: [0, i * 14 - 10, 0],
        }),
      ]),
    { second: 'gold' },
  ),
  o('pencil', 'pen crayon brush paintbrush', 0.2, 'desk top', ['yellow', 'red'], () => [
    drum([0, 0.62, 0], 0.08, 0.42, 'main gloss'),
    cone([0, 0.12, 0], 0.01, 0.08, 0.09, '#e8c890 wood plain'),
    cone([0, 0.045, 0], 0.003, 0.03, 0.035, 'black matte plain'),
    drum([0, 1.07, 0], 0.082, 0.04, 'silver metal plain'),
    drum([0, 1.15, 0], 0.075, 0.05, 'pink matte plain'),
  ]),
  o('hat', 'cap top_hat bonnet sombrero fedora', 0.2, H, ['brown', 'black', 'red'], () => [
    ball([0, 0.05, 0], [0.6, 0.05, 0.52], 'main cloth'),
    drum([0, 0.3, 0], 0.3, 0.26, 'main cloth', { blend: 0.06 }),
    drum([0, 0.14, 0], 0.305, 0.05, 'second cloth'),
  ]),
  o('shoe', 'boot sneaker boots shoes slipper', 0.2, H, ['red', 'brown', 'teal'], () => [
    box([0.05, 0.04, 0], [0.52, 0.05, 0.2], 'white matte plain', 0.05),
    ball([0.24, 0.18, 0], [0.34, 0.17, 0.19], 'main gloss'),
    limb([-0.26, 0.2, 0], [-0.26, 0.46, 0], [0.2, 0.17], 'main gloss', { blend: 0.1 }),
    ...[0, 1, 2].map((i) =>
      limb([0.12 - i * 0.1, 0.34 + i * 0.05, -0.1], [0.12 - i * 0.1, 0.34 + i * 0.05, 0.1], 0.018, 'white matte plain'),
    ),
  ]),
  o(
    'gift',
    'present gift_box parcel',
    0.4,
    'living room',
    ['red', 'teal', 'violet'],
    () => [
      box([0, 0.32, 0], [0.4, 0.32, 0.4], 'main gloss', 0.02),
      box([0, 0.62, 0], [0.43, 0.07, 0.43], 'main gloss', 0.02),
      box([0, 0.36, 0], [0.07, 0.36, 0.415], 'second gloss', 0.01),
      box([0, 0.36, 0], [0.415, 0.36, 0.07], 'second gloss', 0.01),
      ...leftAndRight(ring([0.15, 0.78, 0], 0.11, 0.04, 'second gloss', { turn: [90, 0, 22] })),
    ],
    { second: 'gold' },
  ),
  o('key', '', 0.1, H, ['gold'], () => [
    ring([0, 0.86, 0], 0.17, 0.05, 'main metal', { turn: [90, 0, 0] }),
    limb([0, 0.7, 0], [0, 0.06, 0], 0.045, 'main metal'),
    box([0.1, 0.12, 0], [0.09, 0.035, 0.03], 'main metal', 0.01),
    box([0.09, 0.25, 0], [0.07, 0.035, 0.03], 'main metal', 0.01),
  ]),
  o('crown', 'tiara', 0.2, H, ['gold'], () => [
    drum([0, 0.16, 0], 0.42, 0.14, 'main metal'),
    drum([0, 0.24, 0], 0.38, 0.16, 'main metal', { carve: true }),
    ...Array.from({ length: 8 }, (_, i) => [
      cone([Math.sin(i * 0.785) * 0.4, 0.46, Math.cos(i * 0.785) * 0.4], 0.11, 0.01, 0.18, 'main metal'),
      ball(
        [Math.sin(i * 0.785) * 0.4, 0.66, Math.cos(i * 0.785) * 0.4],
        0.05,
        i % 2 ? 'red gloss plain' : 'azure gloss plain',
      ),
      ball([Math.sin(i * 0.785) * 0.43, 0.16, Math.cos(i * 0.785) * 0.43], 0.045, 'crimson gloss plain'),
    ]).flat(),
  ]),
  o('sword', 'dagger katana blade excalibur', 1, 'hills', ['silver'], () => [
    box([0, 0.5, 0], [0.07, 0.5, 0.015], 'main metal', 0.012),
    box([0, 1.03, 0], [0.26, 0.035, 0.04], 'gold metal', 0.02),
    limb([0, 1.04, 0], [0, 1.3, 0], 0.038, '#4a2818 cloth'),
    ball([0, 1.34, 0], 0.06, 'gold metal'),
  ]),
  o(
    'shield',
    '',
    0.8,
    'castle hall',
    ['blue', 'red'],
    () => [
      ball([0, 0.5, 0], [0.4, 0.5, 0.1], 'main gloss'),
      ball([0, 0.5, 0.02], [0.34, 0.43, 0.1], 'second metal'),
      star([0, 0.52, 0.1], 0.2, 0.02, 'gold metal'),
    ],
    { second: 'silver' },
  ),
  o(
    'lantern',
    'paper_lantern sky_lantern',
    0.4,
    'night field',
    ['red', 'orange'],
    () => [
      ball([0, 0.5, 0], [0.36, 0.4, 0.36], 'main glow'),
      drum([0, 0.9, 0], 0.17, 0.04, 'black matte'),
      drum([0, 0.1, 0], 0.17, 0.04, 'black matte'),
      limb([0, 0.94, 0], [0, 1.15, 0], 0.014, 'black matte'),
    ],
    { stance: 'air', motion: 'drift' },
  ),
  o(
    'flag',
    'banner',
    3,
    'hills',
    ['red', 'blue'],
    () => [
      limb([-0.3, 0, 0], [-0.3, 1.5, 0], 0.025, 'silver metal plain'),
      ...[0, 1, 2, 3, 4].map((i) =>
        box([-0.2 + i * 0.17, 1.24, Math.sin(i * 1.3) * 0.05], [0.1, 0.22, 0.014], 'main cloth', 0.01, {
          turn: [0, Math.cos(i * 1.3) * -22, 0],
        }),
      ),
      ball([-0.3, 1.53, 0], 0.045, 'gold metal plain'),
    ],
    { motion: 'sway' },
  ),
  o('backpack', 'bag handbag purse schoolbag', 0.45, 'park', ['red', 'azure', 'olive'], () => [
    box([0, 0.4, 0], [0.34, 0.4, 0.2], 'main cloth', 0.14),
    box([0, 0.26, 0.2], [0.25, 0.17, 0.08], 'main cloth', 0.06),
    ring([0, 0.84, 0], 0.1, 0.03, '#403024 cloth plain', { turn: [90, 0, 0] }),
    box([0, 0.52, 0.2], [0.28, 0.02, 0.03], 'gold metal plain', 0.01),
  ]),
  o('suitcase', 'luggage briefcase', 0.6, 'railway', ['brown', 'teal', 'crimson'], () => [
    box([0, 0.36, 0], [0.55, 0.36, 0.17], 'main gloss', 0.06),
    ...[-0.3, 0.3].map((x) => box([x, 0.36, 0], [0.05, 0.365, 0.18], '#3a2414 matte plain', 0.02)),
    ring([0, 0.74, 0], 0.13, 0.035, '#3a2414 matte plain', { turn: [90, 0, 0] }),
  ]),
  o('telescope', 'microscope binoculars', 1.3, 'night field', ['gold', 'navy'], () => [
    limb([-0.4, 0.72, 0], [0.3, 1.1, 0], [0.07, 0.11], 'main metal'),
    limb([0.3, 1.1, 0], [0.5, 1.21, 0], 0.13, 'main metal'),
    ...[0, 1, 2].map((i) =>
      limb([0, 0.85, 0], [Math.sin(i * 2.09) * 0.36, 0, Math.cos(i * 2.09) * 0.36], 0.025, '#6a4424 wood plain'),
    ),
  ]),
];
