// The living sky: clouds that drift faster the higher they stand, stars that twinkle.
import type { Plate } from '../scene/plate.ts';
import { blendRow, type Row, twoRows } from './blend.ts';
import type { RowLook, View } from './view.ts';

const TWINKLES = 256;
const twinkle = new Float32Array(TWINKLES);

/** Clouds lie on a ceiling: what is near the zenith passes by, what is near the horizon hardly moves. */
export function blendClouds(
  out: Row,
  plate: Plate,
  { look, view, drift }: { look: RowLook; view: View; drift: { seconds: number; speed: number } },
): void {
  const up = Math.max(0, view.lens.horizon - (plate.top + look.row / plate.scale)) / view.lens.focal;
  const passed = drift.seconds * drift.speed * 0.03 * (up + 0.16) * view.lens.focal;
  look.start += passed * plate.scale;
  blendRow(out, plate, { look, light: 1 });
}

/** Called once per frame: each star has its own rhythm. */
export function tuneStars(seconds: number): void {
  for (let i = 1; i < TWINKLES; i++)
    twinkle[i] = 0.4 * Math.sin(seconds * (1.5 + (i % 17) * 0.31) + i * 2.4) + 0.18 * Math.sin(seconds * 7.3 + i);
}

export function twinkleRow(out: Row, plate: Plate, look: RowLook): void {
  const width = out.length / 3;
  const { stars } = plate;
  if (!stars) return;
  const row = twoRows(plate, look.row + 0.5).above;
  const most = plate.width - 1;
  for (let x = 0, o = 0; x < width; x++, o += 3) {
    const sx = look.start + look.step * x + 0.5;
    const star = stars[row + (sx < 0 ? 0 : sx > most ? most : sx | 0)] ?? 0;
    if (star === 0) continue;
    const light = 1 + (twinkle[star] ?? 0);
    out[o] = (out[o] ?? 0) * light;
    out[o + 1] = (out[o + 1] ?? 0) * light;
    out[o + 2] = (out[o + 2] ?? 0) * light;
  }
}
