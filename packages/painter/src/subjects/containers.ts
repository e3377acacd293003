// Containers for other things.
import { ball, box, cone, leftAndRight, ring } from '../shapes/part.ts';
import type { Kind } from './kind.ts';
import { thing } from './thing-build.ts';

export const CONTAINERS: readonly Kind[] = [
  thing(
    'gift',
    {
      words: 'present gift_box parcel',
      metres: 0.4,
      home: 'living room',
      colours: ['teal', 'violet', 'azure'],
      second: 'gold',
    },
    ({ traits }) => {
      const ribbon = `${traits?.ribbon ?? 'second'} gloss`;
      const label = 'ribbon';
      return [
        box([0, 0.32, 0], [0.4, 0.32, 0.4], 'main gloss', 0.02),
        box([0, 0.62, 0], [0.43, 0.07, 0.43], 'main gloss', 0.02),
        box([0, 0.36, 0], [0.075, 0.36, 0.435], ribbon, 0.01, { label }),
        box([0, 0.36, 0], [0.435, 0.36, 0.075], ribbon, 0.01, { label }),
        ...leftAndRight(ring([0.15, 0.78, 0], 0.11, 0.04, ribbon, { turn: [90, 0, 22], label })),
      ];
    },
  ),
  thing(
    'backpack',
    { words: 'bag handbag purse schoolbag', metres: 0.45, home: 'park', colours: ['red', 'azure', 'olive'] },
    () => [
      box([0, 0.4, 0], [0.34, 0.4, 0.2], 'main cloth', 0.14),
      box([0, 0.26, 0.2], [0.25, 0.17, 0.08], 'main cloth', 0.06),
      ring([0, 0.84, 0], 0.1, 0.03, '#403024 cloth plain', { turn: [90, 0, 0] }),
      box([0, 0.52, 0.2], [0.28, 0.02, 0.03], 'gold metal plain', 0.01),
    ],
  ),
  thing(
    'suitcase',
    { words: 'luggage briefcase', metres: 0.6, home: 'railway', colours: ['brown', 'teal', 'crimson'] },
    () => [
      box([0, 0.36, 0], [0.55, 0.36, 0.17], 'main gloss', 0.06),
      ...[-0.3, 0.3].map((x) => box([x, 0.36, 0], [0.05, 0.365, 0.18], '#3a2414 matte plain', 0.02)),
      ring([0, 0.74, 0], 0.13, 0.035, '#3a2414 matte plain', { turn: [90, 0, 0] }),
    ],
  ),
  thing('barrel', { words: 'cask keg', metres: 0.9, home: 'farm', colours: ['#8a5a2c'] }, () => [
    ball([0, 0.5, 0], [0.42, 0.7, 0.42], 'main wood'),
    box([0, 1.3, 0], [0.6, 0.32, 0.6], 'main wood', 0, { carve: true }),
    box([0, -0.3, 0], [0.6, 0.3, 0.6], 'main wood', 0, { carve: true }),
    ...[0.18, 0.5, 0.8].map((y) => ring([0, y, 0], y === 0.5 ? 0.41 : 0.37, 0.025, '#404448 metal plain')),
  ]),
  thing('box', { words: 'crate carton package', metres: 0.5, home: 'farm', colours: ['#b08850'] }, () => [
    box([0, 0.4, 0], [0.42, 0.4, 0.42], 'main wood', 0.01),
    ...[0.06, 0.74].map((y) => box([0, y, 0], [0.44, 0.05, 0.44], 'main wood', 0.01)),
  ]),
  thing('bucket', { words: 'pail', metres: 0.35, home: 'beach', colours: ['red', 'azure'] }, () => [
    cone([0, 0.34, 0], 0.28, 0.4, 0.34, 'main gloss'),
    cone([0, 0.42, 0], 0.25, 0.37, 0.34, 'main gloss', { carve: true }),
    ring([0, 0.66, 0], 0.39, 0.025, 'silver metal plain'),
    ring([0, 0.66, 0], 0.4, 0.018, 'silver metal plain', { turn: [70, 0, 0] }),
  ]),
];
