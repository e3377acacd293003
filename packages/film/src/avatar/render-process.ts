// The rendering process: takes one task, reports its progress, and ends; it also ends with its parent.
import { serveTasks } from '@atelier/kit';
import { findFace } from './face-finder/find-face.ts';
import { renderHead } from './render.ts';
import type { FaceTask, RenderProgress, RenderResult, RenderTask } from './render-task.ts';

serveTasks<RenderTask | FaceTask, RenderResult, RenderProgress>(async (task, { report, signal }) =>
  task.kind === 'face' ? { face: await findFace(task.path, task.files) } : renderHead(task, report, signal),
);
