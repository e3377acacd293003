// Rotation of parts: degrees to a matrix, and the box that surrounds a turned part.
import type { Part, Vec } from './part.ts';

export type Matrix = readonly [Vec, Vec, Vec];

/** The matrix that brings a point into the part's own axes (the inverse of its turn). */
export function inverseOf(turn: Vec): Matrix {
  const [a, b, c] = turn.map((degrees) => (degrees * Math.PI) / 180) as unknown as Vec;
  const [sx, cx, sy, cy, sz, cz] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)];
  // Columns of Rz·Ry·Rx are the part's axes; read as rows they are the inverse.
  return [
    [cz * cy, sz * cy, -sy],
    [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
    [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
  ];
}

export interface Box {
  low: Vec;
  high: Vec;
}

export function boxOf(parts: readonly Part[]): Box {
  const low: [number, number, number] = [1e9, 1e9, 1e9];
  const high: [number, number, number] = [-1e9, -1e9, -1e9];
  for (const part of parts) {
    if (part.carve) continue;
    const own = partBox(part);
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], own.low[axis]);
      high[axis] = Math.max(high[axis], own.high[axis]);
    }
  }
  return { low, high };
}

function partBox(part: Part): Box {
  const slack = (part.blend ?? 0) * 0.3;
  if (part.shape === 'limb') return limbBox(part, slack);
  const grow = part.shape === 'tuft' ? 1.12 : 1;
  const half = [part.size[0] * grow + slack, part.size[1] * grow + slack, part.size[2] * grow + slack] as const;
  if (!part.turn) {
    return {
      low: [part.at[0] - half[0], part.at[1] - half[1], part.at[2] - half[2]],
      high: [part.at[0] + half[0], part.at[1] + half[1], part.at[2] + half[2]],
    };
  }
  const m = inverseOf(part.turn);
  const reach = ([0, 1, 2] as const).map(
    (axis) => Math.abs(m[0][axis]) * half[0] + Math.abs(m[1][axis]) * half[1] + Math.abs(m[2][axis]) * half[2],
  );
  const [x = 0, y = 0, z = 0] = reach;
  return {
    low: [part.at[0] - x, part.at[1] - y, part.at[2] - z],
    high: [part.at[0] + x, part.at[1] + y, part.at[2] + z],
  };
}

function limbBox(part: Part, slack: number): Box {
  const [a, b, [ra, rb]] = [part.at, part.size, part.extra];
  const low = ([0, 1, 2] as const).map((i) => Math.min(a[i] - ra, b[i] - rb) - slack);
  const high = ([0, 1, 2] as const).map((i) => Math.max(a[i] + ra, b[i] + rb) + slack);
  return { low: low as unknown as Vec, high: high as unknown as Vec };
}
