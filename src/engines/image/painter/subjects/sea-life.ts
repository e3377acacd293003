// What swims, crawls or slithers: fish, whales, reptiles, dragons, snails.
import { ball, bothSides, cone, dome, limb, type Part, ring, star, type Vec } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

function fish(long: number, tall: number, finish = 'scales'): Part[] {
  const y = tall * 1.2;
  const main = `main ${finish}`;
  return [
    ball([0, y, 0], [long, tall, tall * 0.55], main),
    ball([-long * 0.7, y, 0], [long * 0.5, tall * 0.4, tall * 0.25], main, { blend: tall * 0.3 }),
    ...[-1, 1].map((s) =>
      ball([-long * 1.22, y + s * tall * 0.45, 0], [long * 0.17, tall * 0.6, tall * 0.1], `second ${finish}`, {
        turn: [0, 0, s * -38],
        blend: 0.03,
      }),
    ),
    ball([-long * 0.1, y + tall * 0.95, 0], [long * 0.42, tall * 0.4, tall * 0.08], `second ${finish}`, {
      turn: [0, 0, 12],
      blend: 0.03,
    }),
    ...bothSides(
      ball([long * 0.6, y + tall * 0.22, tall * 0.42], tall * 0.18, '#f4f2ec gloss plain'),
      ball([long * 0.63, y + tall * 0.22, tall * 0.52], tall * 0.11, 'black gloss plain'),
      ball([long * 0.1, y - tall * 0.3, tall * 0.55], [long * 0.22, tall * 0.24, tall * 0.06], `second ${finish}`, {
        turn: [0, 25, -30],
      }),
    ),
  ];
}

function whale(long: number, tall: number, fin: number): Part[] {
  const y = tall;
  return [
    ball([long * 0.1, y, 0], [long, tall, tall * 0.85], 'main gloss'),
    ball([long * 0.25, y - tall * 0.3, 0], [long * 0.75, tall * 0.68, tall * 0.72], 'second gloss', { blend: 0.03 }),
    limb([-long * 0.6, y, 0], [-long * 1.35, y + tall * 0.7, 0], [tall * 0.5, tall * 0.14], 'main gloss', {
      blend: tall * 0.4,
    }),
    ...bothSides(
      ball([-long * 1.45, y + tall * 0.85, tall * 0.4], [long * 0.14, tall * 0.08, tall * 0.5], 'main gloss', {
        turn: [0, -28, 0],
        blend: 0.03,
      }),
      ball([long * 0.3, y - tall * 0.5, tall * 0.9], [long * 0.2, tall * 0.1, tall * 0.45], 'main gloss', {
        turn: [30, 30, 0],
        blend: 0.02,
      }),
      ball([long * 0.82, y + tall * 0.05, tall * 0.5], tall * 0.07, 'black gloss'),
    ),
    cone([-long * 0.1, y + tall * 1.1, 0], long * 0.16, 0.01, tall * fin, 'main gloss', {
      turn: [0, 0, 28],
      blend: 0.04,
    }),
  ];
}

const SWIM = { yaw: -14, motion: 'drift', stance: 'sea' } as const;

