// The grading of a row: glow of bright parts, exposure and warmth, a soft vignette, then luma and chroma with a fine
// dither.
import type { Row } from './blend.ts';
import { hash } from './waves.ts';

export interface Glow {
  width: number;
  height: number;
  /** Three values per point, 0–255, to be added. */
  light: Float32Array;
}

export interface Tone {
  red: number;
  green: number;
  blue: number;
  vignette: number;
}

export interface Planes {
  width: number;
  height: number;
  yuv: Uint8Array;
}

const DITHER = Float32Array.from({ length: 4096 }, (_, i) => hash(i) + hash(i + 9973) - 1);

let glowRow = new Float32Array(0);

/** `start` and `step` are columns of the glow, `row` its row. */
export function addGlow(
  out: Row,
  glow: Glow,
  { row, start, step }: { row: number; start: number; step: number },
): void {
  const width = out.length / 3;
  if (fillGlowRow(glow, row) < 0.4) return;
  const last = glow.width - 1.001;
  for (let x = 0, o = 0; x < width; x++, o += 3) {
    const gx = Math.max(0, Math.min(last, start + step * x));
    const column = gx | 0;
    const fx = gx - column;
    const i = column * 3;
    const red = out[o] ?? 0;
    const green = out[o + 1] ?? 0;
    const blue = out[o + 2] ?? 0;
    // Bright parts get less, so that nothing clips.
    out[o] = red + ((glowRow[i] ?? 0) * (1 - fx) + (glowRow[i + 3] ?? 0) * fx) * (1 - red / 270);
    out[o + 1] = green + ((glowRow[i + 1] ?? 0) * (1 - fx) + (glowRow[i + 4] ?? 0) * fx) * (1 - green / 270);
    out[o + 2] = blue + ((glowRow[i + 2] ?? 0) * (1 - fx) + (glowRow[i + 5] ?? 0) * fx) * (1 - blue / 270);
  }
}

/** The glow of one row, between two rows of the grid; gives back its brightest point. */
function fillGlowRow(glow: Glow, row: number): number {
  const count = glow.width * 3;
  if (glowRow.length !== count) glowRow = new Float32Array(count);
  const y = Math.max(0, Math.min(glow.height - 1.001, row));
  const upper = (y | 0) * count;
  const fy = y - (y | 0);
  let most = 0;
  for (let i = 0; i < count; i++) {
    const light = (glow.light[upper + i] ?? 0) * (1 - fy) + (glow.light[upper + count + i] ?? 0) * fy;
    glowRow[i] = light;
    if (light > most) most = light;
  }
  return most;
}

/** Two rows at a time, as chroma is shared by two by two pixels. */
export function writeRows(
  planes: Planes,
  { y, upper, lower }: { y: number; upper: Row; lower: Row },
  { tone, frame }: { tone: Tone; frame: number },
): void {
  const { width, height, yuv } = planes;
  const quarter = (width * height) >> 2;
  const vy = (y / height - 0.5) ** 2;
  const noise = (frame * 977 + y * 131) & 4095;
  let chroma = width * height + (y >> 1) * (width >> 1);
  let at = y * width;
  for (let x = 0, o = 0; x < width; x += 2, o += 6, at += 2, chroma++) {
    const vx = x / width - 0.5;
    const fall = 1 - tone.vignette * (vx * vx + vy);
    const r = tone.red * fall;
    const g = tone.green * fall;
    const b = tone.blue * fall;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let k = 0; k < 4; k++) {
      const row = k < 2 ? upper : lower;
      const i = k & 1 ? o + 3 : o;
      const pr = Math.min(255, (row[i] ?? 0) * r);
      const pg = Math.min(255, (row[i + 1] ?? 0) * g);
      const pb = Math.min(255, (row[i + 2] ?? 0) * b);
      red += pr;
      green += pg;
      blue += pb;
      const fine = DITHER[(noise + x * 7 + k * 911) & 4095] ?? 0;
      yuv[(k < 2 ? at : at + width) + (k & 1)] = 16.5 + 0.18259 * pr + 0.61423 * pg + 0.06201 * pb + 0.7 * fine;
    }
    yuv[chroma] = 128.5 + 0.25 * (-0.10064 * red - 0.33857 * green + 0.43922 * blue);
    yuv[chroma + quarter] = 128.5 + 0.25 * (0.43922 * red - 0.39894 * green - 0.04027 * blue);
  }
}
