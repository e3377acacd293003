// Natural and built things outdoors.
import { ball, box, cone, drum, leftAndRight, limb, wedge } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { crystal, snowman, thing } from './thing-build.ts';

export const FOUND_OUTDOORS: readonly Kind[] = [
  thing(
    'campfire',
    { words: 'bonfire fire flame flames', metres: 0.9, home: 'forest', colours: ['orange'], motion: 'flicker' },
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
  ),
  thing('snowman', { metres: 1.6, home: 'snow', colours: ['white'] }, snowman),
  thing(
    'crystal',
    { words: 'gem gemstone diamond jewel quartz', metres: 0.4, home: 'cave', colours: ['violet', 'cyan', 'rose'] },
    crystal,
  ),
  thing('rock', { words: 'stone boulder pebble rocks', metres: 1, home: 'hills', colours: ['#8a8680'] }, () => [
    ball([0, 0.3, 0], [0.5, 0.36, 0.4], 'main stone'),
    ball([0.3, 0.2, 0.1], [0.3, 0.24, 0.28], 'main stone', { blend: 0.08 }),
    ball([-0.28, 0.24, 0.08], [0.28, 0.26, 0.26], 'main stone', { blend: 0.08 }),
  ]),
  thing('bone', { words: 'skull skeleton', metres: 0.3, home: 'graveyard', colours: ['ivory'] }, () => [
    ball([0, 0.58, 0], [0.34, 0.36, 0.36], 'main matte'),
    box([0, 0.24, 0.12], [0.18, 0.16, 0.16], 'main matte', 0.08, { blend: 0.08 }),
    ...leftAndRight(ball([0.13, 0.52, 0.32], [0.1, 0.11, 0.1], '#181210 matte plain')),
    wedge([0, 0.36, 0.32], [0.05, 0.06, 0.05], '#181210 matte plain'),
    ...[-0.1, 0, 0.1].map((x) => box([x, 0.16, 0.28], [0.008, 0.06, 0.02], '#181210 matte plain', 0)),
  ]),
  thing('gravestone', { words: 'tombstone grave cross', metres: 1, home: 'graveyard', colours: ['#808084'] }, () => [
    box([0, 0.34, 0], [0.3, 0.34, 0.09], 'main stone', 0.03),
    drum([0, 0.68, 0], 0.3, 0.09, 'main stone', { turn: [90, 0, 0] }),
    box([0, 0.62, 0.09], [0.03, 0.16, 0.015], '#404044 stone', 0),
    box([0, 0.68, 0.09], [0.1, 0.03, 0.015], '#404044 stone', 0),
  ]),
];
