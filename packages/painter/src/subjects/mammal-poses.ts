// How a four-legged animal holds itself: standing, running, sitting or asleep.
import { ball, bothSides, limb, type Part, type Vec } from '../shapes/part.ts';
import type { Pose } from './kind.ts';

export interface Build {
  /** Half length of the body, its thickness, leg length, leg thickness. */
  long: number;
  thick: number;
  legs: number;
  leg: number;
  /** Neck's reach forward and up, its thickness. */
  neck: readonly [number, number, number];
  head: number;
  /** Snout's length and thickness relative to the head. */
  snout: readonly [number, number];
  ears: 'point' | 'flop' | 'round' | 'long' | 'side' | 'none';
  tail: readonly [back: number, up: number, thick: number];
  finish?: string;
  belly?: string;
  nose?: string;
  hoof?: string;
  more?: (joints: Joints) => Part[];
}
export interface Joints {
  back: number;
  chest: Vec;
  head: Vec;
  size: number;
  main: string;
}

export interface Stand {
  /** Heights of the body's middle and of its rear. */
  y: number;
  rear: number;
  /** Turn of the body, in degrees: the chest up. */
  pitch: number;
  chest: Vec;
  head: Vec;
  pose: Pose | 'standing';
  asleep: boolean;
}

export function standOf(build: Build, pose: Pose | undefined): Stand {
  const { long, thick, legs, neck } = build;
  if (pose === 'sleeping') {
    const y = thick * 0.86;
    const chest: Vec = [long * 0.72, y, 0];
    const head: Vec = [chest[0] + Math.max(neck[0], build.head * 0.9) * 0.9, build.head * 0.8, build.head * 0.35];
    return { y, rear: y, pitch: 0, chest, head, pose, asleep: true };
  }
  if (pose === 'sitting') {
    const rear = thick * 0.95;
    const lift = legs * 0.85;
    const y = rear + lift * 0.55;
    const chest: Vec = [long * 0.5, rear + lift, 0];
    const pitch = (Math.atan2(chest[1] - rear, long * 1.12) * 180) / Math.PI;
    const head: Vec = [chest[0] + neck[0] * 0.7, chest[1] + neck[1] * 1.05, 0];
    return { y, rear, pitch, chest, head, pose, asleep: false };
  }
  const y = legs + thick * 0.8;
  const chest: Vec = [long * 0.72, y + thick * 0.1, 0];
  const drop = pose === 'running' ? neck[1] * 0.25 : 0;
  const head: Vec = [chest[0] + neck[0] * (pose === 'running' ? 1.15 : 1), y + neck[1] - drop, 0];
  return { y, rear: y, pitch: 0, chest, head, pose: pose ?? 'standing', asleep: false };
}

export function legsOf(build: Build, stand: Stand, main: string): Part[] {
  const { long, thick, legs, leg } = build;
  const side = thick * 0.52;
  const foot = build.hoof ?? main;
  const [front, hind] = [long * 0.62, -long * 0.66];
  if (stand.pose === 'sleeping') return lyingLegs(build, foot, main);
  const upright = (x: number, z: number, { lead, y = stand.y }: { lead: number; y?: number }): Part[] => [
    limb([x, y - thick * 0.2, z], [x + lead * 0.3, legs * 0.48, z], [leg * 1.5, leg], main, { blend: thick * 0.25 }),
    limb([x + lead * 0.3, legs * 0.48, z], [x + lead, leg * 0.9, z], [leg, leg * 0.95], main, { blend: leg * 0.5 }),
    ball([x + lead + leg * 0.35, leg * 0.7, z], [leg * 1.35, leg * 0.75, leg * 1.1], foot),
  ];
  if (stand.pose === 'sitting')
    return [
      ...upright(long * 0.5, side, { lead: legs * 0.06, y: stand.chest[1] }),
      ...upright(long * 0.42, -side, { lead: legs * 0.06, y: stand.chest[1] }),
      ...bothSides(
        ball([hind * 0.8, thick * 0.7, thick * 0.62], [thick * 0.72, thick * 0.66, thick * 0.4], main, {
          blend: thick * 0.2,
        }),
        ball([hind * 0.8 + thick * 0.7, leg * 0.75, thick * 0.72], [leg * 2.2, leg * 0.8, leg * 1.2], foot),
      ),
    ];
  if (stand.pose === 'running') return runningLegs(build, stand, { main, foot });
  return [
    ...upright(front, side, { lead: legs * 0.08 }),
    ...upright(long * 0.5, -side, { lead: -legs * 0.1 }),
    ...upright(hind, side, { lead: -legs * 0.06 }),
    ...upright(-long * 0.56, -side, { lead: legs * 0.14 }),
  ];
}

/** The gallop's stretch: front legs reach out, hind legs push off; the leading hind foot is on the ground. */
function runningLegs(build: Build, { y }: Stand, { main, foot }: { main: string; foot: string }): Part[] {
  const { long, thick, legs, leg } = build;
  const side = thick * 0.52;
  const stride = (hip: Vec, knee: Vec, toe: Vec): Part[] => [
    limb(hip, knee, [leg * 1.5, leg], main, { blend: thick * 0.25 }),
    limb(knee, toe, [leg, leg * 0.9], main, { blend: leg * 0.5 }),
    ball([toe[0] + leg * 0.3, toe[1] - leg * 0.1, toe[2]], [leg * 1.35, leg * 0.75, leg * 1.1], foot),
  ];
  const hip = y - thick * 0.2;
  return [
    ...stride(
      [long * 0.6, hip, side],
      [long * 0.6 + legs * 0.5, legs * 0.75, side],
      [long * 0.6 + legs * 0.95, legs * 0.5, side],
    ),
    ...stride(
      [long * 0.5, hip, -side],
      [long * 0.5 + legs * 0.42, legs * 0.6, -side],
      [long * 0.5 + legs * 0.62, legs * 0.22, -side],
    ),
    ...stride(
      [-long * 0.6, hip, side],
      [-long * 0.6 - legs * 0.3, legs * 0.6, side],
      [-long * 0.6 - legs * 0.85, leg, side],
    ),
    ...stride(
      [-long * 0.55, hip, -side],
      [-long * 0.55 - legs * 0.1, legs * 0.5, -side],
      [-long * 0.55 - legs * 0.6, legs * 0.3, -side],
    ),
  ];
}

function lyingLegs({ long, thick, legs, leg }: Build, foot: string, main: string): Part[] {
  const reach = Math.min(legs, thick * 1.6);
  return bothSides(
    limb([long * 0.55, leg * 1.3, thick * 0.6], [long * 0.55 + reach * 0.7, leg, thick * 0.7], [leg * 1.3, leg], main, {
      blend: leg,
    }),
    ball([long * 0.55 + reach * 0.8, leg * 0.75, thick * 0.7], [leg * 1.5, leg * 0.8, leg * 1.1], foot),
    ball([-long * 0.55, thick * 0.55, thick * 0.66], [thick * 0.7, thick * 0.55, thick * 0.32], main, {
      blend: thick * 0.2,
    }),
    ball([-long * 0.25, leg * 0.75, thick * 0.85], [leg * 2, leg * 0.8, leg * 1.1], foot),
  );
}
