// People known by their trade, and fantasy figures in human shape.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring, star, wedge } from '../shapes/part.ts';
import { type Kind, kind, kindsOf } from './kind.ts';
import { brim, FRONT, person, sword, TOP } from './person-build.ts';

const figure = kindsOf('person');

export const TRADES: readonly Kind[] = [
  figure(
    'farmer',
    { words: 'cowboy gardener scarecrow', metres: 1.78, home: 'farm', ...FRONT, colours: ['red', 'blue'] },
    (look) => person({ below: 'trousers', hair: 'short', hat: brim('golden straw') }, look),
  ),
  figure('chef', { words: 'cook baker', metres: 1.75, home: 'kitchen', ...FRONT, colours: ['white'] }, (look) =>
    person(
      {
        below: 'trousers',
        hair: 'short',
        hat: [
          drum([0, TOP + 0.22, 0], 0.14, 0.1, 'white cloth'),
          ball([0, TOP + 0.36, 0], [0.22, 0.12, 0.22], 'white cloth', { blend: 0.05 }),
        ],
      },
      look,
    ),
  ),
  figure('doctor', { words: 'nurse scientist', metres: 1.75, home: 'room', ...FRONT, colours: ['white'] }, (look) =>
    person(
      {
        below: 'robe',
        hair: 'short',
        extra: [ring([0, 1.2, 0.1], 0.13, 0.014, '#303840 gloss', { turn: [70, 0, 0] })],
      },
      look,
    ),
  ),
  figure(
    'pirate',
    { words: 'buccaneer', metres: 1.78, home: 'beach', ...FRONT, colours: ['crimson', 'navy'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'long',
          beard: '#241a14',
          hat: [
            ball([0, TOP + 0.2, 0], [0.32, 0.11, 0.16], 'black cloth'),
            ball([0, TOP + 0.22, 0.13], [0.06, 0.06, 0.03], 'white matte'),
          ],
          extra: sword(),
        },
        look,
      ),
  ),
  figure(
    'fisherman',
    { words: 'angler', metres: 1.76, home: 'harbour', ...FRONT, colours: ['#d8a820', '#4a6a7c'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          beard: '#6a5240',
          bottom: '#3a4a3c cloth',
          hat: [
            dome([0, TOP + 0.05, -0.01], 0.185, '#3c4a58 cloth plain'),
            ring([0, TOP + 0.07, -0.01], 0.175, 0.032, '#34404c cloth plain'),
          ],
          extra: [
            limb([0.34, 0.66, 0.18], [0.66, 1.95, 0.3], [0.018, 0.008], '#8a6a3c wood'),
            limb([0.66, 1.95, 0.3], [0.72, 1.1, 0.5], 0.004, 'white matte'),
          ],
        },
        look,
      ),
  ),
  figure(
    'sailor',
    {
      words: 'captain skipper seaman',
      metres: 1.76,
      home: 'beach',
      ...FRONT,
      colours: ['yellow', 'navy'],
    },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          hairPaint: '#e8e4dc',
          beard: '#e8e4dc',
          bottom: 'navy cloth',
          hat: [
            dome([0, TOP + 0.06, 0], 0.19, 'navy cloth plain'),
            ring([0, TOP + 0.08, 0], 0.18, 0.03, 'navy cloth plain'),
          ],
        },
        look,
      ),
  ),
  figure('dancer', { words: 'ballerina', metres: 1.7, home: 'stage', ...FRONT, colours: ['pink', 'white'] }, (look) =>
    person({ below: 'skirt', hair: 'bun', wave: true }, look),
  ),
  figure('monk', { words: 'priest pilgrim', metres: 1.75, home: 'temple', ...FRONT, colours: ['orange'] }, (look) =>
    person({ below: 'robe', hair: 'bald' }, look),
  ),
  figure(
    'police officer',
    { words: 'policeman policewoman guard', metres: 1.8, home: 'street', ...FRONT, colours: ['navy'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          bottom: 'navy cloth',
          hat: [
            drum([0, TOP + 0.16, 0], 0.18, 0.05, 'navy cloth'),
            ball([0, TOP + 0.12, 0.14], [0.15, 0.014, 0.1], 'black gloss'),
          ],
          extra: [star([0.1, 1.16, 0.2], 0.045, 0.01, 'gold metal')],
        },
        look,
      ),
  ),
  figure(
    'firefighter',
    { words: 'fireman', metres: 1.8, home: 'street', ...FRONT, colours: ['yellow', 'red'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          bottom: 'main cloth',
          hat: [dome([0, TOP + 0.06, 0], 0.21, 'red gloss'), drum([0, TOP + 0.07, -0.03], 0.25, 0.015, 'red gloss')],
        },
        look,
      ),
  ),
  figure(
    'clown',
    { words: 'jester', metres: 1.75, home: 'circus', ...FRONT, colours: ['yellow'], second: 'red', pattern: 'spots' },
    (look) =>
      person(
        {
          below: 'trousers',
          bottom: 'main cloth',
          hair: 'bald',
          wave: true,
          extra: [
            ball([0, 1.5, 0.18], 0.05, 'red gloss plain'),
            ...leftAndRight(ball([0.17, 1.56, 0], 0.1, 'orange fur plain')),
          ],
          hat: [cone([0, TOP + 0.3, 0], 0.1, 0.01, 0.16, 'blue cloth plain')],
        },
        look,
      ),
  ),
  figure(
    'santa',
    { words: 'santa_claus father_christmas', metres: 1.75, home: 'snow', ...FRONT, colours: ['red'] },
    (look) =>
      person(
        {
          below: 'trousers',
          bottom: 'main cloth',
          hair: 'short',
          hairPaint: '#f4f0ea',
          beard: '#f4f0ea',
          wave: true,
          extra: [
            ball([0, 0.95, 0.08], [0.27, 0.26, 0.22], 'main cloth', { blend: 0.1 }),
            drum([0, 0.84, 0.03], 0.27, 0.035, 'black gloss'),
            drum([0, TOP + 0.13, 0], 0.18, 0.04, 'white snow'),
            cone([0, TOP + 0.3, -0.02], 0.16, 0.03, 0.16, 'main cloth', { turn: [-10, 0, -14] }),
            ball([0.07, TOP + 0.46, -0.06], 0.05, 'white snow'),
          ],
        },
        look,
      ),
  ),
  kind(
    'angel',
    {
      group: 'fantasy',
      words: 'fairy',
      metres: 1.7,
      home: 'clouds',
      ...FRONT,
      motion: 'drift',
      stance: 'air',
      colours: ['white', 'azure'],
    },
    (look) =>
      person(
        {
          below: 'robe',
          hair: 'long',
          hairPaint: '#e0bc60',
          hat: [ring([0, TOP + 0.34, 0], 0.14, 0.018, 'gold glow')],
          extra: leftAndRight(ball([0.42, 1.25, -0.14], [0.34, 0.5, 0.05], 'white feather', { turn: [0, 15, -28] })),
        },
        look,
      ),
  ),
  kind(
    'mermaid',
    { group: 'fantasy', words: 'siren', metres: 1.7, home: 'beach', ...FRONT, colours: ['teal', 'emerald'] },
    (look) => [
      ...person({ below: 'robe', top: '#e8b890 skin', hair: 'long', hairPaint: '#a83820' }, look).filter(
        (part) => part.at[1] > 0.6,
      ),
      cone([0, 0.42, 0], 0.08, 0.17, 0.36, 'main scales'),
      ...leftAndRight(ball([0.16, 0.08, 0.02], [0.2, 0.09, 0.04], 'main scales', { turn: [0, 0, 30] })),
    ],
  ),
  kind(
    'robot',
    {
      group: 'fantasy',
      words: 'android cyborg droid',
      metres: 1.7,
      home: 'studio',
      ...FRONT,
      colours: ['silver', 'azure', 'orange'],
    },
    () => robot(),
  ),
  kind(
    'ghost',
    {
      group: 'fantasy',
      words: 'spirit phantom',
      metres: 1.5,
      home: 'graveyard',
      yaw: 0,
      motion: 'drift',
      colours: ['white'],
    },
    () => [
      cone([0, 0.55, 0], 0.42, 0.3, 0.45, 'main snow'),
      dome([0, 0.98, 0], [0.31, 0.36, 0.31], 'main snow', { blend: 0.04 }),
      ...[0, 1, 2, 3, 4, 5].map((i) =>
        ball([Math.sin(i * 1.05) * 0.34, 0.1, Math.cos(i * 1.05) * 0.34], 0.12, 'main snow', { blend: 0.05 }),
      ),
      ...leftAndRight(
        ball([0.11, 1.05, 0.29], [0.05, 0.08, 0.04], 'black gloss'),
        limb([0.3, 0.8, 0.08], [0.5, 0.7, 0.2], 0.08, 'main snow', { blend: 0.05 }),
      ),
      ball([0, 0.86, 0.31], [0.05, 0.07, 0.04], 'black gloss'),
    ],
  ),
  kind(
    'alien',
    {
      group: 'fantasy',
      words: 'extraterrestrial martian',
      metres: 1.4,
      home: 'moon surface',
      yaw: 10,
      motion: 'sway',
      colours: ['lime', 'green'],
    },
    () => [
      ball([0, 1.15, 0], [0.3, 0.34, 0.28], 'main skin'),
      limb([0, 0.85, 0], [0, 0.45, 0], [0.1, 0.16], 'main skin', { blend: 0.06 }),
      ...leftAndRight(
        ball([0.13, 1.13, 0.22], [0.1, 0.14, 0.07], 'black gloss', { turn: [0, 0, -24] }),
        limb([0.1, 0.75, 0], [0.34, 0.45, 0.1], [0.05, 0.035], 'main skin', { blend: 0.03 }),
        limb([0.1, 0.4, 0], [0.14, 0.04, 0.04], [0.07, 0.06], 'main skin'),
        limb([0.08, 1.45, 0], [0.16, 1.68, 0], 0.02, 'main skin'),
        ball([0.16, 1.7, 0], 0.05, 'yellow glow'),
      ),
    ],
  ),
];
function robot(): Part[] {
  return [
    box([0, 0.95, 0], [0.28, 0.3, 0.2], 'main metal', 0.07),
    box([0, 1.5, 0], [0.24, 0.19, 0.2], 'main metal', 0.08),
    drum([0, 1.28, 0], 0.07, 0.06, '#404850 metal'),
    box([0, 1.52, 0.18], [0.18, 0.1, 0.04], '#10181c gloss', 0.03),
    limb([0, 1.68, 0], [0, 1.84, 0], 0.018, '#404850 metal'),
    ball([0, 1.87, 0], 0.05, 'red glow'),
    box([0, 1.0, 0.19], [0.14, 0.1, 0.03], '#20303a gloss', 0.02),
    ball([-0.06, 1.0, 0.22], 0.03, 'lime glow'),
    ball([0.06, 1.0, 0.22], 0.03, 'orange glow'),
    wedge([0, 0.62, 0], [0.16, 0.05, 0.14], '#404850 metal', { turn: [180, 0, 0] }),
    ...leftAndRight(
      ball([0.085, 1.52, 0.215], 0.045, 'cyan glow'),
      ball([0.34, 1.14, 0], 0.1, '#404850 metal'),
      limb([0.36, 1.1, 0], [0.42, 0.84, 0.04], 0.06, 'main metal'),
      limb([0.42, 0.82, 0.04], [0.4, 0.6, 0.16], 0.055, 'main metal'),
      ball([0.4, 0.56, 0.18], 0.075, '#404850 metal'),
      limb([0.14, 0.6, 0], [0.15, 0.16, 0], 0.08, 'main metal'),
      box([0.15, 0.07, 0.05], [0.12, 0.07, 0.18], '#404850 metal', 0.04),
    ),
  ];
}
