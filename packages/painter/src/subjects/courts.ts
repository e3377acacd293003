// Flat grounds for other things, with masts or lights at their edge.
import { box, drum, leftAndRight, limb, type Part } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';

const building = kindsOf('building');
const LINE = 'white matte plain';

export const COURTS: readonly Kind[] = [
  building(
    'tennis court',
    { words: 'tennis_field', metres: 3.9, home: 'park', colours: ['#2f7a52'], seat: 0.02, seatFront: 0.3, yaw: 0 },
    () => [
      box([0, 0.012, 0], [1.5, 0.012, 0.9], '#a8552c matte plain', 0.004),
      box([0, 0.016, 0], [1.2, 0.014, 0.66], 'main matte', 0.004),
      ...[-0.66, -0.48, 0.48, 0.66].map((z) => box([0, 0.024, z], [1.2, 0.01, 0.016], LINE, 0)),
      ...leftAndRight(
        box([1.2, 0.024, 0], [0.016, 0.01, 0.66], LINE, 0),
        box([0.62, 0.024, 0], [0.016, 0.01, 0.48], LINE, 0),
        drum([1.46, 0.55, -0.86], 0.02, 0.55, '#50565c metal plain'),
        box([1.4, 1.1, -0.86], [0.12, 0.05, 0.03], '#fff6d8 glow plain', 0.01),
      ),
      box([0, 0.024, 0], [0.62, 0.01, 0.016], LINE, 0),
      box([0, 0.09, 0], [0.008, 0.07, 0.7], '#e8ece8 cloth plain', 0.002),
      box([0, 0.165, 0], [0.014, 0.014, 0.72], LINE, 0),
      ...[0.1, 0.24, 0.38].map((y) => limb([-1.46, y, -0.88], [1.46, y, -0.88], 0.008, '#3a5a48 metal plain')),
    ],
  ),
  building(
    'intersection',
    {
      words: 'crossroads road_junction street_junction',
      metres: 3.9,
      home: 'city',
      colours: ['#3c3e44'],
      seat: 0.02,
      yaw: 24,
    },
    () => [
      box([0, 0.012, 0], [1.7, 0.014, 0.42], 'main matte', 0.004, { label: 'road' }),
      box([0, 0.012, 0], [0.42, 0.0145, 1.7], 'main matte', 0.004, { label: 'road' }),
      ...[-1.4, -1.1, -0.8, 0.8, 1.1, 1.4].flatMap((at) => [
        box([at, 0.028, 0], [0.09, 0.004, 0.018], LINE, 0),
        box([0, 0.028, at], [0.018, 0.004, 0.09], LINE, 0),
      ]),
      ...[-0.3, -0.15, 0, 0.15, 0.3].flatMap((at) => [
        box([0.54, 0.028, at], [0.07, 0.004, 0.035], LINE, 0),
        box([at, 0.028, 0.54], [0.035, 0.004, 0.07], LINE, 0),
      ]),
      ...light(0.56, 0.56),
      ...light(-0.56, -0.56),
    ],
  ),
];

function light(x: number, z: number): Part[] {
  return [
    drum([x, 0.42, z], 0.018, 0.42, '#50565c metal plain'),
    box([x, 0.84, z], [0.05, 0.12, 0.05], '#24262a matte plain', 0.02),
    ...(['red', 'amber', 'lime'] as const).map((colour, i) =>
      drum([x, 0.91 - i * 0.07, z + 0.05], 0.026, 0.012, `${colour} glow plain`, { turn: [90, 0, 0] }),
    ),
  ];
}
