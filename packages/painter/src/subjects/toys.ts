// Toys and games.
import { ball, box, cone, drum, ring, type Vec } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { BRIGHT, balloon, kite, TABLE_TOP, teddy, thing } from './thing-build.ts';

export const TOYS: readonly Kind[] = [
  thing('balloon', 'balloons', 0.8, 'park', BRIGHT, balloon, { stance: 'air', motion: 'drift' }),
  thing('ball', 'beach_ball balls', 0.4, 'park', BRIGHT, () => [ball([0, 0.5, 0], 0.5, 'main gloss')]),
  thing('football', 'soccer_ball soccer', 0.3, 'park', ['white'], () => [ball([0, 0.5, 0], 0.5, 'main gloss')], {
    second: 'black',
    pattern: 'spots',
  }),
  thing('basketball', 'tennis_ball', 0.3, 'street', ['#d8702c'], () => [
    ball([0, 0.5, 0], 0.5, 'main citrus'),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [90, 0, 0] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [0, 0, 90] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte'),
  ]),
  thing('kite', '', 1, 'hills', ['red', 'violet', 'orange'], kite, { stance: 'air', motion: 'sway', second: 'yellow' }),
  thing('teddy bear', 'teddy plush stuffed_animal doll toy', 0.4, 'bedroom', ['#b07840'], teddy, { second: '#e0c090' }),
  thing('chess piece', 'chess pawn chessboard', 0.12, TABLE_TOP, ['ivory', 'black'], () => [
    drum([0, 0.07, 0], 0.32, 0.07, 'main gloss'),
    cone([0, 0.42, 0], 0.24, 0.1, 0.28, 'main gloss', { blend: 0.05 }),
    ring([0, 0.7, 0], 0.1, 0.05, 'main gloss', { blend: 0.03 }),
    ball([0, 0.9, 0], 0.2, 'main gloss', { blend: 0.03 }),
  ]),
  thing(
    'dice',
    'die',
    0.05,
    TABLE_TOP,
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
];
