// The innermost loops: one row of one plate, looked at between its pixels and laid over what is already there.
import type { Plate } from '../scene/plate.ts';
import type { RowLook } from './view.ts';

/** Three values per pixel, 0–255, of the row that is being painted. */
export type Row = Float32Array;

/** Pixels beyond the edge repeat it: a camera that goes too far never shows black. */
export function blendRow(out: Row, width: number, plate: Plate, look: RowLook, light: number): void {
  const { rgba } = plate;
  const most = plate.width - 1;
  const { above, below, fy } = twoRows(plate, look.row);
  const wide = isWide(plate);
  const [from, to] = wide ? [0, width] : coveredColumns(plate, look, width);
  for (let x = from, o = from * 3; x < to; x++, o += 3) {
    let sx = look.start + look.step * x;
    sx = sx < 0 ? 0 : Math.min(sx, most);
    const column = sx | 0;
    const next = column < most ? 4 : 0;
    const fx = sx - column;
    const a = above + column * 4;
    const b = below + column * 4;
    const w11 = fx * fy;
    const w10 = fx - w11;
    const w01 = fy - w11;
    const w00 = 1 - fx - w01;
    const alpha =
      (rgba[a + 3] ?? 0) * w00 +
      (rgba[a + next + 3] ?? 0) * w10 +
      (rgba[b + 3] ?? 0) * w01 +
      (rgba[b + next + 3] ?? 0) * w11;
    if (alpha < 0.5) continue;
    const keep = 1 - alpha / 255;
    out[o] =
      (out[o] ?? 0) * keep +
      ((rgba[a] ?? 0) * w00 + (rgba[a + next] ?? 0) * w10 + (rgba[b] ?? 0) * w01 + (rgba[b + next] ?? 0) * w11) * light;
    out[o + 1] =
      (out[o + 1] ?? 0) * keep +
      ((rgba[a + 1] ?? 0) * w00 +
        (rgba[a + next + 1] ?? 0) * w10 +
        (rgba[b + 1] ?? 0) * w01 +
        (rgba[b + next + 1] ?? 0) * w11) *
        light;
    out[o + 2] =
      (out[o + 2] ?? 0) * keep +
      ((rgba[a + 2] ?? 0) * w00 +
        (rgba[a + next + 2] ?? 0) * w10 +
        (rgba[b + 2] ?? 0) * w01 +
        (rgba[b + next + 2] ?? 0) * w11) *
        light;
  }
}

/** Lays one pixel, looked at between its neighbours, over the row, brightened by `light` and `gleam`. */
export function blendPixel(
  out: Row,
  o: number,
  plate: Plate,
  sx: number,
  sy: number,
  light: number,
  gleam: number,
): void {
  const { rgba, width, height } = plate;
  const cx = sx < 0 ? 0 : Math.min(sx, width - 1);
  const cy = sy < 0 ? 0 : Math.min(sy, height - 1);
  const column = cx | 0;
  const row = cy | 0;
  const next = column < width - 1 ? 4 : 0;
  const down = row < height - 1 ? width * 4 : 0;
  const fx = cx - column;
  const fy = cy - row;
  const a = (row * width + column) * 4;
  const b = a + down;
  const w11 = fx * fy;
  const w10 = fx - w11;
  const w01 = fy - w11;
  const w00 = 1 - fx - w01;
  const alpha =
    (rgba[a + 3] ?? 0) * w00 +
    (rgba[a + next + 3] ?? 0) * w10 +
    (rgba[b + 3] ?? 0) * w01 +
    (rgba[b + next + 3] ?? 0) * w11;
  const keep = 1 - alpha / 255;
  for (let c = 0; c < 3; c++) {
    const own =
      (rgba[a + c] ?? 0) * w00 +
      (rgba[a + next + c] ?? 0) * w10 +
      (rgba[b + c] ?? 0) * w01 +
      (rgba[b + next + c] ?? 0) * w11;
    out[o + c] = (out[o + c] ?? 0) * keep + own * light + own * gleam;
  }
}

export function twoRows(plate: Plate, row: number): { above: number; below: number; fy: number } {
  const most = plate.height - 1;
  const y = row < 0 ? 0 : Math.min(row, most);
  const upper = y | 0;
  const stride = plate.width * 4;
  return { above: upper * stride, below: (upper < most ? upper + 1 : upper) * stride, fy: y - upper };
}

/** Plates as wide as the source are stretched at their edges; cut-outs end where they end. */
export function isWide(plate: Plate): boolean {
  return plate.kind !== 'subject';
}

function coveredColumns(plate: Plate, look: RowLook, width: number): [number, number] {
  const row = Math.min(plate.height - 1, Math.max(0, Math.round(look.row)));
  const near = [Math.max(0, row - 1), row, Math.min(plate.height - 1, row + 1)];
  const first = Math.min(...near.map((y) => plate.spans[y * 2] ?? 0));
  const last = Math.max(...near.map((y) => plate.spans[y * 2 + 1] ?? 0));
  if (last <= first) return [0, 0];
  return [
    Math.max(0, Math.floor((first - 1 - look.start) / look.step)),
    Math.min(width, Math.ceil((last + 1 - look.start) / look.step)),
  ];
}
