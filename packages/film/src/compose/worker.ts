// A compositor thread: keeps the stage of the shot, takes bands from a shared counter until the frame is done.
import { serveTasks } from '@atelier/kit';
import { momentOf, paintBand, type Stage } from './band.ts';

export type CompositorTask =
  | { kind: 'stage'; stage: Stage }
  | { kind: 'frame'; frame: number; yuv: Uint8Array; next: Int32Array };

/** Even, as chroma is shared by two rows. */
const BAND_ROWS = 16;

let stage: Stage | undefined;
let pixels = new Float32Array(0);

serveTasks<CompositorTask, void>((task) => {
  if (task.kind === 'stage') stage = task.stage;
  else if (stage) paintFrame(stage, task);
  else throw new Error('a frame was asked for before its stage');
});

function paintFrame(now: Stage, { frame, yuv, next }: Extract<CompositorTask, { kind: 'frame' }>): void {
  const size = now.width * BAND_ROWS * 3;
  if (pixels.length !== size) pixels = new Float32Array(size);
  const moment = momentOf(now, frame);
  const planes = { width: now.width, height: now.height, yuv };
  for (;;) {
    const top = Atomics.add(next, 0, 1) * BAND_ROWS;
    if (top >= now.height) return;
    paintBand(now, moment, { planes, top, pixels });
  }
}
