// The soft shadow that a moving thing takes along: the ground was painted without it.
import { cutPlate, type Plate } from './plate.ts';

export function shadowOf(plate: Plate): Plate {
  const { left, right, bottom } = coveredBy(plate);
  const width = Math.max(4, right - left);
  const height = Math.max(4, Math.round(width * 0.1));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const off = ((x / width - 0.5) * 2) ** 2 + ((y / height - 0.5) * 2) ** 2;
      rgba[(y * width + x) * 4 + 3] = off < 1 ? 120 * (1 - off) ** 1.2 : 0;
    }
  const { kind, label, depth, motion, facing, grounded } = plate;
  const traits = { kind, label, depth, motion, facing, grounded };
  const cut = cutPlate({ width, height, rgba, box: { left: 0, top: 0, right: width, bottom: height } }, traits);
  return { ...cut, left: plate.left + left, top: plate.top + bottom - Math.round(height * 0.6), isShadow: true };
}

/** The columns and the last row that hold anything. */
function coveredBy(plate: Plate): { left: number; right: number; bottom: number } {
  let [left, right, bottom] = [plate.width, 0, 0];
  for (let y = 0; y < plate.height; y++) {
    const [from, to] = [plate.spans[y * 2] ?? 0, plate.spans[y * 2 + 1] ?? 0];
    if (to <= from) continue;
    left = Math.min(left, from);
    right = Math.max(right, to);
    bottom = y + 1;
  }
  return { left: Math.min(left, right), right, bottom };
}
