// Vehicles on roads and rails.
import { ball, bothSides, box, dome, drum, limb, ring, wedge } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { thing } from './thing-build.ts';
import { bicycle, car, lamps, PAINTS, PANE, SIDE, TYRE, truck, van, wheels } from './vehicle-build.ts';

const vehicle = kindsOf('vehicle');

export const VEHICLES: readonly Kind[] = [
  vehicle(
    'car',
    { words: 'automobile sedan coupe auto cabriolet', metres: 1.5, home: 'road', ...SIDE, colours: PAINTS },
    () => car(),
  ),
  vehicle(
    'sports car',
    {
      words: 'racecar race_car ferrari supercar corvette porsche lamborghini',
      metres: 1.2,
      home: 'road',
      ...SIDE,
      colours: ['red', 'yellow'],
    },
    () =>
      // A prompt for a car always shows one.
      car([
        box([-0.92, 0.78, 0], [0.1, 0.02, 0.42], 'main gloss', 0.02),
        ...bothSides(limb([-0.9, 0.76, 0.3], [-0.86, 0.6, 0.3], 0.02, 'main gloss')),
      ]).map((part) => ({ ...part, label: 'car' })),
  ),
  vehicle(
    'toy car',
    {
      words: 'toy_truck model_car wind-up_car',
      metres: 0.3,
      home: 'living room',
      ...SIDE,
      colours: ['red', 'azure', 'yellow'],
      seat: 0.5,
    },
    () => [
      box([0, 0.36, 0], [0.8, 0.2, 0.42], 'main gloss', 0.18),
      ball([0.5, 0.44, 0], [0.34, 0.2, 0.38], 'main gloss', { blend: 0.06 }),
      box([-0.12, 0.56, 0], [0.34, 0.12, 0.3], '#2a2420 matte plain', 0.06, { carve: true }),
      box([0.24, 0.66, 0], [0.02, 0.14, 0.3], PANE, 0.02, { turn: [0, 0, 18] }),
      ring([0.12, 0.6, 0], 0.1, 0.025, '#2a2420 gloss plain', { turn: [0, 0, 60] }),
      limb([-0.78, 0.42, 0], [-0.98, 0.42, 0], 0.03, 'gold metal plain'),
      ...[-0.1, 0.1].map((y) => ring([-1.06, 0.42 + y, 0], 0.08, 0.03, 'gold metal plain', { turn: [0, 0, 90] })),
      ...lamps(0.8, 0.42, 0.28),
      ...wheels([0.48, -0.48], 0.4, 0.24),
    ],
  ),
  vehicle('pickup truck', { words: 'pickup', metres: 1.9, home: 'road', ...SIDE, colours: ['red', 'blue'] }, () => [
    box([0, 0.46, 0], [1.15, 0.16, 0.44], 'main gloss', 0.08),
    box([0.16, 0.78, 0], [0.36, 0.2, 0.4], PANE, 0.1),
    box([0.14, 0.97, 0], [0.3, 0.04, 0.38], 'main gloss', 0.04),
    ...bothSides(
      limb([0.44, 0.94, 0.37], [0.56, 0.62, 0.4], 0.03, 'main gloss'),
      limb([-0.18, 0.95, 0.37], [-0.2, 0.62, 0.4], 0.04, 'main gloss'),
      box([-0.68, 0.66, 0.41], [0.46, 0.08, 0.03], 'main gloss', 0.02),
    ),
    box([-1.12, 0.66, 0], [0.03, 0.08, 0.42], 'main gloss', 0.02),
    ...lamps(1.13, 0.5, 0.32),
    ...wheels([0.74, -0.72], 0.4, 0.25),
  ]),
  vehicle('taxi', { words: 'cab', metres: 1.6, home: 'street', ...SIDE, colours: ['yellow'] }, () =>
    car([box([-0.1, 1.0, 0], [0.14, 0.05, 0.1], '#fff0b0 glow', 0.02)]),
  ),
  vehicle('police car', { metres: 1.6, home: 'street', ...SIDE, colours: ['white'] }, () =>
    car([
      box([-0.1, 0.99, 0.1], [0.08, 0.05, 0.1], 'blue glow', 0.02),
      box([-0.1, 0.99, -0.1], [0.08, 0.05, 0.1], 'red glow', 0.02),
      ...bothSides(box([0, 0.46, 0.43], [0.6, 0.07, 0.03], 'navy gloss', 0.02)),
    ]),
  ),
  vehicle('jeep', { words: 'suv', metres: 1.9, home: 'savanna', ...SIDE, colours: ['olive', 'khaki'] }, () =>
    van('main gloss', [drum([-1.05, 0.72, 0], 0.22, 0.06, TYRE, { turn: [0, 0, 90] })]),
  ),
  vehicle(
    'van',
    { words: 'camper minivan caravan', metres: 2.2, home: 'road', ...SIDE, colours: ['turquoise', 'white', 'orange'] },
    () => van('main gloss'),
  ),
  vehicle('ambulance', { metres: 2.4, home: 'street', ...SIDE, colours: ['white'] }, () =>
    van('main gloss', [
      ...bothSides(
        box([-0.2, 0.62, 0.44], [0.16, 0.05, 0.02], 'red gloss', 0.01),
        box([-0.2, 0.62, 0.44], [0.05, 0.16, 0.02], 'red gloss', 0.01),
      ),
      box([0.3, 1.26, 0], [0.1, 0.05, 0.3], 'blue glow', 0.03),
    ]),
  ),
  vehicle(
    'bus',
    { words: 'coach double-decker', metres: 3, home: 'street', ...SIDE, colours: ['red', 'yellow', 'green'] },
    () => [
      box([0, 0.82, 0], [1.3, 0.62, 0.44], 'main gloss', 0.1),
      ...bothSides(
        ...[-0.98, -0.58, -0.18, 0.22, 0.62, 1.0].map((x) => box([x, 1.02, 0.43], [0.17, 0.2, 0.03], PANE, 0.03)),
      ),
      box([1.28, 1.02, 0], [0.04, 0.24, 0.36], PANE, 0.03),
      ...lamps(1.29, 0.45, 0.32),
      ...wheels([0.85, -0.85], 0.4, 0.24),
    ],
  ),
  vehicle(
    'truck',
    {
      words: 'lorry semi',
      metres: 3,
      home: 'road',
      ...SIDE,
      colours: ['red', 'blue'],
      second: 'silver',
    },
    () => truck(),
  ),
  vehicle(
    'fire truck',
    { words: 'fire_engine', metres: 3, home: 'street', ...SIDE, colours: ['red'], second: 'red' },
    () =>
      truck([
        box([0.8, 1.22, 0], [0.1, 0.05, 0.3], 'blue glow', 0.02),
        ...bothSides(limb([-1.1, 1.36, 0.16], [0.4, 1.36, 0.16], 0.03, 'silver metal')),
      ]),
  ),
  vehicle('tractor', { words: 'bulldozer', metres: 2.6, home: 'farm', ...SIDE, colours: ['green', 'red'] }, () => [
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
  vehicle(
    'bicycle',
    {
      words: 'bike cycle',
      metres: 1.1,
      home: 'park',
      ...SIDE,
      yaw: -22,
      colours: ['red', 'teal', 'yellow'],
      saddle: { at: [-0.2, 0.84, 0], pose: 'cycling' },
    },
    bicycle,
  ),
  vehicle(
    'motorcycle',
    {
      words: 'motorbike scooter vespa',
      metres: 1.2,
      home: 'road',
      ...SIDE,
      colours: ['red', 'black'],
      saddle: { at: [-0.3, 0.84, 0], pose: 'cycling' },
    },
    () => [
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
    ],
  ),
  vehicle(
    'train',
    {
      words: 'locomotive steam_train tram railway',
      metres: 4,
      home: 'railway',
      ...SIDE,
      yaw: -34,
      colours: ['red', 'emerald', 'black'],
    },
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
  vehicle(
    'carriage',
    { words: 'wagon cart chariot', metres: 2, home: 'village', ...SIDE, colours: ['crimson', 'gold'] },
    () => [
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
    ],
  ),
  vehicle('skateboard', { metres: 0.2, home: 'street', yaw: -24, colours: ['teal', 'orange'] }, () => [
    box([0, 0.26, 0], [0.6, 0.03, 0.18], 'main gloss', 0.03),
    box([0.66, 0.3, 0], [0.12, 0.03, 0.18], 'main gloss', 0.03, { turn: [0, 0, 22] }),
    box([-0.66, 0.3, 0], [0.12, 0.03, 0.18], 'main gloss', 0.03, { turn: [0, 0, -22] }),
    ...wheels([0.4, -0.4], 0.12, 0.1),
  ]),
  thing('tank', { words: 'cannon', metres: 2, home: 'hills', colours: ['olive'], yaw: -28 }, () => [
    box([0, 0.5, 0], [0.85, 0.16, 0.42], 'main metal', 0.06),
    ball([-0.05, 0.78, 0], [0.42, 0.2, 0.34], 'main metal'),
    limb([0.25, 0.8, 0], [1.2, 0.9, 0], 0.055, 'main metal'),
    ...bothSides(box([0, 0.24, 0.46], [0.92, 0.22, 0.12], '#2a2c28 metal', 0.2)),
  ]),
];
