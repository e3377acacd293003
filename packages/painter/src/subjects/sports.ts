// Balls, rackets, boards and gloves.
import { ball, box, drum, limb, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

export const SPORTS: readonly Kind[] = [
  thing('tennis ball', { metres: 0.07, home: 'park', colours: ['#c8e038'] }, () => [
    ball([0, 0.3, 0], 0.3, 'main cloth'),
    ring([0.1, 0.36, 0.08], 0.27, 0.012, 'white matte plain', { turn: [40, 0, 50] }),
  ]),
  thing('baseball bat', { words: 'bat', metres: 0.9, home: 'park', colours: ['tan'] }, () => [
    limb([0, 0.06, 0], [0, 0.5, 0], [0.04, 0.045], 'main wood'),
    limb([0, 0.5, 0], [0, 1.24, 0], [0.045, 0.1], 'main wood', { blend: 0.04 }),
    drum([0, 0.03, 0], 0.06, 0.025, 'main wood'),
    drum([0, 0.24, 0], 0.05, 0.16, '#2a2420 cloth plain'),
  ]),
  thing('baseball glove', { words: 'mitt catcher_mitt', metres: 0.3, home: 'park', colours: ['#9a5c2c'] }, () => [
    ball([0, 0.36, 0], [0.36, 0.34, 0.16], 'main cloth'),
    ...[-0.24, -0.08, 0.09, 0.25].map((x) =>
      limb([x * 0.8, 0.5, 0.02], [x * 1.3, 0.94 - Math.abs(x) * 0.4, 0.06], [0.11, 0.085], 'main cloth', {
        blend: 0.03,
      }),
    ),
    limb([-0.3, 0.3, 0.05], [-0.5, 0.62, 0.12], [0.12, 0.09], 'main cloth', { blend: 0.05 }),
    ball([0.02, 0.44, 0.16], [0.22, 0.2, 0.1], '#7a4420 cloth plain', { carve: true, blend: 0.05 }),
    ball([0.02, 0.42, 0.14], 0.13, 'white matte plain'),
  ]),
  thing(
    'tennis racket',
    { words: 'racket racquet badminton_racket', metres: 0.7, home: 'park', colours: ['red', 'azure'] },
    () => [
      ring([0, 0.98, 0], 0.32, 0.035, 'main gloss', { turn: [90, 0, 0] }),
      ...[-0.2, -0.1, 0, 0.1, 0.2].flatMap((at) => [
        limb([at, 0.72, 0], [at, 1.24, 0], 0.008, 'white matte plain'),
        limb([-0.27, 0.98 + at, 0], [0.27, 0.98 + at, 0], 0.008, 'white matte plain'),
      ]),
      limb([0, 0.66, 0], [0, 0.4, 0], 0.035, 'main gloss', { blend: 0.04 }),
      limb([0, 0.4, 0], [0, 0.04, 0], 0.05, '#24201e cloth plain'),
    ],
  ),
  thing('skis', { words: 'ski', metres: 1.6, home: 'snow', colours: ['red', 'azure'] }, () =>
    [-0.16, 0.16].flatMap((x) => [
      box([x, 0.8, 0], [0.07, 0.76, 0.02], 'main gloss', 0.02),
      limb([x, 1.54, 0], [x, 1.68, 0.12], [0.06, 0.03], 'main gloss', { blend: 0.03 }),
      box([x, 0.66, 0.05], [0.06, 0.16, 0.05], '#24242a gloss plain', 0.03),
    ]),
  ),
  thing('surfboard', { words: 'snowboard', metres: 1.9, home: 'beach', colours: ['azure', 'coral'] }, () => [
    ball([0, 0.95, 0], [0.27, 0.95, 0.05], 'main gloss'),
    box([0, 0.95, 0.045], [0.02, 0.8, 0.01], 'white matte plain', 0.01),
  ]),
  thing('ping pong table', { words: 'table_tennis_table', metres: 0.8, home: 'room', colours: ['#1f6a4a'] }, () => [
    box([0, 0.74, 0], [1.3, 0.035, 0.7], 'main matte', 0.01),
    box([0, 0.78, 0], [1.3, 0.004, 0.012], 'white matte plain', 0),
    box([0, 0.85, 0], [0.012, 0.08, 0.74], '#e8e8e8 matte plain', 0.002),
    ...[-1.1, 1.1].flatMap((x) =>
      [-0.55, 0.55].map((z) => box([x, 0.36, z], [0.04, 0.36, 0.04], '#30343a metal plain', 0.01)),
    ),
  ]),
  thing(
    'checkers',
    { words: 'draughts chess_board chessboard checkerboard', metres: 0.1, home: TABLE_TOP, colours: ['#8a2c20'] },
    () => [
      box([0, 0.06, 0], [0.62, 0.06, 0.62], '#3c2414 wood plain', 0.02),
      ...Array.from({ length: 32 }, (_, i) => {
        const [row, col] = [Math.floor(i / 4), (i % 4) * 2 + (Math.floor(i / 4) % 2)];
        return box([(col - 3.5) * 0.145, 0.125, (row - 3.5) * 0.145], [0.07, 0.008, 0.07], 'ivory matte plain', 0.002);
      }),
      ...[0, 1, 2, 3].flatMap((i) => [
        drum([(i * 2 - 2.5) * 0.145, 0.16, -0.36], 0.055, 0.03, 'black gloss plain'),
        drum([(i * 2 - 3.5) * 0.145, 0.16, 0.36], 0.055, 0.03, 'main gloss'),
      ]),
    ],
  ),
];
