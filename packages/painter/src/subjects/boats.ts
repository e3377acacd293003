// Vehicles on and under water.
import { ball, bothSides, box, drum, limb, star } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';
import { BOAT, hull, sail } from './vehicle-build.ts';

export const BOATS: readonly Kind[] = [
  kind(
    'sailboat',
    {
      group: 'vehicle',
      words: 'sailing_boat yacht sailing_ship',
      metres: 6,
      home: 'lake',
      ...BOAT,
      colours: ['white', 'red'],
      second: 'ivory',
    },
    () =>
      [
        ball([0, 0.14, 0], [0.72, 0.2, 0.25], 'main gloss'),
        box([0, 0.36, 0], [0.8, 0.12, 0.3], 'main gloss', 0, { carve: true }),
        box([0, 0.2, 0], [0.62, 0.03, 0.2], '#b07c48 wood', 0.02),
        limb([0.05, 0.2, 0], [0.05, 1.7, 0], 0.024, '#8a6a48 wood'),
        sail([0.05, 0.36, 0], [0.05, 1.62, 0], [-0.62, 0.4, 0.06]),
        sail([0.12, 0.4, 0], [0.1, 1.45, 0], [0.62, 0.34, 0.05]),
      ].flat(),
  ),
  kind(
    'boat',
    {
      group: 'vehicle',
      words: 'rowboat dinghy canoe kayak gondola fishing_boat',
      metres: 1.2,
      home: 'lake',
      ...BOAT,
      colours: ['red', 'blue', 'brown', 'teal'],
    },
    () => [
      ...hull({ long: 0.85, wide: 0.3, deep: 0.2 }, 'main wood'),
      box([0.25, 0.26, 0], [0.08, 0.02, 0.24], '#b07c48 wood', 0.01),
      box([-0.3, 0.26, 0], [0.08, 0.02, 0.24], '#b07c48 wood', 0.01),
      limb([0.1, 0.4, 0.2], [-0.3, 0.02, 0.75], 0.02, '#b07c48 wood'),
      ball([-0.34, 0.0, 0.8], [0.12, 0.05, 0.03], '#b07c48 wood'),
    ],
  ),
  kind(
    'ship',
    {
      group: 'vehicle',
      words: 'steamer ferry ocean_liner cruise_ship galleon',
      metres: 12,
      home: 'sea',
      ...BOAT,
      colours: ['navy', 'black', 'red'],
    },
    () => [
      ball([0, 0.12, 0], [1.1, 0.26, 0.26], 'main gloss'),
      box([0, 0.5, 0], [1.3, 0.22, 0.4], 'main gloss', 0, { carve: true }),
      box([-0.05, 0.34, 0], [0.7, 0.09, 0.18], 'white facade', 0.02),
      box([-0.05, 0.5, 0], [0.5, 0.08, 0.15], 'white facade', 0.02),
      box([0.22, 0.63, 0], [0.16, 0.06, 0.12], 'white facade', 0.02),
      ...[-0.3, -0.02].flatMap((x) => [
        drum([x, 0.72, 0], 0.08, 0.16, 'red gloss'),
        drum([x, 0.86, 0], 0.085, 0.04, 'black gloss'),
      ]),
      limb([0.6, 0.3, 0], [0.6, 0.9, 0], 0.015, 'silver metal'),
    ],
  ),
  kind(
    'submarine',
    { group: 'vehicle', metres: 4, home: 'underwater', yaw: -16, stance: 'sea', motion: 'drift', colours: ['yellow'] },
    () => [
      ball([0, 0.45, 0], [0.95, 0.34, 0.34], 'main gloss'),
      drum([0.05, 0.85, 0], 0.18, 0.14, 'main gloss', { blend: 0.05 }),
      limb([0.05, 0.95, 0], [0.05, 1.2, 0], 0.03, '#404850 metal'),
      limb([0.05, 1.2, 0], [0.2, 1.2, 0], 0.03, '#404850 metal'),
      ...bothSides(
        ...[-0.3, 0.1, 0.5].flatMap((x) => [
          drum([x, 0.5, 0.31], 0.11, 0.04, '#606870 metal', { turn: [90, 0, 0] }),
          drum([x, 0.5, 0.33], 0.075, 0.04, '#ffe9a0 glow', { turn: [90, 0, 0] }),
        ]),
        ball([-0.85, 0.45, 0.28], [0.14, 0.03, 0.16], 'red gloss'),
      ),
      ball([-0.9, 0.6, 0], [0.12, 0.26, 0.03], 'red gloss'),
      star([-1.05, 0.45, 0], 0.2, 0.02, 'gold metal', { turn: [0, 90, 0] }),
    ],
  ),
];
