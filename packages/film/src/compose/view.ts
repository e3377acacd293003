// Where each row of the film looks in each plate: one start and one step per row, exact for flat ground, walls and cut-outs.
import type { Pose } from '../motion/camera.ts';
import type { Stir } from '../motion/stir.ts';
import type { Lens, Plate } from '../scene/plate.ts';

export interface View {
  lens: Lens;
  pose: Pose;
  width: number;
  height: number;
}

/** In the plate's own pixels: row, column under the film's first column, columns per column of the film. */
export interface RowLook {
  row: number;
  start: number;
  step: number;
  /** Distance of a ground row from the eye, and the ground's X under the film's first column and per column. */
  away: number;
  groundX: number;
  groundStep: number;
}

/** Where the foot of a cut-out appears in the film, and how large one of its pixels is there. */
export function footOf(view: View, plate: Plate, stir: Stir): { x: number; y: number; pixel: number } {
  const { lens, pose } = view;
  const grow = (lens.perPixel / pose.zoom) * (Math.max(LEAST_DEPTH, plate.depth - pose.z) / plate.depth);
  const level = view.height / 2 + (lens.horizon - lens.height / 2) / lens.perPixel + pose.panY * view.height;
  const middle = view.width / 2 + pose.panX * view.height;
  const unit = lens.perPixel * view.height;
  const heart = plate.left + plate.width / 2 + stir.dx * unit;
  const foot = plate.top + plate.height + stir.dy * unit;
  return {
    x: middle + (heart - lens.centre - (lens.focal * pose.x) / plate.depth) / grow,
    y: level + (foot - lens.horizon + (lens.focal * pose.y) / plate.depth) / grow,
    pixel: 1 / grow,
  };
}

const look: RowLook = { row: 0, start: 0, step: 0, away: 0, groundX: 0, groundStep: 0 };
const LEAST_DEPTH = 0.3;

/** Returns the same object each time; the caller is done with it before the next row. */
export function lookAtRow(
  view: View,
  plate: Plate,
  { stir, y }: { stir: Stir | undefined; y: number },
): RowLook | undefined {
  const { lens, pose } = view;
  const middle = view.width / 2 + pose.panX * view.height;
  // Where the source's horizon appears in the film when nothing has moved.
  const level = view.height / 2 + (lens.horizon - lens.height / 2) / lens.perPixel + pose.panY * view.height;
  const across = lens.perPixel / pose.zoom;
  let row = lens.horizon + (y - level) * across;
  let start = lens.centre - middle * across;
  let step = across;
  if (plate.kind === 'ground') {
    const slope = ((y - level) * across) / lens.focal;
    if (slope <= 1e-5) return undefined;
    const away = Math.max(LEAST_DEPTH, (lens.eye + pose.y) / slope);
    const was = Math.max(LEAST_DEPTH, away + pose.z);
    row = lens.horizon + (lens.focal * lens.eye) / was;
    step = (across * away) / was;
    start = lens.centre + (lens.focal * pose.x) / was - middle * step;
    look.away = was;
    look.groundStep = (across * away) / lens.focal;
    look.groundX = pose.x - middle * look.groundStep;
  } else if (plate.kind !== 'sky' && plate.kind !== 'clouds') {
    const grow = Math.max(LEAST_DEPTH, plate.depth - pose.z) / plate.depth;
    row = lens.horizon + (y - level) * across * grow - (lens.focal * pose.y) / plate.depth;
    step = across * grow;
    start = lens.centre + (lens.focal * pose.x) / plate.depth - middle * step;
  }
  if (stir) {
    const foot = plate.top + plate.height;
    const heart = plate.left + plate.width / 2;
    const unit = lens.perPixel * view.height;
    row = foot + (row - foot - stir.dy * unit) / stir.size;
    const rise = (foot - row) / Math.max(1, plate.height);
    start = heart + (start - heart - stir.dx * unit) / stir.size - stir.lean * plate.height * rise * Math.abs(rise);
    step /= stir.size;
  }
  look.row = (row - plate.top) * plate.scale;
  look.start = (start - plate.left) * plate.scale;
  look.step = step * plate.scale;
  return look;
}
