// A photograph in relief: near parts shift further than far ones when the camera moves, without ever tearing.
import type { Pose } from '../motion/camera.ts';
import type { Plate } from '../scene/plate.ts';
import { blendPixel, type Row } from './blend.ts';
import type { RowLook } from './view.ts';

/** How far the nearest part shifts against the farthest, in plate pixels, for one metre of camera move. */
export interface ReliefStir {
  pose: Pose;
  reach: number;
}

export function blendRelief(
  out: Row,
  plate: Plate,
  { look, stir: { pose, reach } }: { look: RowLook; stir: ReliefStir },
): void {
  const width = out.length / 3;
  const { relief } = plate;
  if (!relief) return;
  const [gx, gy] = [(relief.width - 1) / plate.width, (relief.height - 1) / plate.height];
  const middleX = plate.width / 2;
  const middleY = plate.height / 2;
  const row = Math.min(relief.height - 1.001, Math.max(0, look.row * gy));
  const upper = Math.floor(row) * relief.width;
  const fy = row - Math.floor(row);
  // One object for the whole row: one for each pixel would cost time.
  const spot = { at: 0, x: 0, y: 0, light: 1 };
  for (let x = 0, o = 0; x < width; x++, o += 3) {
    const sx = look.start + look.step * x;
    const column = Math.min(relief.width - 1.001, Math.max(0, sx * gx));
    const left = column | 0;
    const fx = column - left;
    const i = upper + left;
    const top = (relief.near[i] ?? 0) * (1 - fx) + (relief.near[i + 1] ?? 0) * fx;
    const bottom = (relief.near[i + relief.width] ?? 0) * (1 - fx) + (relief.near[i + relief.width + 1] ?? 0) * fx;
    // Counted from the middle distance, so that the far part moves against the camera as the near part moves with it.
    const near = top * (1 - fy) + bottom * fy - 0.4;
    const push = pose.z * near * 0.5;
    spot.at = o;
    spot.x = sx + near * pose.x * reach - (sx - middleX) * push;
    spot.y = look.row - near * pose.y * reach - (look.row - middleY) * push;
    spot.light = 1;
    blendPixel(out, plate, spot);
  }
}
