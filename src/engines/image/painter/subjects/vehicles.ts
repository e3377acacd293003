// What carries people: on roads and rails, on water, in the air and beyond.
import {
  ball,
  bothSides,
  box,
  cone,
  dome,
  drum,
  limb,
  type Part,
  ring,
  star,
  type Vec,
  wedge,
} from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';

const TYRE = '#1c1c1e matte plain';
const PANE = '#1c2a38 glass plain';

function wheels(xs: readonly number[], z: number, r: number): Part[] {
  return bothSides(
    ...xs.flatMap((x) => [
      drum([x, r, z], r, r * 0.34, TYRE, { turn: [90, 0, 0] }),
      drum([x, r, z + r * 0.2], r * 0.55, r * 0.24, 'silver metal plain', { turn: [90, 0, 0] }),
    ]),
  );
}

function lamps(x: number, y: number, z: number): Part[] {
  return bothSides(
    ball([x, y, z], [0.05, 0.06, 0.08], '#fff4d0 glow plain'),
    ball([-x, y, z], [0.04, 0.05, 0.08], '#d01818 gloss plain'),
  );
}

function car(more: Part[] = []): Part[] {
  return [
    box([0, 0.42, 0], [1.0, 0.2, 0.44], 'main gloss', 0.16),
    box([-0.08, 0.74, 0], [0.54, 0.2, 0.38], PANE, 0.16, { blend: 0.04 }),
    box([-0.1, 0.9, 0], [0.42, 0.05, 0.35], 'main gloss', 0.05, { blend: 0.05 }),
    ...bothSides(
      limb([0.36, 0.88, 0.34], [0.56, 0.6, 0.4], 0.025, 'main gloss'),
      limb([-0.08, 0.9, 0.37], [-0.08, 0.58, 0.41], 0.03, 'main gloss'),
      limb([-0.5, 0.88, 0.34], [-0.68, 0.6, 0.4], 0.03, 'main gloss'),
    ),
    box([0.98, 0.36, 0], [0.05, 0.08, 0.38], '#30343a metal plain', 0.04),
    box([-0.98, 0.36, 0], [0.05, 0.07, 0.38], '#30343a metal plain', 0.04),
    ...lamps(0.98, 0.48, 0.32),
    ...wheels([0.6, -0.6], 0.4, 0.21),
    ...more,
  ];
}

function van(body: string, more: Part[] = []): Part[] {
  return [
    box([-0.1, 0.72, 0], [0.92, 0.5, 0.44], body, 0.1),
    box([0.84, 0.52, 0], [0.22, 0.3, 0.42], 'main gloss', 0.1, { blend: 0.05 }),
    box([0.72, 0.94, 0], [0.2, 0.18, 0.4], PANE, 0.08),
    ...bothSides(...[-0.7, -0.3, 0.1].map((x) => box([x, 0.92, 0.43], [0.15, 0.13, 0.03], PANE, 0.03))),
    ...lamps(1.05, 0.45, 0.32),
    ...wheels([0.62, -0.62], 0.4, 0.22),
    ...more,
  ];
}

function truck(more: Part[] = []): Part[] {
  return [
    box([0.8, 0.72, 0], [0.34, 0.46, 0.44], 'main gloss', 0.1),
    box([0.98, 0.9, 0], [0.18, 0.18, 0.4], PANE, 0.06),
    box([-0.35, 0.42, 0], [0.85, 0.08, 0.4], '#303438 metal plain', 0.03),
    box([-0.4, 0.88, 0], [0.78, 0.42, 0.45], 'second gloss', 0.05),
    ...lamps(1.13, 0.45, 0.32),
    ...wheels([0.75, -0.35, -0.85], 0.4, 0.24),
    ...more,
  ];
}

function hull(long: number, wide: number, deep: number, paint: string): Part[] {
  return [
    ball([0, deep, 0], [long, deep * 1.5, wide], paint),
    box([0, deep * 2.1, 0], [long * 1.2, deep * 0.9, wide * 1.2], paint, 0, { carve: true }),
    ring([0, 0, 0], 0.001, 0.001, paint),
  ];
}

