// The studio's process: runs one task at a time, so that a hostile file can crash nothing else.
import { serveTasks } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import { allowOnlyPictureLoaders } from '../intake.ts';
import type { StudioAnswer, StudioTask } from './task.ts';
import { doTask } from './work.ts';

allowOnlyPictureLoaders();

serveTasks<StudioTask, StudioAnswer, number>(async (task, { report }) => {
  try {
    return { image: await doTask(task, report) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refusal: { code: error.code, message: error.message, param: error.param } };
  }
});
