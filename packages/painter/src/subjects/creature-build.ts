// Bodies of fish, whales, many-armed and crawling creatures.
import { ball, bothSides, cone, limb, type Part, type Vec } from '../shapes/part.ts';

export function fish(long: number, tall: number, finish = 'scales'): Part[] {
  const y = tall * 1.2;
  const main = `main ${finish}`;
  return [
    ball([0, y, 0], [long, tall, tall * 0.55], main),
    ball([-long * 0.7, y, 0], [long * 0.5, tall * 0.4, tall * 0.25], main, { blend: tall * 0.3 }),
    ...[-1, 1].map((s) =>
      ball([-long * 1.22, y + s * tall * 0.45, 0], [long * 0.17, tall * 0.6, tall * 0.1], `second ${finish}`, {
        turn: [0, 0, s * -38],
        blend: 0.03,
      }),
    ),
    ball([-long * 0.1, y + tall * 0.95, 0], [long * 0.42, tall * 0.4, tall * 0.08], `second ${finish}`, {
      turn: [0, 0, 12],
      blend: 0.03,
    }),
    ...bothSides(
      ball([long * 0.6, y + tall * 0.22, tall * 0.42], tall * 0.18, '#f4f2ec gloss plain'),
      ball([long * 0.63, y + tall * 0.22, tall * 0.52], tall * 0.11, 'black gloss plain'),
      ball([long * 0.1, y - tall * 0.3, tall * 0.55], [long * 0.22, tall * 0.24, tall * 0.06], `second ${finish}`, {
        turn: [0, 25, -30],
      }),
    ),
  ];
}
export function whale(long: number, tall: number, fin: number): Part[] {
  const y = tall;
  return [
    ball([long * 0.1, y, 0], [long, tall, tall * 0.85], 'main gloss'),
    ball([long * 0.25, y - tall * 0.3, 0], [long * 0.75, tall * 0.68, tall * 0.72], 'second gloss', { blend: 0.03 }),
    limb([-long * 0.6, y, 0], [-long * 1.35, y + tall * 0.7, 0], [tall * 0.5, tall * 0.14], 'main gloss', {
      blend: tall * 0.4,
    }),
    ...bothSides(
      ball([-long * 1.45, y + tall * 0.85, tall * 0.4], [long * 0.14, tall * 0.08, tall * 0.5], 'main gloss', {
        turn: [0, -28, 0],
        blend: 0.03,
      }),
      ball([long * 0.3, y - tall * 0.5, tall * 0.9], [long * 0.2, tall * 0.1, tall * 0.45], 'main gloss', {
        turn: [30, 30, 0],
        blend: 0.02,
      }),
      ball([long * 0.82, y + tall * 0.05, tall * 0.5], tall * 0.07, 'black gloss'),
    ),
    cone([-long * 0.1, y + tall * 1.1, 0], long * 0.16, 0.01, tall * fin, 'main gloss', {
      turn: [0, 0, 28],
      blend: 0.04,
    }),
  ];
}
export function octopus(): Part[] {
  const arms = Array.from({ length: 8 }, (_, i) => {
    const a = i * 0.785 + 0.3;
    const mid: Vec = [Math.sin(a) * 0.42, 0.16, Math.cos(a) * 0.42];
    return [
      limb([Math.sin(a) * 0.15, 0.36, Math.cos(a) * 0.15], mid, [0.11, 0.08], 'main skin', { blend: 0.06 }),
      limb(mid, [Math.sin(a + 0.35) * 0.7, 0.1 + (i % 2) * 0.16, Math.cos(a + 0.35) * 0.7], [0.08, 0.03], 'main skin', {
        blend: 0.03,
      }),
    ];
  });
  return [
    ball([0, 0.72, 0], [0.3, 0.36, 0.3], 'main skin'),
    ball([0, 0.42, 0], 0.24, 'main skin', { blend: 0.1 }),
    ...arms.flat(),
    ...[-1, 1].flatMap((s) => [
      ball([s * 0.12, 0.56, 0.26], 0.08, '#f4f2ec gloss'),
      ball([s * 0.12, 0.56, 0.32], 0.045, 'black gloss'),
    ]),
  ];
}
export function crab(): Part[] {
  const side = (s: number): Part[] => [
    limb([s * 0.3, 0.24, 0.1], [s * 0.56, 0.3, 0.26], 0.055, 'main gloss'),
    ball([s * 0.62, 0.42, 0.28], [0.11, 0.17, 0.09], 'main gloss', { turn: [0, 0, s * -20] }),
    cone([s * 0.54, 0.6, 0.28], 0.05, 0.005, 0.09, 'main gloss', { turn: [0, 0, s * -10] }),
    cone([s * 0.7, 0.58, 0.28], 0.05, 0.005, 0.09, 'main gloss', { turn: [0, 0, s * 10] }),
    ...[0, 1, 2].flatMap((i) => [
      limb([s * 0.32, 0.2, -0.12 + i * 0.1], [s * 0.58, 0.26, -0.24 + i * 0.13], 0.035, 'main gloss'),
      limb([s * 0.58, 0.26, -0.24 + i * 0.13], [s * 0.7, 0.01, -0.26 + i * 0.16], [0.035, 0.015], 'main gloss'),
    ]),
    limb([s * 0.1, 0.34, 0.2], [s * 0.12, 0.48, 0.24], 0.018, 'main gloss'),
    ball([s * 0.12, 0.5, 0.24], 0.045, 'black gloss'),
  ];
  return [ball([0, 0.25, 0], [0.38, 0.17, 0.27], 'main gloss'), ...side(-1), ...side(1)];
}
export function serpent(): Part[] {
  const points: Vec[] = Array.from({ length: 15 }, (_, i) => [
    Math.cos(i * 0.72) * (0.46 - i * 0.012),
    0.09 + i * 0.014,
    Math.sin(i * 0.72) * (0.4 - i * 0.01),
  ]);
  const neck: Vec[] = [points[14] ?? [0, 0.3, 0], [0.1, 0.5, 0.1], [0.02, 0.78, 0.14], [0.12, 0.9, 0.3]];
  return [
    ...points
      .slice(1)
      .map((to, i) => limb(points[i] ?? to, to, i === 0 ? [0.03, 0.08] : 0.09, 'main scales', { blend: 0.03 })),
    ...neck.slice(1).map((to, i) => limb(neck[i] ?? to, to, 0.085, 'main scales', { blend: 0.04 })),
    ball([0.16, 0.92, 0.38], [0.1, 0.075, 0.15], 'main scales', { blend: 0.03 }),
    ...[-1, 1].map((s) => ball([0.16 + s * 0.075, 0.97, 0.44], 0.025, 'yellow gloss')),
    limb([0.17, 0.88, 0.5], [0.18, 0.86, 0.64], 0.01, 'red gloss'),
  ];
}
export function reptile(more: Part[]): Part[] {
  return [
    limb([-0.4, 0.22, 0], [0.4, 0.24, 0], [0.16, 0.17], 'main scales'),
    limb([-0.4, 0.2, 0], [-1.2, 0.08, 0.12], [0.13, 0.02], 'main scales', { blend: 0.06 }),
    limb([0.45, 0.25, 0], [1.0, 0.22, 0], [0.14, 0.08], 'main scales', { blend: 0.06 }),
    ...bothSides(
      ball([0.62, 0.38, 0.08], 0.05, 'main scales'),
      ball([0.65, 0.4, 0.1], 0.03, 'yellow gloss'),
      limb([0.3, 0.2, 0.14], [0.42, 0.04, 0.3], 0.055, 'main scales'),
      limb([-0.3, 0.2, 0.14], [-0.38, 0.04, 0.3], 0.06, 'main scales'),
    ),
    ...Array.from({ length: 9 }, (_, i) =>
      cone([0.35 - i * 0.14, 0.4 - Math.max(0, i - 5) * 0.04, 0], 0.05, 0.005, 0.04, 'main scales'),
    ),
    ...more,
  ];
}
export function dinosaur(): Part[] {
  return [
    ball([0, 0.8, 0], [0.42, 0.32, 0.28], 'main scales', { turn: [0, 0, 16] }),
    ball([0.12, 0.72, 0], [0.3, 0.28, 0.23], 'second scales', { blend: 0.04 }),
    limb([0.25, 0.95, 0], [0.5, 1.35, 0], [0.2, 0.14], 'main scales', { blend: 0.1 }),
    ball([0.6, 1.48, 0], [0.22, 0.17, 0.16], 'main scales', { blend: 0.08 }),
    limb([0.66, 1.45, 0], [0.92, 1.4, 0], [0.13, 0.1], 'main scales', { blend: 0.05 }),
    limb([-0.3, 0.75, 0], [-0.85, 0.42, 0], [0.22, 0.11], 'main scales', { blend: 0.1 }),
    limb([-0.85, 0.42, 0], [-1.35, 0.3, 0.1], [0.11, 0.02], 'main scales', { blend: 0.04 }),
    ...bothSides(
      ball([0.7, 1.56, 0.12], 0.05, 'yellow gloss'),
      ball([0.73, 1.57, 0.15], 0.025, 'black gloss'),
      ball([1.0, 1.44, 0.05], 0.02, 'black matte'),
      limb([-0.02, 0.7, 0.2], [0.1, 0.35, 0.26], [0.19, 0.1], 'main scales', { blend: 0.06 }),
      limb([0.1, 0.35, 0.26], [-0.02, 0.08, 0.26], [0.09, 0.07], 'main scales'),
      ball([0.08, 0.05, 0.26], [0.18, 0.05, 0.1], 'main scales'),
      limb([0.32, 0.92, 0.2], [0.5, 0.8, 0.22], [0.06, 0.045], 'main scales'),
      limb([0.5, 0.8, 0.22], [0.54, 0.9, 0.2], 0.035, 'main scales'),
    ),
  ];
}
