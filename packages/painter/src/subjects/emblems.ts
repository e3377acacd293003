// Symbols of notions, and things that few prompts name.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

const vehicle = kindsOf('vehicle');
const nature = kindsOf('nature');

export const EMBLEMS: readonly Kind[] = [
  thing(
    'chain',
    { words: 'bond chain_link chain_links', metres: 0.3, home: 'studio', colours: ['silver', 'gold'] },
    () => [
      ring([-0.3, 0.5, 0], 0.3, 0.09, 'main metal', { turn: [90, 0, 0] }),
      ring([0.3, 0.5, 0], 0.3, 0.09, 'main metal', { turn: [20, 0, 0] }),
    ],
  ),
  thing(
    "newton's cradle",
    { words: 'newtons_cradle inertia momentum', metres: 0.3, home: TABLE_TOP, colours: ['silver'] },
    () => [
      box([0, 0.04, 0], [0.7, 0.04, 0.34], '#2a2220 wood plain', 0.02),
      ...[-0.3, 0.3].flatMap((z) => [
        limb([-0.62, 0.06, z], [-0.62, 1.1, z], 0.025, '#40444a metal plain'),
        limb([0.62, 0.06, z], [0.62, 1.1, z], 0.025, '#40444a metal plain'),
        limb([-0.62, 1.1, z], [0.62, 1.1, z], 0.025, '#40444a metal plain'),
      ]),
      ...[-0.26, -0.04, 0.18, 0.4].flatMap((x) => hungBall(x, x, 0.32)),
      ...hungBall(-0.46, -0.86, 0.5),
    ],
  ),
  thing('eye', { words: 'eyeball', metres: 0.3, home: 'studio', colours: ['azure', 'green', 'brown'], yaw: 0 }, () => [
    ball([0, 0.5, 0], 0.5, 'white gloss plain'),
    ball([0, 0.5, 0.3], [0.27, 0.27, 0.22], 'main gloss'),
    ball([0, 0.5, 0.42], [0.14, 0.14, 0.12], 'black gloss plain'),
    ball([0.1, 0.6, 0.52], 0.045, 'white glow plain'),
  ]),
  thing('plank', { words: 'piece_of_wood wooden_plank', metres: 0.4, home: 'farm', colours: ['#b07c44'] }, () => [
    box([0, 0.2, 0], [0.7, 0.2, 0.05], 'main wood', 0.02, { label: 'wood' }),
    ...[-0.6, 0.6].map((x) => drum([x, 0.2, 0.05], 0.025, 0.01, '#4a4440 metal plain', { turn: [90, 0, 0] })),
  ]),
  thing('pitcher', { words: 'jug carafe', metres: 0.35, home: TABLE_TOP, colours: ['#9cc8d8'] }, ({ traits }) =>
    pitcher(traits?.filled),
  ),
  thing('time machine', { metres: 2.4, home: 'study', colours: ['#b8863c'], second: '#9cc8d8' }, () => [
    drum([0, 0.08, 0], 0.7, 0.08, '#4a3424 wood plain'),
    drum([0, 0.22, 0], 0.52, 0.07, 'main metal'),
    ...[0, 60, 120].map((turn) => ring([0, 0.92, 0], 0.62, 0.035, 'main metal', { turn: [90, turn, 0] })),
    box([0, 0.5, -0.04], [0.24, 0.05, 0.22], '#8a1c24 cloth plain', 0.04),
    box([0, 0.78, -0.24], [0.24, 0.28, 0.05], '#8a1c24 cloth plain', 0.04),
    box([0, 0.36, 0], [0.2, 0.12, 0.18], '#4a3424 wood plain', 0.02),
    drum([0, 1.62, 0], 0.26, 0.06, 'main metal', { turn: [90, 0, 0] }),
    drum([0, 1.62, 0.05], 0.21, 0.02, 'ivory matte plain', { turn: [90, 0, 0] }),
    limb([0, 1.62, 0.08], [0, 1.76, 0.08], 0.016, 'black matte plain'),
    limb([0, 1.62, 0.08], [0.11, 1.58, 0.08], 0.016, 'black matte plain'),
    ...leftAndRight(
      limb([0.4, 0.26, 0.26], [0.44, 0.7, 0.34], 0.025, 'main metal'),
      ball([0.44, 0.74, 0.34], 0.06, 'red glow plain'),
    ),
  ]),
  vehicle(
    'contrail',
    {
      words: 'chemtrail vapor_trail vapour_trail condensation_trail',
      metres: 6,
      home: 'sky',
      stance: 'air',
      yaw: -8,
      motion: 'drift',
      colours: ['white'],
    },
    () => [
      limb([1.2, 0.86, 0], [1.62, 0.98, 0], [0.05, 0.07], '#d8dce2 gloss plain'),
      box([1.4, 0.9, 0], [0.07, 0.012, 0.34], '#d8dce2 gloss plain', 0.01, { turn: [0, 18, 16] }),
      box([1.2, 0.94, 0], [0.05, 0.08, 0.01], '#c03028 gloss plain', 0.01),
      ...[-0.1, 0.1].flatMap((z) =>
        Array.from({ length: 9 }, (_, i) =>
          ball(
            [1.0 - i * 0.3, 0.8 - i * 0.085, z * (1 + i * 0.3)],
            [0.22, 0.05 + i * 0.014, 0.06 + i * 0.016],
            'main snow',
            {
              blend: 0.08,
              turn: [0, 0, 16],
            },
          ),
        ),
      ),
    ],
  ),
  nature(
    'tornado',
    { words: 'twister cyclone whirlwind', metres: 60, home: 'meadow', colours: ['#6c6a68'], motion: 'sway' },
    () =>
      Array.from({ length: 12 }, (_, i) =>
        ring(
          [Math.sin(i * 0.7) * 0.06 * i * 0.3, 0.1 + i * 0.15, 0],
          0.04 + 0.0042 * i * i,
          0.08 + i * 0.008,
          'main matte',
          {
            blend: 0.1,
            turn: [Math.sin(i) * 7, 0, Math.cos(i * 1.3) * 7],
          },
        ),
      ),
  ),
  nature('dust', { words: 'dust_cloud cloud_of_dust', metres: 1, home: 'road', colours: ['#c8ac84'] }, () =>
    Array.from({ length: 9 }, (_, i) =>
      ball(
        [-0.8 + i * 0.19, 0.16 + 0.2 * Math.abs(Math.sin(i * 1.7)), Math.sin(i * 2.4) * 0.18],
        [0.24, 0.2 + 0.06 * Math.sin(i), 0.22],
        'main snow',
        { blend: 0.12 },
      ),
    ),
  ),
  nature(
    'lily pad',
    { words: 'lilypad', metres: 0.25, home: 'lake', stance: 'water', motion: 'bob', colours: ['#2f7a3c'] },
    () => [
      drum([0, 0.03, 0], 0.5, 0.03, 'main leaf'),
      ...[0, 1, 2, 3, 4, 5].map((i) =>
        limb([0, 0.062, 0], [Math.sin(i) * 0.44, 0.062, Math.cos(i) * 0.44], 0.008, '#5a9a54 leaf plain'),
      ),
      dome([0.3, 0.05, 0.1], [0.1, 0.1, 0.1], 'pink petal plain'),
    ],
  ),
];

