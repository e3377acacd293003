// The walls of an indoor scene: a back wall with panels or shelves and a window, and two side walls.
import type { Vec } from '../shapes/part.ts';
import { mix, scaled } from './colour.ts';
import { hash2, noise2 } from './noise.ts';
import { skyColour } from './sky.ts';
import type { Ray } from './solids.ts';
import type { Room, World } from './world.ts';

export interface WallHit {
  t: number;
  n: Vec;
  colour: Vec;
  emit: number;
}

export function roomHit(world: World, room: Room, { from, ray }: Ray): WallHit | undefined {
  const toBack = ray[2] < -1e-4 ? (-room.back - from[2]) / ray[2] : 1e7;
  const sideX = ray[0] > 0 ? room.halfWidth : -room.halfWidth;
  const toSide = Math.abs(ray[0]) > 1e-4 ? (sideX - from[0]) / ray[0] : 1e7;
  const toTop = ray[1] > 1e-4 ? (room.height - from[1]) / ray[1] : 1e7;
  const t = Math.min(toBack, toSide, toTop);
  if (t > 1e6 || t <= 0) return undefined;
  const y = from[1] + ray[1] * t;
  if (t === toTop) return { t, n: [0, -1, 0], colour: [0.78, 0.77, 0.74], emit: 0 };
  if (t === toSide) {
    const z = from[2] + ray[2] * t;
    return { t, n: [sideX > 0 ? -1 : 1, 0, 0], colour: wallColour(room, z + 20, y), emit: 0 };
  }
  const x = from[0] + ray[0] * t;
  if (room.window) {
    const pane = windowAt(world, room, { x, y, ray });
    if (pane) return { t, n: [0, 0, 1], ...pane };
  }
  return { t, n: [0, 0, 1], colour: wallColour(room, x, y), emit: 0 };
}

function windowAt(
  world: World,
  room: Room,
  { x, y, ray }: { x: number; y: number; ray: Vec },
): { colour: Vec; emit: number } | undefined {
  const u = (x + room.halfWidth * 0.4) / (room.height * 0.36);
  const v = (y - room.height * 0.6) / (room.height * 0.27);
  if (Math.abs(u) > 1.08 || Math.abs(v) > 1.1) return undefined;
  if (Math.abs(u) > 1 || Math.abs(v) > 1 || Math.abs(u) < 0.035 || Math.abs(v - 0.1) < 0.03)
    return { colour: [0.82, 0.8, 0.76], emit: 0 };
  const outside = v * 0.5 + 0.3;
  const view =
    outside < 0.16 + 0.08 * noise2(u * 3, 4)
      ? mix([0.1, 0.2, 0.08], world.light.fog, 0.35)
      : skyColour(world, [ray[0], Math.max(0.02, outside * 0.5), ray[2]]);
  return { colour: throughPane(room, view, { u, v }), emit: 1.15 };
}

/** Rain runs down the glass in streaks and hangs in drops; snow drifts behind it. */
function throughPane(room: Room, view: Vec, { u, v }: { u: number; v: number }): Vec {
  if (room.weather === 'fair') return view;
  if (room.weather === 'snow') {
    const [x, y] = [u * 14, v * 12];
    const flake = Math.hypot(x - Math.floor(x) - hash2(Math.floor(x), Math.floor(y)), y - Math.floor(y) - 0.5);
    return flake < 0.22 ? mix(view, [0.95, 0.97, 1], 0.85) : view;
  }
  const lane = Math.floor(u * 26);
  const bend = u * 26 - lane - 0.5 - 0.25 * Math.sin(v * 9 + lane);
  const fresh = hash2(lane, 3);
  const streak = Math.abs(bend) < 0.1 && v < fresh * 2 - 0.6 && v > fresh * 2 - 1.5;
  const [x, y] = [u * 17, v * 15];
  const drop = Math.hypot(x - Math.floor(x) - 0.3 - 0.4 * hash2(Math.floor(x), Math.floor(y)), y - Math.floor(y) - 0.5);
  const size = 0.1 + 0.16 * hash2(Math.floor(x) + 5, Math.floor(y));
  const far = noise2(u * 60 + v * 8, v * 3) > 0.72 ? 0.16 : 0;
  const grey = mix(view, [0.42, 0.48, 0.55], 0.35 + far);
  if (streak) return mix(grey, [0.86, 0.92, 0.98], 0.6);
  return drop < size ? mix(grey, drop < size * 0.45 ? [0.95, 0.98, 1] : [0.2, 0.24, 0.3], 0.55) : grey;
}

