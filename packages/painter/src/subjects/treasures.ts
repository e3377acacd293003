// Arms, emblems and treasures.
import { ball, box, cone, drum, leftAndRight, limb, type Part, ring, star, type Vec } from '../shapes/part.ts';
import type { Kind, Traits } from './kind.ts';
import { TABLE_TOP, thing } from './thing-build.ts';

export const TREASURES: readonly Kind[] = [
  thing('crown', { words: 'tiara', metres: 0.2, home: TABLE_TOP, colours: ['gold'] }, () => [
    drum([0, 0.16, 0], 0.42, 0.14, 'main metal'),
    drum([0, 0.24, 0], 0.38, 0.16, 'main metal', { carve: true }),
    ...Array.from({ length: 8 }, (_, i) => [
      cone([Math.sin(i * 0.785) * 0.4, 0.46, Math.cos(i * 0.785) * 0.4], 0.11, 0.01, 0.18, 'main metal'),
      ball(
        [Math.sin(i * 0.785) * 0.4, 0.66, Math.cos(i * 0.785) * 0.4],
        0.05,
        i % 2 ? 'red gloss plain' : 'azure gloss plain',
      ),
      ball([Math.sin(i * 0.785) * 0.43, 0.16, Math.cos(i * 0.785) * 0.43], 0.045, 'crimson gloss plain'),
    ]).flat(),
  ]),
  thing('sword', { words: 'dagger katana blade excalibur', metres: 1, home: 'hills', colours: ['silver'] }, () => [
    box([0, 0.9, 0], [0.07, 0.5, 0.015], 'main metal', 0.012),
    box([0, 0.37, 0], [0.26, 0.035, 0.04], 'gold metal', 0.02),
    limb([0, 0.1, 0], [0, 0.36, 0], 0.038, '#4a2818 cloth'),
    ball([0, 0.06, 0], 0.06, 'gold metal'),
  ]),
  thing('shield', { metres: 0.8, home: 'castle hall', colours: ['blue', 'red'], second: 'silver' }, () => [
    ball([0, 0.5, 0], [0.4, 0.5, 0.1], 'main gloss'),
    ball([0, 0.5, 0.02], [0.34, 0.43, 0.1], 'second metal'),
    star([0, 0.52, 0.1], 0.2, 0.02, 'gold metal'),
  ]),
  thing(
    'flag',
    { words: 'banner', metres: 3, home: 'hills', colours: ['red', 'blue'], motion: 'sway' },
    ({ traits }) => [
      limb([-0.3, 0, 0], [-0.3, 1.5, 0], 0.025, 'silver metal plain'),
      ...(traits?.stripes ? stripesOf(traits.stripes) : waving()),
      ball([-0.3, 1.53, 0], 0.045, 'gold metal plain'),
    ],
  ),
  thing('globe', { words: 'world_map', metres: 0.4, home: 'study', colours: ['#2464b0'], second: '#3a8a3c' }, () => [
    ball([0, 0.62, 0], 0.42, 'main earth'),
    ring([0, 0.62, 0], 0.47, 0.022, 'gold metal plain', { turn: [90, 0, 22] }),
    limb([0, 0.06, 0], [0, 0.2, 0], 0.04, 'gold metal plain'),
    drum([0, 0.04, 0], 0.26, 0.04, '#6a4424 wood plain'),
  ]),
  thing('treasure chest', { words: 'chest treasure', metres: 0.6, home: 'beach', colours: ['#7a4a24'] }, () => [
    box([0, 0.22, 0], [0.5, 0.22, 0.3], 'main wood', 0.02),
    drum([0, 0.46, -0.02], 0.29, 0.5, 'main wood', { turn: [0, 0, 90] }),
    ...[-0.36, 0.36].map((x) => drum([x, 0.46, -0.02], 0.305, 0.045, 'gold metal plain', { turn: [0, 0, 90] })),
    ...[-0.36, 0.36].map((x) => box([x, 0.22, 0], [0.045, 0.225, 0.31], 'gold metal plain', 0.01)),
    box([0, 0.42, 0.3], [0.08, 0.09, 0.03], 'gold metal plain', 0.02),
  ]),
  thing('trophy', { words: 'cup_trophy medal award', metres: 0.4, home: TABLE_TOP, colours: ['gold'] }, () => [
    box([0, 0.08, 0], [0.24, 0.08, 0.24], '#241a14 gloss plain', 0.02),
    cone([0, 0.3, 0], 0.16, 0.05, 0.14, 'main metal'),
    ball([0, 0.72, 0], [0.32, 0.36, 0.32], 'main metal'),
    box([0, 1.04, 0], [0.5, 0.2, 0.5], 'main metal', 0, { carve: true }),
    ...leftAndRight(ring([0.36, 0.7, 0], 0.14, 0.035, 'main metal', { turn: [90, 0, 0] })),
  ]),
  thing('coin', { words: 'coins money', metres: 0.04, home: TABLE_TOP, colours: ['gold'] }, () =>
    [0, 1, 2, 3]
      .map((i) => drum([(i % 2) * 0.04, 0.06 + i * 0.12, (i % 3) * 0.03], 0.4, 0.055, 'main metal'))
      .concat(drum([0.62, 0.38, 0.1], 0.38, 0.055, 'main metal', { turn: [0, 30, 78] })),
  ),
];

function waving(): Part[] {
  return [0, 1, 2, 3, 4].map((i) =>
    box([-0.2 + i * 0.17, 1.24, Math.sin(i * 1.3) * 0.05], [0.1, 0.22, 0.014], 'main cloth', 0.01, {
      turn: [0, Math.cos(i * 1.3) * -22, 0],
    }),
  );
}

/** Bands of equal width, from the pole outwards or from the top down. */
function stripesOf({ colours, upright }: NonNullable<Traits['stripes']>): Part[] {
  const [wide, tall] = [0.5, 0.33];
  return colours.map((colour, i) => {
    const from = (2 * i + 1) / colours.length - 1;
    const at: Vec = upright ? [0.22 + from * wide, 1.17, 0] : [0.22, 1.17 - from * tall, 0];
    const half: Vec = upright ? [wide / colours.length, tall, 0.014] : [wide, tall / colours.length, 0.014];
    return box(at, half, `${colour} cloth plain`, 0.002, { label: 'stripe' });
  });
}
