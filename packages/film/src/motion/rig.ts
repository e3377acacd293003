// Finds the legs and arms of a painted figure by its parts: two limbs that share a joint, and the foot or hand at their end.
import type { World } from '@atelier/painter';

export type Thing = World['things'][number];
export type Part = Thing['parts'][number];
export type Spot = readonly [x: number, y: number, z: number];

export interface Leg {
  /** Places of its parts in the figure: the upper limb, the lower one (the same for a straight leg), foot or hand. */
  upper: number;
  lower: number;
  ends: number[];
  hip: Spot;
  knee: Spot;
  ankle: Spot;
}

export interface Rig {
  legs: Leg[];
  arms: Leg[];
  /** From the ground to the hip. */
  length: number;
  /** Two legs side by side along x: it looks at us, along z. */
  looksAtUs: boolean;
}

/** Limbs that begin below this share of the height are toes. */
const ON_GROUND = 0.05;

export function rigOf(parts: readonly Part[]): Rig | undefined {
  const tall = Math.max(...parts.map((part) => part.at[1]));
  const chains = chainsOf(parts, tall * ON_GROUND);
  const legs = chains.filter(({ hip, ankle }) => ankle[1] < tall * 0.16 && hip[1] - ankle[1] > tall * 0.1);
  if (legs.length < 2 || legs.length > 8) return undefined;
  const spread = (axis: 0 | 2) => {
    const at = legs.map(({ hip }) => hip[axis]);
    return Math.max(...at) - Math.min(...at);
  };
  const looksAtUs = legs.length === 2 && spread(0) > spread(2);
  const arms = looksAtUs ? chains.filter(({ hip, ankle }) => ankle[1] > tall * 0.25 && hip[1] > ankle[1]) : [];
  return { legs, arms, length: Math.max(...legs.map(({ hip }) => hip[1])), looksAtUs };
}

/** The highest point of the body: its largest ball. */
export function backOf(parts: readonly Part[]): number {
  const volume = ({ shape, size }: Part) => (shape === 'ball' ? size[0] * size[1] * size[2] : 0);
  const body = parts.reduce((best, part) => (volume(part) > volume(best) ? part : best));
  return body.at[1] + body.size[1];
}

function chainsOf(parts: readonly Part[], ground: number): Leg[] {
  const taken = new Set<number>();
  const legs = parts.flatMap((upper, i): Leg[] => {
    if (upper.shape !== 'limb' || taken.has(i)) return [];
    const joint = parts.findIndex(
      (part, k) =>
        k !== i && !taken.has(k) && part.shape === 'limb' && part.at[1] > ground && near(part.at, upper.size, 0.001),
    );
    const isUpright = upper.at[1] - upper.size[1] > Math.abs(upper.at[0] - upper.size[0]) * 1.2;
    if (!isUpright || (joint >= 0 && (parts[joint]?.size[1] ?? 0) > upper.size[1])) return [];
    const lower = joint >= 0 ? joint : i;
    taken.add(i).add(lower);
    return [{ upper: i, lower, ends: [], hip: upper.at, knee: upper.size, ankle: parts[lower]?.size ?? upper.size }];
  });
  for (const [k, part] of parts.entries()) {
    if (taken.has(k)) continue;
    const place = centreOf(part);
    const nearest = legs.toSorted((a, b) => distance(a.ankle, place) - distance(b.ankle, place))[0];
    const thick = nearest ? Math.max(...(parts[nearest.lower]?.extra ?? [0])) : 0;
    if (!nearest || place[1] > nearest.ankle[1] + thick || !near(place, nearest.ankle, thick * 2.4 + 0.04)) continue;
    nearest.ends.push(k);
  }
  return legs;
}

function centreOf({ shape, at, size }: Part): Spot {
  return shape === 'limb' ? [(at[0] + size[0]) / 2, (at[1] + size[1]) / 2, (at[2] + size[2]) / 2] : at;
}

function near(a: Spot, b: Spot, within: number): boolean {
  return distance(a, b) <= within;
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
