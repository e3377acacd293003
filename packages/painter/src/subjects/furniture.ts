// Things in rooms: seats, tables, lamps, instruments, machines.
import { ball, bothSides, box, cone, drum, leftAndRight, limb, type Part } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';

const furniture = kindsOf('furniture');

function legs(
  { width: w, depth: d, height: h, radius: r }: { width: number; depth: number; height: number; radius: number },
  paint: string,
): Part[] {
  return leftAndRight(...bothSides(limb([w, 0, d], [w, h, d], r, paint)));
}

function sofa(w: number): Part[] {
  const cushions = Math.max(1, Math.round(w / 0.42));
  return [
    box([0, 0.25, 0], [w, 0.13, 0.36], 'main cloth', 0.06),
    box([0, 0.56, -0.28], [w, 0.32, 0.12], 'main cloth', 0.09),
    ...leftAndRight(box([w + 0.06, 0.36, 0.02], [0.12, 0.26, 0.38], 'main cloth', 0.1)),
    ...Array.from({ length: cushions }, (_, i) =>
      box([-w + (w / cushions) * (2 * i + 1), 0.42, 0.06], [w / cushions - 0.015, 0.09, 0.31], 'main cloth', 0.07),
    ),
    ...legs({ width: w, depth: 0.28, height: 0.14, radius: 0.03 }, '#4a3020 wood'),
  ];
}

const WOOD = ['#8a5a30', '#a8743c', '#6a4024'];
const TURN = { yaw: 20 } as const;

