// The image's buffers and the loops that fill them row by row: one sample per pixel, more at edges.
import type { Vec } from '../shapes/part.ts';
import { abstractColour } from './abstract.ts';
import { type Placed, placeThings } from './solids.ts';
import { type Look, lookAlong, type Sight, SKY_DEPTH, unit } from './trace.ts';
import type { Thing, World } from './world.ts';

export interface Frame {
  width: number;
  height: number;
  /** Linear light and coverage, four values per pixel, not premultiplied. */
  colour: Float32Array;
  depth: Float32Array;
  /** Facing, three signed bytes per pixel. */
  normal: Int8Array;
  /** The id of what is visible (see trace.ts); NO_ID if there is nothing. */
  id: Uint16Array;
}

const NO_ID = 65535;

export function newFrame(width: number, height: number): Frame {
  const count = width * height;
  return {
    width,
    height,
    colour: new Float32Array(new SharedArrayBuffer(count * 16)),
    depth: new Float32Array(new SharedArrayBuffer(count * 4)),
    normal: new Int8Array(new SharedArrayBuffer(count * 3)),
    id: new Uint16Array(new SharedArrayBuffer(count * 2)),
  };
}

interface Window {
  placed: readonly Placed[];
  left: Float64Array;
  right: Float64Array;
  top: Float64Array;
  bottom: Float64Array;
}

export interface Eye {
  world: World;
  sight: Sight;
  frame: Frame;
  window: Window;
}

export function openEye(world: World, frame: Frame, sight: Sight): Eye {
  const placed = placeThings(world);
  return { world, sight, frame, window: windowOf(world, frame, placed) };
}

/** First pass: one sample at the centre of each pixel of a row. */
export function renderRow(eye: Eye, row: number): void {
  const { frame } = eye;
  for (let column = 0; column < frame.width; column++) {
    const look = lookThrough(eye, column + 0.5, row + 0.5);
    store(frame, row * frame.width + column, look);
  }
}

const SUBPIXELS = [
  [0.15, 0.35],
  [0.65, 0.12],
  [0.85, 0.65],
  [0.35, 0.88],
] as const;

/** Second pass: pixels that differ from their neighbours are sampled again between the centres. */
export function refineRow(eye: Eye, row: number, edges: Uint8Array): void {
  const { frame } = eye;
  const { width, colour } = frame;
  for (let column = 0; column < width; column++) {
    const at = row * width + column;
    if (!edges[at]) continue;
    const sum = [0, 0, 0, 0] as [number, number, number, number];
    for (const [sx, sy] of SUBPIXELS) {
      const look = lookThrough(eye, column + sx, row + sy);
      if (look.id < 0) continue;
      // Averaged after a soft limit, so that one bright sample does not keep a jagged edge.
      const cover = look.cover ?? 1;
      sum[0] += squash(look.colour[0]) * cover;
      sum[1] += squash(look.colour[1]) * cover;
      sum[2] += squash(look.colour[2]) * cover;
      sum[3] += cover;
    }
    const base = at * 4;
    if (sum[3] === 0) {
      colour[base + 3] = 0;
      continue;
    }
    colour[base] = unsquash(sum[0] / sum[3]);
    colour[base + 1] = unsquash(sum[1] / sum[3]);
    colour[base + 2] = unsquash(sum[2] / sum[3]);
    colour[base + 3] = sum[3] / SUBPIXELS.length;
  }
}

function squash(c: number): number {
  return c / (1 + c);
}

function unsquash(c: number): number {
  return c / Math.max(1e-4, 1 - c);
}

export function markEdges(frame: Frame, row: number, edges: Uint8Array): void {
  const { width, height, id, colour } = frame;
  for (let column = 0; column < width; column++) {
    const at = row * width + column;
    const right = column + 1 < width ? at + 1 : at;
    const below = row + 1 < height ? at + width : at;
    const left = column > 0 ? at - 1 : at;
    const above = row > 0 ? at - width : at;
    const own = id[at];
    const differs = id[right] !== own || id[below] !== own || id[left] !== own || id[above] !== own;
    edges[at] = differs || contrast(colour, at, right) > 0.11 || contrast(colour, at, below) > 0.11 ? 1 : 0;
  }
}

