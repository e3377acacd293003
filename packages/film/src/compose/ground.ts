// The living ground: water that ripples and gleams, grass under gusts of wind, shadows of clouds that pass.
import type { Plate } from '../scene/plate.ts';
import { blendPixel, blendRow, fold, goesBeyond, type Row } from './blend.ts';
import type { RowLook } from './view.ts';
import { noiseAt } from './waves.ts';

export interface GroundStir {
  seconds: number;
  /** Strength of gusts over grass and crops, 0–1. */
  wind: number;
  /** Strength of passing cloud shadows, 0–1. */
  shade: number;
  /** Height of the waves, 0–2. */
  waves: number;
  /** How much light there is for waves to catch, 0–1. */
  gleam: number;
  /** Film heights of the lens: turns metres at a distance into source pixels. */
  focal: number;
}

/** Nearer than this many plate pixels per noise point, noise would be drawn as blocks. */
const FINEST = 0.2;

export function blendGround(out: Row, plate: Plate, { look, stir }: { look: RowLook; stir: GroundStir }): void {
  const width = out.length / 3;
  if (!plate.water && stir.wind === 0 && stir.shade === 0) {
    blendRow(out, plate, { look, light: 1 });
    return;
  }
  const light = lightsOf(width, look, stir);
  const row = Math.min(plate.height - 1, Math.max(0, Math.round(look.row)));
  const ripple = Math.min(0.35, 0.5 / look.away) * stir.focal * 0.06 * stir.waves;
  const t = stir.seconds;
  const z = look.away * 7;
  // Far waves run together: single gleams would be a row of dashes there.
  const most = 0.5 * stir.gleam * Math.min(1, (40 / look.away) ** 2);
  const fine = Math.max(FINEST, Math.min(1, 14 / look.away));
  // One object for the whole row: one for each pixel would cost time.
  const spot = { at: 0, x: 0, y: 0, light: 1 };
  const folds = goesBeyond(plate, look, width);
  for (let x = 0, o = 0; x < width; x++, o += 3) {
    const at = look.start + look.step * x;
    const sx = folds ? fold(at, plate.width - 1) : at;
    const column = sx < 0 ? 0 : sx > plate.width - 1 ? plate.width - 1 : sx | 0;
    const wet = plate.water ? (plate.water[row * plate.width + column] ?? 0) : 0;
    if (wet === 0) {
      spot.at = o;
      spot.x = sx;
      spot.y = look.row;
      spot.light = light[x >> 2] ?? 1;
      blendPixel(out, plate, spot);
      continue;
    }
    const px = (look.groundX + look.groundStep * x) * 9 * fine;
    const wave = noiseAt(px + t * 3.1, z * 2.4 - t * 9.2);
    const cross = noiseAt(px * 1.7 - t * 5.3, z * 3.9 + t * 4.7);
    const peak = wave * cross;
    const gleam = peak > 0.12 ? Math.min(1, (peak - 0.12) * 2.2) * most : 0;
    spot.at = o;
    spot.x = sx + (wave + 0.6 * cross) * ripple;
    spot.y = look.row + wave * ripple * 0.55;
    spot.light = (light[x >> 2] ?? 1) * (1 + 0.07 * wave) + gleam;
    blendPixel(out, plate, spot);
  }
}

let lights = new Float32Array(0);

/** One value for four columns: gusts and shadows are broad. */
function lightsOf(width: number, look: RowLook, stir: GroundStir): Float32Array {
  const count = (width >> 2) + 1;
  if (lights.length < count) lights = new Float32Array(count);
  const t = stir.seconds;
  const z = look.away;
  // Far gusts run together into an even tone.
  const near = stir.wind * Math.min(1, (16 / z) ** 2) * 0.085;
  const shade = stir.shade * Math.min(1, (70 / z) ** 2) * 0.1;
  for (let i = 0; i < count; i++) {
    const x = look.groundX + look.groundStep * i * 4;
    const gust = near > 0 ? noiseAt(x * 2.6 - t * 9, z * 2 + t * 2.5) * near : 0;
    const cloud = shade > 0 ? noiseAt(x * 0.35 - t * 1.6 + 40, z * 0.5 + t * 0.5) * shade : 0;
    lights[i] = 1 + gust + cloud;
  }
  return lights;
}
