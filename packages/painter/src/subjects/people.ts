// People of all trades: one figure with clothes, hair, headgear and something in the hand.
import { ball, box, cone, leftAndRight, limb } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { crown, FRONT, person, pointed, staff, sword, TOP } from './person-build.ts';

const figure = kindsOf('person');

const CLOTHES = ['blue', 'red', 'teal', 'mustard', 'green', 'purple'];

export const PEOPLE: readonly Kind[] = [
  figure(
    'man',
    {
      words: 'guy person human gentleman father dad husband he boyfriend male people somebody worker family',
      metres: 1.78,
      home: 'park',
      ...FRONT,
      colours: CLOTHES,
    },
    (look) => person({ below: 'trousers', hair: 'short' }, look),
  ),
  figure(
    'woman',
    {
      words: 'lady mother mom wife she girlfriend female',
      metres: 1.7,
      home: 'park',
      ...FRONT,
      colours: ['red', 'teal', 'pink', 'violet', 'blue'],
    },
    (look) => person({ below: 'skirt', hair: 'long' }, look),
  ),
  figure(
    'boy',
    { words: 'child kid son toddler children', metres: 1.3, home: 'park', ...FRONT, colours: CLOTHES },
    (look) => person({ below: 'trousers', hair: 'short', child: true, wave: true }, look),
  ),
  figure(
    'girl',
    { words: 'daughter', metres: 1.3, home: 'park', ...FRONT, colours: ['pink', 'yellow', 'red', 'lavender'] },
    (look) => person({ below: 'skirt', hair: 'braids', child: true, wave: true }, look),
  ),
  figure(
    'old man',
    {
      words: 'grandfather grandpa elder',
      metres: 1.7,
      home: 'park',
      ...FRONT,
      colours: ['brown', 'olive'],
    },
    (look) =>
      person({ below: 'trousers', hair: 'short', hairPaint: '#e0dcd4', beard: '#e0dcd4', extra: staff([]) }, look),
  ),
  figure(
    'old woman',
    { words: 'grandmother grandma granny', metres: 1.6, home: 'garden', ...FRONT, colours: ['plum', 'navy'] },
    (look) => person({ below: 'robe', hair: 'bun', hairPaint: '#e0dcd4' }, look),
  ),
  figure(
    'king',
    { words: 'emperor', metres: 1.8, home: 'castle hall', ...FRONT, colours: ['crimson', 'purple'] },
    (look) => person({ below: 'robe', hair: 'short', beard: '#6a4a2c', hat: crown('red') }, look),
  ),
  figure(
    'queen',
    { words: 'empress', metres: 1.72, home: 'castle hall', ...FRONT, colours: ['purple', 'emerald'] },
    (look) => person({ below: 'robe', hair: 'long', hat: crown('blue') }, look),
  ),
  figure(
    'princess',
    { words: 'bride', metres: 1.65, home: 'garden', ...FRONT, colours: ['pink', 'white', 'azure'] },
    (look) => person({ below: 'robe', hair: 'long', hairPaint: '#d8b060', hat: crown('rose') }, look),
  ),
  figure('prince', { words: 'groom', metres: 1.75, home: 'garden', ...FRONT, colours: ['azure'] }, (look) =>
    person({ below: 'trousers', hair: 'short', bottom: 'white cloth', hat: crown('blue') }, look),
  ),
  figure(
    'knight',
    { words: 'warrior paladin soldier', metres: 1.8, home: 'castle', ...FRONT, colours: ['silver'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'bald',
          top: 'main metal',
          bottom: 'main metal',
          hat: [
            ball([0, TOP + 0.03, 0], [0.19, 0.22, 0.2], 'main metal'),
            box([0, TOP + 0.02, 0.17], [0.13, 0.022, 0.04], 'black matte', 0.01),
            limb([0, TOP + 0.22, -0.02], [0, TOP + 0.4, -0.16], [0.03, 0.08], 'red feather'),
          ],
          extra: sword(),
        },
        look,
      ),
  ),
  figure(
    'samurai',
    { words: 'ninja', metres: 1.75, home: 'blossom garden', ...FRONT, colours: ['black', 'crimson'] },
    (look) =>
      person(
        {
          below: 'robe',
          hair: 'bun',
          hairPaint: '#141214',
          hat: [cone([0, TOP + 0.2, 0], 0.4, 0.02, 0.1, '#b89050 straw')],
          extra: sword(),
        },
        look,
      ),
  ),
  figure(
    'elf',
    { words: 'elves goblin', metres: 1.3, home: 'forest', ...FRONT, colours: ['green', 'emerald'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          hairPaint: '#c89a50',
          hat: [
            ...pointed('main cloth').slice(1),
            ...leftAndRight(cone([0.21, TOP + 0.02, 0], 0.06, 0.005, 0.1, '#f0c8a4 skin plain', { turn: [0, 0, -68] })),
          ],
        },
        look,
      ),
  ),
  figure(
    'wizard',
    {
      words: 'sorcerer mage magician',
      metres: 1.8,
      home: 'forest',
      ...FRONT,
      colours: ['indigo', 'violet'],
    },
    (look) =>
      person(
        {
          below: 'robe',
          hair: 'long',
          hairPaint: '#e8e4dc',
          beard: '#e8e4dc',
          hat: pointed('main cloth'),
          extra: staff([ball([0.36, 1.78, 0.16], 0.1, 'cyan glow')]),
        },
        look,
      ),
  ),
  figure('witch', { metres: 1.7, home: 'forest', ...FRONT, colours: ['black', 'purple'] }, (look) =>
    person(
      {
        below: 'robe',
        hair: 'long',
        hairPaint: '#3a7a3a',
        hat: pointed('main cloth'),
        extra: [
          limb([0.36, 0.35, 0.2], [0.36, 1.5, 0.12], 0.022, 'brown wood'),
          cone([0.36, 0.2, 0.21], 0.11, 0.03, 0.18, 'golden straw'),
        ],
      },
      look,
    ),
  ),
  figure(
    'astronaut',
    { words: 'spaceman cosmonaut', metres: 1.9, home: 'moon surface', ...FRONT, colours: ['white'] },
    (look) =>
      person(
        {
          below: 'trousers',
          hair: 'short',
          top: 'main cloth',
          bottom: 'main cloth',
          wave: true,
          hat: [
            ball([0, TOP + 0.01, 0], 0.25, 'main gloss'),
            ball([0, TOP + 0.02, 0.09], [0.19, 0.17, 0.18], '#e0a030 glass'),
          ],
          extra: [
            box([0, 1.12, -0.2], [0.2, 0.24, 0.1], 'silver matte', 0.05),
            box([0, 1.14, 0.2], [0.1, 0.07, 0.03], '#3a4a60 gloss', 0.02),
          ],
        },
        look,
      ),
  ),
];
