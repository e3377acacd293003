// Things of sky and earth that stand as objects: planets, clouds, volcanoes, islands, icebergs.
import { ball, cone, drum, limb, ring, star, tuft } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';

const natureThing = kindsOf('nature');

export const NATURE: readonly Kind[] = [
  natureThing(
    'planet',
    {
      words: 'planets exoplanet mars venus mercury',
      metres: 30,
      home: 'space',
      stance: 'air',
      motion: 'drift',
      colours: ['rust', 'azure', 'violet'],
    },
    () => [ball([0, 0.5, 0], 0.5, 'main crater')],
  ),
  natureThing(
    'earth',
    {
      words: 'blue_planet world',
      metres: 30,
      home: 'space',
      stance: 'air',
      motion: 'drift',
      colours: ['#1850a0'],
      second: '#2f7a38',
    },
    () => [ball([0, 0.5, 0], 0.5, 'main earth')],
  ),
  natureThing(
    'saturn',
    {
      words: 'ringed_planet jupiter neptune uranus',
      metres: 30,
      home: 'space',
      stance: 'air',
      motion: 'drift',
      colours: ['#d8b478'],
      second: '#a87848',
    },
    () => [
      ball([0, 0.5, 0], 0.36, 'main bands'),
      ...[0.52, 0.6, 0.68, 0.76].map((r, i) =>
        ring([0, 0.5, 0], r, 0.03, i % 2 ? '#b89868 matte' : '#e8d4a8 matte', { turn: [14, 0, 14] }),
      ),
    ],
  ),
  natureThing(
    'asteroid',
    { words: 'meteor meteorite comet', metres: 10, home: 'space', stance: 'air', motion: 'fly', colours: ['#7a6c60'] },
    () => [
      ball([0, 0.5, 0], [0.5, 0.42, 0.44], 'main crater'),
      ball([0.2, 0.66, 0.1], 0.28, 'main crater', { blend: 0.1 }),
      ball([-0.2, 0.6, 0.4], 0.12, 'main crater', { carve: true, blend: 0.05 }),
      ball([0.24, 0.34, 0.42], 0.1, 'main crater', { carve: true, blend: 0.05 }),
    ],
  ),
  natureThing(
    'satellite',
    {
      words: 'space_station iss probe',
      metres: 5,
      home: 'space',
      stance: 'air',
      motion: 'drift',
      yaw: 24,
      colours: ['silver'],
    },
    () => [
      drum([0, 0.5, 0], 0.16, 0.26, 'main metal'),
      ball([0, 0.78, 0], [0.2, 0.06, 0.2], 'white gloss'),
      limb([-0.9, 0.5, 0], [0.9, 0.5, 0], 0.02, 'main metal'),
      ...[-0.65, 0.65].map((x) => ({
        ...drum([x, 0.5, 0], 0.01, 0.01, 'navy glass'),
        shape: 'box' as const,
        size: [0.36, 0.17, 0.012] as const,
        extra: [0.005, 0] as const,
        paint: '#1c3c8c facade',
      })),
    ],
  ),
  natureThing(
    'star',
    { words: 'golden_star', metres: 1, home: 'night field', stance: 'air', motion: 'twinkle', colours: ['gold'] },
    () => [star([0, 0.5, 0], 0.5, 0.1, 'main gloss')],
  ),
  natureThing(
    'cloud',
    { words: 'cumulus', metres: 30, home: 'sky', stance: 'air', motion: 'drift', colours: ['white'] },
    () => [
      ball([0, 0.36, 0], [0.5, 0.3, 0.3], 'main snow'),
      ball([0.4, 0.3, 0], [0.36, 0.24, 0.26], 'main snow', { blend: 0.12 }),
      ball([-0.42, 0.3, 0], [0.36, 0.22, 0.26], 'main snow', { blend: 0.12 }),
      ball([0.12, 0.56, 0], [0.32, 0.26, 0.26], 'main snow', { blend: 0.12 }),
      ball([-0.2, 0.5, 0.04], [0.28, 0.22, 0.22], 'main snow', { blend: 0.12 }),
      ball([0.72, 0.24, 0], [0.22, 0.14, 0.18], 'main snow', { blend: 0.1 }),
    ],
  ),
  natureThing(
    'volcano',
    { words: 'crater', metres: 60, home: 'hills', stance: 'backdrop', colours: ['#5a4640'] },
    () => [
      cone([0, 0.4, 0], 0.95, 0.2, 0.42, 'main stone'),
      cone([0, 0.78, 0], 0.05, 0.16, 0.1, '#ff6a18 glow', {}),
      ...[0, 1, 2].map((i) =>
        limb(
          [Math.sin(i * 1.3 - 1) * 0.18, 0.8, Math.cos(i * 1.3 - 1) * 0.18],
          [Math.sin(i * 1.3 - 1) * 0.6, 0.3, Math.cos(i * 1.3 - 1) * 0.6],
          [0.05, 0.025],
          '#ff5a10 glow',
        ),
      ),
      tuft([0.05, 1.1, 0], 0.24, '#4a4444 matte'),
      tuft([0.2, 1.36, 0], 0.32, '#5a5454 matte'),
      tuft([0.02, 1.6, 0], 0.26, '#6a6464 matte'),
    ],
  ),
  natureThing(
    'mountain peak',
    { words: 'summit mount_fuji fuji', metres: 90, home: 'lake', stance: 'backdrop', colours: ['#5a6a88'] },
    () => [cone([0, 0.35, 0], 1.1, 0.14, 0.36, 'main stone'), cone([0, 0.58, 0], 0.38, 0.13, 0.15, 'white snow')],
  ),
  natureThing('island', { words: 'atoll', metres: 8, home: 'sea', stance: 'water', colours: ['#d8bc84'] }, () => [
    ball([0, 0, 0], [1.1, 0.16, 0.6], 'main stone'),
    limb([0.1, 0.1, 0], [0.24, 0.62, 0], [0.045, 0.035], '#8a6a48 bark'),
    limb([0.24, 0.62, 0], [0.3, 0.98, 0], [0.035, 0.03], '#8a6a48 bark'),
    ...Array.from({ length: 8 }, (_, i) => [
      limb(
        [0.3, 0.98, 0],
        [0.3 + Math.cos(i * 0.785) * 0.22, 1.06, Math.sin(i * 0.785) * 0.22],
        [0.02, 0.045],
        '#3f8a34 leaf',
        { blend: 0.02 },
      ),
      limb(
        [0.3 + Math.cos(i * 0.785) * 0.22, 1.06, Math.sin(i * 0.785) * 0.22],
        [0.3 + Math.cos(i * 0.785) * 0.46, 0.88, Math.sin(i * 0.785) * 0.46],
        [0.045, 0.01],
        '#3f8a34 leaf',
        { blend: 0.02 },
      ),
    ]).flat(),
    tuft([-0.4, 0.16, 0.06], [0.26, 0.14, 0.2], '#4a8a3c leaf'),
    tuft([-0.1, 0.16, -0.1], [0.2, 0.14, 0.16], '#3f7a34 leaf'),
  ]),
  natureThing(
    'iceberg',
    { words: 'glacier', metres: 15, home: 'arctic sea', stance: 'water', motion: 'bob', colours: ['#cfe8f4'] },
    () => [
      cone([0, 0.4, 0], 0.75, 0.16, 0.42, 'main ice', { turn: [0, 0, 6] }),
      cone([0.45, 0.2, 0.1], 0.46, 0.14, 0.24, 'main ice', { turn: [0, 0, -14] }),
      cone([-0.5, 0.14, 0.1], 0.36, 0.12, 0.18, 'main ice'),
    ],
  ),
  natureThing(
    'waterfall',
    { words: 'cascade', metres: 12, home: 'river', stance: 'backdrop', motion: 'ripple', colours: ['#70706c'] },
    () => [
      ...[-0.55, 0.55].flatMap((x) =>
        [0, 1, 2].map((i) =>
          ball([x * (1 + i * 0.1), 0.25 + i * 0.32, -0.1], [0.4, 0.34, 0.34], 'main stone', { blend: 0.06 }),
        ),
      ),
      ball([0, 1.05, -0.25], [0.7, 0.22, 0.3], 'main stone', { blend: 0.06 }),
      ...Array.from({ length: 9 }, (_, i) =>
        limb([-0.24 + i * 0.06, 1.16, 0], [-0.3 + i * 0.075, 0.02, 0.2], [0.045, 0.06], '#d8ecf6 snow'),
      ),
      ...[-0.25, 0, 0.25].map((x) => tuft([x, 0.06, 0.3], [0.22, 0.1, 0.16], 'white snow')),
    ],
  ),
];
