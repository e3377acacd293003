// Houses, towers, bridges and other things that are built.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring, wedge } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

const GLASS = '#263a50 glass plain';
const DOOR = '#5a3418 wood plain';

function pane(x: number, y: number, z: number, w = 0.1): Part[] {
  return [
    box([x, y, z], [w * 1.25, w * 1.4, 0.02], 'white matte plain', 0.01),
    box([x, y, z + 0.012], [w, w * 1.15, 0.02], '#ffd890 glow plain', 0.005),
    box([x, y, z + 0.02], [0.01, w * 1.15, 0.018], 'white matte plain', 0),
    box([x, y, z + 0.02], [w, 0.01, 0.018], 'white matte plain', 0),
  ];
}

function house(wall: string, roof: string, more: Part[] = []): Part[] {
  return [
    box([0, 0.42, 0], [0.66, 0.42, 0.5], wall, 0.01),
    wedge([0, 1.08, 0], [0.66, 0.27, 0.5], wall),
    ...leftAndRight(box([0.4, 1.1, 0], [0.54, 0.04, 0.6], roof, 0.02, { turn: [0, 0, -39] })),
    box([0.36, 1.36, -0.1], [0.08, 0.24, 0.08], '#8a4a38 brick plain', 0.01),
    box([0, 0.26, 0.5], [0.13, 0.26, 0.03], DOOR, 0.02),
    ball([0.08, 0.26, 0.54], 0.02, 'gold metal plain'),
    ...pane(-0.4, 0.46, 0.5),
    ...pane(0.4, 0.46, 0.5),
    ...pane(0, 0.98, 0.5, 0.08),
    box([0, 0.02, 0.62], [0.2, 0.03, 0.12], '#8a8880 stone plain', 0.01),
    ...more,
  ];
}

function tower(x: number, z: number, r: number, h: number, wall: string, roof: string): Part[] {
  return [
    drum([x, h / 2, z], r, h / 2, wall),
    drum([x, h, z], r * 1.16, 0.06, wall),
    cone([x, h + r * 1.2, z], r * 1.25, 0.01, r * 1.2, roof),
    box([x, h * 0.68, z + r * 0.97], [r * 0.18, r * 0.34, 0.03], '#201c1a matte plain', 0.03),
  ];
}

function battlements(w: number, y: number, z: number, paint: string): Part[] {
  return Array.from({ length: 7 }, (_, i) => box([-w + (i / 6) * 2 * w, y, z], [0.05, 0.06, 0.06], paint, 0.005));
}

function castle(): Part[] {
  const stone = 'main brick';
  const roof = 'second tiles';
  return [
    box([0, 0.4, 0], [0.72, 0.4, 0.3], stone, 0.01),
    ...battlements(0.7, 0.85, 0.26, stone),
    box([0, 0.85, -0.2], [0.32, 0.5, 0.2], stone, 0.01),
    ...tower(-0.78, 0.2, 0.2, 1.05, stone, roof),
    ...tower(0.78, 0.2, 0.2, 1.05, stone, roof),
    ...tower(-0.34, -0.2, 0.16, 1.5, stone, roof),
    ...tower(0.36, -0.25, 0.18, 1.75, stone, roof),
    box([0, 0.24, 0.3], [0.15, 0.24, 0.04], '#3a2414 wood plain', 0.02),
    drum([0, 0.46, 0.3], 0.15, 0.04, '#3a2414 wood plain', { turn: [90, 0, 0] }),
    limb([0.36, 2.1, -0.25], [0.36, 2.4, -0.25], 0.012, '#403020 wood plain'),
    box([0.48, 2.33, -0.25], [0.12, 0.06, 0.008], 'red cloth plain', 0.004),
  ];
}

