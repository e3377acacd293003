// The artistic style: brush strokes in several sizes, laid along the forms, thick paint that catches light.

import { chanceFromNumber } from '@atelier/kit';
import type { Frame } from '../render/frame.ts';
import { hash2 } from '../render/noise.ts';
import { THING_ID } from '../render/trace.ts';
import type { World } from '../render/world.ts';

interface Canvas {
  width: number;
  height: number;
  paint: Float32Array;
  /** Thickness of the paint, for its relief. */
  relief: Float32Array;
}

export function paintStrokes(world: World, frame: Frame): void {
  const { width, height } = frame;
  const canvas: Canvas = {
    width,
    height,
    paint: new Float32Array(width * height * 3),
    relief: new Float32Array(width * height),
  };
  primeCanvas(frame, canvas);
  const unit = height / 1024;
  for (const [size, reach] of [
    [15, 1],
    [8, 1],
    [4.2, 0.8],
    [2.2, 0.55],
  ] as const)
    layStrokes({ world, frame, canvas }, size * unit, reach);
  catchLight(frame, canvas);
}

function primeCanvas(frame: Frame, canvas: Canvas): void {
  for (let i = 0; i < canvas.width * canvas.height; i++) {
    for (let c = 0; c < 3; c++) canvas.paint[i * 3 + c] = Math.min(1.2, frame.colour[i * 4 + c] ?? 0) * 0.9 + 0.03;
  }
}

/** Coarse strokes everywhere, finer ones only where the painting still differs from the rendered image. */
function layStrokes(
  { world, frame, canvas }: { world: World; frame: Frame; canvas: Canvas },
  radius: number,
  reach: number,
): void {
  const { width, height } = canvas;
  const chance = chanceFromNumber(world.seed + Math.round(radius * 100));
  const step = Math.max(1.6, radius * 0.95);
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const coarse = radius > height / 100;
  const order = shuffled(columns * rows, chance);
  for (let k = 0; k < order.length; k++) {
    const cell = order[k] ?? 0;
    const x = ((cell % columns) + chance()) * step;
    const y = (Math.floor(cell / columns) + chance()) * step;
    const px = Math.min(width - 1, Math.floor(x));
    const py = Math.min(height - 1, Math.floor(y));
    const at = py * width + px;
    const thing = (frame.id[at] ?? 0) >= THING_ID;
    if (!coarse && difference(frame, canvas, at) < (thing ? 0.03 : 0.075)) continue;
    // No broad strokes over small forms, so that things keep their details.
    if (coarse && thing && radius > height / 90) continue;
    stroke({ frame, canvas }, { x0: x, y0: y, radius, reach }, chance);
  }
}

function shuffled(count: number, chance: () => number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    const kept = order[i] ?? 0;
    order[i] = order[j] ?? 0;
    order[j] = kept;
  }
  return order;
}

function difference(frame: Frame, canvas: Canvas, at: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++)
    sum += Math.abs(
      Math.sqrt(Math.min(1, frame.colour[at * 4 + c] ?? 0)) -
        Math.sqrt(Math.max(0, Math.min(1, canvas.paint[at * 3 + c] ?? 0))),
    );
  return sum / 3;
}

function stroke(
  { frame, canvas }: { frame: Frame; canvas: Canvas },
  { x0, y0, radius, reach }: { x0: number; y0: number; radius: number; reach: number },
  chance: () => number,
): void {
  const { width, height } = canvas;
  const start = Math.min(height - 1, Math.floor(y0)) * width + Math.min(width - 1, Math.floor(x0));
  const id = frame.id[start] ?? 0;
  const tone = 0.9 + 0.2 * chance();
  const warm = (chance() - 0.5) * 0.09;
  const r = Math.min(1.3, frame.colour[start * 4] ?? 0) * tone * (1 + warm);
  const g = Math.min(1.3, frame.colour[start * 4 + 1] ?? 0) * tone;
  const b = Math.min(1.3, frame.colour[start * 4 + 2] ?? 0) * tone * (1 - warm);
  const bristle = Math.floor(chance() * 1e6);
  const length = radius * (3 + 5 * chance()) * reach;
  let x = x0;
  let y = y0;
  let [dx, dy] = directionAt(frame, Math.floor(x), Math.floor(y));
  const steps = Math.max(2, Math.ceil(length / Math.max(1, radius * 0.72)));
  for (let s = 0; s < steps; s++) {
    const px = Math.floor(x);
    const py = Math.floor(y);
    if (px < 0 || py < 0 || px >= width || py >= height) return;
    const at = py * width + px;
    // A stroke ends where another thing begins, or where the colour has changed too much.
    const other = frame.id[at] ?? 0;
    if (
      (other >= THING_ID || id >= THING_ID) &&
      Math.floor((other - THING_ID) / 100) !== Math.floor((id - THING_ID) / 100)
    )
      return;
    if (
      s > 1 &&
      Math.abs((frame.colour[at * 4 + 1] ?? 0) - g) + Math.abs((frame.colour[at * 4] ?? 0) - r) > 0.3 * (g + r) + 0.08
    )
      return;
    const taper = s < 1 ? 0.75 : s > steps - 2 ? 0.6 : 1;
    stamp(canvas, { x, y, radius: radius * taper, dx, dy }, { r, g, b, bristle });
    const [nx, ny] = directionAt(frame, px, py);
    const keep = nx * dx + ny * dy < 0 ? -1 : 1;
    dx = dx * 0.6 + nx * keep * 0.4;
    dy = dy * 0.6 + ny * keep * 0.4;
    const length2 = Math.hypot(dx, dy) || 1;
    dx /= length2;
    dy /= length2;
    x += dx * Math.max(1, radius * 0.72);
    y += dy * Math.max(1, radius * 0.72);
  }
}

