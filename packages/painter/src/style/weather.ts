// Weather and particles in the air: rain, snow, petals, leaves, bubbles, fireflies, confetti; fireworks above.

import { type Chance, chanceFromNumber } from '@atelier/kit';
import type { Frame } from '../render/frame.ts';
import type { FallKind, World } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';
import { blade, disc } from './brush.ts';

const COUNTS: Readonly<Record<FallKind, number>> = {
  none: 0,
  rain: 900,
  snow: 900,
  petals: 120,
  leaves: 110,
  sparks: 140,
  bubbles: 90,
  fireflies: 90,
  confetti: 260,
};
const PETAL: readonly Vec[] = [
  [0.9, 0.5, 0.6],
  [0.95, 0.68, 0.75],
  [0.85, 0.4, 0.52],
];
const LEAF: readonly Vec[] = [
  [0.7, 0.2, 0.03],
  [0.8, 0.4, 0.04],
  [0.5, 0.12, 0.03],
  [0.75, 0.55, 0.08],
];
const PARTY: readonly Vec[] = [
  [0.8, 0.06, 0.08],
  [0.05, 0.3, 0.8],
  [0.9, 0.7, 0.05],
  [0.1, 0.6, 0.2],
  [0.7, 0.1, 0.6],
];

export function letFall(world: World, frame: Frame): void {
  const kind = world.falling;
  const chance = chanceFromNumber(world.seed + 7);
  const unit = frame.height / 1024;
  const count = Math.round(COUNTS[kind] * world.fallAmount * Math.max(0.5, frame.width / frame.height));
  for (let i = 0; i < count; i++) {
    const x = chance() * frame.width;
    const y = chance() * frame.height;
    const near = chance() ** 2;
    drop({ world, frame }, kind, { x, y, near, unit, chance });
  }
}

interface Drop {
  x: number;
  y: number;
  near: number;
  unit: number;
  chance: Chance;
}

function drop({ world, frame }: { world: World; frame: Frame }, kind: FallKind, falling: Drop): void {
  const { x, y, near, unit, chance } = falling;
  const glow = 0.35 + 0.65 * (1 - world.light.night);
  const one = (list: readonly Vec[]) => list[Math.floor(chance() * list.length)] ?? [1, 1, 1];
  switch (kind) {
    case 'rain': {
      const long = (14 + 46 * near) * unit;
      const tint: Vec = [0.75 * glow, 0.82 * glow, 0.92 * glow];
      blade(frame, {
        x,
        y,
        dx: long * 0.16,
        dy: long,
        width: Math.max(0.35, (0.5 + near * 0.8) * unit),
        root: tint,
        tip: tint,
        depth: 0,
      });
      return;
    }
    case 'snow':
      disc(
        frame,
        { x, y, radius: (1 + 4.2 * near) * unit },
        { colour: [0.95 * glow, 0.97 * glow, 1 * glow], alpha: 0.55 + 0.4 * (1 - near) },
      );
      return;
    case 'petals':
    case 'leaves': {
      const r = (2.5 + 6.5 * near) * unit;
      const colour = one(kind === 'petals' ? PETAL : LEAF);
      const turn = chance() * 3.14;
      for (let i = -1; i <= 1; i++)
        disc(
          frame,
          {
            x: x + Math.cos(turn) * r * 0.6 * i,
            y: y + Math.sin(turn) * r * 0.6 * i,
            radius: r * (i === 0 ? 0.62 : 0.45),
          },
          { colour: [colour[0] * glow, colour[1] * glow, colour[2] * glow], alpha: 0.92 },
        );
      return;
    }
    case 'confetti':
      disc(frame, { x, y, radius: (2 + 4 * near) * unit }, { colour: one(PARTY), alpha: 0.95 });
      return;
    case 'bubbles': {
      const r = (2 + 11 * near) * unit;
      disc(frame, { x, y, radius: r }, { colour: [0.6, 0.85, 0.95], alpha: 0.16 });
      disc(frame, { x: x - r * 0.35, y: y - r * 0.35, radius: r * 0.28 }, { colour: [1, 1, 1], alpha: 0.75 });
      return;
    }
    case 'fireflies':
    case 'sparks': {
      const r = (1.2 + 2.2 * near) * unit;
      const tint: Vec = kind === 'sparks' ? [1.6, 0.7, 0.15] : [1.3, 1.35, 0.35];
      disc(frame, { x, y, radius: r * 4 }, { colour: tint, alpha: 0.1 });
      disc(frame, { x, y, radius: r }, { colour: tint, alpha: 0.95 });
      return;
    }
    case 'none':
  }
}

/** Bursts of light in the upper sky. */
export function lightFireworks(world: World, frame: Frame, bursts: number): void {
  const chance = chanceFromNumber(world.seed + 31);
  for (let b = 0; b < bursts; b++) {
    const [cx, cy] = [frame.width * (0.15 + 0.7 * chance()), frame.height * (0.1 + 0.35 * chance())];
    const reach = frame.height * (0.08 + 0.1 * chance());
    const base = PARTY[Math.floor(chance() * PARTY.length)] ?? [1, 0.5, 0.2];
    const tint: Vec = [base[0] * 2 + 0.3, base[1] * 2 + 0.3, base[2] * 2 + 0.3];
    for (let i = 0; i < 60; i++) {
      const angle = (i / 60) * Math.PI * 2;
      const r = reach * (0.55 + 0.45 * chance());
      for (let s = 2; s < 14; s++) {
        const t = s / 14;
        disc(
          frame,
          {
            x: cx + Math.cos(angle) * r * t,
            y: cy + Math.sin(angle) * r * t + t * t * reach * 0.2,
            radius: (0.6 + t) * (frame.height / 900),
          },
          { colour: tint, alpha: 0.15 + 0.6 * t },
        );
      }
    }
  }
}