function bicycle(): Part[] {
  const [a, b, c, d]: [Vec, Vec, Vec, Vec] = [
    [-0.5, 0.33, 0],
    [-0.18, 0.75, 0],
    [0.38, 0.76, 0],
    [-0.08, 0.32, 0],
  ];
  const tube = (p: Vec, q: Vec) => limb(p, q, 0.026, 'main gloss');
  return [
    ...[-0.5, 0.52].flatMap((x) => [
      ring([x, 0.33, 0], 0.3, 0.03, TYRE, { turn: [90, 0, 0] }),
      ...[0, 1, 2, 3].map((i) =>
        limb(
          [x - Math.cos(i * 0.785) * 0.29, 0.33 - Math.sin(i * 0.785) * 0.29, 0],
          [x + Math.cos(i * 0.785) * 0.29, 0.33 + Math.sin(i * 0.785) * 0.29, 0],
          0.008,
          'silver metal',
        ),
      ),
    ]),
    tube(a, b),
    tube(b, c),
    tube(c, d),
    tube(d, a),
    tube(b, d),
    limb([0.36, 0.86, 0], [0.52, 0.33, 0], 0.026, 'main gloss'),
    limb([0.36, 0.92, -0.22], [0.36, 0.92, 0.22], 0.022, '#303030 matte'),
    ball([-0.2, 0.82, 0], [0.14, 0.04, 0.07], '#2a2020 gloss'),
    ring([-0.08, 0.32, 0.04], 0.09, 0.015, 'silver metal', { turn: [90, 0, 0] }),
  ];
}

function plane(): Part[] {
  return [
    limb([-0.85, 0.5, 0], [0.75, 0.45, 0], [0.09, 0.16], 'main gloss'),
    ball([0.85, 0.45, 0], [0.22, 0.15, 0.15], 'main gloss', { blend: 0.05 }),
    ball([0.86, 0.54, 0], [0.12, 0.06, 0.1], PANE),
    ...bothSides(
      ball([-0.02, 0.42, 0.62], [0.2, 0.025, 0.62], 'main gloss', { turn: [0, 22, 0] }),
      drum([0.14, 0.33, 0.46], 0.075, 0.14, 'second gloss', { turn: [0, 0, 90] }),
      ball([-0.82, 0.54, 0.24], [0.1, 0.02, 0.24], 'second gloss', { turn: [0, 22, 0] }),
      ...[-0.4, -0.2, 0, 0.2, 0.4].map((x) => ball([x, 0.52, 0.125], 0.03, PANE)),
    ),
    ball([-0.86, 0.74, 0], [0.13, 0.24, 0.025], 'second gloss', { turn: [0, 0, 22] }),
  ];
}

function rocket(): Part[] {
  return [
    ball([0, 0.95, 0], [0.24, 0.62, 0.24], 'main gloss'),
    cone([0, 1.46, 0], 0.15, 0.01, 0.16, 'second gloss', { blend: 0.04 }),
    drum([0, 0.4, 0], 0.16, 0.1, '#484c54 metal'),
    drum([0, 1.08, 0.2], 0.1, 0.05, 'silver metal', { turn: [90, 0, 0] }),
    drum([0, 1.08, 0.23], 0.07, 0.04, '#2a6aa8 glass', { turn: [90, 0, 0] }),
    ...[0, 1, 2].map((i) =>
      ball([Math.sin(i * 2.094) * 0.26, 0.4, Math.cos(i * 2.094) * 0.26], [0.05, 0.27, 0.16], 'second gloss', {
        turn: [0, i * 120, 0],
      }),
    ),
    cone([0, 0.16, 0], 0.02, 0.12, 0.16, 'orange glow'),
    cone([0, 0.2, 0], 0.02, 0.07, 0.12, 'yellow glow'),
  ];
}

