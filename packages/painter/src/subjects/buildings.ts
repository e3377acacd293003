// Houses, towers, bridges and other things that are built.
import { ball, box, cone, dome, drum, leftAndRight, limb, ring, wedge } from '../shapes/part.ts';
import { castle, DOOR, GLASS, house, lighthouse, pagoda, pane, porchOf, tower, windmill } from './building-build.ts';
import { type Kind, kindsOf } from './kind.ts';

const building = kindsOf('building');

const BUILT = { yaw: 24 } as const;
const WALLS = ['cream', 'white', 'beige', 'apricot'];

export const BUILDINGS: readonly Kind[] = [
  building(
    'house',
    { words: 'home villa houses farmhouse', metres: 7, home: 'village', ...BUILT, colours: WALLS, second: '#a8452c' },
    ({ traits }) => house('main plaster', 'second tiles', traits?.porch ? porchOf(traits.porch) : []),
  ),
  building(
    'cottage',
    { words: 'hobbit_house', metres: 5, home: 'garden', ...BUILT, colours: ['cream'], second: '#a08040' },
    (look) =>
      house(
        'main stone',
        'second straw',
        [0, 1, 2, 3].map((i) =>
          ball([-0.6 + i * 0.4 + look.chance() * 0.1, 0.06, 0.62], 0.1, i % 2 ? 'rose petal' : '#3f8a30 leaf'),
        ),
      ),
  ),
  building(
    'cabin',
    {
      words: 'hut log_cabin lodge chalet shack treehouse',
      metres: 4.5,
      home: 'mountains',
      ...BUILT,
      colours: ['#7a4a28'],
      second: '#4a4038',
    },
    () => house('main wood', 'second tiles'),
  ),
  building(
    'barn',
    { words: 'stable shed', metres: 7, home: 'farm', ...BUILT, colours: ['red'], second: '#4a4a4c' },
    () => [
      ...house('main wood', 'second tiles'),
      box([0, 0.34, 0.51], [0.26, 0.33, 0.03], 'white matte', 0.01),
      box([0, 0.34, 0.53], [0.23, 0.3, 0.03], 'main wood', 0.01),
    ],
  ),
  building(
    'castle',
    {
      words: 'fortress palace fort citadel',
      metres: 25,
      home: 'castle',
      ...BUILT,
      yaw: 14,
      colours: ['#b0a898'],
      second: '#3c5078',
    },
    castle,
  ),
  building(
    'tower',
    { words: 'turret minaret', metres: 20, home: 'hills', ...BUILT, colours: ['#a89c8a'], second: '#8a3c2c' },
    () => tower({ x: 0, z: 0, radius: 0.3, height: 1.6 }, 'main brick', 'second tiles'),
  ),
  building('lighthouse', { metres: 20, home: 'coast', colours: ['white'], second: 'red' }, lighthouse),
  building(
    'church',
    { words: 'chapel cathedral', metres: 18, home: 'village', ...BUILT, colours: ['ivory'], second: '#5a5a68' },
    () => [
      box([0, 0.4, -0.1], [0.4, 0.4, 0.7], 'main stone', 0.01),
      wedge([0, 1.0, -0.1], [0.46, 0.22, 0.74], 'second tiles'),
      box([0, 0.75, 0.72], [0.2, 0.75, 0.2], 'main stone', 0.01),
      cone([0, 1.86, 0.72], 0.25, 0.01, 0.38, 'second tiles'),
      limb([0, 2.2, 0.72], [0, 2.48, 0.72], 0.016, 'gold metal'),
      limb([-0.07, 2.38, 0.72], [0.07, 2.38, 0.72], 0.016, 'gold metal'),
      box([0, 0.2, 0.92], [0.1, 0.2, 0.03], DOOR, 0.02),
      ...pane([0, 0.9, 0.92], 0.07),
      ...[-0.5, -0.1, 0.3].map((z) => box([0.4, 0.42, z], [0.02, 0.2, 0.07], GLASS, 0.02)),
    ],
  ),
  building(
    'skyscraper',
    { words: 'high-rise office_tower', metres: 90, home: 'city', ...BUILT, colours: ['#8098b0'] },
    () => [
      box([0, 1.0, 0], [0.34, 1.0, 0.34], 'main facade', 0.01),
      box([0, 2.1, 0], [0.24, 0.12, 0.24], 'main facade', 0.01),
      limb([0, 2.2, 0], [0, 2.6, 0], [0.025, 0.008], 'silver metal'),
    ],
  ),
  building(
    'building',
    {
      words:
        'apartment office company headquarters office_building school hospital hotel hostel library factory museum buildings',
      metres: 18,
      home: 'city',
      ...BUILT,
      colours: ['#b89078', '#c8b898'],
    },
    () => [
      box([0, 0.7, 0], [0.55, 0.7, 0.4], 'main facade', 0.01),
      box([0, 1.42, 0], [0.58, 0.04, 0.43], '#8a8880 stone plain', 0.01),
      box([0, 0.1, 0.4], [0.1, 0.12, 0.03], DOOR, 0.01),
    ],
  ),
  building(
    'shop',
    {
      words: 'store storefront shopfront cafe restaurant bakery bar',
      metres: 5,
      home: 'street',
      yaw: 12,
      colours: ['teal', 'crimson', 'mustard'],
    },
    () => [
      box([0, 0.5, 0], [0.6, 0.5, 0.35], 'main brick', 0.01),
      box([-0.16, 0.34, 0.35], [0.34, 0.22, 0.03], '#ffd890 glow plain', 0.01),
      box([0.38, 0.3, 0.35], [0.12, 0.3, 0.03], DOOR, 0.01),
      ...Array.from({ length: 8 }, (_, i) =>
        box([-0.56 + i * 0.16, 0.7, 0.48], [0.08, 0.02, 0.16], i % 2 ? 'white cloth plain' : 'red cloth plain', 0.01, {
          turn: [26, 0, 0],
        }),
      ),
      box([0, 0.88, 0.36], [0.44, 0.08, 0.02], 'cream matte plain', 0.01),
    ],
  ),
  building(
    'windmill',
    { words: 'mill', metres: 12, home: 'tulip field', yaw: 12, colours: ['ivory'], second: '#7a4a30' },
    windmill,
  ),
  building(
    'pagoda',
    { words: 'temple shrine', metres: 15, home: 'blossom garden', yaw: 14, colours: ['#b02c20'], second: '#2c3c40' },
    pagoda,
  ),
  building('torii', { words: 'torii_gate', metres: 5, home: 'lake', yaw: 10, colours: ['#c8321c'] }, () => [
    ...leftAndRight(limb([0.42, 0, 0], [0.38, 1.1, 0], [0.07, 0.055], 'main wood')),
    box([0, 1.14, 0], [0.68, 0.06, 0.09], 'main wood', 0.03),
    box([0, 1.22, 0], [0.74, 0.03, 0.11], 'black matte', 0.02),
    box([0, 0.88, 0], [0.5, 0.045, 0.05], 'main wood', 0.01),
  ]),
  building('pyramid', { words: 'pyramids', metres: 40, home: 'desert', yaw: 24, colours: ['#d8b070'] }, () =>
    Array.from({ length: 9 }, (_, i) =>
      box([0, 0.06 + i * 0.1, 0], [0.9 - i * 0.1, 0.06, 0.9 - i * 0.1], 'main brick', 0.005),
    ),
  ),
  building(
    'greek temple',
    { words: 'parthenon acropolis ruins columns', metres: 10, home: 'hills', yaw: 18, colours: ['ivory'] },
    () => [
      box([0, 0.05, 0], [0.85, 0.05, 0.5], 'main stone', 0.01),
      box([0, 0.12, 0], [0.78, 0.04, 0.44], 'main stone', 0.01),
      ...[0, 1, 2, 3, 4, 5].map((i) => cone([-0.65 + i * 0.26, 0.5, 0.36], 0.06, 0.05, 0.34, 'main stone')),
      box([0, 0.45, -0.1], [0.55, 0.3, 0.25], 'main stone', 0.01),
      box([0, 0.88, 0], [0.78, 0.05, 0.46], 'main stone', 0.01),
      wedge([0, 1.06, 0], [0.8, 0.13, 0.46], 'main stone'),
    ],
  ),
  building('mosque', { metres: 20, home: 'city', yaw: 8, colours: ['ivory'], second: 'gold' }, () => [
    box([0, 0.35, 0], [0.6, 0.35, 0.4], 'main plaster', 0.01),
    drum([0, 0.78, 0], 0.3, 0.1, 'main plaster'),
    ball([0, 1.02, 0], [0.34, 0.34, 0.34], 'second metal'),
    cone([0, 1.42, 0], 0.08, 0.005, 0.16, 'second metal', { blend: 0.06 }),
    ...leftAndRight(
      drum([0.8, 0.65, 0.2], 0.08, 0.65, 'main plaster'),
      ball([0.8, 1.36, 0.2], [0.12, 0.13, 0.12], 'second metal'),
      cone([0.8, 1.52, 0.2], 0.03, 0.004, 0.08, 'second metal'),
    ),
    box([0, 0.24, 0.4], [0.14, 0.24, 0.03], '#302418 matte plain', 0.03),
    ...leftAndRight(box([0.36, 0.26, 0.4], [0.09, 0.18, 0.03], '#302418 matte plain', 0.03)),
  ]),
  building(
    'bridge',
    { words: 'footbridge viaduct', metres: 5, home: 'river', yaw: 8, stance: 'water', colours: ['#9a8a78'] },
    () => [
      box([0, 0.44, 0], [1.5, 0.07, 0.3], 'main stone', 0.02),
      box([0, 0.24, 0], [1.45, 0.24, 0.26], 'main brick', 0),
      ...[-0.95, 0, 0.95].map((x) => drum([x, 0.08, 0], 0.32, 0.5, 'main brick', { turn: [90, 0, 0], carve: true })),
      ...[0.27, -0.27].map((z) => box([0, 0.56, z], [1.5, 0.06, 0.03], 'main stone', 0.01)),
    ],
  ),
  building(
    'tent',
    { words: 'teepee tipi wigwam camp yurt', metres: 2, home: 'forest', yaw: 14, colours: ['orange', 'red', 'teal'] },
    () => [
      wedge([0, 0.45, 0], [0.62, 0.45, 0.6], 'main cloth'),
      wedge([0, 0.26, 0.58], [0.22, 0.26, 0.04], '#241c18 matte plain'),
      ...leftAndRight(limb([0.62, 0, 0.6], [-0.04, 0.98, 0.6], 0.02, '#6a4a2c wood plain')),
    ],
  ),
  building('igloo', { metres: 2, home: 'snow', yaw: 18, colours: ['white'] }, () => [
    dome([0, 0, 0], [0.7, 0.62, 0.7], 'main brick'),
    drum([0, 0.14, 0.64], 0.28, 0.22, 'main brick', { turn: [90, 0, 0] }),
    drum([0, 0.12, 0.8], 0.2, 0.2, '#182438 matte plain', { turn: [90, 0, 0] }),
  ]),
  building(
    'fence',
    { words: 'picket_fence railing', metres: 1, home: 'farm', yaw: 4, colours: ['white', 'brown'] },
    () => [
      ...Array.from({ length: 9 }, (_, i) => box([-1.2 + i * 0.3, 0.32, 0], [0.07, 0.32, 0.025], 'main wood', 0.02)),
      box([0, 0.2, -0.03], [1.3, 0.035, 0.02], 'main wood', 0.01),
      box([0, 0.46, -0.03], [1.3, 0.035, 0.02], 'main wood', 0.01),
    ],
  ),
  building(
    'gate',
    {
      words: 'arch archway portal',
      metres: 3.5,
      home: 'garden',
      yaw: 10,
      colours: ['#a89880'],
      second: '#6a3c1c',
    },
    () => [
      ...leftAndRight(box([0.46, 0.5, 0], [0.13, 0.5, 0.16], 'main stone', 0.01)),
      ring([0, 0.95, 0], 0.46, 0.13, 'main stone', { turn: [90, 0, 0] }),
      box([0, 0.5, 0], [0.34, 0.5, 0.04], 'second wood', 0.01),
      drum([0, 0.98, 0], 0.34, 0.04, 'second wood', { turn: [90, 0, 0] }),
      ball([0.2, 0.5, 0.07], 0.035, 'gold metal plain'),
    ],
  ),
  building('fountain', { metres: 2.5, home: 'park', colours: ['#a8a498'] }, () => [
    drum([0, 0.1, 0], 0.7, 0.12, 'main stone'),
    drum([0, 0.2, 0], 0.6, 0.05, '#50a8d0 glass plain'),
    cone([0, 0.45, 0], 0.16, 0.08, 0.3, 'main stone'),
    drum([0, 0.76, 0], 0.34, 0.05, 'main stone'),
    drum([0, 0.81, 0], 0.28, 0.02, '#50a8d0 glass plain'),
    ...Array.from({ length: 8 }, (_, i) => [
      limb(
        [0, 1.15, 0],
        [Math.sin(i * 0.785) * 0.2, 1.1, Math.cos(i * 0.785) * 0.2],
        [0.025, 0.02],
        '#d8ecf4 glass plain',
      ),
      limb(
        [Math.sin(i * 0.785) * 0.2, 1.1, Math.cos(i * 0.785) * 0.2],
        [Math.sin(i * 0.785) * 0.42, 0.3, Math.cos(i * 0.785) * 0.42],
        [0.02, 0.012],
        '#d8ecf4 glass plain',
      ),
    ]).flat(),
    limb([0, 0.8, 0], [0, 1.15, 0], 0.035, '#d8ecf4 glass plain'),
  ]),
  building(
    'well',
    { words: 'wishing_well', metres: 2.2, home: 'village', yaw: 16, colours: ['#98928a'], second: '#8a4a30' },
    () => [
      drum([0, 0.26, 0], 0.44, 0.26, 'main brick'),
      drum([0, 0.5, 0], 0.34, 0.06, '#182028 gloss plain'),
      ...leftAndRight(limb([0.4, 0.4, 0], [0.4, 1.05, 0], 0.045, '#6a4626 wood plain')),
      wedge([0, 1.2, 0], [0.36, 0.16, 0.6], 'second tiles', { turn: [0, 90, 0] }),
      limb([-0.4, 0.9, 0], [0.4, 0.9, 0], 0.05, '#6a4626 wood plain'),
      cone([0, 0.66, 0], 0.08, 0.1, 0.1, '#8a6a40 wood plain'),
    ],
  ),
  building(
    'statue',
    { words: 'monument sculpture bust obelisk', metres: 3, home: 'park', yaw: 10, colours: ['bronze', 'ivory'] },
    () => [
      box([0, 0.2, 0], [0.34, 0.2, 0.34], '#98948a stone plain', 0.01),
      box([0, 0.44, 0], [0.26, 0.05, 0.26], '#98948a stone plain', 0.01),
      limb([0, 0.55, 0], [0, 1.1, 0], [0.18, 0.15], 'main metal'),
      ball([0, 1.32, 0], 0.13, 'main metal', { blend: 0.04 }),
      limb([0.14, 1.08, 0], [0.36, 1.42, 0.06], 0.055, 'main metal', { blend: 0.03 }),
      limb([-0.14, 1.06, 0], [-0.24, 0.74, 0.1], 0.055, 'main metal', { blend: 0.03 }),
    ],
  ),
  building(
    'street lamp',
    { words: 'lamppost streetlight lamp_post', metres: 4, home: 'street', colours: ['#282c30'] },
    () => [
      drum([0, 0.06, 0], 0.12, 0.06, 'main metal'),
      limb([0, 0.1, 0], [0, 1.4, 0], [0.045, 0.03], 'main metal'),
      cone([0, 1.54, 0], 0.08, 0.13, 0.12, '#ffe6a0 glow plain'),
      cone([0, 1.7, 0], 0.17, 0.02, 0.06, 'main metal'),
    ],
  ),
];