export const SEA_LIFE: readonly Kind[] = [
  kind(
    'animal',
    'fish',
    'trout carp tuna cod',
    0.4,
    'underwater',
    { ...SWIM, colours: ['orange', 'azure', 'yellow'], second: 'amber' },
    () => fish(0.5, 0.3),
  ),
  kind('animal', 'goldfish', 'koi', 0.2, 'underwater', { ...SWIM, colours: ['orange'], second: 'peach' }, () =>
    fish(0.46, 0.34),
  ),
  kind(
    'animal',
    'clownfish',
    'nemo',
    0.2,
    'underwater',
    { ...SWIM, colours: ['orange'], second: 'white', pattern: 'stripes' },
    () => fish(0.46, 0.32),
  ),
  kind('animal', 'salmon', 'herring', 0.6, 'underwater', { ...SWIM, colours: ['salmon'], second: 'silver' }, () =>
    fish(0.6, 0.22),
  ),
  kind('animal', 'shark', '', 1.4, 'underwater', { ...SWIM, colours: ['gray'], second: 'white' }, () =>
    whale(0.7, 0.24, 0.6),
  ),
  kind('animal', 'whale', 'orca', 3, 'underwater', { ...SWIM, colours: ['navy', 'charcoal'], second: 'white' }, () =>
    whale(0.75, 0.4, 0.3),
  ),
  kind('animal', 'dolphin', 'porpoise', 1.2, 'sea', { ...SWIM, colours: ['azure'], second: 'silver' }, () => [
    ...whale(0.6, 0.22, 0.5),
    limb([0.58, 0.2, 0], [0.82, 0.16, 0], [0.09, 0.05], 'main gloss', { blend: 0.05 }),
  ]),
  kind('animal', 'seal', 'walrus otter', 0.9, 'beach', { yaw: -30, motion: 'bob', colours: ['gray', 'brown'] }, () => [
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
  ]),
  kind(
    'animal',
    'turtle',
    'tortoise',
    0.5,
    'beach',
    { yaw: -32, motion: 'walk', colours: ['green'], second: 'olive' },
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
  kind('animal', 'octopus', 'squid', 0.8, 'underwater', { ...SWIM, yaw: 0, colours: ['coral', 'purple'] }, () =>
    octopus(),
  ),
  kind('animal', 'crab', 'lobster', 0.25, 'beach', { yaw: 0, motion: 'walk', colours: ['red', 'orange'] }, () =>
    crab(),
  ),
  kind('animal', 'jellyfish', 'medusa', 0.5, 'underwater', { ...SWIM, yaw: 0, colours: ['violet', 'pink'] }, () => [
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
  ]),
  kind('animal', 'starfish', 'sea_star', 0.2, 'beach', { yaw: 0, colours: ['orange', 'coral'] }, () => [
    star([0, 0.42, 0], 0.45, 0.06, 'main stone', { turn: [-24, 0, 0] }),
  ]),
  kind(
    'animal',
    'snail',
    'slug',
    0.08,
    'garden',
    { yaw: -15, motion: 'walk', colours: ['tan', 'rust'], second: 'beige' },
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
  kind(
    'animal',
    'snake',
    'serpent python cobra worm',
    0.5,
    'desert',
    { yaw: 0, motion: 'sway', colours: ['green', 'emerald'] },
    () => serpent(),
  ),
  kind(
    'animal',
    'frog',
    'toad',
    0.15,
    'lake',
    { yaw: -40, motion: 'bob', colours: ['lime', 'green'], second: 'lemon' },
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
  kind(
    'animal',
    'crocodile',
    'alligator lizard gecko',
    0.6,
    'river',
    { yaw: -20, motion: 'walk', colours: ['olive', 'green'] },
    () => reptile([]),
  ),
  kind(
    'fantasy',
    'dinosaur',
    'tyrannosaurus t-rex trex',
    4,
    'jungle',
    { yaw: -25, motion: 'walk', colours: ['green', 'olive'], second: 'lime' },
    () => dinosaur(),
  ),
  kind(
    'fantasy',
    'dragon',
    'wyvern',
    4,
    'mountains',
    { yaw: -25, motion: 'sway', colours: ['red', 'emerald'], second: 'amber' },
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

function octopus(): Part[] {
  const arms = Array.from({ length: 8 }, (_, i) => {
    const a = i * 0.785 + 0.3;
    const mid: Vec = [Math.sin(a) * 0.42, 0.16, Math.cos(a) * 0.42];
    return [
      limb([Math.sin(a) * 0.15, 0.36, Math.cos(a) * 0.15], mid, [0.11, 0.08], 'main skin', { blend: 0.06 }),
      limb(mid, [Math.sin(a + 0.35) * 0.7, 0.1 + (i % 2) * 0.16, Math.cos(a + 0.35) * 0.7], [0.08, 0.03], 'main skin', {
        blend: 0.03,
      }),
    ];
  });
  return [
    ball([0, 0.72, 0], [0.3, 0.36, 0.3], 'main skin'),
    ball([0, 0.42, 0], 0.24, 'main skin', { blend: 0.1 }),
    ...arms.flat(),
    ...[-1, 1].flatMap((s) => [
      ball([s * 0.12, 0.56, 0.26], 0.08, '#f4f2ec gloss'),
      ball([s * 0.12, 0.56, 0.32], 0.045, 'black gloss'),
    ]),
  ];
}

function crab(): Part[] {
  const side = (s: number): Part[] => [
    limb([s * 0.3, 0.24, 0.1], [s * 0.56, 0.3, 0.26], 0.055, 'main gloss'),
    ball([s * 0.62, 0.42, 0.28], [0.11, 0.17, 0.09], 'main gloss', { turn: [0, 0, s * -20] }),
    cone([s * 0.54, 0.6, 0.28], 0.05, 0.005, 0.09, 'main gloss', { turn: [0, 0, s * -10] }),
    cone([s * 0.7, 0.58, 0.28], 0.05, 0.005, 0.09, 'main gloss', { turn: [0, 0, s * 10] }),
    ...[0, 1, 2].flatMap((i) => [
      limb([s * 0.32, 0.2, -0.12 + i * 0.1], [s * 0.58, 0.26, -0.24 + i * 0.13], 0.035, 'main gloss'),
      limb([s * 0.58, 0.26, -0.24 + i * 0.13], [s * 0.7, 0.01, -0.26 + i * 0.16], [0.035, 0.015], 'main gloss'),
    ]),
    limb([s * 0.1, 0.34, 0.2], [s * 0.12, 0.48, 0.24], 0.018, 'main gloss'),
    ball([s * 0.12, 0.5, 0.24], 0.045, 'black gloss'),
  ];
  return [ball([0, 0.25, 0], [0.38, 0.17, 0.27], 'main gloss'), ...side(-1), ...side(1)];
}

function serpent(): Part[] {
  const points: Vec[] = Array.from({ length: 15 }, (_, i) => [
    Math.cos(i * 0.72) * (0.46 - i * 0.012),
    0.09 + i * 0.014,
    Math.sin(i * 0.72) * (0.4 - i * 0.01),
  ]);
  const neck: Vec[] = [points[14] ?? [0, 0.3, 0], [0.1, 0.5, 0.1], [0.02, 0.78, 0.14], [0.12, 0.9, 0.3]];
  return [
    ...points
      .slice(1)
      .map((to, i) => limb(points[i] ?? to, to, i === 0 ? [0.03, 0.08] : 0.09, 'main scales', { blend: 0.03 })),
    ...neck.slice(1).map((to, i) => limb(neck[i] ?? to, to, 0.085, 'main scales', { blend: 0.04 })),
    ball([0.16, 0.92, 0.38], [0.1, 0.075, 0.15], 'main scales', { blend: 0.03 }),
    ...[-1, 1].map((s) => ball([0.16 + s * 0.075, 0.97, 0.44], 0.025, 'yellow gloss')),
    limb([0.17, 0.88, 0.5], [0.18, 0.86, 0.64], 0.01, 'red gloss'),
  ];
}

function reptile(more: Part[]): Part[] {
  return [
    limb([-0.4, 0.22, 0], [0.4, 0.24, 0], [0.16, 0.17], 'main scales'),
    limb([-0.4, 0.2, 0], [-1.2, 0.08, 0.12], [0.13, 0.02], 'main scales', { blend: 0.06 }),
    limb([0.45, 0.25, 0], [1.0, 0.22, 0], [0.14, 0.08], 'main scales', { blend: 0.06 }),
    ...bothSides(
      ball([0.62, 0.38, 0.08], 0.05, 'main scales'),
      ball([0.65, 0.4, 0.1], 0.03, 'yellow gloss'),
      limb([0.3, 0.2, 0.14], [0.42, 0.04, 0.3], 0.055, 'main scales'),
      limb([-0.3, 0.2, 0.14], [-0.38, 0.04, 0.3], 0.06, 'main scales'),
    ),
    ...Array.from({ length: 9 }, (_, i) =>
      cone([0.35 - i * 0.14, 0.4 - Math.max(0, i - 5) * 0.04, 0], 0.05, 0.005, 0.04, 'main scales'),
    ),
    ...more,
  ];
}

function dinosaur(): Part[] {
  return [
    ball([0, 0.8, 0], [0.42, 0.32, 0.28], 'main scales', { turn: [0, 0, 16] }),
    ball([0.12, 0.72, 0], [0.3, 0.28, 0.23], 'second scales', { blend: 0.04 }),
    limb([0.25, 0.95, 0], [0.5, 1.35, 0], [0.2, 0.14], 'main scales', { blend: 0.1 }),
    ball([0.6, 1.48, 0], [0.22, 0.17, 0.16], 'main scales', { blend: 0.08 }),
    limb([0.66, 1.45, 0], [0.92, 1.4, 0], [0.13, 0.1], 'main scales', { blend: 0.05 }),
    limb([-0.3, 0.75, 0], [-0.85, 0.42, 0], [0.22, 0.11], 'main scales', { blend: 0.1 }),
    limb([-0.85, 0.42, 0], [-1.35, 0.3, 0.1], [0.11, 0.02], 'main scales', { blend: 0.04 }),
    ...bothSides(
      ball([0.7, 1.56, 0.12], 0.05, 'yellow gloss'),
      ball([0.73, 1.57, 0.15], 0.025, 'black gloss'),
      ball([1.0, 1.44, 0.05], 0.02, 'black matte'),
      limb([-0.02, 0.7, 0.2], [0.1, 0.35, 0.26], [0.19, 0.1], 'main scales', { blend: 0.06 }),
      limb([0.1, 0.35, 0.26], [-0.02, 0.08, 0.26], [0.09, 0.07], 'main scales'),
      ball([0.08, 0.05, 0.26], [0.18, 0.05, 0.1], 'main scales'),
      limb([0.32, 0.92, 0.2], [0.5, 0.8, 0.22], [0.06, 0.045], 'main scales'),
      limb([0.5, 0.8, 0.22], [0.54, 0.9, 0.2], 0.035, 'main scales'),
    ),
  ];
}
