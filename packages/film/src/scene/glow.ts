// The light that bright parts of a shot spill into their surroundings, worked out once on a coarse grid.
import type { Glow } from '../compose/grade.ts';
import type { Lens, Plate } from './plate.ts';

/** Source pixels per point of the grid, for a picture of 720 rows. */
const CELL = 8;
const BRIGHT = 205;

export function glowOf(plates: readonly Plate[], lens: Lens, strength: number): Glow {
  const cell = Math.max(2, Math.round((CELL * lens.height) / 720));
  const width = Math.ceil(lens.width / cell);
  const height = Math.ceil(lens.height / cell);
  const light = new Float32Array(new SharedArrayBuffer(width * height * 12));
  const colour: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      lookThrough(plates, { x: x * cell, y: y * cell }, colour);
      const bright = Math.max(0, 0.3 * colour[0] + 0.55 * colour[1] + 0.15 * colour[2] - BRIGHT) / (255 - BRIGHT);
      for (let c = 0; c < 3; c++) light[(y * width + x) * 3 + c] = (colour[c] ?? 0) * bright * strength;
    }
  const radius = Math.max(1, Math.round(height / 26));
  for (let pass = 0; pass < 3; pass++) blur(light, { width, height }, radius);
  return { width, height, light };
}

function lookThrough(
  plates: readonly Plate[],
  { x, y }: { x: number; y: number },
  colour: [number, number, number],
): void {
  colour.fill(0);
  for (const plate of plates) {
    const px = Math.floor((x - plate.left) * plate.scale);
    const py = Math.floor((y - plate.top) * plate.scale);
    if (px < 0 || py < 0 || px >= plate.width || py >= plate.height) continue;
    const at = (py * plate.width + px) * 4;
    const keep = 1 - (plate.rgba[at + 3] ?? 0) / 255;
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] ?? 0) * keep + (plate.rgba[at + c] ?? 0);
  }
}

/** A box blur in both directions; three times is close to a bell. */
function blur(light: Float32Array, { width, height }: { width: number; height: number }, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  const pass = (count: number, start: number, step: number) => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      const at = (k: number) => light[start + Math.min(count - 1, Math.max(0, k)) * step + c] ?? 0;
      for (let k = -radius; k <= radius; k++) sum += at(k);
      for (let k = 0; k < count; k++) {
        line[k] = sum / (2 * radius + 1);
        sum += at(k + radius + 1) - at(k - radius);
      }
      for (let k = 0; k < count; k++) light[start + k * step + c] = line[k] ?? 0;
    }
  };
  for (let y = 0; y < height; y++) pass(width, y * width * 3, 3);
  for (let x = 0; x < width; x++) pass(height, x * 3, width * 3);
}
