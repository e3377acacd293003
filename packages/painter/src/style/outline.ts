// Ink lines of the anime style: along silhouettes and between parts, thinner inside than outside.
import type { Frame } from '../render/frame.ts';
import { THING_ID } from '../render/trace.ts';

export function inkOutlines(frame: Frame): void {
  const { width, height, colour } = frame;
  const reach = Math.max(1, Math.round(height / 520));
  const ink = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const right = x + reach < width ? at + reach : at;
      const below = y + reach < height ? at + reach * width : at;
      ink[at] = Math.max(edge(frame, at, right), edge(frame, at, below));
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = x > 0 ? at - 1 : at;
      const above = y > 0 ? at - width : at;
      const cover = Math.min(0.94, Math.max(ink[at] ?? 0, ((ink[left] ?? 0) + (ink[above] ?? 0)) * 0.4));
      if (cover < 0.03) continue;
      const i = at * 4;
      // A dark tone of the colour under it rather than black keeps the drawing soft.
      for (let c = 0; c < 3; c++)
        colour[i + c] = (colour[i + c] ?? 0) * (1 - cover) + ((colour[i + c] ?? 0) * 0.1 + 0.006) * cover;
    }
  }
}

function edge(frame: Frame, a: number, b: number): number {
  if (a === b) return 0;
  const ia = frame.id[a] ?? 0;
  const ib = frame.id[b] ?? 0;
  if (ia < THING_ID && ib < THING_ID) return 0;
  const thingA = Math.floor((ia - THING_ID) / 100);
  const thingB = Math.floor((ib - THING_ID) / 100);
  if (ia < THING_ID || ib < THING_ID || thingA !== thingB) return 1;
  const da = frame.depth[a] ?? 0;
  const db = frame.depth[b] ?? 0;
  if (Math.abs(da - db) > 0.03 * Math.min(da, db)) return 0.9;
  const n = frame.normal;
  const dot =
    ((n[a * 3] ?? 0) * (n[b * 3] ?? 0) +
      (n[a * 3 + 1] ?? 0) * (n[b * 3 + 1] ?? 0) +
      (n[a * 3 + 2] ?? 0) * (n[b * 3 + 2] ?? 0)) /
    16129;
  if (dot < 0.45) return 0.8;
  return ia !== ib && dot < 0.9 ? 0.55 : 0;
}