function hungBall(top: number, x: number, y: number): Part[] {
  return [
    ball([x, y, 0], 0.11, 'main metal'),
    limb([x, y, 0], [top, 1.1, 0.3], 0.006, '#d0d0d0 matte plain'),
    limb([x, y, 0], [top, 1.1, -0.3], 0.006, '#d0d0d0 matte plain'),
  ];
}

function pitcher(filled: { word: string; colour: string } | undefined): Part[] {
  return [
    ...(filled ? [cone([0, 0.4, 0], 0.3, 0.34, 0.38, `${filled.colour} gloss plain`, { label: filled.word })] : []),
    drum([0, 0.03, 0], 0.31, 0.03, 'main glass'),
    cone([0, 0.92, 0], 0.345, 0.37, 0.14, 'main glass'),
    cone([0, 0.96, 0], 0.31, 0.34, 0.16, 'main glass', { carve: true }),
    ...(filled ? [] : [cone([0, 0.42, 0], 0.31, 0.35, 0.4, 'main glass')]),
    ball([-0.38, 1.02, 0], [0.12, 0.07, 0.1], 'main glass', { blend: 0.04 }),
    ring([0.42, 0.6, 0], 0.24, 0.05, 'main glass', { turn: [90, 0, 0] }),
  ];
}
