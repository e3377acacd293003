// People of all trades: one figure with clothes, hair, headgear and something in the hand.
import { ball, box, cone, limb } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';
import { crown, FRONT, person, pointed, staff, sword, TOP } from './person-build.ts';

const CLOTHES = ['blue', 'red', 'teal', 'mustard', 'green', 'purple'];

export const PEOPLE: readonly Kind[] = [
  kind(
    'person',
    'man',
    'guy person human gentleman father dad husband he boyfriend male people somebody worker',
    1.78,
    'park',
    { ...FRONT, colours: CLOTHES },
    (look) => person({ below: 'trousers', hair: 'short' }, look),
  ),
  kind(
    'person',
    'woman',
    'lady mother mom wife she girlfriend female',
    1.7,
    'park',
    { ...FRONT, colours: ['red', 'teal', 'pink', 'violet', 'blue'] },
    (look) => person({ below: 'skirt', hair: 'long' }, look),
  ),
  kind('person', 'boy', 'child kid son toddler children', 1.3, 'park', { ...FRONT, colours: CLOTHES }, (look) =>
    person({ below: 'trousers', hair: 'short', child: true, wave: true }, look),
  ),
  kind(
    'person',
    'girl',
    'daughter',
    1.3,
    'park',
    { ...FRONT, colours: ['pink', 'yellow', 'red', 'lavender'] },
    (look) => person({ below: 'skirt', hair: 'braids', child: true, wave: true }, look),
  ),
  kind(
    'person',
    'old man',
    'grandfather grandpa elder',
    1.7,
    'park',
    { ...FRONT, colours: ['brown', 'olive'] },
    (look) =>
      person({ below: 'trousers', hair: 'short', hairPaint: '#e0dcd4', beard: '#e0dcd4', extra: staff([]) }, look),
  ),
  kind(
    'person',
    'old woman',
    'grandmother grandma granny',
    1.6,
    'garden',
    { ...FRONT, colours: ['plum', 'navy'] },
    (look) => person({ below: 'robe', hair: 'bun', hairPaint: '#e0dcd4' }, look),
  ),
  kind('person', 'king', 'emperor', 1.8, 'castle hall', { ...FRONT, colours: ['crimson', 'purple'] }, (look) =>
    person({ below: 'robe', hair: 'short', beard: '#6a4a2c', hat: crown('red') }, look),
  ),
  kind('person', 'queen', 'empress', 1.72, 'castle hall', { ...FRONT, colours: ['purple', 'emerald'] }, (look) =>
    person({ below: 'robe', hair: 'long', hat: crown('blue') }, look),
  ),
  kind('person', 'princess', 'bride', 1.65, 'garden', { ...FRONT, colours: ['pink', 'white', 'azure'] }, (look) =>
    person({ below: 'robe', hair: 'long', hairPaint: '#d8b060', hat: crown('rose') }, look),
  ),
  kind('person', 'prince', 'groom', 1.75, 'garden', { ...FRONT, colours: ['azure'] }, (look) =>
    person({ below: 'trousers', hair: 'short', bottom: 'white cloth', hat: crown('blue') }, look),
  ),
  kind('person', 'knight', 'warrior paladin soldier', 1.8, 'castle', { ...FRONT, colours: ['silver'] }, (look) =>
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
  kind('person', 'samurai', 'ninja', 1.75, 'blossom garden', { ...FRONT, colours: ['black', 'crimson'] }, (look) =>
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
  kind(
    'person',
    'wizard',
    'sorcerer mage magician',
    1.8,
    'forest',
    { ...FRONT, colours: ['indigo', 'violet'] },
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
  kind('person', 'witch', '', 1.7, 'forest', { ...FRONT, colours: ['black', 'purple'] }, (look) =>
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
  kind('person', 'astronaut', 'spaceman cosmonaut', 1.9, 'moon surface', { ...FRONT, colours: ['white'] }, (look) =>
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
