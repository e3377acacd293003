// Draws small marks into a float image: soft dots and tapered lines with a depth test.
import type { Frame } from '../render/frame.ts';
import type { Vec } from '../shapes/part.ts';

/** Mixes a colour into one pixel; keeps its coverage, so that empty parts of layers stay transparent. */
function dab(
  frame: Frame,
  { x, y }: { x: number; y: number },
  { colour, alpha, depth = 0 }: { colour: Vec; alpha: number; depth?: number },
): void {
  const px = Math.floor(x);
  const py = Math.floor(y);
  if (px < 0 || py < 0 || px >= frame.width || py >= frame.height) return;
  const at = py * frame.width + px;
  if (depth > 0 && (frame.depth[at] ?? 0) < depth) return;
  const i = at * 4;
  const c = frame.colour;
  c[i] = (c[i] ?? 0) * (1 - alpha) + colour[0] * alpha;
  c[i + 1] = (c[i + 1] ?? 0) * (1 - alpha) + colour[1] * alpha;
  c[i + 2] = (c[i + 2] ?? 0) * (1 - alpha) + colour[2] * alpha;
  c[i + 3] = Math.max(c[i + 3] ?? 0, alpha);
}

export interface Ink {
  colour: Vec;
  alpha?: number;
  depth?: number;
}

export function disc(
  frame: Frame,
  { x, y, radius }: { x: number; y: number; radius: number },
  { colour, alpha = 1, depth = 0 }: Ink,
): void {
  const r = Math.max(0.5, radius);
  for (let py = Math.floor(y - r - 1); py <= y + r + 1; py++) {
    for (let px = Math.floor(x - r - 1); px <= x + r + 1; px++) {
      const away = Math.hypot(px + 0.5 - x, py + 0.5 - y);
      const cover = Math.min(1, Math.max(0, r - away + 0.5)) * alpha * Math.min(1, radius * 1.6);
      if (cover > 0.01) dab(frame, { x: px, y: py }, { colour, alpha: cover, depth });
    }
  }
}

export interface Blade {
  x: number;
  y: number;
  /** Tip relative to the root, in pixels (up is negative y). */
  dx: number;
  dy: number;
  width: number;
  root: Vec;
  tip: Vec;
  depth: number;
}

/** A curved blade that tapers to its tip. */
export function blade(frame: Frame, shape: Blade): void {
  const steps = Math.max(2, Math.ceil(Math.abs(shape.dy) + Math.abs(shape.dx)));
  for (let s = 0; s <= steps; s++) {
    const t = s / steps;
    const x = shape.x + shape.dx * t * t;
    const y = shape.y + shape.dy * t;
    const w = shape.width * (1 - t * 0.9);
    const colour: Vec = [
      shape.root[0] + (shape.tip[0] - shape.root[0]) * t,
      shape.root[1] + (shape.tip[1] - shape.root[1]) * t,
      shape.root[2] + (shape.tip[2] - shape.root[2]) * t,
    ];
    const half = w / 2;
    for (let px = Math.floor(x - half); px <= Math.floor(x + half); px++) {
      const cover = Math.min(1, Math.max(0, Math.min(px + 1, x + half) - Math.max(px, x - half)));
      if (cover > 0.02) dab(frame, { x: px, y }, { colour, alpha: cover * 0.92, depth: shape.depth });
    }
  }
}
