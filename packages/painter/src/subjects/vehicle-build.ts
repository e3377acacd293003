// Bodies, wheels, hulls and wings that vehicles share.
import { ball, bothSides, box, cone, drum, limb, type Part, ring, type Vec } from '../shapes/part.ts';

export const TYRE = '#1c1c1e matte plain';
export const PANE = '#1c2a38 glass plain';
export function wheels(xs: readonly number[], z: number, r: number): Part[] {
  return bothSides(
    ...xs.flatMap((x) => [
      drum([x, r, z], r, r * 0.34, TYRE, { turn: [90, 0, 0] }),
      drum([x, r, z + r * 0.2], r * 0.55, r * 0.24, 'silver metal plain', { turn: [90, 0, 0] }),
    ]),
  );
}
export function lamps(x: number, y: number, z: number): Part[] {
  return bothSides(
    ball([x, y, z], [0.05, 0.06, 0.08], '#fff4d0 glow plain'),
    ball([-x, y, z], [0.04, 0.05, 0.08], '#d01818 gloss plain'),
  );
}
export function car(more: Part[] = []): Part[] {
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
export function van(body: string, more: Part[] = []): Part[] {
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
export function truck(more: Part[] = []): Part[] {
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
export function hull({ long, wide, deep }: { long: number; wide: number; deep: number }, paint: string): Part[] {
  return [
    ball([0, deep, 0], [long, deep * 1.5, wide], paint),
    box([0, deep * 2.1, 0], [long * 1.2, deep * 0.9, wide * 1.2], paint, 0, { carve: true }),
    ring([0, 0, 0], 0.001, 0.001, paint),
  ];
}
export function bicycle(): Part[] {
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
export function plane(): Part[] {
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
export function rocket(): Part[] {
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
export function hotAirBalloon(): Part[] {
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
export const SIDE = { yaw: -26, motion: 'drift' } as const;
export const BOAT = { yaw: -16, stance: 'water', motion: 'bob' } as const;
export const PAINTS = ['red', 'azure', 'yellow', 'teal', 'white', 'orange'];
export function sail(low: Vec, high: Vec, out: Vec): Part[] {
  return Array.from({ length: 11 }, (_, i) => {
    const t = i / 10;
    const from: Vec = [low[0] + (high[0] - low[0]) * t, low[1] + (high[1] - low[1]) * t, 0];
    const to: Vec = [out[0] + (high[0] - out[0]) * t, out[1] + (high[1] - out[1]) * t, out[2] * (1 - t)];
    return limb(from, to, 0.055 - t * 0.02, 'second cloth', { blend: 0.03 });
  });
}
