// Vehicles of the air and of space.
import { ball, bothSides, box, dome, drum, limb } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { hotAirBalloon, PANE, plane, rocket, TYRE } from './vehicle-build.ts';

const vehicle = kindsOf('vehicle');

export const AIRCRAFT: readonly Kind[] = [
  vehicle(
    'airplane',
    {
      words: 'plane aeroplane jet aircraft airliner',
      metres: 6,
      home: 'sky',
      yaw: -30,
      stance: 'air',
      motion: 'fly',
      colours: ['white', 'red'],
      second: 'azure',
    },
    plane,
  ),
  vehicle(
    'biplane',
    {
      words: 'propeller_plane',
      metres: 3,
      home: 'sky',
      yaw: -30,
      stance: 'air',
      motion: 'fly',
      colours: ['red', 'yellow'],
    },
    () => [
      limb([-0.7, 0.5, 0], [0.4, 0.5, 0], [0.07, 0.17], 'main gloss'),
      drum([0.52, 0.5, 0], 0.15, 0.06, '#404850 metal', { turn: [0, 0, 90] }),
      ...[0.36, 0.82].map((y) => box([0.12, y, 0], [0.17, 0.02, 0.85], 'main gloss', 0.02)),
      ...bothSides(
        limb([0.12, 0.36, 0.5], [0.12, 0.82, 0.5], 0.015, '#b08048 wood'),
        drum([0.2, 0.14, 0.2], 0.1, 0.03, TYRE, { turn: [90, 0, 0] }),
      ),
      box([-0.7, 0.54, 0], [0.1, 0.015, 0.28], 'main gloss', 0.01),
      box([-0.72, 0.66, 0], [0.08, 0.14, 0.015], 'main gloss', 0.01),
      box([0.62, 0.5, 0], [0.015, 0.34, 0.035], '#b08048 wood', 0.01, { turn: [30, 0, 0] }),
    ],
  ),
  vehicle(
    'helicopter',
    {
      words: 'chopper drone',
      metres: 3,
      home: 'sky',
      yaw: -30,
      stance: 'air',
      motion: 'fly',
      colours: ['red', 'azure', 'olive'],
    },
    () => [
      ball([0.1, 0.55, 0], [0.46, 0.32, 0.3], 'main gloss'),
      ball([0.32, 0.58, 0], [0.28, 0.25, 0.25], PANE),
      limb([-0.2, 0.62, 0], [-1.0, 0.72, 0], [0.13, 0.05], 'main gloss', { blend: 0.06 }),
      ball([-1.02, 0.84, 0], [0.08, 0.18, 0.03], 'main gloss'),
      drum([0.05, 0.92, 0], 0.04, 0.09, '#404850 metal'),
      box([0.05, 1.0, 0], [1.0, 0.012, 0.05], '#303438 metal', 0.01, { turn: [0, 24, 0] }),
      box([0.05, 1.0, 0], [1.0, 0.012, 0.05], '#303438 metal', 0.01, { turn: [0, 114, 0] }),
      ...bothSides(
        limb([-0.3, 0.1, 0.24], [0.5, 0.1, 0.24], 0.025, '#404850 metal'),
        limb([0, 0.3, 0.16], [0, 0.1, 0.24], 0.02, '#404850 metal'),
      ),
    ],
  ),
  vehicle(
    'rocket',
    {
      words: 'spaceship space_ship spacecraft shuttle space_shuttle',
      metres: 8,
      home: 'space',
      yaw: 14,
      stance: 'air',
      motion: 'fly',
      colours: ['white', 'silver'],
      second: 'red',
    },
    rocket,
  ),
  vehicle(
    'ufo',
    {
      words: 'flying_saucer saucer',
      metres: 3,
      home: 'night field',
      stance: 'air',
      motion: 'drift',
      colours: ['silver'],
    },
    () => [
      ball([0, 0.35, 0], [0.8, 0.16, 0.8], 'main metal'),
      dome([0, 0.42, 0], [0.34, 0.32, 0.34], '#60d8e0 glass'),
      ...Array.from({ length: 9 }, (_, i) =>
        ball([Math.sin(i * 0.7) * 0.62, 0.27, Math.cos(i * 0.7) * 0.62], 0.055, i % 2 ? 'lime glow' : 'yellow glow'),
      ),
    ],
  ),
  vehicle(
    'hot air balloon',
    {
      words: 'hot-air_balloon air_balloon',
      metres: 9,
      home: 'hills',
      stance: 'air',
      motion: 'drift',
      colours: ['red', 'orange', 'azure'],
      second: 'yellow',
    },
    hotAirBalloon,
  ),
  vehicle(
    'airship',
    {
      words: 'zeppelin blimp',
      metres: 8,
      home: 'sky',
      yaw: -16,
      stance: 'air',
      motion: 'drift',
      colours: ['silver', 'red'],
    },
    () => [
      ball([0, 0.7, 0], [1.05, 0.36, 0.36], 'main cloth'),
      box([0.1, 0.3, 0], [0.26, 0.08, 0.11], '#705030 wood', 0.04),
      ...[0, 90, 180, 270].map((a) =>
        ball(
          [-0.9, 0.7 + Math.cos((a * Math.PI) / 180) * 0.26, Math.sin((a * Math.PI) / 180) * 0.26],
          [0.16, 0.16, 0.03],
          'second cloth',
          { turn: [a, 0, 0] },
        ),
      ),
    ],
  ),
];
