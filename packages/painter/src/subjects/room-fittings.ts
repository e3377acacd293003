// Things that hang, lie or move in rooms and gardens.
import { ball, box, dome, leftAndRight, limb, ring } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

export const ROOM_FITTINGS: readonly Kind[] = [
  kind(
    'robot vacuum',
    {
      group: 'object',
      words: 'washing_machine',
      metres: 1.7,
      home: 'kitchen',
      yaw: 22,
      colours: ['white', 'mint'],
    },
    () => [
      box([0, 0.8, 0], [0.42, 0.8, 0.38], 'main gloss', 0.07),
      box([0, 1.08, 0.38], [0.4, 0.006, 0.012], '#505860 matte', 0),
      box([0.3, 1.3, 0.41], [0.02, 0.14, 0.03], 'silver metal', 0.015),
      box([0.3, 0.8, 0.41], [0.02, 0.2, 0.03], 'silver metal', 0.015),
    ],
  ),
  kind(
    'swing',
    {
      group: 'furniture',
      words: 'seesaw hammock',
      metres: 2,
      home: 'park',
      yaw: 18,
      colours: ['red', 'yellow'],
      seat: 0.3,
    },
    () => [
      ...leftAndRight(
        limb([0.6, 0, 0.4], [0.5, 1.4, 0], 0.04, '#6a4a2c wood'),
        limb([0.6, 0, -0.4], [0.5, 1.4, 0], 0.04, '#6a4a2c wood'),
        limb([0.22, 0.42, 0], [0.22, 1.4, 0], 0.012, '#c8b890 matte'),
      ),
      limb([-0.52, 1.4, 0], [0.52, 1.4, 0], 0.045, '#6a4a2c wood'),
      box([0, 0.42, 0], [0.28, 0.025, 0.12], 'main wood', 0.02),
    ],
  ),
  kind(
    'carpet',
    {
      group: 'furniture',
      words: 'rug mat',
      metres: 0.05,
      home: 'living room',
      yaw: 10,
      colours: ['crimson'],
      second: 'cream',
      pattern: 'checks',
    },
    () => [box([0, 0.02, 0], [1, 0.02, 0.6], 'main cloth', 0.02)],
  ),
  kind(
    'chandelier',
    { group: 'furniture', words: 'ceiling_lamp', metres: 1, home: 'castle hall', stance: 'air', colours: ['gold'] },
    () => [
      limb([0, 0.5, 0], [0, 1.2, 0], 0.03, 'main metal'),
      ring([0, 0.5, 0], 0.5, 0.035, 'main metal'),
      ...Array.from({ length: 8 }, (_, i) => [
        limb([0, 0.6, 0], [Math.sin(i * 0.785) * 0.5, 0.5, Math.cos(i * 0.785) * 0.5], 0.02, 'main metal'),
        limb(
          [Math.sin(i * 0.785) * 0.5, 0.52, Math.cos(i * 0.785) * 0.5],
          [Math.sin(i * 0.785) * 0.5, 0.68, Math.cos(i * 0.785) * 0.5],
          0.03,
          'ivory matte',
        ),
        ball([Math.sin(i * 0.785) * 0.5, 0.74, Math.cos(i * 0.785) * 0.5], [0.035, 0.06, 0.035], 'yellow glow'),
      ]).flat(),
      dome([0, 1.16, 0], [0.12, 0.08, 0.12], 'main metal'),
    ],
  ),
];