function wallColour(room: Room, x: number, y: number): Vec {
  if (room.pattern === 'haze') return haze(room, x, y);
  if (y < room.height * 0.035) return scaled([0.8, 0.78, 0.74], y < room.height * 0.03 ? 1 : 0.55);
  switch (room.pattern) {
    case 'panels': {
      const low = y < room.height * 0.3;
      const u = (((x / 0.9) % 1) + 1) % 1;
      const groove = low && (u < 0.04 || Math.abs(y - room.height * 0.3) < 0.03);
      return groove ? scaled(room.second, 0.7) : low ? room.second : room.wall;
    }
    case 'stripes':
      return (((x / 0.5) % 1) + 1) % 1 < 0.5 ? room.wall : room.second;
    case 'tiles': {
      const joint = Math.abs(x / 0.4 - Math.round(x / 0.4)) < 0.03 || Math.abs(y / 0.4 - Math.round(y / 0.4)) < 0.03;
      return y > room.height * 0.55 ? room.wall : joint ? scaled(room.second, 0.75) : room.second;
    }
    case 'bricks': {
      const row = Math.floor(y / 0.16);
      const u = x / 0.5 + (row & 1) * 0.5;
      const joint = u - Math.floor(u) < 0.06 || y / 0.16 - row < 0.12;
      return joint ? scaled(room.wall, 1.3) : scaled(room.wall, 0.75 + 0.4 * hash2(Math.floor(u), row));
    }
    case 'books':
      return books(room, x, y);
    case 'plain':
      return room.wall;
  }
}

/** A far wall out of focus, with soft discs of light. */
function haze(room: Room, x: number, y: number): Vec {
  let colour = mix(scaled(room.wall, 0.5), scaled(room.second, 1.1), Math.min(1, Math.max(0, y / 5)));
  for (let k = 0; k < 2; k++) {
    const cell = 2.6 - k;
    const [u, v] = [x / cell + k * 0.37, y / cell];
    const [iu, iv] = [Math.floor(u), Math.floor(v)];
    if (hash2(iu + k * 31, iv + 5) < 0.45) continue;
    const away = Math.hypot(u - iu - 0.5, v - iv - 0.5);
    const size = 0.22 + 0.2 * hash2(iu, iv + 9 + k);
    const warm = hash2(iu + 3, iv);
    if (away < size)
      colour = mix(colour, [0.75, 0.5 + 0.2 * warm, 0.24 + 0.3 * warm], 0.22 * Math.min(1, (size - away) * 14));
  }
  return colour;
}

function books(room: Room, x: number, y: number): Vec {
  const shelf = y / 0.62;
  const up = shelf - Math.floor(shelf);
  if (up < 0.08 || Math.abs(x / 1.9 - Math.round(x / 1.9)) < 0.02) return scaled(room.second, 0.8);
  const slot = Math.floor(x / 0.13);
  const tall = 0.62 + 0.3 * hash2(slot, Math.floor(shelf));
  if (up > tall || hash2(slot, Math.floor(shelf) + 50) > 0.93) return scaled(room.second, 0.18);
  const edge = x / 0.13 - slot < 0.08 ? 0.5 : 1;
  const hue = hash2(slot + 9, Math.floor(shelf) + 3);
  const spine: Vec =
    hue < 0.3
      ? [0.35, 0.07, 0.05]
      : hue < 0.5
        ? [0.05, 0.13, 0.28]
        : hue < 0.7
          ? [0.06, 0.2, 0.1]
          : hue < 0.85
            ? [0.5, 0.38, 0.16]
            : [0.55, 0.5, 0.42];
  return scaled(spine, edge * (0.8 + 0.5 * hash2(slot, 99)));
}
