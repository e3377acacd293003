// How near each part of a picture is, from cues: height in the picture, sharpness, colour, and what stands out.
import type { Plate } from './plate.ts';

/** Points across; depth is smooth, a coarse grid is enough. */
const GRID = 96;

export function depthOf(rgba: Uint8Array, width: number, height: number): NonNullable<Plate['relief']> {
  const columns = GRID;
  const rows = Math.max(8, Math.round((GRID * height) / width));
  const cues = measure(rgba, { width, height }, { columns, rows });
  const near = new Float32Array(new SharedArrayBuffer(columns * rows * 4));
  const [sharp, rich, odd] = [spread(cues.sharp), spread(cues.rich), spread(cues.odd)];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const i = y * columns + x;
      const low = y / (rows - 1);
      const central = 1 - Math.min(1, Math.hypot((x / (columns - 1) - 0.5) * 1.5, (low - 0.55) * 1.2));
      near[i] =
        0.42 * low + 0.2 * (sharp[i] ?? 0) + 0.1 * (rich[i] ?? 0) + 0.2 * (odd[i] ?? 0) * central + 0.12 * central;
    }
  for (let pass = 0; pass < 3; pass++) smooth(near, { width: columns, height: rows }, 3);
  near.set(spread(near));
  return { width: columns, height: rows, near };
}

interface Cues {
  sharp: Float32Array;
  rich: Float32Array;
  odd: Float32Array;
}

function measure(
  rgba: Uint8Array,
  { width, height }: { width: number; height: number },
  { columns, rows }: { columns: number; rows: number },
): Cues {
  const count = columns * rows;
  const cues: Cues = { sharp: new Float32Array(count), rich: new Float32Array(count), odd: new Float32Array(count) };
  const means = new Float32Array(count * 3);
  const total = [0, 0, 0];
  for (let cy = 0; cy < rows; cy++)
    for (let cx = 0; cx < columns; cx++) {
      const [x0, y0] = [Math.floor((cx * width) / columns), Math.floor((cy * height) / rows)];
      const [x1, y1] = [Math.floor(((cx + 1) * width) / columns), Math.floor(((cy + 1) * height) / rows)];
      const sum = [0, 0, 0];
      let [edges, rich, seen] = [0, 0, 0];
      for (let y = y0; y < y1; y += 2)
        for (let x = x0; x < x1 - 1; x += 2) {
          const at = (y * width + x) * 4;
          const [r, g, b] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
          edges += Math.abs(g - (rgba[at + 5] ?? 0));
          rich += Math.max(r, g, b) - Math.min(r, g, b);
          sum[0] = (sum[0] ?? 0) + r;
          sum[1] = (sum[1] ?? 0) + g;
          sum[2] = (sum[2] ?? 0) + b;
          seen += 1;
        }
      const i = cy * columns + cx;
      const share = 1 / Math.max(1, seen);
      cues.sharp[i] = Math.sqrt(edges * share);
      cues.rich[i] = rich * share;
      for (let c = 0; c < 3; c++) {
        means[i * 3 + c] = (sum[c] ?? 0) * share;
        total[c] = (total[c] ?? 0) + (means[i * 3 + c] ?? 0) / count;
      }
    }
  for (let i = 0; i < count; i++)
    cues.odd[i] = Math.hypot(...[0, 1, 2].map((c) => (means[i * 3 + c] ?? 0) - (total[c] ?? 0)));
  return cues;
}

/** To 0–1, without letting a few extremes press the rest together. */
function spread(values: Float32Array): Float32Array {
  const sorted = Float32Array.from(values).sort();
  const low = sorted[Math.floor(values.length * 0.03)] ?? 0;
  const high = sorted[Math.floor(values.length * 0.97)] ?? 1;
  return values.map((value) => Math.min(1, Math.max(0, (value - low) / Math.max(1e-6, high - low))));
}

function smooth(values: Float32Array, { width, height }: { width: number; height: number }, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  const pass = (count: number, start: number, step: number) => {
    for (let k = 0; k < count; k++) {
      let sum = 0;
      for (let j = -radius; j <= radius; j++)
        sum += values[start + Math.min(count - 1, Math.max(0, k + j)) * step] ?? 0;
      line[k] = sum / (2 * radius + 1);
    }
    for (let k = 0; k < count; k++) values[start + k * step] = line[k] ?? 0;
  };
  for (let y = 0; y < height; y++) pass(width, y * width, 1);
  for (let x = 0; x < width; x++) pass(height, x, width);
}
