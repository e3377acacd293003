// Things at the side of a street: signs, meters, lights, hydrants, bins.
import { ball, box, cone, drum, leftAndRight, type Part, ring, type Vec } from '../shapes/part.ts';
import type { Kind, Look } from './kind.ts';
import { thing } from './thing-build.ts';

const POST = '#6a7078 metal plain';

export const STREET_THINGS: readonly Kind[] = [
  thing('parking meter', { words: 'meter', metres: 1.4, home: 'street', colours: ['#708090'] }, () => [
    drum([0, 0.03, 0], 0.14, 0.03, POST),
    drum([0, 0.5, 0], 0.05, 0.5, POST),
    box([0, 1.14, 0], [0.17, 0.2, 0.11], 'main gloss', 0.05),
    ball([0, 1.34, 0], [0.17, 0.15, 0.11], 'main gloss', { blend: 0.05 }),
    box([0, 1.34, 0.1], [0.11, 0.06, 0.02], '#dfe8d0 glass plain', 0.02),
    box([0, 1.08, 0.11], [0.025, 0.05, 0.01], 'black matte plain', 0.005),
  ]),
  thing('fire hydrant', { words: 'hydrant', metres: 0.8, home: 'street', colours: ['red'] }, () => [
    drum([0, 0.05, 0], 0.26, 0.05, 'main gloss'),
    drum([0, 0.42, 0], 0.2, 0.36, 'main gloss'),
    ball([0, 0.8, 0], [0.21, 0.17, 0.21], 'main gloss', { blend: 0.03 }),
    drum([0, 0.76, 0], 0.24, 0.03, 'main gloss'),
    drum([0, 0.98, 0], 0.06, 0.05, 'main gloss'),
    ...leftAndRight(drum([0.25, 0.52, 0], 0.09, 0.09, 'main gloss', { turn: [0, 0, 90] })),
    drum([0, 0.48, 0.24], 0.11, 0.07, 'silver metal plain', { turn: [90, 0, 0] }),
  ]),
  thing('stop sign', { metres: 2.2, home: 'street', colours: ['red'] }, () => [
    drum([0, 0.7, -0.03], 0.035, 0.7, POST),
    ...octagon([0.34, 0], 'white matte plain'),
    ...octagon([0.31, 0.012], 'main matte'),
    box([0, 1.62, 0.035], [0.2, 0.045, 0.006], 'white matte plain', 0.004),
  ]),
  thing(
    'sign',
    {
      words: 'signboard billboard board noticeboard placard road_sign wooden_sign blackboard chalkboard whiteboard',
      metres: 1.8,
      home: 'street',
      colours: ['ivory'],
    },
    () => [
      ...leftAndRight(box([0.5, 0.4, -0.04], [0.045, 0.4, 0.035], '#6a4a2c wood plain', 0.01)),
      box([0, 1.04, 0], [0.86, 0.44, 0.03], '#6a4a2c wood plain', 0.015),
      box([0, 1.04, 0.02], [0.81, 0.39, 0.025], 'main matte', 0.01, { label: 'board' }),
    ],
  ),
  thing('wall', { words: 'brick_wall garden_wall', metres: 2.4, home: 'street', colours: ['#a0523c'], yaw: 0 }, () => [
    box([0, 0.7, 0], [1.5, 0.7, 0.12], 'main brick', 0.01, { label: 'board' }),
    box([0, 1.43, 0], [1.54, 0.04, 0.15], '#b8b0a4 stone plain', 0.01),
  ]),
  thing('traffic light', { words: 'stoplight', metres: 2.6, home: 'street', colours: ['charcoal'] }, () => [
    drum([0, 0.75, 0], 0.045, 0.75, POST),
    box([0, 1.86, 0], [0.2, 0.48, 0.14], 'main gloss', 0.05),
    ...(['red', 'amber', 'green'] as const).flatMap((colour, i) => [
      drum([0, 2.16 - i * 0.3, 0.14], 0.12, 0.02, `${colour} glow plain`, { turn: [90, 0, 0] }),
    ]),
  ]),
  thing('trash can', { words: 'bin dustbin garbage_can', metres: 0.9, home: 'street', colours: ['green'] }, () => [
    cone([0, 0.4, 0], 0.27, 0.34, 0.4, 'main metal'),
    drum([0, 0.83, 0], 0.36, 0.035, 'main metal'),
    ring([0, 0.9, 0], 0.08, 0.02, POST, { turn: [90, 0, 0] }),
  ]),
  thing(
    'neon sign',
    {
      words: 'neon neon_light neon_lights',
      metres: 2.4,
      home: 'neon street',
      colours: ['#ff2f92', '#20e0ff', '#a040ff'],
    },
    () => [
      drum([0, 0.6, -0.05], 0.05, 0.6, '#202028 metal plain'),
      box([0, 1.5, 0], [0.66, 0.36, 0.06], '#14141c matte plain', 0.03),
      ...neonFrame(1.5, [0.58, 0.28]),
      box([0, 1.58, 0.08], [0.4, 0.03, 0.02], '#fff2a0 glow plain', 0.02),
      box([0, 1.42, 0.08], [0.28, 0.03, 0.02], '#fff2a0 glow plain', 0.02),
    ],
  ),
  thing('neon tower', { metres: 30, home: 'neon street', colours: ['#2a2838', '#20242e'], yaw: 0 }, neonTower),
];

const TUBES = ['#ff2f92', '#20e0ff', '#ffd640', '#9a50ff', '#40ff9a'];

/** A dark house front with lit windows and signs that stick out above the street. */
function neonTower({ chance }: Look): Part[] {
  const tube = () => `${TUBES[Math.floor(chance() * TUBES.length)]} glow plain`;
  const signs = [0, 1, 2].flatMap((i) => {
    const y = 0.5 + i * 0.52;
    const side = chance() < 0.5 ? -1 : 1;
    const upright = chance() < 0.6;
    const half: Vec = upright ? [0.07, 0.22, 0.02] : [0.22, 0.07, 0.02];
    const at: Vec = [side * (0.12 + 0.16 * chance()), y, 0.46];
    return [
      box(at, [half[0] + 0.03, half[1] + 0.03, 0.02], '#101018 matte plain', 0.01),
      box([at[0], at[1], 0.48], half, tube(), 0.02),
      box([at[0], at[1], 0.5], [half[0] * 0.5, half[1] * 0.62, 0.012], '#101018 matte plain', 0.01),
    ];
  });
  return [box([0, 1.1, 0], [0.5, 1.1, 0.42], 'main facade', 0.01), ...signs];
}

function neonFrame(y: number, [w, h]: readonly [number, number]): Part[] {
  return [
    ...[-1, 1].map((side) => box([0, y + side * h, 0.08], [w, 0.025, 0.02], 'main glow', 0.02)),
    ...[-1, 1].map((side) => box([side * w, y, 0.08], [0.025, h, 0.02], 'main glow', 0.02)),
  ];
}

/** Four slabs, turned against each other, make eight sides. */
function octagon([r, z]: readonly [radius: number, front: number], paint: string): Part[] {
  const y = 1.62;
  const half = r * 0.414;
  return [0, 45, 90, 135].map((angle) => box([0, y, z], [r, half, 0.02], paint, 0.004, { turn: [0, 0, angle] }));
}
