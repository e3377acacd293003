// Swimming, crawling and slithering animals: fish, whales, reptiles, dragons, snails.
import { ball, bothSides, cone, dome, limb, ring, star } from '../shapes/part.ts';
import { crab, dinosaur, fish, octopus, reptile, serpent, whale } from './creature-build.ts';
import { type Kind, kind, kindsOf } from './kind.ts';

const animal = kindsOf('animal');

const SWIM = { yaw: -14, motion: 'drift', stance: 'sea' } as const;

export const SEA_LIFE: readonly Kind[] = [
  animal(
    'fish',
    {
      words: 'trout carp tuna cod',
      metres: 0.4,
      home: 'underwater',
      ...SWIM,
      colours: ['orange', 'azure', 'yellow'],
      second: 'amber',
    },
    () => fish(0.5, 0.3),
  ),
  animal(
    'goldfish',
    { words: 'koi', metres: 0.2, home: 'underwater', ...SWIM, colours: ['orange'], second: 'peach' },
    () => fish(0.46, 0.34),
  ),
  animal(
    'clownfish',
    {
      words: 'nemo',
      metres: 0.2,
      home: 'underwater',
      ...SWIM,
      colours: ['orange'],
      second: 'white',
      pattern: 'stripes',
    },
    () => fish(0.46, 0.32),
  ),
  animal(
    'salmon',
    { words: 'herring', metres: 0.6, home: 'underwater', ...SWIM, colours: ['salmon'], second: 'silver' },
    () => fish(0.6, 0.22),
  ),
  animal('shark', { metres: 1.4, home: 'underwater', ...SWIM, colours: ['gray'], second: 'white' }, () =>
    whale(0.7, 0.24, 0.6),
  ),
  animal(
    'whale',
    { words: 'orca', metres: 3, home: 'underwater', ...SWIM, colours: ['navy', 'charcoal'], second: 'white' },
    () => whale(0.75, 0.4, 0.3),
  ),
  animal(
    'dolphin',
    { words: 'porpoise', metres: 1.2, home: 'sea', ...SWIM, colours: ['azure'], second: 'silver' },
    () => [
      ...whale(0.6, 0.22, 0.5),
      limb([0.58, 0.2, 0], [0.82, 0.16, 0], [0.09, 0.05], 'main gloss', { blend: 0.05 }),
    ],
  ),
  animal(
    'seal',
    { words: 'walrus otter', metres: 0.9, home: 'beach', yaw: -30, motion: 'bob', colours: ['gray', 'brown'] },
    () => [
      limb([-0.7, 0.14, 0], [0.1, 0.24, 0], [0.12, 0.25], 'main gloss'),
      limb([0.1, 0.26, 0], [0.35, 0.7, 0], [0.24, 0.16], 'main gloss', { blend: 0.1 }),
      ball([0.42, 0.8, 0], 0.17, 'main gloss', { blend: 0.06 }),
      ball([0.57, 0.76, 0], 0.085, 'silver gloss'),
      ball([0.65, 0.79, 0], 0.03, 'black gloss'),
      ...bothSides(
        ball([0.53, 0.87, 0.1], 0.03, 'black gloss'),
        ball([0.2, 0.08, 0.26], [0.2, 0.05, 0.12], 'main gloss'),
        ball([-0.85, 0.1, 0.1], [0.14, 0.04, 0.08], 'main gloss'),
      ),
    ],
  ),
  animal(
    'turtle',
    { words: 'tortoise', metres: 0.5, home: 'beach', yaw: -32, motion: 'walk', colours: ['green'], second: 'olive' },
    () => [
      dome([0, 0.2, 0], [0.46, 0.36, 0.4], 'main stone'),
      ball([0, 0.2, 0], [0.5, 0.09, 0.44], 'second scales'),
      limb([0.4, 0.22, 0], [0.62, 0.38, 0], [0.1, 0.1], 'second scales', { blend: 0.04 }),
      ball([0.68, 0.4, 0], [0.14, 0.11, 0.11], 'second scales', { blend: 0.03 }),
      ...bothSides(
        ball([0.74, 0.45, 0.09], 0.03, 'black gloss'),
        limb([0.28, 0.18, 0.28], [0.36, 0.05, 0.4], 0.09, 'second scales'),
        limb([-0.28, 0.18, 0.28], [-0.36, 0.05, 0.38], 0.09, 'second scales'),
      ),
      cone([-0.54, 0.16, 0], 0.05, 0.01, 0.1, 'second scales', { turn: [0, 0, 90] }),
    ],
  ),
  animal(
    'octopus',
    { words: 'squid', metres: 0.8, home: 'underwater', ...SWIM, yaw: 0, colours: ['coral', 'purple'] },
    () => octopus(),
  ),
  animal(
    'crab',
    { words: 'lobster', metres: 0.25, home: 'beach', yaw: 0, motion: 'walk', colours: ['red', 'orange'] },
    () => crab(),
  ),
  animal(
    'jellyfish',
    { words: 'medusa', metres: 0.5, home: 'underwater', ...SWIM, yaw: 0, colours: ['violet', 'pink'] },
    () => [
      dome([0, 0.7, 0], [0.36, 0.34, 0.36], 'main glass'),
      ring([0, 0.7, 0], 0.32, 0.05, 'main glass'),
      ...Array.from({ length: 8 }, (_, i) =>
        limb(
          [Math.sin(i * 0.785) * 0.25, 0.7, Math.cos(i * 0.785) * 0.25],
          [Math.sin(i * 0.785 + 0.5) * 0.3, 0.05 + (i % 3) * 0.12, Math.cos(i * 0.785 + 0.5) * 0.3],
          [0.035, 0.012],
          'main glass',
        ),
      ),
    ],
  ),
  animal('starfish', { words: 'sea_star', metres: 0.2, home: 'beach', yaw: 0, colours: ['orange', 'coral'] }, () => [
    star([0, 0.42, 0], 0.45, 0.06, 'main stone', { turn: [-24, 0, 0] }),
  ]),
  animal(
    'snail',
    {
      words: 'slug',
      metres: 0.08,
      home: 'garden',
      yaw: -15,
      motion: 'walk',
      colours: ['tan', 'rust'],
      second: 'beige',
    },
    () => [
      limb([-0.45, 0.07, 0], [0.4, 0.09, 0], [0.05, 0.1], 'second skin'),
      limb([0.4, 0.1, 0], [0.52, 0.34, 0], [0.1, 0.08], 'second skin', { blend: 0.06 }),
      ring([0, 0.36, 0], 0.18, 0.13, 'main gloss', { turn: [90, 0, 0] }),
      ball([0, 0.36, 0], [0.14, 0.14, 0.16], 'main gloss', { blend: 0.04 }),
      ...bothSides(
        limb([0.55, 0.38, 0.04], [0.62, 0.58, 0.09], 0.02, 'second skin'),
        ball([0.62, 0.6, 0.09], 0.035, 'black gloss'),
      ),
    ],
  ),
  animal(
    'snake',
    {
      words: 'serpent python cobra worm',
      metres: 0.5,
      home: 'desert',
      yaw: 0,
      motion: 'sway',
      colours: ['green', 'emerald'],
    },
    () => serpent(),
  ),
  animal(
    'frog',
    { words: 'toad', metres: 0.15, home: 'lake', yaw: -40, motion: 'bob', colours: ['lime', 'green'], second: 'lemon' },
    () => [
      ball([0, 0.26, 0], [0.38, 0.25, 0.32], 'main gloss'),
      ball([0.1, 0.2, 0], [0.3, 0.18, 0.27], 'second gloss', { blend: 0.04 }),
      ball([0.26, 0.42, 0], [0.24, 0.17, 0.26], 'main gloss', { blend: 0.08 }),
      ...bothSides(
        ball([0.28, 0.58, 0.16], 0.09, 'main gloss'),
        ball([0.35, 0.6, 0.18], 0.06, '#f0e8b0 gloss'),
        ball([0.39, 0.6, 0.2], 0.035, 'black gloss'),
        limb([-0.2, 0.2, 0.3], [0.08, 0.08, 0.42], [0.12, 0.07], 'main gloss'),
        ball([0.16, 0.04, 0.46], [0.16, 0.035, 0.09], 'main gloss'),
        limb([0.24, 0.2, 0.22], [0.34, 0.05, 0.26], 0.055, 'main gloss'),
      ),
    ],
  ),
  animal(
    'crocodile',
    {
      words: 'alligator lizard gecko',
      metres: 0.6,
      home: 'river',
      yaw: -20,
      motion: 'walk',
      colours: ['olive', 'green'],
    },
    () => reptile([]),
  ),
  kind(
    'dinosaur',
    {
      group: 'fantasy',
      words: 'tyrannosaurus t-rex trex',
      metres: 4,
      home: 'jungle',
      yaw: -25,
      motion: 'walk',
      colours: ['green', 'olive'],
      second: 'lime',
    },
    () => dinosaur(),
  ),
  kind(
    'dragon',
    {
      group: 'fantasy',
      words: 'wyvern',
      metres: 4,
      home: 'mountains',
      yaw: -25,
      motion: 'sway',
      colours: ['red', 'emerald'],
      second: 'amber',
    },
    () => [
      ...dinosaur(),
      ...bothSides(
        limb([-0.05, 1.0, 0.15], [-0.3, 1.75, 0.6], [0.06, 0.04], 'main scales'),
        ball([-0.55, 1.35, 0.55], [0.5, 0.42, 0.03], 'second petal', { turn: [35, 0, -14] }),
        cone([0.62, 1.62, 0.1], 0.05, 0.005, 0.14, 'ivory gloss', { turn: [0, 0, 40] }),
      ),
      ...[0, 1, 2, 3, 4].map((i) =>
        cone([-0.25 - i * 0.17, 1.05 - i * 0.15, 0], 0.06, 0.005, 0.09, 'second scales', { turn: [0, 0, 20] }),
      ),
    ],
  ),
];