/** Strokes follow the form on things, lie flat on the ground, and sweep across the sky. */
function directionAt(frame: Frame, x: number, y: number): readonly [number, number] {
  const { width, height } = frame;
  const cx = Math.min(width - 3, Math.max(2, x));
  const cy = Math.min(height - 3, Math.max(2, y));
  const at = cy * width + cx;
  const bright = (i: number) =>
    (frame.colour[i * 4] ?? 0) * 0.3 + (frame.colour[i * 4 + 1] ?? 0) * 0.6 + (frame.colour[i * 4 + 2] ?? 0) * 0.1;
  const gx = bright(at + 2) - bright(at - 2);
  const gy = bright(at + 2 * width) - bright(at - 2 * width);
  const slope = Math.hypot(gx, gy);
  if (slope > 0.03) return [-gy / slope, gx / slope];
  if ((frame.id[at] ?? 0) >= THING_ID) {
    const nx = frame.normal[at * 3] ?? 0;
    const ny = -(frame.normal[at * 3 + 1] ?? 0);
    const flat = Math.hypot(nx, ny);
    if (flat > 20) return [-ny / flat, nx / flat];
  }
  const swirl = Math.sin(cx * (6 / width) + 2 * Math.sin(cy * (5 / height))) * 0.7;
  const length = Math.hypot(1, swirl);
  return [1 / length, swirl / length];
}

function stamp(
  canvas: Canvas,
  { x, y, radius, dx, dy }: { x: number; y: number; radius: number; dx: number; dy: number },
  { r, g, b, bristle }: { r: number; g: number; b: number; bristle: number },
): void {
  const { width, height, paint, relief } = canvas;
  const x0 = Math.max(0, Math.floor(x - radius));
  const x1 = Math.min(width - 1, Math.ceil(x + radius));
  const y1 = Math.min(height - 1, Math.ceil(y + radius));
  for (let py = Math.max(0, Math.floor(y - radius)); py <= y1; py++) {
    for (let px = x0; px <= x1; px++) {
      const ox = px - x;
      const oy = py - y;
      const away = Math.sqrt(ox * ox + oy * oy) / radius;
      if (away > 1) continue;
      const across = ox * -dy + oy * dx;
      const hair = hash2(Math.floor((across / radius) * 5 + 50), bristle);
      const alpha = (away > 0.8 ? (1 - away) * 5 : 1) * (0.55 + 0.45 * hair);
      const i = (py * width + px) * 3;
      const shade = 0.94 + 0.12 * hair;
      paint[i] = (paint[i] ?? 0) * (1 - alpha) + r * shade * alpha;
      paint[i + 1] = (paint[i + 1] ?? 0) * (1 - alpha) + g * shade * alpha;
      paint[i + 2] = (paint[i + 2] ?? 0) * (1 - alpha) + b * shade * alpha;
      relief[py * width + px] =
        (relief[py * width + px] ?? 0) * (1 - alpha * 0.7) + (hair + (1 - away) * 0.6) * alpha * 0.7;
    }
  }
}

/** Raking light over the relief of the paint and a little weave of the canvas. */
function catchLight(frame: Frame, canvas: Canvas): void {
  const { width, height, paint, relief } = canvas;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const before = y > 0 && x > 0 ? at - width - 1 : at;
      const slope = (relief[at] ?? 0) - (relief[before] ?? 0);
      const weave = ((x >> 1) + (y >> 1)) & 1 ? 0.012 : -0.012;
      const light = Math.min(1.3, Math.max(0.74, 1 + slope * 0.3 + weave));
      for (let c = 0; c < 3; c++) frame.colour[at * 4 + c] = Math.max(0, (paint[at * 3 + c] ?? 0) * light);
    }
  }
}
