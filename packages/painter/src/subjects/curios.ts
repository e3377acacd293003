// Keepsakes, tools, plain shapes and what is found outdoors.
import { ball, bothSides, box, cone, drum, heart, leftAndRight, limb, ring, type Vec, wedge } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';
import { BRIGHT, crystal, H, o, snowman } from './object-build.ts';

export const CURIOS: readonly Kind[] = [
  o(
    'globe',
    'world_map',
    0.4,
    'study',
    ['#2464b0'],
    () => [
      ball([0, 0.62, 0], 0.42, 'main earth'),
      ring([0, 0.62, 0], 0.47, 0.022, 'gold metal plain', { turn: [90, 0, 22] }),
      limb([0, 0.06, 0], [0, 0.2, 0], 0.04, 'gold metal plain'),
      drum([0, 0.04, 0], 0.26, 0.04, '#6a4424 wood plain'),
    ],
    { second: '#3a8a3c' },
  ),
  o('treasure chest', 'chest treasure', 0.6, 'beach', ['#7a4a24'], () => [
    box([0, 0.22, 0], [0.5, 0.22, 0.3], 'main wood', 0.02),
    drum([0, 0.46, -0.02], 0.29, 0.5, 'main wood', { turn: [0, 0, 90] }),
    ...[-0.36, 0.36].map((x) => drum([x, 0.46, -0.02], 0.305, 0.045, 'gold metal plain', { turn: [0, 0, 90] })),
    ...[-0.36, 0.36].map((x) => box([x, 0.22, 0], [0.045, 0.225, 0.31], 'gold metal plain', 0.01)),
    box([0, 0.42, 0.3], [0.08, 0.09, 0.03], 'gold metal plain', 0.02),
  ]),
  o('barrel', 'cask keg', 0.9, 'farm', ['#8a5a2c'], () => [
    ball([0, 0.5, 0], [0.42, 0.7, 0.42], 'main wood'),
    box([0, 1.3, 0], [0.6, 0.32, 0.6], 'main wood', 0, { carve: true }),
    box([0, -0.3, 0], [0.6, 0.3, 0.6], 'main wood', 0, { carve: true }),
    ...[0.18, 0.5, 0.8].map((y) => ring([0, y, 0], y === 0.5 ? 0.41 : 0.37, 0.025, '#404448 metal plain')),
  ]),
  o('box', 'crate carton package', 0.5, 'farm', ['#b08850'], () => [
    box([0, 0.4, 0], [0.42, 0.4, 0.42], 'main wood', 0.01),
    ...[0.06, 0.74].map((y) => box([0, y, 0], [0.44, 0.05, 0.44], 'main wood', 0.01)),
  ]),
  o('anchor', '', 1.2, 'beach', ['charcoal'], () => [
    ring([0, 1.2, 0], 0.1, 0.035, 'main metal', { turn: [90, 0, 0] }),
    limb([0, 1.1, 0], [0, 0.1, 0], 0.05, 'main metal'),
    limb([-0.26, 0.95, 0], [0.26, 0.95, 0], 0.04, 'main metal'),
    ...leftAndRight(
      limb([0, 0.08, 0], [0.34, 0.2, 0], 0.05, 'main metal', { blend: 0.03 }),
      limb([0.34, 0.2, 0], [0.46, 0.46, 0], [0.05, 0.03], 'main metal', { blend: 0.03 }),
    ),
  ]),
  o('wheel', 'tire tyre gear', 0.7, 'farm', ['#7a4a24'], () => [
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
  o('ladder', 'stairs staircase', 2.2, 'garden', ['#a8743c'], () => [
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
  o('bell', 'church_bell', 0.4, H, ['gold'], () => [
    ball([0, 0.56, 0], [0.26, 0.34, 0.26], 'main metal'),
    cone([0, 0.28, 0], 0.44, 0.25, 0.2, 'main metal', { blend: 0.1 }),
    ball([0, 0.06, 0], 0.09, 'main metal'),
    ring([0, 0.96, 0], 0.08, 0.03, 'main metal', { turn: [90, 0, 0] }),
  ]),
  o('chess piece', 'chess pawn chessboard', 0.12, H, ['ivory', 'black'], () => [
    drum([0, 0.07, 0], 0.32, 0.07, 'main gloss'),
    cone([0, 0.42, 0], 0.24, 0.1, 0.28, 'main gloss', { blend: 0.05 }),
    ring([0, 0.7, 0], 0.1, 0.05, 'main gloss', { blend: 0.03 }),
    ball([0, 0.9, 0], 0.2, 'main gloss', { blend: 0.03 }),
  ]),
  o(
    'dice',
    'die',
    0.05,
    H,
    ['white', 'red'],
    () => {
      const dots: Vec[] = [
        [0, 0.45, 0.45],
        [0.2, 0.65, 0.45],
        [-0.2, 0.25, 0.45],
        [0.45, 0.6, 0.15],
        [0.45, 0.3, -0.15],
        [0, 0.9, 0],
      ];
      return [
        box([0, 0.45, 0], [0.45, 0.45, 0.45], 'main gloss', 0.1),
        ...dots.map((at) => ball(at, 0.075, 'black gloss plain')),
      ];
    },
    { yaw: 32 },
  ),
  o('trophy', 'cup_trophy medal award', 0.4, H, ['gold'], () => [
    box([0, 0.08, 0], [0.24, 0.08, 0.24], '#241a14 gloss plain', 0.02),
    cone([0, 0.3, 0], 0.16, 0.05, 0.14, 'main metal'),
    ball([0, 0.72, 0], [0.32, 0.36, 0.32], 'main metal'),
    box([0, 1.04, 0], [0.5, 0.2, 0.5], 'main metal', 0, { carve: true }),
    ...leftAndRight(ring([0.36, 0.7, 0], 0.14, 0.035, 'main metal', { turn: [90, 0, 0] })),
  ]),
  o('hourglass', 'sandglass', 0.3, H, ['#8a5a2c'], () => [
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
  o(
    'envelope',
    'letter mail card',
    0.15,
    'desk top',
    ['cream'],
    () => [
      box([0, 0.34, 0], [0.5, 0.33, 0.02], 'main matte', 0.015, { turn: [-14, 0, 0] }),
      wedge([0, 0.48, 0.03], [0.48, 0.17, 0.012], 'second matte', { turn: [166, 0, 0] }),
      ball([0, 0.36, 0.06], [0.07, 0.07, 0.03], 'red gloss plain'),
    ],
    { second: 'beige' },
  ),
  o('bucket', 'pail', 0.35, 'beach', ['red', 'azure'], () => [
    cone([0, 0.34, 0], 0.28, 0.4, 0.34, 'main gloss'),
    cone([0, 0.42, 0], 0.25, 0.37, 0.34, 'main gloss', { carve: true }),
    ring([0, 0.66, 0], 0.39, 0.025, 'silver metal plain'),
    ring([0, 0.66, 0], 0.4, 0.018, 'silver metal plain', { turn: [70, 0, 0] }),
  ]),
  o('hammer', 'axe tool wrench', 0.4, H, ['silver'], () => [
    limb([0, 0, 0], [0, 0.95, 0], 0.05, '#a06c34 wood plain'),
    box([0, 1.0, 0], [0.3, 0.1, 0.1], 'main metal', 0.03),
  ]),
  o('coin', 'coins money', 0.04, H, ['gold'], () =>
    [0, 1, 2, 3]
      .map((i) => drum([(i % 2) * 0.04, 0.06 + i * 0.12, (i % 3) * 0.03], 0.4, 0.055, 'main metal'))
      .concat(drum([0.62, 0.38, 0.1], 0.38, 0.055, 'main metal', { turn: [0, 30, 78] })),
  ),
  o(
    'campfire',
    'bonfire fire flame flames',
    0.9,
    'forest',
    ['orange'],
    () => [
      ...[0, 1, 2, 3, 4].map((i) =>
        limb(
          [Math.sin(i * 1.257) * 0.42, 0.06, Math.cos(i * 1.257) * 0.42],
          [Math.sin(i * 1.257) * -0.1, 0.22, Math.cos(i * 1.257) * -0.1],
          0.06,
          '#4a3020 bark plain',
        ),
      ),
      ...Array.from({ length: 9 }, (_, i) =>
        ball([Math.sin(i * 0.7) * 0.58, 0.06, Math.cos(i * 0.7) * 0.58], [0.12, 0.08, 0.11], '#70706c stone plain'),
      ),
      ball([0, 0.4, 0], [0.2, 0.3, 0.2], 'main glow'),
      cone([0, 0.74, 0], 0.16, 0.01, 0.28, 'main glow', { blend: 0.1 }),
      cone([0.14, 0.5, 0.08], 0.1, 0.01, 0.2, 'main glow', { blend: 0.06 }),
      cone([-0.14, 0.52, 0.02], 0.1, 0.01, 0.22, 'main glow', { blend: 0.06 }),
      ball([0, 0.36, 0.14], [0.1, 0.2, 0.1], 'yellow glow'),
    ],
    { motion: 'flicker' },
  ),
  o('snowman', '', 1.6, 'snow', ['white'], snowman),
  o('crystal', 'gem gemstone diamond jewel quartz', 0.4, 'cave', ['violet', 'cyan', 'rose'], crystal),
  o(
    'heart',
    'hearts love valentine',
    0.6,
    'studio',
    ['red', 'pink'],
    () => [heart([0, 0.6, 0], 0.5, 0.16, 'main gloss')],
    { motion: 'bob' },
  ),
  kind('shape', 'cube', 'block square cubes', 1, 'studio', { colours: BRIGHT, yaw: 32 }, () => [
    box([0, 0.5, 0], [0.5, 0.5, 0.5], 'main gloss', 0.04),
  ]),
  kind('shape', 'sphere', 'orb bubble circle spheres', 1, 'studio', { colours: BRIGHT }, () => [
    ball([0, 0.5, 0], 0.5, 'main gloss'),
  ]),
  kind('shape', 'cone', '', 1, 'studio', { colours: BRIGHT }, () => [cone([0, 0.5, 0], 0.45, 0.01, 0.5, 'main gloss')]),
  kind('shape', 'cylinder', 'column pillar', 1, 'studio', { colours: BRIGHT }, () => [
    drum([0, 0.5, 0], 0.36, 0.5, 'main gloss'),
  ]),
  kind('shape', 'torus', 'ring hoop', 0.6, 'studio', { colours: ['gold', 'azure'] }, () => [
    ring([0, 0.5, 0], 0.36, 0.13, 'main gloss', { turn: [72, 0, 0] }),
  ]),
  kind('shape', 'triangle', 'prism tetrahedron', 1, 'studio', { colours: BRIGHT, yaw: 24 }, () => [
    wedge([0, 0.5, 0], [0.55, 0.5, 0.25], 'main gloss'),
  ]),
  o('rock', 'stone boulder pebble rocks', 1, 'hills', ['#8a8680'], () => [
    ball([0, 0.3, 0], [0.5, 0.36, 0.4], 'main stone'),
    ball([0.3, 0.2, 0.1], [0.3, 0.24, 0.28], 'main stone', { blend: 0.08 }),
    ball([-0.28, 0.24, 0.08], [0.28, 0.26, 0.26], 'main stone', { blend: 0.08 }),
  ]),
  o('bone', 'skull skeleton', 0.3, 'graveyard', ['ivory'], () => [
    ball([0, 0.58, 0], [0.34, 0.36, 0.36], 'main matte'),
    box([0, 0.24, 0.12], [0.18, 0.16, 0.16], 'main matte', 0.08, { blend: 0.08 }),
    ...leftAndRight(ball([0.13, 0.52, 0.32], [0.1, 0.11, 0.1], '#181210 matte plain')),
    wedge([0, 0.36, 0.32], [0.05, 0.06, 0.05], '#181210 matte plain'),
    ...[-0.1, 0, 0.1].map((x) => box([x, 0.16, 0.28], [0.008, 0.06, 0.02], '#181210 matte plain', 0)),
  ]),
  o('gravestone', 'tombstone grave cross', 1, 'graveyard', ['#808084'], () => [
    box([0, 0.34, 0], [0.3, 0.34, 0.09], 'main stone', 0.03),
    drum([0, 0.68, 0], 0.3, 0.09, 'main stone', { turn: [90, 0, 0] }),
    box([0, 0.62, 0.09], [0.03, 0.16, 0.015], '#404044 stone', 0),
    box([0, 0.68, 0.09], [0.1, 0.03, 0.015], '#404044 stone', 0),
  ]),
  o('glasses', 'sunglasses spectacles', 0.06, H, ['black', 'red'], () => [
    ...leftAndRight(
      ring([0.3, 0.26, 0.3], 0.2, 0.035, 'main gloss', { turn: [90, 0, 0] }),
      drum([0.3, 0.26, 0.3], 0.19, 0.01, '#26405c glass plain', { turn: [90, 0, 0] }),
      limb([0.5, 0.3, 0.3], [0.52, 0.26, -0.4], 0.025, 'main gloss'),
    ),
    limb([-0.1, 0.3, 0.3], [0.1, 0.3, 0.3], 0.028, 'main gloss'),
  ]),
  o('lightbulb', 'light_bulb bulb', 0.15, 'desk top', ['amber', 'yellow'], () => [
    ball([0, 0.72, 0], 0.34, 'main glow'),
    cone([0, 0.4, 0], 0.14, 0.26, 0.12, 'main glow', { blend: 0.06 }),
    ...[0.1, 0.18, 0.26].map((y) => drum([0, y, 0], 0.14, 0.045, 'silver metal')),
    ball([0, 0.03, 0], 0.06, 'black matte'),
  ]),
  o('magnet', 'scissors', 0.2, H, ['red'], () => [
    ring([0, 0.5, 0], 0.34, 0.12, 'main gloss', { turn: [90, 0, 0] }),
    box([0, 0.2, 0], [0.6, 0.3, 0.3], 'main gloss', 0, { carve: true }),
    ...leftAndRight(
      box([0.34, 0.36, 0], [0.12, 0.14, 0.12], 'main gloss', 0.03),
      box([0.34, 0.12, 0], [0.12, 0.12, 0.12], 'silver metal', 0.02),
    ),
  ]),
  o(
    'tank',
    'cannon',
    2,
    'hills',
    ['olive'],
    () => [
      box([0, 0.5, 0], [0.85, 0.16, 0.42], 'main metal', 0.06),
      ball([-0.05, 0.78, 0], [0.42, 0.2, 0.34], 'main metal'),
      limb([0.25, 0.8, 0], [1.2, 0.9, 0], 0.055, 'main metal'),
      ...bothSides(box([0, 0.24, 0.46], [0.92, 0.22, 0.12], '#2a2c28 metal', 0.2)),
    ],
    { yaw: -28 },
  ),
];
