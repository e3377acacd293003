// Musical instruments.
import { ball, box, cone, drum, limb, ring } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

export const MUSICAL_INSTRUMENTS: readonly Kind[] = [
  kind(
    'piano',
    { group: 'furniture', words: 'grand_piano', metres: 1.1, home: 'stage', yaw: 24, colours: ['black'] },
    () => [
      box([0, 0.62, 0], [0.72, 0.12, 0.5], 'main gloss', 0.05),
      ball([0.3, 0.62, -0.3], [0.42, 0.12, 0.5], 'main gloss', { blend: 0.05 }),
      box([0, 0.7, 0.5], [0.62, 0.03, 0.12], 'ivory gloss', 0.01),
      ...Array.from({ length: 9 }, (_, i) =>
        box([-0.52 + i * 0.13, 0.735, 0.46], [0.022, 0.015, 0.07], 'black gloss', 0.005),
      ),
      box([0.05, 1.1, -0.2], [0.64, 0.02, 0.42], 'main gloss', 0.01, { turn: [0, 0, 36] }),
      ...[
        [-0.6, 0.4],
        [0.6, 0.4],
        [0.2, -0.6],
      ].map(([x = 0, z = 0]) => limb([x, 0, z], [x, 0.55, z], [0.04, 0.06], 'main gloss')),
    ],
  ),
  kind(
    'guitar',
    {
      group: 'object',
      words: 'ukulele banjo electric_guitar',
      metres: 1,
      home: 'stage',
      yaw: 16,
      colours: ['#b8702c', 'red'],
    },
    () => [
      ball([0, 0.3, 0], [0.3, 0.27, 0.08], 'main gloss'),
      ball([0, 0.62, 0], [0.23, 0.2, 0.08], 'main gloss', { blend: 0.08 }),
      drum([0, 0.5, 0.07], 0.09, 0.02, '#201410 matte', { turn: [90, 0, 0] }),
      box([0, 1.0, 0.05], [0.04, 0.42, 0.025], '#4a2c18 wood', 0.01),
      box([0, 1.48, 0.05], [0.07, 0.1, 0.025], '#2a1a10 gloss', 0.02),
      box([0, 0.24, 0.08], [0.1, 0.02, 0.02], '#201410 matte', 0.01),
      ...[-0.02, 0, 0.02].map((x) => limb([x, 0.24, 0.1], [x, 1.42, 0.085], 0.004, 'silver metal')),
    ],
  ),
  kind('tuba', { group: 'object', words: 'sousaphone', metres: 0.9, home: 'stage', yaw: 14, colours: ['gold'] }, () => [
    cone([0.08, 0.98, 0], 0.1, 0.4, 0.24, 'main metal'),
    cone([0.08, 1.06, 0], 0.06, 0.36, 0.2, '#7a5a20 metal plain', { carve: true }),
    limb([0.08, 0.8, 0], [0.12, 0.34, 0], [0.11, 0.13], 'main metal', { blend: 0.05 }),
    ring([-0.06, 0.36, 0], 0.22, 0.1, 'main metal', { turn: [90, 0, 0], blend: 0.05 }),
    limb([-0.28, 0.4, 0], [-0.26, 0.82, 0.06], [0.07, 0.035], 'main metal', { blend: 0.04 }),
    limb([-0.26, 0.82, 0.06], [-0.4, 0.9, 0.14], [0.03, 0.05], 'main metal'),
    ...[-0.14, -0.04, 0.06].flatMap((x) => [
      drum([x, 0.52, 0.14], 0.04, 0.16, 'main metal'),
      drum([x, 0.71, 0.14], 0.03, 0.02, 'ivory gloss plain'),
    ]),
  ]),
  kind(
    'violin',
    { group: 'object', words: 'cello fiddle', metres: 0.8, home: 'stage', yaw: 16, colours: ['#9a4a1c'] },
    () => [
      ball([0, 0.24, 0], [0.23, 0.2, 0.07], 'main gloss'),
      ball([0, 0.58, 0], [0.18, 0.16, 0.07], 'main gloss', { blend: 0.05 }),
      ball([0, 0.42, 0], [0.13, 0.14, 0.065], 'main gloss', { blend: 0.06 }),
      box([0, 0.86, 0.05], [0.026, 0.32, 0.02], '#1c1210 gloss', 0.01),
      ring([0, 1.22, 0.05], 0.035, 0.02, 'main gloss', { turn: [0, 0, 90] }),
      limb([0.34, 0.1, 0.08], [0.28, 1.2, 0.02], 0.01, '#5a3420 wood'),
    ],
  ),
  kind(
    'drum',
    { group: 'object', words: 'drums bongo', metres: 0.6, home: 'stage', yaw: 10, colours: ['red', 'blue'] },
    () => [
      drum([0, 0.34, 0], 0.4, 0.3, 'main gloss'),
      drum([0, 0.65, 0], 0.41, 0.03, 'ivory matte'),
      ring([0, 0.62, 0], 0.41, 0.025, 'gold metal'),
      ring([0, 0.06, 0], 0.41, 0.025, 'gold metal'),
      limb([-0.3, 0.74, 0.1], [0.22, 0.86, 0.34], 0.02, '#c89858 wood'),
      limb([0.1, 0.72, -0.1], [0.5, 0.86, 0.3], 0.02, '#c89858 wood'),
    ],
  ),
  kind(
    'trumpet',
    { group: 'object', words: 'horn saxophone trombone', metres: 0.5, home: 'stage', yaw: 20, colours: ['gold'] },
    () => [
      limb([-0.6, 0.4, 0], [0.4, 0.4, 0], 0.03, 'main metal'),
      cone([0.6, 0.4, 0], 0.26, 0.04, 0.2, 'main metal', { turn: [0, 0, 90] }),
      ring([-0.05, 0.32, 0], 0.16, 0.028, 'main metal', { turn: [90, 0, 0] }),
      ...[-0.14, -0.02, 0.1].map((x) => drum([x, 0.42, 0.02], 0.035, 0.16, 'main metal')),
      cone([-0.66, 0.4, 0], 0.03, 0.06, 0.05, 'main metal', { turn: [0, 0, 90] }),
    ],
  ),
  kind('harp', { group: 'object', words: 'lyre', metres: 1.6, home: 'stage', yaw: 14, colours: ['gold'] }, () => [
    limb([-0.4, 0.05, 0], [-0.42, 1.4, 0], [0.05, 0.04], 'main metal'),
    limb([-0.42, 1.4, 0], [0, 1.3, 0], 0.045, 'main metal', { blend: 0.05 }),
    limb([0, 1.3, 0], [0.4, 1.45, 0], 0.045, 'main metal', { blend: 0.05 }),
    limb([0.4, 1.45, 0], [-0.35, 0.1, 0], [0.05, 0.09], 'main metal'),
    ...Array.from({ length: 7 }, (_, i) =>
      limb([-0.32 + i * 0.1, 1.33, 0], [-0.32 + i * 0.085, 0.2 + i * 0.14, 0], 0.006, 'silver metal'),
    ),
    box([-0.3, 0.05, 0], [0.22, 0.05, 0.14], 'main metal', 0.03),
  ]),
];
