// Birds, standing or in flight, from one build with many proportions; insects with wings.
import { ball, bothSides, cone, limb, ring } from '../shapes/part.ts';
import { bee, bird, butterfly, fan, penguin, RAPTOR, SMALL, swan } from './bird-build.ts';
import { type Kind, kindsOf } from './kind.ts';

const animal = kindsOf('animal');

const FLY = { yaw: -30, motion: 'fly' } as const;

export const BIRDS: readonly Kind[] = [
  animal(
    'bird',
    {
      words: 'sparrow robin songbird finch nightingale swallow',
      metres: 0.3,
      home: 'garden',
      ...FLY,
      colours: ['blue', 'red', 'brown'],
      second: 'navy',
    },
    (look) => bird({ ...SMALL, chest: look.asked ? 'main' : 'peach' }, look),
  ),
  animal(
    'eagle',
    {
      words: 'hawk falcon kestrel vulture',
      metres: 0.9,
      home: 'mountains',
      ...FLY,
      stance: 'air',
      colours: ['brown'],
      second: 'chocolate',
    },
    (look) => bird({ ...RAPTOR, more: (h) => [ball(h, 0.135, 'white feather')] }, look),
  ),
  animal(
    'seagull',
    { words: 'gull albatross', metres: 0.5, home: 'sea', ...FLY, stance: 'air', colours: ['white'], second: 'silver' },
    (look) => bird(RAPTOR, look),
  ),
  animal(
    'crow',
    { words: 'raven blackbird', metres: 0.5, home: 'forest', ...FLY, colours: ['black'], second: 'charcoal' },
    (look) => bird({ ...SMALL, beak: [0.14, 0.05, 'charcoal'], legPaint: 'charcoal matte' }, look),
  ),
  animal(
    'dove',
    { words: 'pigeon', metres: 0.35, home: 'village', ...FLY, colours: ['white'], second: 'silver' },
    (look) => bird(SMALL, look),
  ),
  animal(
    'parrot',
    {
      words: 'macaw cockatoo parakeet',
      metres: 0.6,
      home: 'jungle',
      ...FLY,
      colours: ['red', 'green'],
      second: 'blue',
    },
    (look) => bird({ ...SMALL, beak: [0.06, 0.09, 'charcoal'], tail: 0.42 }, look),
  ),
  animal(
    'owl',
    { metres: 0.5, home: 'forest', yaw: -70, motion: 'still', colours: ['brown', 'tan'], second: 'chocolate' },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.26, 0.3],
          head: 0.24,
          neck: [-0.06, 0.2],
          beak: [0.02, 0.05, 'amber'],
          tail: 0.12,
          more: (h) =>
            bothSides(
              ring([h[0] + 0.17, h[1] + 0.05, 0.11], 0.09, 0.03, 'cream feather', { turn: [0, 25, 90] }),
              ball([h[0] + 0.17, h[1] + 0.05, 0.11], 0.085, 'amber gloss', { label: 'eyes' }),
              ball([h[0] + 0.24, h[1] + 0.05, 0.13], 0.05, 'black gloss', { label: 'eyes' }),
              cone([h[0] - 0.02, h[1] + 0.25, 0.15], 0.08, 0.01, 0.1, 'main feather', { turn: [22, 0, 0] }),
            ),
        },
        look,
      ),
  ),
  animal(
    'duck',
    {
      words: 'duckling mallard',
      metres: 0.4,
      home: 'lake',
      yaw: -25,
      stance: 'water',
      motion: 'bob',
      colours: ['yellow', 'white', 'brown'],
      second: 'cream',
    },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.36, 0.2],
          neck: [0.06, 0.22],
          beak: [0.14, 0.06, 'orange'],
          legs: look.airborne ? 0.1 : -0.06,
          tail: 0.12,
        },
        look,
      ),
  ),
  animal(
    'goose',
    {
      words: 'geese',
      metres: 0.8,
      home: 'lake',
      yaw: -25,
      motion: 'walk',
      colours: ['white', 'gray'],
      second: 'silver',
    },
    (look) => bird({ ...SMALL, body: [0.4, 0.22], neck: [0.1, 0.5], head: 0.11, beak: [0.12, 0.05, 'orange'] }, look),
  ),
  animal(
    'swan',
    { metres: 1, home: 'lake', yaw: -20, stance: 'water', motion: 'bob', colours: ['white'], second: 'ivory' },
    () => swan(),
  ),
  animal(
    'chicken',
    {
      words: 'hen chick',
      metres: 0.45,
      home: 'farm',
      yaw: -30,
      motion: 'walk',
      colours: ['white', 'rust', 'yellow'],
      second: 'cream',
    },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.3, 0.25],
          tail: 0.16,
          more: (h) => [
            ball([h[0], h[1] + 0.16, 0], [0.1, 0.08, 0.03], 'red skin'),
            ball([h[0] + 0.16, h[1] - 0.15, 0], [0.035, 0.07, 0.03], 'red skin'),
          ],
        },
        look,
      ),
  ),
  animal(
    'rooster',
    {
      words: 'cock cockerel',
      metres: 0.6,
      home: 'farm',
      yaw: -30,
      motion: 'walk',
      colours: ['rust'],
      second: 'chocolate',
    },
    (look) =>
      bird(
        {
          ...SMALL,
          neck: [0.1, 0.25],
          tail: 0.1,
          more: (h) => [
            ...[0, 1, 2].map((i) => ball([h[0] - 0.08 + i * 0.08, h[1] + 0.17, 0], [0.06, 0.09, 0.03], 'red skin')),
            ...[0, 1, 2, 3].map((i) =>
              limb(
                [-0.3, 0.42, 0],
                [-0.62 + i * 0.08, 0.5 + i * 0.13, 0.04 * i - 0.06],
                [0.07, 0.03],
                'emerald feather',
              ),
            ),
            ball([h[0] + 0.14, h[1] - 0.17, 0], [0.04, 0.09, 0.03], 'red skin'),
          ],
        },
        look,
      ),
  ),
  animal(
    'penguin',
    { metres: 0.8, home: 'snow', yaw: -62, motion: 'bob', colours: ['black'], second: 'black' },
    (look) => penguin(look),
  ),
  animal(
    'flamingo',
    {
      words: 'heron crane stork',
      metres: 1.3,
      home: 'lake',
      yaw: -15,
      motion: 'sway',
      colours: ['pink'],
      second: 'coral',
    },
    (look) =>
      bird(
        {
          ...SMALL,
          body: [0.3, 0.17],
          neck: [0.16, 0.55],
          head: 0.1,
          beak: [0.2, 0.04, 'charcoal'],
          legs: 0.85,
          legPaint: 'salmon matte',
          tail: 0.14,
        },
        look,
      ),
  ),
  animal(
    'peacock',
    { metres: 1.2, home: 'garden', yaw: -60, motion: 'sway', colours: ['blue'], second: 'teal' },
    (look) => [...bird({ ...SMALL, neck: [0.06, 0.36], head: 0.1 }, look), ...fan()],
  ),
  animal(
    'butterfly',
    {
      words: 'moth',
      metres: 0.1,
      home: 'flowers',
      yaw: 25,
      stance: 'air',
      motion: 'fly',
      colours: ['orange', 'blue', 'violet'],
      second: 'black',
    },
    () => butterfly(),
  ),
  animal(
    'bee',
    {
      words: 'wasp hornet bumblebee',
      metres: 0.06,
      home: 'flowers',
      yaw: -30,
      stance: 'air',
      motion: 'fly',
      colours: ['yellow'],
      second: 'black',
      pattern: 'stripes',
    },
    () => bee(),
  ),
  animal('dragonfly', { metres: 0.08, home: 'lake', yaw: 30, stance: 'air', motion: 'fly', colours: ['teal'] }, () => [
    limb([-0.6, 0.4, 0], [0.2, 0.4, 0], [0.03, 0.06], 'main metal'),
    ball([0.28, 0.4, 0], 0.1, 'main gloss'),
    ...bothSides(
      ball([0.06, 0.45, 0.36], [0.1, 0.015, 0.36], 'silver glass', { turn: [-12, 0, 0] }),
      ball([-0.12, 0.45, 0.34], [0.1, 0.015, 0.34], 'silver glass', { turn: [-12, 14, 0] }),
    ),
  ]),
  animal(
    'ladybug',
    {
      words: 'beetle ladybird',
      metres: 0.05,
      home: 'meadow',
      yaw: -35,
      motion: 'walk',
      colours: ['red'],
      second: 'black',
      pattern: 'spots',
    },
    () => [
      ball([0, 0.2, 0], [0.4, 0.3, 0.36], 'main gloss'),
      ball([0.38, 0.14, 0], [0.15, 0.14, 0.18], '#181414 gloss plain'),
      limb([0, 0.49, 0], [-0.36, 0.24, 0], 0.015, '#181414 gloss plain'),
      ...bothSides(...[-0.2, 0, 0.2].map((x) => limb([x, 0.1, 0.3], [x + 0.05, 0, 0.46], 0.03, '#181414 gloss plain'))),
    ],
  ),
];