function contrast(colour: Float32Array, a: number, b: number): number {
  const bright = (i: number) =>
    squash((colour[i * 4] ?? 0) * 0.3 + (colour[i * 4 + 1] ?? 0) * 0.6 + (colour[i * 4 + 2] ?? 0) * 0.1);
  return Math.abs(bright(a) - bright(b));
}

/** A place in the frame, in pixels from its upper left corner. */
interface Pixel {
  px: number;
  py: number;
}

function rayThrough(world: World, frame: { width: number; height: number }, { px, py }: Pixel): Vec {
  const { camera } = world;
  const x = (px - frame.width / 2) / (frame.height * camera.focal);
  const y = (1 - py / frame.height - camera.horizon) / camera.focal;
  return unit([x, y, -1]);
}

function lookThrough(eye: Eye, px: number, py: number): Look {
  const { world, frame, window, sight } = eye;
  if (world.abstract)
    return {
      colour: abstractColour(world, px / frame.height, py / frame.height),
      depth: SKY_DEPTH,
      n: [0, 0, 1],
      id: 0,
    };
  const pixel = { px, py };
  const ray = rayThrough(world, frame, pixel);
  return lookAlong(
    { world, placed: window.placed },
    { from: world.camera.at, ray },
    { sight, mayMeet: (index) => within(window, index, pixel) },
  );
}

function within(window: Window, index: number, { px, py }: Pixel): boolean {
  return (
    px >= (window.left[index] ?? 0) &&
    px <= (window.right[index] ?? 0) &&
    py >= (window.top[index] ?? 0) &&
    py <= (window.bottom[index] ?? 0)
  );
}

/** The box of each thing in pixels: most pixels then need to test no thing at all. */
function windowOf(world: World, frame: { width: number; height: number }, placed: readonly Placed[]): Window {
  const window: Window = {
    placed,
    left: new Float64Array(placed.length),
    right: new Float64Array(placed.length),
    top: new Float64Array(placed.length),
    bottom: new Float64Array(placed.length),
  };
  for (const [index, one] of placed.entries()) {
    let [left, right, top, bottom] = [1e9, -1e9, 1e9, -1e9];
    for (const corner of cornersOf(one)) {
      const depth = world.camera.at[2] - corner[2];
      const z = Math.max(0.05, depth);
      const focal = frame.height * world.camera.focal;
      const px = frame.width / 2 + ((corner[0] - world.camera.at[0]) / z) * focal;
      const py = frame.height * (1 - world.camera.horizon) - ((corner[1] - world.camera.at[1]) / z) * focal;
      left = Math.min(left, px - 1);
      right = Math.max(right, px + 1);
      top = Math.min(top, py - 1);
      bottom = Math.max(bottom, py + 1);
    }
    window.left[index] = left;
    window.right[index] = right;
    window.top[index] = top;
    window.bottom[index] = bottom;
  }
  return window;
}

/** The box around a thing in the image, in pixels. */
export function boxInFrame(
  world: World,
  thing: Thing,
  size: { width: number; height: number },
): { left: number; top: number; right: number; bottom: number } {
  const window = windowOf(world, size, placeThings({ ...world, things: [thing] }));
  return {
    left: window.left[0] ?? 0,
    top: window.top[0] ?? 0,
    right: window.right[0] ?? 0,
    bottom: window.bottom[0] ?? 0,
  };
}

function cornersOf(one: Placed): Vec[] {
  const corners: Vec[] = [];
  for (const x of [one.lx, one.hx])
    for (const y of [one.ly, one.hy])
      for (const z of [one.lz, one.hz])
        corners.push([
          one.x + (x * one.cos + z * one.sin) * one.scale,
          one.y + y * one.scale,
          one.z + (-x * one.sin + z * one.cos) * one.scale,
        ]);
  return corners;
}

function store(frame: Frame, at: number, look: Look): void {
  const base = at * 4;
  frame.colour[base] = look.colour[0];
  frame.colour[base + 1] = look.colour[1];
  frame.colour[base + 2] = look.colour[2];
  frame.colour[base + 3] = look.id < 0 ? 0 : (look.cover ?? 1);
  frame.depth[at] = look.depth;
  frame.normal[at * 3] = look.n[0] * 127;
  frame.normal[at * 3 + 1] = look.n[1] * 127;
  frame.normal[at * 3 + 2] = look.n[2] * 127;
  frame.id[at] = look.id < 0 ? NO_ID : look.id;
}