function hotAirBalloon(): Part[] {
  const basket: Part[] = [
    box([0, 0.12, 0], [0.14, 0.11, 0.14], '#8a5a2c straw', 0.03),
    ...[
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ].map(([x = 1, z = 1]) =>
      limb([x * 0.12, 0.22, z * 0.12], [x * 0.18, 0.52, z * 0.18], 0.008, '#50402c matte plain'),
    ),
  ];
  return [
    ball([0, 1.08, 0], [0.56, 0.58, 0.56], 'main cloth'),
    cone([0, 0.66, 0], 0.18, 0.46, 0.18, 'main cloth', { blend: 0.08 }),
    drum([0, 0.5, 0], 0.18, 0.03, 'second cloth plain'),
    ...basket,
  ];
}

const SIDE = { yaw: -26, motion: 'drift' } as const;
const BOAT = { yaw: -16, stance: 'water', motion: 'bob' } as const;
const PAINTS = ['red', 'azure', 'yellow', 'teal', 'white', 'orange'];

export const VEHICLES: readonly Kind[] = [
  kind('vehicle', 'car', 'automobile sedan coupe auto cabriolet', 1.5, 'road', { ...SIDE, colours: PAINTS }, () =>
    car(),
  ),
  kind(
    'vehicle',
    'sports car',
    'racecar race_car ferrari supercar',
    1.2,
    'road',
    { ...SIDE, colours: ['red', 'yellow'] },
    () =>
      car([
        box([-0.92, 0.78, 0], [0.1, 0.02, 0.42], 'main gloss', 0.02),
        ...bothSides(limb([-0.9, 0.76, 0.3], [-0.86, 0.6, 0.3], 0.02, 'main gloss')),
      ]),
  ),
  kind('vehicle', 'taxi', 'cab', 1.6, 'street', { ...SIDE, colours: ['yellow'] }, () =>
    car([box([-0.1, 1.0, 0], [0.14, 0.05, 0.1], '#fff0b0 glow', 0.02)]),
  ),
  kind('vehicle', 'police car', '', 1.6, 'street', { ...SIDE, colours: ['white'] }, () =>
    car([
      box([-0.1, 0.99, 0.1], [0.08, 0.05, 0.1], 'blue glow', 0.02),
      box([-0.1, 0.99, -0.1], [0.08, 0.05, 0.1], 'red glow', 0.02),
      ...bothSides(box([0, 0.46, 0.43], [0.6, 0.07, 0.03], 'navy gloss', 0.02)),
    ]),
  ),
  kind('vehicle', 'jeep', 'suv', 1.9, 'savanna', { ...SIDE, colours: ['olive', 'khaki'] }, () =>
    van('main gloss', [drum([-1.05, 0.72, 0], 0.22, 0.06, TYRE, { turn: [0, 0, 90] })]),
  ),
  kind(
    'vehicle',
    'van',
    'camper minivan caravan',
    2.2,
    'road',
    { ...SIDE, colours: ['turquoise', 'white', 'orange'] },
    () => van('main gloss'),
  ),
  kind('vehicle', 'ambulance', '', 2.4, 'street', { ...SIDE, colours: ['white'] }, () =>
    van('main gloss', [
      ...bothSides(
        box([-0.2, 0.62, 0.44], [0.16, 0.05, 0.02], 'red gloss', 0.01),
        box([-0.2, 0.62, 0.44], [0.05, 0.16, 0.02], 'red gloss', 0.01),
      ),
      box([0.3, 1.26, 0], [0.1, 0.05, 0.3], 'blue glow', 0.03),
    ]),
  ),
  kind('vehicle', 'bus', 'coach double-decker', 3, 'street', { ...SIDE, colours: ['red', 'yellow', 'green'] }, () => [
    box([0, 0.82, 0], [1.3, 0.62, 0.44], 'main gloss', 0.1),
    ...bothSides(
      ...[-0.98, -0.58, -0.18, 0.22, 0.62, 1.0].map((x) => box([x, 1.02, 0.43], [0.17, 0.2, 0.03], PANE, 0.03)),
    ),
    box([1.28, 1.02, 0], [0.04, 0.24, 0.36], PANE, 0.03),
    ...lamps(1.29, 0.45, 0.32),
    ...wheels([0.85, -0.85], 0.4, 0.24),
  ]),
  kind(
    'vehicle',
    'truck',
    'lorry pickup semi',
    3,
    'road',
    { ...SIDE, colours: ['red', 'blue'], second: 'silver' },
    () => truck(),
  ),
  kind('vehicle', 'fire truck', 'fire_engine', 3, 'street', { ...SIDE, colours: ['red'], second: 'red' }, () =>
    truck([
      box([0.8, 1.22, 0], [0.1, 0.05, 0.3], 'blue glow', 0.02),
      ...bothSides(limb([-1.1, 1.36, 0.16], [0.4, 1.36, 0.16], 0.03, 'silver metal')),
    ]),
  ),
  kind('vehicle', 'tractor', 'bulldozer', 2.6, 'farm', { ...SIDE, colours: ['green', 'red'] }, () => [
    box([0.35, 0.66, 0], [0.5, 0.2, 0.22], 'main gloss', 0.06),
    box([-0.4, 1.06, 0], [0.32, 0.36, 0.32], PANE, 0.05),
    box([-0.4, 1.44, 0], [0.38, 0.04, 0.38], 'main gloss', 0.03),
    drum([0.5, 1.06, 0.08], 0.04, 0.24, '#303030 metal'),
    ...bothSides(
      drum([-0.45, 0.5, 0.42], 0.5, 0.14, TYRE, { turn: [90, 0, 0] }),
      drum([-0.45, 0.5, 0.47], 0.26, 0.12, 'amber gloss', { turn: [90, 0, 0] }),
      drum([0.62, 0.28, 0.32], 0.28, 0.1, TYRE, { turn: [90, 0, 0] }),
      drum([0.62, 0.28, 0.35], 0.14, 0.09, 'amber gloss', { turn: [90, 0, 0] }),
    ),
  ]),
  kind(
    'vehicle',
    'bicycle',
    'bike cycle',
    1.1,
    'park',
    { ...SIDE, yaw: -22, colours: ['red', 'teal', 'yellow'] },
    bicycle,
  ),
  kind('vehicle', 'motorcycle', 'motorbike scooter vespa', 1.2, 'road', { ...SIDE, colours: ['red', 'black'] }, () => [
    ...[-0.62, 0.66].flatMap((x) => [
      ring([x, 0.32, 0], 0.25, 0.075, TYRE, { turn: [90, 0, 0] }),
      drum([x, 0.32, 0], 0.13, 0.05, 'silver metal', { turn: [90, 0, 0] }),
    ]),
    ball([0.14, 0.76, 0], [0.32, 0.16, 0.15], 'main gloss'),
    ball([-0.38, 0.76, 0], [0.36, 0.09, 0.15], '#241c1a gloss'),
    box([-0.02, 0.44, 0], [0.26, 0.18, 0.14], '#50545a metal', 0.06),
    limb([0.44, 0.92, 0], [0.66, 0.32, 0], 0.045, 'silver metal'),
    limb([0.4, 1.0, -0.3], [0.4, 1.0, 0.3], 0.028, '#303030 metal'),
    ball([0.56, 0.86, 0], 0.11, '#fff0c0 glow'),
    limb([-0.1, 0.3, 0.16], [-0.8, 0.36, 0.18], 0.05, 'silver metal'),
    ball([-0.68, 0.66, 0], [0.2, 0.08, 0.1], 'main gloss'),
  ]),
  kind(
    'vehicle',
    'train',
    'locomotive steam_train tram railway',
    4,
    'railway',
    { ...SIDE, yaw: -34, colours: ['red', 'emerald', 'black'] },
    () => [
      drum([0.45, 0.8, 0], 0.34, 0.75, 'main gloss', { turn: [0, 0, 90] }),
      drum([1.22, 0.8, 0], 0.3, 0.04, '#282c30 metal', { turn: [0, 0, 90] }),
      box([-0.6, 0.98, 0], [0.36, 0.56, 0.42], 'main gloss', 0.05),
      box([-0.6, 1.6, 0], [0.44, 0.06, 0.48], '#282c30 metal', 0.04),
      ...bothSides(box([-0.6, 1.18, 0.42], [0.2, 0.18, 0.02], PANE, 0.02)),
      drum([0.95, 1.3, 0], 0.1, 0.24, '#282c30 metal'),
      drum([0.95, 1.56, 0], 0.15, 0.05, 'gold metal'),
      dome([0.4, 1.1, 0], [0.14, 0.2, 0.14], 'gold metal'),
      box([0.2, 0.42, 0], [1.15, 0.08, 0.36], '#8a1c14 matte', 0.03),
      wedge([1.4, 0.3, 0], [0.22, 0.16, 0.34], '#8a1c14 metal'),
      ball([1.26, 0.98, 0], 0.11, '#fff0c0 glow'),
      ...wheels([-0.7, -0.15, 0.4, 0.9], 0.36, 0.27),
    ],
  ),
  kind('vehicle', 'carriage', 'wagon cart chariot', 2, 'village', { ...SIDE, colours: ['crimson', 'gold'] }, () => [
    ball([0, 0.95, 0], [0.6, 0.42, 0.4], 'main gloss'),
    box([0, 1.06, 0.34], [0.22, 0.16, 0.06], PANE, 0.04),
    ball([0, 1.36, 0], [0.5, 0.1, 0.36], 'gold metal'),
    ...bothSides(
      ...[-0.58, 0.6].flatMap((x) => [
        ring([x, 0.38, 0.42], 0.34, 0.04, '#6a4020 wood', { turn: [90, 0, 0] }),
        ...[0, 1, 2, 3].map((i) =>
          limb(
            [x - Math.cos(i * 0.785) * 0.33, 0.38 - Math.sin(i * 0.785) * 0.33, 0.42],
            [x + Math.cos(i * 0.785) * 0.33, 0.38 + Math.sin(i * 0.785) * 0.33, 0.42],
            0.02,
            '#6a4020 wood',
          ),
        ),
      ]),
    ),
    limb([0.6, 0.45, 0], [1.2, 0.4, 0], 0.04, '#6a4020 wood'),
  ]),
  kind(
    'vehicle',
    'sailboat',
    'sailing_boat yacht sailing_ship',
    6,
    'lake',
    { ...BOAT, colours: ['white', 'red'], second: 'ivory' },
    () =>
      [
        ball([0, 0.14, 0], [0.72, 0.2, 0.25], 'main gloss'),
        box([0, 0.36, 0], [0.8, 0.12, 0.3], 'main gloss', 0, { carve: true }),
        box([0, 0.2, 0], [0.62, 0.03, 0.2], '#b07c48 wood', 0.02),
        limb([0.05, 0.2, 0], [0.05, 1.7, 0], 0.024, '#8a6a48 wood'),
        sail([0.05, 0.36, 0], [0.05, 1.62, 0], [-0.62, 0.4, 0.06]),
        sail([0.12, 0.4, 0], [0.1, 1.45, 0], [0.62, 0.34, 0.05]),
      ].flat(),
  ),
  kind(
    'vehicle',
    'boat',
    'rowboat dinghy canoe kayak gondola fishing_boat',
    1.2,
    'lake',
    { ...BOAT, colours: ['red', 'blue', 'brown', 'teal'] },
    () => [
      ...hull(0.85, 0.3, 0.2, 'main wood'),
      box([0.25, 0.26, 0], [0.08, 0.02, 0.24], '#b07c48 wood', 0.01),
      box([-0.3, 0.26, 0], [0.08, 0.02, 0.24], '#b07c48 wood', 0.01),
      limb([0.1, 0.4, 0.2], [-0.3, 0.02, 0.75], 0.02, '#b07c48 wood'),
      ball([-0.34, 0.0, 0.8], [0.12, 0.05, 0.03], '#b07c48 wood'),
    ],
  ),
  kind(
    'vehicle',
    'ship',
    'steamer ferry ocean_liner cruise_ship galleon',
    12,
    'sea',
    { ...BOAT, colours: ['navy', 'black', 'red'] },
    () => [
      ball([0, 0.12, 0], [1.1, 0.26, 0.26], 'main gloss'),
      box([0, 0.5, 0], [1.3, 0.22, 0.4], 'main gloss', 0, { carve: true }),
      box([-0.05, 0.34, 0], [0.7, 0.09, 0.18], 'white facade', 0.02),
      box([-0.05, 0.5, 0], [0.5, 0.08, 0.15], 'white facade', 0.02),
      box([0.22, 0.63, 0], [0.16, 0.06, 0.12], 'white facade', 0.02),
      ...[-0.3, -0.02].flatMap((x) => [
        drum([x, 0.72, 0], 0.08, 0.16, 'red gloss'),
        drum([x, 0.86, 0], 0.085, 0.04, 'black gloss'),
      ]),
      limb([0.6, 0.3, 0], [0.6, 0.9, 0], 0.015, 'silver metal'),
    ],
  ),
  kind(
    'vehicle',
    'submarine',
    '',
    4,
    'underwater',
    { yaw: -16, stance: 'sea', motion: 'drift', colours: ['yellow'] },
    () => [
      ball([0, 0.45, 0], [0.95, 0.34, 0.34], 'main gloss'),
      drum([0.05, 0.85, 0], 0.18, 0.14, 'main gloss', { blend: 0.05 }),
      limb([0.05, 0.95, 0], [0.05, 1.2, 0], 0.03, '#404850 metal'),
      limb([0.05, 1.2, 0], [0.2, 1.2, 0], 0.03, '#404850 metal'),
      ...bothSides(
        ...[-0.3, 0.1, 0.5].flatMap((x) => [
          drum([x, 0.5, 0.31], 0.11, 0.04, '#606870 metal', { turn: [90, 0, 0] }),
          drum([x, 0.5, 0.33], 0.075, 0.04, '#ffe9a0 glow', { turn: [90, 0, 0] }),
        ]),
        ball([-0.85, 0.45, 0.28], [0.14, 0.03, 0.16], 'red gloss'),
      ),
      ball([-0.9, 0.6, 0], [0.12, 0.26, 0.03], 'red gloss'),
      star([-1.05, 0.45, 0], 0.2, 0.02, 'gold metal', { turn: [0, 90, 0] }),
    ],
  ),
  kind(
    'vehicle',
    'airplane',
    'plane aeroplane jet aircraft airliner',
    6,
    'sky',
    { yaw: -30, stance: 'air', motion: 'fly', colours: ['white', 'red'], second: 'azure' },
    plane,
  ),
  kind(
    'vehicle',
    'biplane',
    'propeller_plane',
    3,
    'sky',
    { yaw: -30, stance: 'air', motion: 'fly', colours: ['red', 'yellow'] },
    () => [
      limb([-0.7, 0.5, 0], [0.4, 0.5, 0], [0.07, 0.17], 'main gloss'),
      drum([0.52, 0.5, 0], 0.15, 0.06, '#404850 metal', { turn: [0, 0, 90] }),
      ...[0.36, 0.82].map((y) => box([0.12, y, 0], [0.17, 0.02, 0.85], 'main gloss', 0.02)),
      ...bothSides(
        limb([0.12, 0.36, 0.5], [0.12, 0.82, 0.5], 0.015, '#b08048 wood'),
        drum([0.2, 0.14, 0.2], 0.1, 0.03, TYRE, { turn: [90, 0, 0] }),
      ),
      box([-0.7, 0.54, 0], [0.1, 0.015, 0.28], 'main gloss', 0.01),
      box([-0.72, 0.66, 0], [0.08, 0.14, 0.015], 'main gloss', 0.01),
      box([0.62, 0.5, 0], [0.015, 0.34, 0.035], '#b08048 wood', 0.01, { turn: [30, 0, 0] }),
    ],
  ),
  kind(
    'vehicle',
    'helicopter',
    'chopper drone',
    3,
    'sky',
    { yaw: -30, stance: 'air', motion: 'fly', colours: ['red', 'azure', 'olive'] },
    () => [
      ball([0.1, 0.55, 0], [0.46, 0.32, 0.3], 'main gloss'),
      ball([0.32, 0.58, 0], [0.28, 0.25, 0.25], PANE),
      limb([-0.2, 0.62, 0], [-1.0, 0.72, 0], [0.13, 0.05], 'main gloss', { blend: 0.06 }),
      ball([-1.02, 0.84, 0], [0.08, 0.18, 0.03], 'main gloss'),
      drum([0.05, 0.92, 0], 0.04, 0.09, '#404850 metal'),
      box([0.05, 1.0, 0], [1.0, 0.012, 0.05], '#303438 metal', 0.01, { turn: [0, 24, 0] }),
      box([0.05, 1.0, 0], [1.0, 0.012, 0.05], '#303438 metal', 0.01, { turn: [0, 114, 0] }),
      ...bothSides(
        limb([-0.3, 0.1, 0.24], [0.5, 0.1, 0.24], 0.025, '#404850 metal'),
        limb([0, 0.3, 0.16], [0, 0.1, 0.24], 0.02, '#404850 metal'),
      ),
    ],
  ),
  kind(
    'vehicle',
    'rocket',
    'spaceship space_ship spacecraft shuttle space_shuttle',
    8,
    'space',
    { yaw: 14, stance: 'air', motion: 'fly', colours: ['white', 'silver'], second: 'red' },
    rocket,
  ),
  kind(
    'vehicle',
    'ufo',
    'flying_saucer saucer',
    3,
    'night field',
    { stance: 'air', motion: 'drift', colours: ['silver'] },
    () => [
      ball([0, 0.35, 0], [0.8, 0.16, 0.8], 'main metal'),
      dome([0, 0.42, 0], [0.34, 0.32, 0.34], '#60d8e0 glass'),
      ...Array.from({ length: 9 }, (_, i) =>
        ball([Math.sin(i * 0.7) * 0.62, 0.27, Math.cos(i * 0.7) * 0.62], 0.055, i % 2 ? 'lime glow' : 'yellow glow'),
      ),
    ],
  ),
  kind(
    'vehicle',
    'hot air balloon',
    'hot-air_balloon air_balloon',
    9,
    'hills',
    { stance: 'air', motion: 'drift', colours: ['red', 'orange', 'azure'], second: 'yellow' },
    hotAirBalloon,
  ),
  kind(
    'vehicle',
    'airship',
    'zeppelin blimp',
    8,
    'sky',
    { yaw: -16, stance: 'air', motion: 'drift', colours: ['silver', 'red'] },
    () => [
      ball([0, 0.7, 0], [1.05, 0.36, 0.36], 'main cloth'),
      box([0.1, 0.3, 0], [0.26, 0.08, 0.11], '#705030 wood', 0.04),
      ...[0, 90, 180, 270].map((a) =>
        ball(
          [-0.9, 0.7 + Math.cos((a * Math.PI) / 180) * 0.26, Math.sin((a * Math.PI) / 180) * 0.26],
          [0.16, 0.16, 0.03],
          'second cloth',
          { turn: [a, 0, 0] },
        ),
      ),
    ],
  ),
  kind('vehicle', 'skateboard', '', 0.2, 'street', { yaw: -24, colours: ['teal', 'orange'] }, () => [
    box([0, 0.26, 0], [0.6, 0.03, 0.18], 'main gloss', 0.03),
    box([0.66, 0.3, 0], [0.12, 0.03, 0.18], 'main gloss', 0.03, { turn: [0, 0, 22] }),
    box([-0.66, 0.3, 0], [0.12, 0.03, 0.18], 'main gloss', 0.03, { turn: [0, 0, -22] }),
    ...wheels([0.4, -0.4], 0.12, 0.1),
  ]),
];

function sail(low: Vec, high: Vec, out: Vec): Part[] {
  return Array.from({ length: 11 }, (_, i) => {
    const t = i / 10;
    const from: Vec = [low[0] + (high[0] - low[0]) * t, low[1] + (high[1] - low[1]) * t, 0];
    const to: Vec = [out[0] + (high[0] - out[0]) * t, out[1] + (high[1] - out[1]) * t, out[2] * (1 - t)];
    return limb(from, to, 0.055 - t * 0.02, 'second cloth', { blend: 0.03 });
  });
}
