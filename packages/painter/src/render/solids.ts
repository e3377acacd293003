// Finds what a ray hits: each thing is ray-marched separately, and only inside its own box.

import { compileSolid, type Distance } from '../shapes/compile.ts';
import type { Vec } from '../shapes/part.ts';
import { boxOf } from '../shapes/turn.ts';
import type { Thing, World } from './world.ts';

export interface Placed {
  thing: Thing;
  distance: Distance;
  partAt: Distance;
  x: number;
  y: number;
  z: number;
  cos: number;
  sin: number;
  scale: number;
  lx: number;
  ly: number;
  lz: number;
  hx: number;
  hy: number;
  hz: number;
  /** A typical length of the thing in its own units, for offsets and epsilons. */
  unit: number;
}

/** A line of sight: where it starts, and its unit direction. */
export interface Ray {
  from: Vec;
  ray: Vec;
}

const FAR = 1e8;
const MAX_STEPS = 72;

export function placeThings(world: World): Placed[] {
  return world.things.map((thing) => {
    const solid = compileSolid(thing.parts);
    const box = boxOf(thing.parts);
    return {
      thing,
      distance: solid.distance,
      partAt: solid.partAt,
      x: thing.at[0],
      y: thing.at[1],
      z: thing.at[2],
      cos: Math.cos(thing.yaw),
      sin: Math.sin(thing.yaw),
      scale: thing.scale,
      lx: box.low[0],
      ly: box.low[1],
      lz: box.low[2],
      hx: box.high[0],
      hy: box.high[1],
      hz: box.high[2],
      unit: Math.max(box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]),
    };
  });
}

/** Distance along the ray to the thing's surface, or a huge number. */
export function meet(placed: Placed, { from, ray }: Ray, limit: number): number {
  const inv = 1 / placed.scale;
  const dx = ray[0];
  const dy = ray[1];
  const dz = ray[2];
  const wx = from[0] - placed.x;
  const wz = from[2] - placed.z;
  const px = (wx * placed.cos - wz * placed.sin) * inv;
  const py = (from[1] - placed.y) * inv;
  const pz = (wx * placed.sin + wz * placed.cos) * inv;
  const rx = dx * placed.cos - dz * placed.sin;
  const rz = dx * placed.sin + dz * placed.cos;
  let near = 0;
  let far = limit * inv;
  const ix = 1 / (rx || 1e-12);
  let a = (placed.lx - px) * ix;
  let b = (placed.hx - px) * ix;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  const iy = 1 / (dy || 1e-12);
  a = (placed.ly - py) * iy;
  b = (placed.hy - py) * iy;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  const iz = 1 / (rz || 1e-12);
  a = (placed.lz - pz) * iz;
  b = (placed.hz - pz) * iz;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  if (near > far) return FAR;
  const distance = placed.distance;
  const close = placed.unit * 0.0006;
  let t = near;
  for (let i = 0; i < MAX_STEPS; i++) {
    const d = distance(px + rx * t, py + dy * t, pz + rz * t);
    if (d < close) return t * placed.scale;
    t += d * 0.92;
    if (t > far) return FAR;
  }
  return FAR;
}

/** How much light arrives (0 to 1) past one thing, with a soft edge. */
export function lightPast(placed: Placed, { from, ray }: Ray, softness: number): number {
  const inv = 1 / placed.scale;
  const dx = ray[0];
  const dy = ray[1];
  const dz = ray[2];
  const wx = from[0] - placed.x;
  const wz = from[2] - placed.z;
  const px = (wx * placed.cos - wz * placed.sin) * inv;
  const py = (from[1] - placed.y) * inv;
  const pz = (wx * placed.sin + wz * placed.cos) * inv;
  const rx = dx * placed.cos - dz * placed.sin;
  const rz = dx * placed.sin + dz * placed.cos;
  const margin = placed.unit * 0.12;
  let near = placed.unit * 0.012;
  let far = FAR;
  const ix = 1 / (rx || 1e-12);
  let a = (placed.lx - margin - px) * ix;
  let b = (placed.hx + margin - px) * ix;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  const iy = 1 / (dy || 1e-12);
  a = (placed.ly - margin - py) * iy;
  b = (placed.hy + margin - py) * iy;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  const iz = 1 / (rz || 1e-12);
  a = (placed.lz - margin - pz) * iz;
  b = (placed.hz + margin - pz) * iz;
  near = Math.max(near, Math.min(a, b));
  far = Math.min(far, Math.max(a, b));
  if (near > far) return 1;
  const distance = placed.distance;
  const stride = placed.unit * 0.012;
  let light = 1;
  let t = near;
  for (let i = 0; i < 30; i++) {
    const d = distance(px + rx * t, py + dy * t, pz + rz * t);
    const edge = (d * softness) / t;
    if (edge < light) light = edge;
    if (light < 0.02) return 0;
    t += d < stride ? stride : Math.min(d, placed.unit * 0.16);
    if (t > far) break;
  }
  return light * light * (3 - 2 * light);
}

/** How much of the sky one thing leaves visible from a point (0 to 1). */
export function openness(placed: Placed, point: Vec, normal: Vec): number {
  const inv = 1 / placed.scale;
  const wx = point[0] - placed.x;
  const wz = point[2] - placed.z;
  const px = (wx * placed.cos - wz * placed.sin) * inv;
  const py = (point[1] - placed.y) * inv;
  const pz = (wx * placed.sin + wz * placed.cos) * inv;
  const reach = placed.unit * 0.22;
  if (
    px < placed.lx - reach ||
    px > placed.hx + reach ||
    py < placed.ly - reach ||
    py > placed.hy + reach ||
    pz < placed.lz - reach ||
    pz > placed.hz + reach
  )
    return 1;
  const lx = normal[0] * placed.cos - normal[2] * placed.sin;
  const lz = normal[0] * placed.sin + normal[2] * placed.cos;
  let dark = 0;
  for (let i = 1; i <= 3; i++) {
    const h = reach * i * 0.24;
    const d = placed.distance(px + lx * h, py + normal[1] * h, pz + lz * h);
    dark += Math.max(0, h - d) / (h * (0.6 + i * 0.55));
  }
  return Math.max(0.12, 1 - dark * 0.62);
}
