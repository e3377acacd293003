// Renders a speaking head, frame by frame into the encoder; runs in a process of its own.
import { writeFile } from 'node:fs/promises';
import { openFilm } from '../encode/film.ts';
import { posterOf, previewOf } from '../encode/still.ts';
import { Caption } from './caption.ts';
import { setDrawnStage } from './drawn-stage.ts';
import { setPictureStage } from './picture-stage.ts';
import { Puppet } from './puppet.ts';
import type { RenderProgress, RenderTask } from './render-task.ts';

const PREVIEW_EVERY_MS = 1_000;

export async function renderHead(
  task: RenderTask,
  tell: (progress: RenderProgress) => void,
  signal: AbortSignal,
): Promise<{ warnings: string[] }> {
  const { width, height, fps, poses } = task;
  const { picture } = task;
  const stage = picture
    ? await setPictureStage(picture.path, picture.face, task)
    : await setDrawnStage(task.look, { width, height }, task.seed);
  const puppet = new Puppet(stage);
  const caption = new Caption(task.burnedCues, width, height);
  const size = { width, height, pixels: 'rgb24' as const };
  const film = await openFilm({ path: task.filmPath, fps, format: task.format, ...size }, signal);
  const frame = new Uint8Array(width * height * 3);
  const posterAt = choosePoster(
    poses.map(({ open, blink }) => (blink > 0 ? -1 : open)),
    fps,
  );
  let shownMs = 0;
  try {
    for (const [index, pose] of poses.entries()) {
      puppet.paint(pose, frame);
      if (index === posterAt) await writeFile(task.posterPath, await posterOf(frame, size));
      await caption.write(frame, (index + 0.5) / fps);
      await film.write(frame);
      const fraction = (index + 1) / poses.length;
      if (Date.now() - shownMs < PREVIEW_EVERY_MS) continue;
      shownMs = Date.now();
      tell({ fraction, preview: await previewOf(frame, size) });
    }
    await film.finish(task.soundPath ? { path: task.soundPath } : undefined);
  } catch (error) {
    await film.abort();
    throw error;
  }
  return { warnings: caption.warnings };
}

/** Early in the film, eyes open, in the middle of a word where there is one. */
function choosePoster(openness: readonly number[], fps: number): number {
  const early = openness.slice(0, Math.min(openness.length, fps * 4));
  return early.reduce((best, value, index) => (value <= 0.6 && value > (early[best] ?? 0) ? index : best), 0);
}
