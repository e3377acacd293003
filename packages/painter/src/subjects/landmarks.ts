// Famous buildings that many prompts name.
import { ball, box, cone, dome, drum, limb, type Part } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';

const building = kindsOf('building');

export const LANDMARKS: readonly Kind[] = [
  building('taj mahal', { metres: 60, home: 'garden', colours: ['ivory'], yaw: 10 }, () => [
    box([0, 0.08, 0], [1.3, 0.08, 0.9], 'main stone', 0.01),
    box([0, 0.42, 0], [0.66, 0.28, 0.5], 'main plaster', 0.03),
    box([0, 0.42, 0.5], [0.2, 0.3, 0.03], 'main plaster', 0.01),
    dome([0, 0.36, 0.53], [0.12, 0.24, 0.02], '#7a8090 matte plain'),
    drum([0, 0.76, 0], 0.26, 0.08, 'main plaster'),
    ball([0, 1.0, 0], [0.34, 0.3, 0.34], 'main plaster', { blend: 0.03 }),
    cone([0, 1.34, 0], 0.08, 0.005, 0.14, 'gold metal plain', { blend: 0.03 }),
    ...[-0.42, 0.42].map((x) => dome([x, 0.72, 0.2], [0.14, 0.18, 0.14], 'main plaster')),
    ...[-1.12, 1.12].flatMap((x) => [-0.7, 0.7].flatMap((z) => minaret(x, z))),
  ]),
  building(
    'great wall',
    { words: 'great_wall_of_china city_wall', metres: 12, home: 'mountains', colours: ['#b0a48c'], yaw: -24 },
    () => [
      ...[-1.6, -0.8, 0, 0.8, 1.6].flatMap((x, i) => wallPiece(x, Math.sin(i * 1.3) * 0.12)),
      box([-0.4, 0.5, 0], [0.26, 0.5, 0.3], 'main brick', 0.01),
      box([1.5, 0.52, 0], [0.26, 0.52, 0.3], 'main brick', 0.01),
      ...[-0.4, 1.5].flatMap((x) =>
        [-0.18, 0, 0.18].map((d) => box([x + d, 1.06, 0.26], [0.05, 0.06, 0.04], 'main brick', 0)),
      ),
    ],
  ),
  building('statue of liberty', { words: 'liberty_statue', metres: 90, home: 'harbour', colours: ['#7ab8a4'] }, () => [
    box([0, 0.2, 0], [0.4, 0.2, 0.4], '#b8a888 stone plain', 0.02),
    box([0, 0.55, 0], [0.26, 0.2, 0.26], '#b8a888 stone plain', 0.02),
    cone([0, 1.1, 0], 0.2, 0.12, 0.4, 'main stone'),
    ball([0, 1.62, 0], [0.09, 0.11, 0.09], 'main stone', { blend: 0.03 }),
    ...[-2, -1, 0, 1, 2].map((i) =>
      cone([i * 0.05, 1.78, 0], 0.018, 0.002, 0.07, 'main stone', { turn: [0, 0, i * -18] }),
    ),
    limb([0.1, 1.42, 0], [0.2, 1.95, 0.02], [0.06, 0.045], 'main stone', { blend: 0.03 }),
    ball([0.2, 2.04, 0.02], [0.05, 0.09, 0.05], 'gold glow plain'),
    limb([-0.1, 1.4, 0], [-0.18, 1.16, 0.12], 0.05, 'main stone', { blend: 0.03 }),
    box([-0.18, 1.18, 0.16], [0.05, 0.1, 0.02], 'main stone', 0.01),
  ]),
  building(
    'oriental pearl tower',
    { words: 'oriental_pearl pearl_tower', metres: 90, home: 'city', colours: ['#c84a6a'] },
    () => [
      ...[0, 1, 2].map((i) =>
        limb([Math.sin(i * 2.09) * 0.36, 0, Math.cos(i * 2.09) * 0.36], [0, 0.8, 0], 0.045, '#b8b8bc stone plain'),
      ),
      drum([0, 1.1, 0], 0.08, 1.1, '#b8b8bc stone plain', { label: 'tower' }),
      ball([0, 0.62, 0], 0.27, 'main gloss', { label: 'tower' }),
      ball([0, 1.66, 0], 0.2, 'main gloss', { label: 'tower' }),
      ball([0, 2.14, 0], 0.09, 'main gloss', { label: 'tower' }),
      limb([0, 2.2, 0], [0, 2.9, 0], [0.035, 0.008], '#d0d0d4 metal plain', { label: 'tower' }),
    ],
  ),
];

function minaret(x: number, z: number): Part[] {
  return [
    drum([x, 0.62, z], 0.05, 0.5, 'main plaster'),
    drum([x, 1.06, z], 0.08, 0.015, 'main plaster'),
    dome([x, 1.13, z], [0.07, 0.1, 0.07], 'main plaster'),
  ];
}

function wallPiece(x: number, tilt: number): Part[] {
  return [
    box([x, 0.36 + tilt, 0], [0.42, 0.4, 0.2], 'main brick', 0.01),
    ...[-0.3, -0.1, 0.1, 0.3].map((d) => box([x + d, 0.8 + tilt, 0.17], [0.06, 0.06, 0.03], 'main brick', 0)),
  ];
}
