// Toys and games.
import { ball, box, cone, drum, ring, type Vec } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { BRIGHT, balloon, kite, TABLE_TOP, teddy, thing } from './thing-build.ts';

export const TOYS: readonly Kind[] = [
  thing(
    'balloon',
    { words: 'balloons', metres: 0.8, home: 'park', colours: BRIGHT, stance: 'air', motion: 'drift' },
    balloon,
  ),
  thing('ball', { words: 'beach_ball balls sports_ball', metres: 0.4, home: 'park', colours: BRIGHT }, () => [
    ball([0, 0.5, 0], 0.5, 'main gloss'),
  ]),
  thing(
    'football',
    { words: 'soccer_ball soccer', metres: 0.3, home: 'park', colours: ['white'], second: 'black', pattern: 'spots' },
    () => [ball([0, 0.5, 0], 0.5, 'main gloss')],
  ),
  thing('basketball', { metres: 0.3, home: 'street', colours: ['#d8702c'] }, () => [
    ball([0, 0.5, 0], 0.5, 'main citrus'),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [90, 0, 0] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte', { turn: [0, 0, 90] }),
    ring([0, 0.5, 0], 0.495, 0.014, 'black matte'),
  ]),
  thing(
    'kite',
    { metres: 1, home: 'hills', colours: ['red', 'violet', 'orange'], stance: 'air', motion: 'sway', second: 'yellow' },
    kite,
  ),
  thing(
    'teddy bear',
    {
      words: 'teddy plush stuffed_animal doll toy',
      metres: 0.4,
      home: 'bedroom',
      colours: ['#b07840'],
      second: '#e0c090',
    },
    teddy,
  ),
  thing(
    'chess piece',
    { words: 'chess pawn chessboard', metres: 0.12, home: TABLE_TOP, colours: ['ivory', 'black'] },
    () => [
      drum([0, 0.07, 0], 0.32, 0.07, 'main gloss'),
      cone([0, 0.42, 0], 0.24, 0.1, 0.28, 'main gloss', { blend: 0.05 }),
      ring([0, 0.7, 0], 0.1, 0.05, 'main gloss', { blend: 0.03 }),
      ball([0, 0.9, 0], 0.2, 'main gloss', { blend: 0.03 }),
    ],
  ),
  thing('dice', { words: 'die', metres: 0.05, home: TABLE_TOP, colours: ['white', 'red'], yaw: 32 }, () => {
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
  }),
];
