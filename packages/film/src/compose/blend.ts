// The innermost loops: one row of one plate, looked at between its pixels and laid over what is already there.
// For speed, one multiplication weighs two channels.
import type { Plate } from '../scene/plate.ts';
import type { RowLook } from './view.ts';

/** Three values per pixel, 0–255, of the row that is being painted. */
export type Row = Float32Array;

const TWO = 0xff00ff;

/** Plates as wide as the picture go on beyond their edges, mirrored: a camera that travels never shows black. */
export function fold(x: number, most: number): number {
  const place = Math.abs(x) % (2 * most);
  return place > most ? 2 * most - place : place;
}

export function goesBeyond(plate: Plate, { start, step }: RowLook, width: number): boolean {
  const isWide = plate.kind === 'ground' || plate.kind === 'far';
  return isWide && (start < 0 || start + step * width > plate.width - 1);
}

/** Pixels beyond the edge repeat it, where they are not mirrored. */
export function blendRow(out: Row, plate: Plate, { look, light }: { look: RowLook; light: number }): void {
  const width = out.length / 3;
  const { pixels } = plate;
  const most = plate.width - 1;
  const { above, below, fy } = twoRows(plate, look.row);
  const [from, to] = plate.kind === 'subject' ? coveredColumns(plate, look, width) : [0, width];
  const { start, step } = look;
  const folds = goesBeyond(plate, look, width);
  for (let x = from, o = from * 3; x < to; x++, o += 3) {
    const at = start + step * x;
    const sx = folds ? fold(at, most) : Math.max(0, Math.min(most, at));
    const column = sx | 0;
    const next = column < most ? 1 : 0;
    const fx = ((sx - column) * 256) | 0;
    const w11 = (fx * fy) >> 8;
    const w10 = fx - w11;
    const w01 = fy - w11;
    const w00 = 256 - fx - w01;
    const a = pixels[above + column] ?? 0;
    const b = pixels[above + column + next] ?? 0;
    const c = pixels[below + column] ?? 0;
    const d = pixels[below + column + next] ?? 0;
    if ((a | b | c | d) === 0) continue;
    const redBlue =
      ((((Math.imul(a & TWO, w00) + Math.imul(b & TWO, w10)) | 0) +
        ((Math.imul(c & TWO, w01) + Math.imul(d & TWO, w11)) | 0)) |
        0) >>>
      8;
    const greenAlpha =
      ((((Math.imul((a >>> 8) & TWO, w00) + Math.imul((b >>> 8) & TWO, w10)) | 0) +
        ((Math.imul((c >>> 8) & TWO, w01) + Math.imul((d >>> 8) & TWO, w11)) | 0)) |
        0) >>>
      8;
    const keep = 1 - ((greenAlpha >>> 16) & 255) / 255;
    out[o] = (out[o] ?? 0) * keep + (redBlue & 255) * light;
    out[o + 1] = (out[o + 1] ?? 0) * keep + (greenAlpha & 255) * light;
    out[o + 2] = (out[o + 2] ?? 0) * keep + ((redBlue >>> 16) & 255) * light;
  }
}

/** Where one pixel goes in the row, where it is looked at in the plate, and how bright it is. */
export interface PixelSpot {
  at: number;
  x: number;
  y: number;
  light: number;
}

/** Lays one pixel of a plate, looked at between its neighbours, over the row. */
export function blendPixel(out: Row, plate: Plate, { at: o, x, y, light }: PixelSpot): void {
  const { pixels, width } = plate;
  const sx = Math.max(0, Math.min(width - 1, x));
  const sy = Math.max(0, Math.min(plate.height - 1, y));
  const column = sx | 0;
  const row = sy | 0;
  const next = column < width - 1 ? 1 : 0;
  const at = row * width + column;
  const down = row < plate.height - 1 ? at + width : at;
  const fx = ((sx - column) * 256) | 0;
  const fy = ((sy - row) * 256) | 0;
  const w11 = (fx * fy) >> 8;
  const w10 = fx - w11;
  const w01 = fy - w11;
  const w00 = 256 - fx - w01;
  const a = pixels[at] ?? 0;
  const b = pixels[at + next] ?? 0;
  const c = pixels[down] ?? 0;
  const d = pixels[down + next] ?? 0;
  const redBlue =
    ((((Math.imul(a & TWO, w00) + Math.imul(b & TWO, w10)) | 0) +
      ((Math.imul(c & TWO, w01) + Math.imul(d & TWO, w11)) | 0)) |
      0) >>>
    8;
  const greenAlpha =
    ((((Math.imul((a >>> 8) & TWO, w00) + Math.imul((b >>> 8) & TWO, w10)) | 0) +
      ((Math.imul((c >>> 8) & TWO, w01) + Math.imul((d >>> 8) & TWO, w11)) | 0)) |
      0) >>>
    8;
  const keep = 1 - ((greenAlpha >>> 16) & 255) / 255;
  out[o] = (out[o] ?? 0) * keep + (redBlue & 255) * light;
  out[o + 1] = (out[o + 1] ?? 0) * keep + (greenAlpha & 255) * light;
  out[o + 2] = (out[o + 2] ?? 0) * keep + ((redBlue >>> 16) & 255) * light;
}

/** Where the two rows around a row begin, and how far between them it is, 0–256. */
export function twoRows(plate: Plate, row: number): { above: number; below: number; fy: number } {
  const y = Math.max(0, Math.min(plate.height - 1, row));
  const upper = y | 0;
  const lower = upper < plate.height - 1 ? upper + 1 : upper;
  return { above: upper * plate.width, below: lower * plate.width, fy: ((y - upper) * 256) | 0 };
}

/** A cut-out ends where it ends; plates as wide as the source are stretched at their edges. */
function coveredColumns(plate: Plate, look: RowLook, width: number): [number, number] {
  const row = Math.min(plate.height - 1, Math.max(0, Math.round(look.row)));
  let [first, last] = [plate.width, 0];
  for (let y = Math.max(0, row - 1); y <= Math.min(plate.height - 1, row + 1); y++) {
    first = Math.min(first, plate.spans[y * 2] ?? 0);
    last = Math.max(last, plate.spans[y * 2 + 1] ?? 0);
  }
  if (last <= first) return [0, 0];
  return [
    Math.max(0, Math.floor((first - 1 - look.start) / look.step)),
    Math.min(width, Math.ceil((last + 1 - look.start) / look.step)),
  ];
}
