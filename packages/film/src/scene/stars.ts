// Finds the stars of a painted sky: points much brighter than their surroundings, each with a number of its own.
import type { Plate } from './plate.ts';

const REACH = 6;
const BRIGHTER = 34;
/** Pixels of one star share a number: a block of this side. */
const BLOCK = 8;

export function markStars(plate: Plate): Uint8Array {
  const { width, height, rgba } = plate;
  const marks = new Uint8Array(new SharedArrayBuffer(width * height));
  const light = (x: number, y: number) =>
    rgba[(Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4 + 1] ?? 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const own = light(x, y);
      if (own < 70) continue;
      // The rim of the moon has a bright neighbour on one side: it must not glitter.
      const around = Math.max(light(x - REACH, y), light(x + REACH, y), light(x, y - REACH), light(x, y + REACH));
      if (own - around < BRIGHTER) continue;
      const block = Math.imul(Math.floor(x / BLOCK) + 91, 73856093) ^ Math.imul(Math.floor(y / BLOCK) + 17, 19349663);
      marks[y * width + x] = 1 + ((block >>> 3) % 255);
    }
  return marks;
}