function pagoda(): Part[] {
  const tiers = [0, 1, 2, 3].flatMap((i) => {
    const w = 0.5 - i * 0.09;
    const y = 0.24 + i * 0.42;
    return [
      box([0, y, 0], [w * 0.72, 0.2, w * 0.72], 'main wood', 0.01),
      box([0, y, w * 0.7], [w * 0.3, 0.13, 0.03], '#2a1a14 matte plain', 0.01),
      cone([0, y + 0.24, 0], w * 1.35, w * 0.6, 0.06, 'second tiles'),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((z) =>
          cone([x * w * 0.92, y + 0.22, z * w * 0.92], 0.06, 0.005, 0.06, 'second tiles', {
            turn: [z * 40, 0, x * -40],
          }),
        ),
      ),
    ];
  });
  return [
    box([0, 0.03, 0], [0.62, 0.04, 0.62], '#9a968c stone plain', 0.01),
    ...tiers,
    cone([0, 1.94, 0], 0.06, 0.01, 0.18, 'gold metal plain'),
  ];
}

function windmill(): Part[] {
  const sails = [0, 1, 2, 3].map((i) =>
    box(
      [Math.sin(i * 1.571 + 0.5) * 0.4, 1.05 + Math.cos(i * 1.571 + 0.5) * 0.4, 0.34],
      [0.09, 0.36, 0.012],
      'cream cloth plain',
      0.01,
      { turn: [0, 0, -(i * 90 + 28.6)] },
    ),
  );
  const spars = [0, 1].map((i) =>
    limb(
      [Math.sin(i * 1.571 + 0.5) * 0.8, 1.05 + Math.cos(i * 1.571 + 0.5) * 0.8, 0.36],
      [-Math.sin(i * 1.571 + 0.5) * 0.8, 1.05 - Math.cos(i * 1.571 + 0.5) * 0.8, 0.36],
      0.016,
      '#6a4a2c wood plain',
    ),
  );
  return [
    cone([0, 0.5, 0], 0.36, 0.24, 0.5, 'main plaster'),
    dome([0, 1.0, 0], [0.26, 0.26, 0.26], 'second tiles'),
    limb([0, 1.05, 0], [0, 1.05, 0.4], 0.04, '#6a4a2c wood plain'),
    ...sails,
    ...spars,
    box([0, 0.18, 0.32], [0.09, 0.18, 0.04], DOOR, 0.02),
    ...pane(0, 0.64, 0.27, 0.05),
  ];
}

function lighthouse(): Part[] {
  return [
    drum([0, 0.05, 0], 0.42, 0.06, '#8a8a86 stone plain'),
    ...[0, 1, 2, 3, 4].map((i) => {
      const low = 0.3 - i * 0.028;
      return cone([0, 0.24 + i * 0.26, 0], low, low - 0.028, 0.13, i % 2 ? 'second plaster' : 'main plaster');
    }),
    drum([0, 1.44, 0], 0.22, 0.03, '#303438 metal'),
    drum([0, 1.56, 0], 0.12, 0.1, '#fff0a8 glow'),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      limb(
        [Math.sin(i * 1.047) * 0.125, 1.46, Math.cos(i * 1.047) * 0.125],
        [Math.sin(i * 1.047) * 0.125, 1.66, Math.cos(i * 1.047) * 0.125],
        0.012,
        '#303438 metal',
      ),
    ),
    cone([0, 1.75, 0], 0.17, 0.01, 0.09, 'main tiles'),
    box([0, 0.24, 0.29], [0.07, 0.13, 0.04], DOOR, 0.02),
  ];
}

const BUILT = { yaw: 24 } as const;
const WALLS = ['cream', 'white', 'beige', 'apricot'];

