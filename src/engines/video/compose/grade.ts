// The last look of a row: glow of bright parts, exposure and warmth, a soft vignette, then luma and chroma with a fine dither.
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

/** `start` and `step` are columns of the glow, `row` its row. */
export function addGlow(out: Row, width: number, glow: Glow, row: number, start: number, step: number): void {
  const y = row < 0 ? 0 : Math.min(row, glow.height - 1.001);
  const upper = (y | 0) * glow.width;
  const fy = y - (y | 0);
  const last = glow.width - 1.001;
  for (let x = 0, o = 0; x < width; x++, o += 3) {
    let gx = start + step * x;
    gx = gx < 0 ? 0 : Math.min(gx, last);
    const i = (upper + (gx | 0)) * 3;
    const fx = gx - (gx | 0);
    const below = i + glow.width * 3;
    for (let c = 0; c < 3; c++) {
      const top = (glow.light[i + c] ?? 0) * (1 - fx) + (glow.light[i + 3 + c] ?? 0) * fx;
      const bottom = (glow.light[below + c] ?? 0) * (1 - fx) + (glow.light[below + 3 + c] ?? 0) * fx;
      const light = top + (bottom - top) * fy;
      const own = out[o + c] ?? 0;
      out[o + c] = own + light * (1 - own / 270);
    }
  }
}

/** Two rows at a time, as chroma is shared by two by two pixels. */
export function writeRows(planes: Planes, y: number, upper: Row, lower: Row, tone: Tone, frame: number): void {
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
