// Crowns, trunks, fronds and blossoms that plants share.
import { ball, cone, limb, type Part, ring, tuft, type Vec } from '../shapes/part.ts';
import type { Look } from './kind.ts';

/** A crown of leafy tufts on a forked trunk. */
export function leafy(
  look: Look,
  { wide, low }: { wide: number; low: number },
  { paint = 'main leaf', bark = '#5a4030 bark' }: { paint?: string; bark?: string } = {},
): Part[] {
  const crown: Part[] = [];
  const count = 8;
  for (let i = 0; i < count; i++) {
    const a = i * 2.4 + look.chance();
    const ring = i < 5 ? 0.62 : 0.28;
    const y = low + (i < 5 ? 0.22 + 0.16 * look.chance() : 0.48 + 0.12 * look.chance());
    crown.push(
      tuft(
        [Math.cos(a) * wide * ring, y, Math.sin(a) * wide * ring * 0.8],
        wide * (0.42 + 0.12 * look.chance()),
        paint,
        { blend: 0.02 },
      ),
    );
  }
  const lean = (look.chance() - 0.5) * 0.12;
  return [
    limb([0, -0.02, 0], [lean, low, 0], [0.1, 0.065], bark),
    ...[0, 1, 2, 3].map((i) =>
      limb([0, 0, 0], [Math.sin(i * 1.6 + 0.4) * 0.17, -0.01, Math.cos(i * 1.6 + 0.4) * 0.15], [0.07, 0.02], bark, {
        blend: 0.06,
      }),
    ),
    ...[0, 1, 2].map((i) =>
      limb(
        [lean * 0.8, low * 0.8, 0],
        [lean + Math.sin(i * 2.1 + 1) * wide * 0.6, low + 0.26, Math.cos(i * 2.1) * 0.2],
        [0.05, 0.025],
        bark,
        { blend: 0.03 },
      ),
    ),
    tuft([lean, low + 0.36, 0], wide * 0.68, paint),
    ...crown,
  ];
}
export function conifer(look: Look, tiers: number, wide: number): Part[] {
  const parts: Part[] = [limb([0, 0, 0], [0, 0.35, 0], 0.06, '#54382a bark')];
  for (let i = 0; i < tiers; i++) {
    const t = i / tiers;
    const y = 0.26 + t * 0.95;
    const r = wide * (1 - t * 0.86) * (0.94 + 0.12 * look.chance());
    parts.push(
      cone([0, y + 0.1, 0], r, r * 0.12, 0.19 - t * 0.06, 'main leaf', {
        blend: 0.015,
        turn: [0, 0, (look.chance() - 0.5) * 3],
      }),
    );
  }
  return [...parts, cone([0, 1.34, 0], 0.06, 0.005, 0.12, 'main leaf')];
}
export function palm(look: Look): Part[] {
  const bend = 0.18 + look.chance() * 0.14;
  const trunk: Vec[] = [0, 1, 2, 3, 4].map((i) => [bend * (i / 4) ** 2, i * 0.3, 0] as const);
  const top: Vec = [bend, 1.22, 0];
  const fronds = Array.from({ length: 9 }, (_, i) => {
    const a = i * 0.7;
    const mid: Vec = [top[0] + Math.cos(a) * 0.32, top[1] + 0.16, top[2] + Math.sin(a) * 0.32];
    const end: Vec = [top[0] + Math.cos(a) * 0.66, top[1] - 0.12, top[2] + Math.sin(a) * 0.66];
    return [
      limb(top, mid, [0.03, 0.055], 'main leaf', { blend: 0.02 }),
      limb(mid, end, [0.055, 0.012], 'main leaf', { blend: 0.02 }),
    ];
  });
  return [
    ...trunk.slice(1).map((to, i) => limb(trunk[i] ?? to, to, [0.065 - i * 0.006, 0.058 - i * 0.006], '#8a6a48 bark')),
    ...fronds.flat(),
    ...[0, 1, 2].map((i) =>
      ball([top[0] + Math.sin(i * 2) * 0.08, top[1] - 0.06, Math.cos(i * 2) * 0.08], 0.055, '#5a3c20 matte'),
    ),
  ];
}
interface Bloom {
  petals: number;
  reach: number;
  petal: Vec;
  lift: number;
  heart: number;
  heartPaint: string;
  stem: number;
}
export function flower(bloom: Bloom, look: Look): Part[] {
  const sway = (look.chance() - 0.5) * 0.06;
  const head: Vec = [sway, bloom.stem, 0];
  const petals = Array.from({ length: bloom.petals }, (_, i) => {
    const a = (i / bloom.petals) * Math.PI * 2;
    return ball(
      [head[0] + Math.sin(a) * bloom.reach, head[1] + Math.cos(a) * bloom.reach, 0.03 + bloom.lift * 0.04],
      bloom.petal,
      'main petal',
      { turn: [0, 0, (-a * 180) / Math.PI], blend: 0.01 },
    );
  });
  return [
    limb([0, 0, 0], head, [0.022, 0.018], '#3a7a2c leaf'),
    ball([0.1, bloom.stem * 0.4, 0.02], [0.12, 0.035, 0.02], '#3f8a30 leaf', { turn: [0, 0, 32] }),
    ball([-0.1, bloom.stem * 0.55, 0.02], [0.11, 0.035, 0.02], '#3f8a30 leaf', { turn: [0, 0, -34] }),
    ...petals,
    ball([head[0], head[1], 0.05], [bloom.heart, bloom.heart, bloom.heart * 0.6], bloom.heartPaint),
  ];
}
export function rose(stem: number): Part[] {
  return [
    limb([0, 0, 0], [0, stem, 0], 0.022, '#2f6a2c leaf'),
    ball([0.1, stem * 0.55, 0], [0.11, 0.04, 0.03], '#2f7a2c leaf', { turn: [0, 0, 30] }),
    ball([-0.1, stem * 0.4, 0], [0.11, 0.04, 0.03], '#2f7a2c leaf', { turn: [0, 0, -30] }),
    ...bud(stem + 0.08),
  ];
}
function bud(y: number): Part[] {
  const petals = [0, 1, 2, 3, 4].map((i) =>
    ball([Math.sin(i * 1.257) * 0.085, y, Math.cos(i * 1.257) * 0.085], [0.1, 0.12, 0.1], 'main petal', {
      blend: 0.008,
    }),
  );
  return [
    ...petals,
    ball([0, y + 0.05, 0], [0.075, 0.1, 0.075], 'main petal'),
    ring([0, y + 0.13, 0], 0.045, 0.02, 'main petal'),
    cone([0, y - 0.1, 0], 0.03, 0.07, 0.04, '#3a7a30 leaf'),
  ];
}