export const BUILDINGS: readonly Kind[] = [
  kind(
    'building',
    'house',
    'home villa houses farmhouse',
    7,
    'village',
    { ...BUILT, colours: WALLS, second: '#a8452c' },
    () => house('main plaster', 'second tiles'),
  ),
  kind(
    'building',
    'cottage',
    'hobbit_house',
    5,
    'garden',
    { ...BUILT, colours: ['cream'], second: '#a08040' },
    (look) =>
      house(
        'main stone',
        'second straw',
        [0, 1, 2, 3].map((i) =>
          ball([-0.6 + i * 0.4 + look.chance() * 0.1, 0.06, 0.62], 0.1, i % 2 ? 'rose petal' : '#3f8a30 leaf'),
        ),
      ),
  ),
  kind(
    'building',
    'cabin',
    'hut log_cabin lodge chalet shack treehouse',
    4.5,
    'mountains',
    { ...BUILT, colours: ['#7a4a28'], second: '#4a4038' },
    () => house('main wood', 'second tiles'),
  ),
  kind('building', 'barn', 'stable shed', 7, 'farm', { ...BUILT, colours: ['red'], second: '#4a4a4c' }, () => [
    ...house('main wood', 'second tiles'),
    box([0, 0.34, 0.51], [0.26, 0.33, 0.03], 'white matte', 0.01),
    box([0, 0.34, 0.53], [0.23, 0.3, 0.03], 'main wood', 0.01),
  ]),
  kind(
    'building',
    'castle',
    'fortress palace fort citadel',
    25,
    'castle',
    { ...BUILT, yaw: 14, colours: ['#b0a898'], second: '#3c5078' },
    castle,
  ),
  kind('building', 'tower', 'turret minaret', 20, 'hills', { ...BUILT, colours: ['#a89c8a'], second: '#8a3c2c' }, () =>
    tower(0, 0, 0.3, 1.6, 'main brick', 'second tiles'),
  ),
  kind('building', 'lighthouse', '', 20, 'coast', { colours: ['white'], second: 'red' }, lighthouse),
  kind(
    'building',
    'church',
    'chapel cathedral',
    18,
    'village',
    { ...BUILT, colours: ['ivory'], second: '#5a5a68' },
    () => [
      box([0, 0.4, -0.1], [0.4, 0.4, 0.7], 'main stone', 0.01),
      wedge([0, 1.0, -0.1], [0.46, 0.22, 0.74], 'second tiles'),
      box([0, 0.75, 0.72], [0.2, 0.75, 0.2], 'main stone', 0.01),
      cone([0, 1.86, 0.72], 0.25, 0.01, 0.38, 'second tiles'),
      limb([0, 2.2, 0.72], [0, 2.48, 0.72], 0.016, 'gold metal'),
      limb([-0.07, 2.38, 0.72], [0.07, 2.38, 0.72], 0.016, 'gold metal'),
      box([0, 0.2, 0.92], [0.1, 0.2, 0.03], DOOR, 0.02),
      ...pane(0, 0.9, 0.92, 0.07),
      ...[-0.5, -0.1, 0.3].map((z) => box([0.4, 0.42, z], [0.02, 0.2, 0.07], GLASS, 0.02)),
    ],
  ),
  kind('building', 'skyscraper', 'high-rise office_tower', 90, 'city', { ...BUILT, colours: ['#8098b0'] }, () => [
    box([0, 1.0, 0], [0.34, 1.0, 0.34], 'main facade', 0.01),
    box([0, 2.1, 0], [0.24, 0.12, 0.24], 'main facade', 0.01),
    limb([0, 2.2, 0], [0, 2.6, 0], [0.025, 0.008], 'silver metal'),
  ]),
  kind(
    'building',
    'building',
    'apartment office school hospital hotel library factory museum buildings',
    18,
    'city',
    { ...BUILT, colours: ['#b89078', '#c8b898'] },
    () => [
      box([0, 0.7, 0], [0.55, 0.7, 0.4], 'main facade', 0.01),
      box([0, 1.42, 0], [0.58, 0.04, 0.43], '#8a8880 stone plain', 0.01),
      box([0, 0.1, 0.4], [0.1, 0.12, 0.03], DOOR, 0.01),
    ],
  ),
  kind(
    'building',
    'shop',
    'store cafe restaurant bakery bar',
    5,
    'street',
    { yaw: 12, colours: ['teal', 'crimson', 'mustard'] },
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
  kind('building', 'windmill', 'mill', 12, 'tulip field', { yaw: 12, colours: ['ivory'], second: '#7a4a30' }, windmill),
  kind(
    'building',
    'pagoda',
    'temple shrine',
    15,
    'blossom garden',
    { yaw: 14, colours: ['#b02c20'], second: '#2c3c40' },
    pagoda,
  ),
  kind('building', 'torii', 'torii_gate', 5, 'lake', { yaw: 10, colours: ['#c8321c'] }, () => [
    ...leftAndRight(limb([0.42, 0, 0], [0.38, 1.1, 0], [0.07, 0.055], 'main wood')),
    box([0, 1.14, 0], [0.68, 0.06, 0.09], 'main wood', 0.03),
    box([0, 1.22, 0], [0.74, 0.03, 0.11], 'black matte', 0.02),
    box([0, 0.88, 0], [0.5, 0.045, 0.05], 'main wood', 0.01),
  ]),
  kind('building', 'pyramid', 'pyramids', 40, 'desert', { yaw: 24, colours: ['#d8b070'] }, () =>
    Array.from({ length: 9 }, (_, i) =>
      box([0, 0.06 + i * 0.1, 0], [0.9 - i * 0.1, 0.06, 0.9 - i * 0.1], 'main brick', 0.005),
    ),
  ),
  kind(
    'building',
    'greek temple',
    'parthenon acropolis ruins columns',
    10,
    'hills',
    { yaw: 18, colours: ['ivory'] },
    () => [
      box([0, 0.05, 0], [0.85, 0.05, 0.5], 'main stone', 0.01),
      box([0, 0.12, 0], [0.78, 0.04, 0.44], 'main stone', 0.01),
      ...[0, 1, 2, 3, 4, 5].map((i) => cone([-0.65 + i * 0.26, 0.5, 0.36], 0.06, 0.05, 0.34, 'main stone')),
      box([0, 0.45, -0.1], [0.55, 0.3, 0.25], 'main stone', 0.01),
      box([0, 0.88, 0], [0.78, 0.05, 0.46], 'main stone', 0.01),
      wedge([0, 1.06, 0], [0.8, 0.13, 0.46], 'main stone'),
    ],
  ),
  kind('building', 'mosque', 'taj_mahal', 20, 'city', { yaw: 8, colours: ['ivory'], second: 'gold' }, () => [
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
  kind(
    'building',
    'bridge',
    'footbridge viaduct',
    5,
    'river',
    { yaw: 8, stance: 'water', colours: ['#9a8a78'] },
    () => [
      box([0, 0.44, 0], [1.5, 0.07, 0.3], 'main stone', 0.02),
      box([0, 0.24, 0], [1.45, 0.24, 0.26], 'main brick', 0),
      ...[-0.95, 0, 0.95].map((x) => drum([x, 0.08, 0], 0.32, 0.5, 'main brick', { turn: [90, 0, 0], carve: true })),
      ...[0.27, -0.27].map((z) => box([0, 0.56, z], [1.5, 0.06, 0.03], 'main stone', 0.01)),
    ],
  ),
  kind(
    'building',
    'tent',
    'teepee tipi wigwam camp yurt',
    2,
    'forest',
    { yaw: 14, colours: ['orange', 'red', 'teal'] },
    () => [
      wedge([0, 0.45, 0], [0.62, 0.45, 0.6], 'main cloth'),
      wedge([0, 0.26, 0.58], [0.22, 0.26, 0.04], '#241c18 matte plain'),
      ...leftAndRight(limb([0.62, 0, 0.6], [-0.04, 0.98, 0.6], 0.02, '#6a4a2c wood plain')),
    ],
  ),
  kind('building', 'igloo', '', 2, 'snow', { yaw: 18, colours: ['white'] }, () => [
    dome([0, 0, 0], [0.7, 0.62, 0.7], 'main brick'),
    drum([0, 0.14, 0.64], 0.28, 0.22, 'main brick', { turn: [90, 0, 0] }),
    drum([0, 0.12, 0.8], 0.2, 0.2, '#182438 matte plain', { turn: [90, 0, 0] }),
  ]),
  kind('building', 'fence', 'picket_fence railing', 1, 'farm', { yaw: 4, colours: ['white', 'brown'] }, () => [
    ...Array.from({ length: 9 }, (_, i) => box([-1.2 + i * 0.3, 0.32, 0], [0.07, 0.32, 0.025], 'main wood', 0.02)),
    box([0, 0.2, -0.03], [1.3, 0.035, 0.02], 'main wood', 0.01),
    box([0, 0.46, -0.03], [1.3, 0.035, 0.02], 'main wood', 0.01),
  ]),
  kind(
    'building',
    'gate',
    'arch archway door doorway portal',
    3.5,
    'garden',
    { yaw: 10, colours: ['#a89880'], second: '#6a3c1c' },
    () => [
      ...leftAndRight(box([0.46, 0.5, 0], [0.13, 0.5, 0.16], 'main stone', 0.01)),
      ring([0, 0.95, 0], 0.46, 0.13, 'main stone', { turn: [90, 0, 0] }),
      box([0, 0.5, 0], [0.34, 0.5, 0.04], 'second wood', 0.01),
      drum([0, 0.98, 0], 0.34, 0.04, 'second wood', { turn: [90, 0, 0] }),
      ball([0.2, 0.5, 0.07], 0.035, 'gold metal plain'),
    ],
  ),
  kind('building', 'fountain', '', 2.5, 'park', { colours: ['#a8a498'] }, () => [
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
  kind('building', 'well', 'wishing_well', 2.2, 'village', { yaw: 16, colours: ['#98928a'], second: '#8a4a30' }, () => [
    drum([0, 0.26, 0], 0.44, 0.26, 'main brick'),
    drum([0, 0.5, 0], 0.34, 0.06, '#182028 gloss plain'),
    ...leftAndRight(limb([0.4, 0.4, 0], [0.4, 1.05, 0], 0.045, '#6a4626 wood plain')),
    wedge([0, 1.2, 0], [0.36, 0.16, 0.6], 'second tiles', { turn: [0, 90, 0] }),
    limb([-0.4, 0.9, 0], [0.4, 0.9, 0], 0.05, '#6a4626 wood plain'),
    cone([0, 0.66, 0], 0.08, 0.1, 0.1, '#8a6a40 wood plain'),
  ]),
  kind(
    'building',
    'statue',
    'monument sculpture bust obelisk',
    3,
    'park',
    { yaw: 10, colours: ['bronze', 'ivory'] },
    () => [
      box([0, 0.2, 0], [0.34, 0.2, 0.34], '#98948a stone plain', 0.01),
      box([0, 0.44, 0], [0.26, 0.05, 0.26], '#98948a stone plain', 0.01),
      limb([0, 0.55, 0], [0, 1.1, 0], [0.18, 0.15], 'main metal'),
      ball([0, 1.32, 0], 0.13, 'main metal', { blend: 0.04 }),
      limb([0.14, 1.08, 0], [0.36, 1.42, 0.06], 0.055, 'main metal', { blend: 0.03 }),
      limb([-0.14, 1.06, 0], [-0.24, 0.74, 0.1], 0.055, 'main metal', { blend: 0.03 }),
    ],
  ),
  kind('building', 'street lamp', 'lamppost streetlight lamp_post', 4, 'street', { colours: ['#282c30'] }, () => [
    drum([0, 0.06, 0], 0.12, 0.06, 'main metal'),
    limb([0, 0.1, 0], [0, 1.4, 0], [0.045, 0.03], 'main metal'),
    cone([0, 1.54, 0], 0.08, 0.13, 0.12, '#ffe6a0 glow plain'),
    cone([0, 1.7, 0], 0.17, 0.02, 0.06, 'main metal'),
  ]),
];
