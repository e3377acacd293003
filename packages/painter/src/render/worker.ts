// A render worker: takes rows from a shared counter until none is left, then waits for the others before the next pass.
import { serveTasks } from '@atelier/kit';
import { type FinishedLook, finishFrame } from '../style/finish.ts';
import { type Frame, markEdges, openEye, refineRow, renderRow } from './frame.ts';
import type { Sight } from './trace.ts';
import type { World } from './world.ts';

export interface RenderTask {
  kind: 'render';
  world: World;
  sight: Sight;
  frame: Frame;
  edges: Uint8Array;
  /** Only these rows are rendered. */
  rows: { from: number; to: number };
  /** Next row of each of the three passes, rows finished of each. */
  counters: Int32Array;
}

export interface FinishTask {
  kind: 'finish';
  world: World;
  frame: Frame;
  look: FinishedLook;
  pixels: Uint8Array;
}

const PASSES = 3;
const REPORT_EVERY_ROWS = 16;

/** Reports how many rows were rendered since the last report. */
serveTasks<RenderTask | FinishTask, void, number>((task, { report }) => {
  if (task.kind === 'render') render(task, report);
  else finishFrame(task.world, task.frame, { look: task.look, pixels: task.pixels });
});

function render(task: RenderTask, report: (rows: number) => void): void {
  const { world, sight, frame, edges, rows, counters } = task;
  const count = rows.to - rows.from;
  const eye = openEye(world, frame, sight);
  const passes = [
    (row: number) => renderRow(eye, row),
    (row: number) => markEdges(frame, row, edges),
    (row: number) => refineRow(eye, row, edges),
  ];
  let sinceReport = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    for (let row = Atomics.add(counters, pass, 1); row < count; row = Atomics.add(counters, pass, 1)) {
      passes[pass]?.(rows.from + row);
      Atomics.add(counters, PASSES + pass, 1);
      Atomics.notify(counters, PASSES + pass);
      if (pass !== 1 && ++sinceReport >= REPORT_EVERY_ROWS) {
        report(sinceReport);
        sinceReport = 0;
      }
    }
    waitForAll(counters, PASSES + pass, count);
  }
}

function waitForAll(counters: Int32Array, index: number, rows: number): void {
  for (let done = Atomics.load(counters, index); done < rows; done = Atomics.load(counters, index))
    Atomics.wait(counters, index, done, 1000);
}
