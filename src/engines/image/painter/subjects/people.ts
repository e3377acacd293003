// People of all trades: one figure with clothes, hair, headgear and something in the hand.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring, star, wedge } from '../shapes/part.ts';
import { type Kind, kind, type Look } from './kind.ts';

type Hair = 'short' | 'long' | 'bun' | 'bald' | 'braids';

interface Dress {
  /** Trousers, a skirt, or a robe down to the feet. */
  below: 'trousers' | 'skirt' | 'robe';
  top?: string;
  bottom?: string;
  hair: Hair;
  hairPaint?: string;
  child?: boolean;
  beard?: string;
  hat?: Part[];
  extra?: Part[];
  wave?: boolean;
}

const SKINS = ['#f0c8a4', '#d8a078', '#a8704c', '#74482e', '#e8b890'];
const HAIRS = ['#2a1c14', '#5c3a20', '#8a5a2c', '#1a1616', '#c89a50', '#8c3c1c'];

function pick(list: readonly string[], look: Look): string {
  return list[Math.floor(look.chance() * list.length)] ?? 'brown';
}

function person(d: Dress, look: Look): Part[] {
  const skin = `${pick(SKINS, look)} skin`;
  const hair = `${d.hairPaint ?? pick(HAIRS, look)} fur`;
  const top = d.top ?? 'main cloth';
  const bottom = d.bottom ?? '#2c3650 cloth';
  // A child has a larger head on a shorter body.
  const head = d.child ? 0.21 : 0.165;
  const hy = d.child ? 1.2 : 1.52;
  const hip = d.child ? 0.5 : 0.74;
  const shoulder = hy - head - 0.1;
  const w = d.child ? 0.16 : 0.2;
  const swing = look.chance() * 0.08;
  return [
    limb([0, hip, 0], [0, shoulder - 0.06, 0], [w * 0.82, w], top),
    ball([0, shoulder - 0.02, 0], [w * 1.18, 0.12, w * 0.66], top, { blend: 0.08 }),
    limb([0, shoulder, 0], [0, hy - head * 0.6, 0], 0.06, skin, { blend: 0.02 }),
    ball([0, hy, 0], [head * 0.92, head * 1.06, head * 0.96], skin),
    ...face(hy, head, skin),
    ...hairOf(d.hair, hy, head, hair),
    ...(d.beard
      ? [
          ball([0, hy - head * 0.62, head * 0.52], [head * 0.62, head * 0.62, head * 0.5], `${d.beard} fur`, {
            blend: 0.03,
          }),
          cone([0, hy - head * 1.4, head * 0.62], 0.02, head * 0.5, head * 0.55, `${d.beard} fur`, { blend: 0.04 }),
        ]
      : []),
    ...below(d, hip, w, bottom, skin),
    ...leftAndRight(
      limb([w * 1.08, shoulder - 0.03, 0], [w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [0.075, 0.06], top, {
        blend: 0.03,
      }),
    ),
    limb([-w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [-w * 1.6, hip + 0.02, 0.14 + swing], [0.058, 0.05], top),
    ball([-w * 1.62, hip - 0.03, 0.16 + swing], 0.06, skin),
    ...(d.wave
      ? [
          limb([w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [w * 2.1, shoulder + 0.12, 0.12], [0.058, 0.05], top),
          ball([w * 2.15, shoulder + 0.19, 0.13], 0.06, skin),
        ]
      : [
          limb([w * 1.55, (shoulder + hip) / 2 + 0.02, 0.03], [w * 1.6, hip + 0.02, 0.12], [0.058, 0.05], top),
          ball([w * 1.62, hip - 0.03, 0.14], 0.06, skin),
        ]),
    ...(d.hat ?? []),
    ...(d.extra ?? []),
  ];
}

function face(hy: number, head: number, skin: string): Part[] {
  return [
    ...leftAndRight(
      ball([head * 0.36, hy + head * 0.06, head * 0.84], [head * 0.16, head * 0.19, head * 0.09], '#f6f2ec gloss'),
      ball([head * 0.35, hy + head * 0.05, head * 0.91], [head * 0.1, head * 0.13, head * 0.06], '#2a1a12 gloss'),
      limb(
        [head * 0.2, hy + head * 0.34, head * 0.88],
        [head * 0.52, hy + head * 0.34, head * 0.78],
        head * 0.045,
        '#3a2418 matte',
      ),
      ball([head * 0.92, hy, 0], [head * 0.13, head * 0.22, head * 0.16], skin),
      ball([head * 0.5, hy - head * 0.28, head * 0.74], [head * 0.16, head * 0.12, head * 0.08], '#e89080 skin'),
    ),
    ball([0, hy - head * 0.16, head * 0.98], [head * 0.1, head * 0.13, head * 0.12], skin, { blend: 0.01 }),
    limb(
      [-head * 0.2, hy - head * 0.45, head * 0.84],
      [head * 0.2, hy - head * 0.45, head * 0.84],
      head * 0.05,
      '#b04840 skin',
    ),
  ];
}

function hairOf(style: Hair, hy: number, h: number, paint: string): Part[] {
  if (style === 'bald') return [];
  const cap = [
    ball([0, hy + h * 0.3, -h * 0.16], [h * 1.02, h * 0.9, h * 0.98], paint),
    ball([0, hy + h * 0.72, h * 0.3], [h * 0.78, h * 0.34, h * 0.5], paint, { blend: h * 0.2 }),
  ];
  if (style === 'short') return cap;
  if (style === 'bun') return [...cap, ball([0, hy + h * 1.25, -h * 0.3], h * 0.42, paint)];
  if (style === 'braids')
    return [
      ...cap,
      ...leftAndRight(
        limb([h * 0.9, hy - h * 0.1, -h * 0.1], [h * 1.25, hy - h * 1.6, 0], [h * 0.26, h * 0.18], paint),
      ),
    ];
  return [
    ...cap,
    ball([0, hy - h * 0.5, -h * 0.55], [h * 1.02, h * 1.5, h * 0.5], paint, { blend: h * 0.3 }),
    ...leftAndRight(
      limb([h * 0.88, hy + h * 0.2, -h * 0.1], [h * 0.95, hy - h * 1.3, -h * 0.05], [h * 0.26, h * 0.2], paint, {
        blend: h * 0.15,
      }),
    ),
  ];
}

function below(d: Dress, hip: number, w: number, bottom: string, skin: string): Part[] {
  if (d.below === 'robe')
    return [
      cone([0, hip / 2 + 0.08, 0], w * 1.75, w * 0.95, hip / 2 + 0.06, d.top ?? 'main cloth', { blend: 0.08 }),
      ...leftAndRight(ball([w * 0.5, 0.05, 0.16], [0.08, 0.05, 0.13], '#3a2a20 gloss')),
    ];
  const legs = leftAndRight(
    limb([w * 0.5, hip, 0], [w * 0.55, hip * 0.5, 0.02], [0.1, 0.08], d.below === 'skirt' ? skin : bottom, {
      blend: 0.03,
    }),
    limb([w * 0.55, hip * 0.5, 0.02], [w * 0.55, 0.09, 0], [0.08, 0.065], d.below === 'skirt' ? skin : bottom),
    ball([w * 0.55, 0.055, 0.05], [0.08, 0.058, 0.14], '#2a2020 gloss'),
  );
  return d.below === 'skirt'
    ? [cone([0, hip - 0.08, 0], w * 1.7, w * 0.85, 0.2, d.top ?? 'main cloth', { blend: 0.05 }), ...legs]
    : legs;
}

const TOP = 1.52;
const brim = (paint: string, r = 0.3): Part[] => [
  drum([0, TOP + 0.14, 0], r, 0.014, paint),
  drum([0, TOP + 0.22, 0], 0.16, 0.09, paint),
];
const pointed = (paint: string): Part[] => [
  drum([0, TOP + 0.12, 0], 0.32, 0.014, paint),
  cone([0, TOP + 0.4, -0.02], 0.17, 0.01, 0.28, paint, { turn: [-8, 0, 6] }),
];
const crown = (gem: string): Part[] => [
  drum([0, TOP + 0.19, 0], 0.155, 0.05, 'gold metal'),
  ...[0, 1, 2, 3, 4].map((i) =>
    cone([Math.sin(i * 1.257) * 0.13, TOP + 0.28, Math.cos(i * 1.257) * 0.13], 0.045, 0.005, 0.07, 'gold metal'),
  ),
  ball([0, TOP + 0.19, 0.16], 0.03, `${gem} gloss`),
];
const staff = (top: Part[]): Part[] => [limb([0.36, 0.02, 0.16], [0.36, 1.7, 0.16], 0.026, 'brown wood'), ...top];
const sword = (): Part[] => [
  box([-0.34, 0.45, 0.22], [0.03, 0.36, 0.008], 'silver metal', 0.004),
  box([-0.34, 0.78, 0.22], [0.1, 0.02, 0.02], 'gold metal', 0.01),
];
const FRONT = { yaw: 12, motion: 'sway' } as const;
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
  kind('person', 'farmer', 'cowboy gardener scarecrow', 1.78, 'farm', { ...FRONT, colours: ['red', 'blue'] }, (look) =>
    person({ below: 'trousers', hair: 'short', hat: brim('golden straw') }, look),
  ),
  kind('person', 'chef', 'cook baker', 1.75, 'kitchen', { ...FRONT, colours: ['white'] }, (look) =>
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
  kind('person', 'doctor', 'nurse scientist', 1.75, 'room', { ...FRONT, colours: ['white'] }, (look) =>
    person(
      {
        below: 'robe',
        hair: 'short',
        extra: [ring([0, 1.2, 0.1], 0.13, 0.014, '#303840 gloss', { turn: [70, 0, 0] })],
      },
      look,
    ),
  ),
  kind(
    'person',
    'pirate',
    'captain sailor fisherman',
    1.78,
    'beach',
    { ...FRONT, colours: ['crimson', 'navy'] },
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
  kind('person', 'dancer', 'ballerina', 1.7, 'stage', { ...FRONT, colours: ['pink', 'white'] }, (look) =>
    person({ below: 'skirt', hair: 'bun', wave: true }, look),
  ),
  kind('person', 'monk', 'priest pilgrim', 1.75, 'temple', { ...FRONT, colours: ['orange'] }, (look) =>
    person({ below: 'robe', hair: 'bald' }, look),
  ),
  kind(
    'person',
    'police officer',
    'policeman policewoman guard',
    1.8,
    'street',
    { ...FRONT, colours: ['navy'] },
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
  kind('person', 'firefighter', 'fireman', 1.8, 'street', { ...FRONT, colours: ['yellow', 'red'] }, (look) =>
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
  kind(
    'person',
    'clown',
    'jester',
    1.75,
    'circus',
    { ...FRONT, colours: ['yellow'], second: 'red', pattern: 'spots' },
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
  kind('person', 'santa', 'santa_claus father_christmas', 1.75, 'snow', { ...FRONT, colours: ['red'] }, (look) =>
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
    'fantasy',
    'angel',
    'fairy',
    1.7,
    'clouds',
    { ...FRONT, motion: 'drift', stance: 'air', colours: ['white', 'azure'] },
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
  kind('fantasy', 'mermaid', 'siren', 1.7, 'beach', { ...FRONT, colours: ['teal', 'emerald'] }, (look) => [
    ...person({ below: 'robe', top: '#e8b890 skin', hair: 'long', hairPaint: '#a83820' }, look).filter(
      (part) => part.at[1] > 0.6,
    ),
    cone([0, 0.42, 0], 0.08, 0.17, 0.36, 'main scales'),
    ...leftAndRight(ball([0.16, 0.08, 0.02], [0.2, 0.09, 0.04], 'main scales', { turn: [0, 0, 30] })),
  ]),
  kind(
    'fantasy',
    'robot',
    'android cyborg droid',
    1.7,
    'studio',
    { ...FRONT, colours: ['silver', 'azure', 'orange'] },
    () => robot(),
  ),
  kind('fantasy', 'ghost', 'spirit phantom', 1.5, 'graveyard', { yaw: 0, motion: 'drift', colours: ['white'] }, () => [
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
  ]),
  kind(
    'fantasy',
    'alien',
    'extraterrestrial martian',
    1.4,
    'moon surface',
    { yaw: 10, motion: 'sway', colours: ['lime', 'green'] },
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
