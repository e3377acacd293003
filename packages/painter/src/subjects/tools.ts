// Tools, lights and fittings that do a job.
import { ball, box, cone, drum, leftAndRight, limb, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

export const TOOLS: readonly Kind[] = [
  thing('key', { metres: 0.1, home: TABLE_TOP, colours: ['gold'] }, () => [
    ring([0, 0.86, 0], 0.17, 0.05, 'main metal', { turn: [90, 0, 0] }),
    limb([0, 0.7, 0], [0, 0.06, 0], 0.045, 'main metal'),
    box([0.1, 0.12, 0], [0.09, 0.035, 0.03], 'main metal', 0.01),
    box([0.09, 0.25, 0], [0.07, 0.035, 0.03], 'main metal', 0.01),
  ]),
  thing(
    'lantern',
    {
      words: 'paper_lantern sky_lantern',
      metres: 0.4,
      home: 'night field',
      colours: ['red', 'orange'],
      stance: 'air',
      motion: 'drift',
    },
    () => [
      ball([0, 0.5, 0], [0.36, 0.4, 0.36], 'main glow'),
      drum([0, 0.9, 0], 0.17, 0.04, 'black matte'),
      drum([0, 0.1, 0], 0.17, 0.04, 'black matte'),
      limb([0, 0.94, 0], [0, 1.15, 0], 0.014, 'black matte'),
    ],
  ),
  thing(
    'telescope',
    { words: 'microscope binoculars', metres: 1.3, home: 'night field', colours: ['gold', 'navy'] },
    () => [
      limb([-0.4, 0.72, 0], [0.3, 1.1, 0], [0.07, 0.11], 'main metal'),
      limb([0.3, 1.1, 0], [0.5, 1.21, 0], 0.13, 'main metal'),
      ...[0, 1, 2].map((i) =>
        limb([0, 0.85, 0], [Math.sin(i * 2.09) * 0.36, 0, Math.cos(i * 2.09) * 0.36], 0.025, '#6a4424 wood plain'),
      ),
    ],
  ),
  thing('anchor', { metres: 1.2, home: 'beach', colours: ['charcoal'] }, () => [
    ring([0, 1.2, 0], 0.1, 0.035, 'main metal', { turn: [90, 0, 0] }),
    limb([0, 1.1, 0], [0, 0.1, 0], 0.05, 'main metal'),
    limb([-0.26, 0.95, 0], [0.26, 0.95, 0], 0.04, 'main metal'),
    ...leftAndRight(
      limb([0, 0.08, 0], [0.34, 0.2, 0], 0.05, 'main metal', { blend: 0.03 }),
      limb([0.34, 0.2, 0], [0.46, 0.46, 0], [0.05, 0.03], 'main metal', { blend: 0.03 }),
    ),
  ]),
  thing('wheel', { words: 'tire tyre gear', metres: 0.7, home: 'farm', colours: ['#7a4a24'] }, () => [
    ring([0, 0.5, 0], 0.42, 0.06, 'main wood', { turn: [90, 0, 0] }),
    ball([0, 0.5, 0], 0.1, 'main wood'),
    ...[0, 1, 2, 3].map((i) =>
      limb(
        [-Math.cos(i * 0.785) * 0.42, 0.5 - Math.sin(i * 0.785) * 0.42, 0],
        [Math.cos(i * 0.785) * 0.42, 0.5 + Math.sin(i * 0.785) * 0.42, 0],
        0.03,
        'main wood',
      ),
    ),
  ]),
  thing('ladder', { words: 'stairs staircase', metres: 2.2, home: 'garden', colours: ['#a8743c'] }, () => [
    ...leftAndRight(limb([0.24, 0, 0.2], [0.18, 1.5, -0.2], 0.03, 'main wood')),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      limb(
        [-0.23 + i * 0.008, 0.18 + i * 0.24, 0.15 - i * 0.064],
        [0.23 - i * 0.008, 0.18 + i * 0.24, 0.15 - i * 0.064],
        0.024,
        'main wood',
      ),
    ),
  ]),
  thing('bell', { words: 'church_bell', metres: 0.4, home: TABLE_TOP, colours: ['gold'] }, () => [
    ball([0, 0.56, 0], [0.26, 0.34, 0.26], 'main metal'),
    cone([0, 0.28, 0], 0.44, 0.25, 0.2, 'main metal', { blend: 0.1 }),
    ball([0, 0.06, 0], 0.09, 'main metal'),
    ring([0, 0.96, 0], 0.08, 0.03, 'main metal', { turn: [90, 0, 0] }),
  ]),
  thing('hourglass', { words: 'sandglass', metres: 0.3, home: TABLE_TOP, colours: ['#8a5a2c'] }, () => [
    drum([0, 0.05, 0], 0.34, 0.05, 'main wood'),
    drum([0, 1.05, 0], 0.34, 0.05, 'main wood'),
    cone([0, 0.32, 0], 0.25, 0.03, 0.22, '#e8c070 glass plain'),
    cone([0, 0.78, 0], 0.03, 0.25, 0.22, '#cfe0e8 glass plain'),
    ...[0, 1, 2].map((i) =>
      limb(
        [Math.sin(i * 2.09 + 0.5) * 0.28, 0.06, Math.cos(i * 2.09 + 0.5) * 0.28],
        [Math.sin(i * 2.09 + 0.5) * 0.28, 1.04, Math.cos(i * 2.09 + 0.5) * 0.28],
        0.026,
        'main wood',
      ),
    ),
  ]),
  thing('hammer', { words: 'axe tool wrench', metres: 0.4, home: TABLE_TOP, colours: ['silver'] }, () => [
    limb([0, 0, 0], [0, 0.95, 0], 0.05, '#a06c34 wood plain'),
    box([0, 1.0, 0], [0.3, 0.1, 0.1], 'main metal', 0.03),
  ]),
  thing('lightbulb', { words: 'light_bulb bulb', metres: 0.15, home: 'desk top', colours: ['amber', 'yellow'] }, () => [
    ball([0, 0.72, 0], 0.34, 'main glow'),
    cone([0, 0.4, 0], 0.14, 0.26, 0.12, 'main glow', { blend: 0.06 }),
    ...[0.1, 0.18, 0.26].map((y) => drum([0, y, 0], 0.14, 0.045, 'silver metal')),
    ball([0, 0.03, 0], 0.06, 'black matte'),
  ]),
  thing('magnet', { words: 'scissors', metres: 0.2, home: TABLE_TOP, colours: ['red'] }, () => [
    ring([0, 0.5, 0], 0.34, 0.12, 'main gloss', { turn: [90, 0, 0] }),
    box([0, 0.2, 0], [0.6, 0.3, 0.3], 'main gloss', 0, { carve: true }),
    ...leftAndRight(
      box([0.34, 0.36, 0], [0.12, 0.14, 0.12], 'main gloss', 0.03),
      box([0.34, 0.12, 0], [0.12, 0.12, 0.12], 'silver metal', 0.02),
    ),
  ]),
];