export const FURNITURE: readonly Kind[] = [
  furniture(
    'chair',
    { words: 'seat', metres: 1, home: 'room', yaw: 32, colours: WOOD, seat: 0.46, seatFront: 0.05 },
    () => [
      box([0, 0.5, 0], [0.25, 0.03, 0.25], 'main wood', 0.02),
      ...legs({ width: 0.21, depth: 0.21, height: 0.5, radius: 0.028 }, 'main wood'),
      ...leftAndRight(limb([0.21, 0.5, -0.22], [0.21, 1.08, -0.28], 0.028, 'main wood')),
      ...[0.72, 0.88, 1.03].map((y) => box([0, y, -0.25 - (y - 0.5) * 0.07], [0.2, 0.045, 0.016], 'main wood', 0.015)),
    ],
  ),
  furniture(
    'armchair',
    {
      words: 'recliner',
      metres: 1,
      home: 'living room',
      ...TURN,
      colours: ['teal', 'mustard', 'crimson'],
      seat: 0.52,
      seatFront: 0.1,
    },
    () => sofa(0.3),
  ),
  furniture(
    'sofa',
    {
      words: 'couch settee',
      metres: 0.95,
      home: 'living room',
      yaw: 8,
      colours: ['teal', 'mustard', 'crimson'],
      seat: 0.57,
      seatFront: 0.12,
    },
    () => sofa(0.95),
  ),
  furniture('table', { words: 'dining_table', metres: 0.85, home: 'room', ...TURN, colours: WOOD }, () => [
    box([0, 0.72, 0], [0.75, 0.035, 0.45], 'main wood', 0.02),
    ...legs({ width: 0.66, depth: 0.36, height: 0.7, radius: 0.04 }, 'main wood'),
    box([0, 0.64, 0], [0.64, 0.05, 0.35], 'main wood', 0.01),
  ]),
  furniture('desk', { words: 'workbench', metres: 0.85, home: 'study', ...TURN, colours: WOOD }, () => [
    box([0, 0.72, 0], [0.75, 0.03, 0.38], 'main wood', 0.02),
    box([0.5, 0.4, 0], [0.22, 0.32, 0.34], 'main wood', 0.01),
    ...[0.24, 0.42, 0.6].map((y) => box([0.5, y, 0.34], [0.19, 0.07, 0.015], '#b08048 wood plain', 0.01)),
    ...[-0.3, 0.3].map((z) => limb([-0.68, 0, z], [-0.68, 0.7, z], 0.035, 'main wood')),
  ]),
  furniture(
    'bed',
    {
      words: 'cot crib',
      metres: 1,
      home: 'bedroom',
      yaw: 34,
      colours: ['azure', 'lavender', 'coral', 'white'],
      seat: 0.52,
    },
    () => [
      box([0, 0.22, 0], [0.62, 0.1, 0.95], '#7a5030 wood', 0.02),
      box([0, 0.4, 0], [0.6, 0.12, 0.92], 'white cloth', 0.08),
      box([0, 0.45, 0.22], [0.64, 0.11, 0.72], 'main cloth', 0.09),
      ...leftAndRight(box([0.28, 0.58, -0.68], [0.24, 0.08, 0.17], 'white cloth', 0.07)),
      box([0, 0.55, -0.98], [0.64, 0.55, 0.04], '#7a5030 wood', 0.03),
      ...legs({ width: 0.56, depth: 0.88, height: 0.14, radius: 0.04 }, '#7a5030 wood'),
    ],
  ),
  furniture(
    'bench',
    { words: 'park_bench', metres: 0.9, home: 'park', ...TURN, colours: WOOD, seat: 0.5, seatFront: 0.05 },
    () => [
      ...[-0.12, 0, 0.12].map((z) => box([0, 0.44, z], [0.8, 0.025, 0.05], 'main wood', 0.01)),
      ...[0.6, 0.74, 0.88].map((y) => box([0, y, -0.2 - (y - 0.6) * 0.2], [0.8, 0.05, 0.02], 'main wood', 0.01)),
      ...leftAndRight(
        limb([0.66, 0, 0.16], [0.66, 0.44, 0.14], 0.03, '#282c30 metal'),
        limb([0.66, 0, -0.2], [0.66, 0.92, -0.28], 0.03, '#282c30 metal'),
      ),
    ],
  ),
  furniture('stool', { words: 'barstool', metres: 0.7, home: 'kitchen', colours: WOOD }, () => [
    drum([0, 0.66, 0], 0.25, 0.035, 'main wood'),
    ...[0, 1, 2].map((i) =>
      limb(
        [Math.sin(i * 2.09) * 0.13, 0.64, Math.cos(i * 2.09) * 0.13],
        [Math.sin(i * 2.09) * 0.25, 0, Math.cos(i * 2.09) * 0.25],
        0.028,
        'main wood',
      ),
    ),
  ]),
  furniture(
    'lamp',
    {
      words: 'table_lamp floor_lamp desk_lamp',
      metres: 0.7,
      home: 'living room',
      colours: ['amber', 'cream', 'coral'],
    },
    () => [
      drum([0, 0.04, 0], 0.2, 0.04, 'gold metal'),
      limb([0, 0.06, 0], [0, 0.75, 0], 0.028, 'gold metal'),
      cone([0, 0.9, 0], 0.32, 0.18, 0.2, 'main glow'),
    ],
  ),
  furniture(
    'bookshelf',
    { words: 'bookcase shelf shelves', metres: 2, home: 'library', yaw: 12, colours: WOOD },
    () => [
      box([0, 0.8, -0.14], [0.55, 0.8, 0.02], 'main wood', 0),
      ...leftAndRight(box([0.55, 0.8, 0], [0.03, 0.8, 0.16], 'main wood', 0.01)),
      ...[0.03, 0.42, 0.81, 1.2, 1.57].map((y) => box([0, y, 0], [0.55, 0.025, 0.16], 'main wood', 0.01)),
      ...[0, 1, 2, 3].flatMap((s) =>
        Array.from({ length: 8 }, (_, i) =>
          box(
            [-0.45 + i * 0.125, 0.19 + s * 0.39 - ((i * 7 + s * 3) % 4) * 0.012, 0.02],
            [0.05, 0.14 - ((i * 7 + s * 3) % 4) * 0.015, 0.1],
            [
              'crimson cloth plain',
              'navy cloth plain',
              'emerald cloth plain',
              'mustard cloth plain',
              'ivory cloth plain',
              'plum cloth plain',
              'rust cloth plain',
            ][(i * 3 + s * 2) % 7] ?? 'navy cloth',
            0.01,
          ),
        ),
      ),
    ],
  ),
  furniture(
    'wardrobe',
    { words: 'closet cupboard cabinet dresser drawer', metres: 2, home: 'bedroom', yaw: 22, colours: WOOD },
    () => [
      box([0, 0.8, 0], [0.52, 0.76, 0.28], 'main wood', 0.02),
      ...leftAndRight(
        box([0.255, 0.8, 0.28], [0.235, 0.7, 0.02], 'main wood', 0.015),
        ball([0.05, 0.8, 0.32], 0.025, 'gold metal'),
      ),
      box([0, 1.6, 0], [0.58, 0.05, 0.33], 'main wood', 0.02),
      ...legs({ width: 0.44, depth: 0.2, height: 0.08, radius: 0.045 }, 'main wood'),
    ],
  ),
  furniture('mirror', { metres: 1.6, home: 'bedroom', yaw: 16, colours: ['gold'] }, () => [
    ball([0, 0.85, 0], [0.42, 0.7, 0.05], 'main metal'),
    ball([0, 0.85, 0.035], [0.36, 0.63, 0.03], '#b8ccd8 glass'),
    ...leftAndRight(limb([0.2, 0.2, 0], [0.34, 0, 0.16], 0.03, 'main metal')),
    limb([0, 0.3, -0.02], [0, 0, -0.3], 0.03, 'main metal'),
  ]),
  furniture(
    'clock',
    { words: 'watch alarm_clock stopwatch', metres: 0.4, home: 'desk top', yaw: 14, colours: ['red', 'teal', 'gold'] },
    () => [
      drum([0, 0.5, 0], 0.4, 0.1, 'main gloss', { turn: [90, 0, 0] }),
      drum([0, 0.5, 0.07], 0.33, 0.06, 'ivory matte', { turn: [90, 0, 0] }),
      ...Array.from({ length: 12 }, (_, i) =>
        box(
          [Math.sin(i * 0.5236) * 0.27, 0.5 + Math.cos(i * 0.5236) * 0.27, 0.13],
          [0.012, 0.03, 0.008],
          'black matte',
          0,
          { turn: [0, 0, -i * 30] },
        ),
      ),
      limb([0, 0.5, 0.14], [0.11, 0.64, 0.14], 0.014, 'black matte'),
      limb([0, 0.5, 0.15], [-0.03, 0.74, 0.15], 0.01, 'black matte'),
      ...leftAndRight(
        ball([0.24, 0.9, 0], [0.13, 0.11, 0.11], 'gold metal'),
        limb([0.24, 0.14, 0], [0.32, 0, 0], 0.03, 'gold metal'),
      ),
    ],
  ),
  furniture('fireplace', { words: 'hearth', metres: 1.3, home: 'living room', yaw: 6, colours: ['#a0604a'] }, () => [
    box([0, 0.5, -0.1], [0.7, 0.5, 0.2], 'main brick', 0),
    box([0, 0.34, 0.05], [0.36, 0.34, 0.2], '#140e0c matte plain', 0.02, {}),
    box([0, 1.02, -0.04], [0.78, 0.05, 0.3], '#6a4024 wood plain', 0.02),
    ...[-0.12, 0, 0.12].map((x, i) =>
      cone(
        [x, 0.24 + (i === 1 ? 0.06 : 0), 0.28],
        0.08,
        0.01,
        0.16 + (i === 1 ? 0.06 : 0),
        i === 1 ? 'yellow glow plain' : 'orange glow plain',
      ),
    ),
    limb([-0.22, 0.07, 0.28], [0.22, 0.07, 0.28], 0.05, '#5a3a20 bark plain'),
  ]),
  furniture(
    'television',
    { words: 'tv screen monitor', metres: 0.8, home: 'living room', yaw: 14, colours: ['#202226'] },
    () => [
      box([0, 0.5, 0], [0.66, 0.38, 0.04], 'main gloss', 0.02),
      box([0, 0.5, 0.035], [0.62, 0.34, 0.015], '#3a88d0 glow', 0.01, { label: 'board' }),
      box([0, 0.03, 0], [0.26, 0.03, 0.14], 'main gloss', 0.02),
      limb([0, 0.05, 0], [0, 0.14, 0], 0.05, 'main gloss'),
    ],
  ),
  furniture(
    'laptop',
    { words: 'computer notebook keyboard', metres: 0.3, home: 'desk top', yaw: 24, colours: ['silver'] },
    () => [
      box([0, 0.03, 0.1], [0.5, 0.025, 0.34], 'main metal', 0.02),
      box([0, 0.36, -0.3], [0.5, 0.33, 0.02], 'main metal', 0.02, { turn: [-14, 0, 0] }),
      box([0, 0.36, -0.275], [0.46, 0.29, 0.012], '#58a8e8 glow', 0.01, { turn: [-14, 0, 0], label: 'board' }),
      box([0, 0.055, 0.02], [0.44, 0.008, 0.17], '#303438 matte', 0.005),
    ],
  ),
  furniture(
    'phone',
    {
      words: 'smartphone cellphone mobile_phone cell_phone mobile',
      metres: 0.16,
      home: 'desk top',
      yaw: 20,
      colours: ['charcoal', 'azure'],
    },
    () => [
      box([0, 0.52, 0], [0.27, 0.52, 0.04], 'main gloss', 0.04, { turn: [-10, 0, 0] }),
      box([0, 0.52, 0.035], [0.24, 0.46, 0.012], '#60b0f0 glow', 0.02, { turn: [-10, 0, 0] }),
    ],
  ),
  furniture(
    'telephone',
    { words: 'rotary_phone', metres: 0.2, home: 'desk top', yaw: 24, colours: ['red', 'black'] },
    () => [
      cone([0, 0.16, 0], 0.42, 0.24, 0.16, 'main gloss'),
      limb([-0.38, 0.44, 0], [0.38, 0.44, 0], 0.07, 'main gloss'),
      ...leftAndRight(ball([0.4, 0.38, 0], [0.13, 0.1, 0.13], 'main gloss', { blend: 0.04 })),
      drum([0, 0.2, 0.26], 0.17, 0.03, 'ivory gloss', { turn: [60, 0, 0] }),
    ],
  ),
  furniture(
    'camera',
    { words: 'photo_camera', metres: 0.15, home: 'desk top', yaw: 22, colours: ['charcoal', 'brown'] },
    () => [
      box([0, 0.3, 0], [0.48, 0.28, 0.15], 'main matte', 0.06),
      box([0, 0.62, 0], [0.18, 0.08, 0.12], 'silver metal', 0.03),
      drum([0, 0.3, 0.2], 0.23, 0.12, '#282a2e metal', { turn: [90, 0, 0] }),
      drum([0, 0.3, 0.3], 0.16, 0.06, '#26405c glass', { turn: [90, 0, 0] }),
      drum([0.34, 0.62, 0], 0.06, 0.05, 'silver metal'),
    ],
  ),
];
