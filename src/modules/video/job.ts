// Makes a video in a temporary folder, stores its files as artifacts, and shows the latest frame while it runs.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore, Origin } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Film, MadeFilm, OrderMemory, VideoRoutes } from '../../engines/video/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { addLibraryItem } from '../../store/library.ts';
import { findVideoOrder, isJobOpen, saveVideoOrder } from '../../store/video-orders.ts';
import type { VideoDetails } from './finished-video.ts';
import type { VideoPayload } from './order.ts';

export interface VideoJobParts {
  routes: VideoRoutes;
  artifacts: ArtifactStore;
  queries: Queries;
  publicUrl: string;
}

export function videoJob(parts: VideoJobParts): JobHandler {
  return { run: (job) => runInFolder(job as RunningJob<VideoPayload>, parts) };
}

/** Removes the folder however the work ends, and the input image once no further attempt needs it. */
async function runInFolder(job: RunningJob<VideoPayload>, parts: VideoJobParts): Promise<FinishedWork<VideoDetails>> {
  const folder = await mkdtemp(join(tmpdir(), `atelier-${job.id}-`));
  let isLastAttempt = true;
  try {
    return await makeFilm(job, parts, folder);
  } catch (error) {
    isLastAttempt = !job.signal.aborted || !(await isJobOpen(parts.queries, job.id).catch(() => true));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    const { imageFile } = job.payload;
    if (imageFile && isLastAttempt) await parts.artifacts.remove(imageFile).catch(() => undefined);
  }
}

async function makeFilm(
  job: RunningJob<VideoPayload>,
  parts: VideoJobParts,
  folder: string,
): Promise<FinishedWork<VideoDetails>> {
  const { order, model, imageFile } = job.payload;
  const { signal } = job;
  const picture: { imagePath?: string } = imageFile
    ? { imagePath: await copyImage(parts.artifacts, imageFile, { folder, signal }) }
    : {};
  const film = await parts.routes
    .choose(model, order.type)
    .make(
      { ...order, ...picture },
      folder,
      (fraction, stage, frame) => job.report(fraction * 0.98, stage, frame && { preview_url: toDataUri(frame) }),
      signal,
      memoryOf(parts.queries, job.id),
    );
  const origin = originOf(film, job, picture.imagePath);
  const details = await storeFiles(film, { folder, job, origin, artifacts: parts.artifacts });
  const [artifactId = '', thumbnailId = ''] = details.artifactIds;
  const { id, accountId, environment } = job;
  const item = { id, accountId, environment, kind: 'video', prompt: order.prompt, artifactId, thumbnailId } as const;
  return {
    result: details,
    storeIn: (trx) => addLibraryItem(trx, item),
    discard: () => removeAll(parts.artifacts, details.artifactIds),
    outputUrl: new URL(details.video_url, parts.publicUrl).href,
    usage: { milliseconds: Math.round(film.durationSeconds * 1000) },
    ...priceOf(film, job.payload),
    ...(film.by ? { by: film.by } : {}),
  };
}

/** A given image is only looked at: every frame is new. */
function originOf(film: MadeFilm, { id, payload }: RunningJob<VideoPayload>, imagePath?: string): Origin {
  const { model, order } = payload;
  const made = imagePath === undefined ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia';
  const source = film.isProcedural ? 'algorithmicMedia' : made;
  return { source, model, call: id, prompt: order.prompt, ...(imagePath ? { input: { filePath: imagePath } } : {}) };
}

/** An upstream may produce less than requested; the charge is then proportionally smaller. */
function priceOf(film: Film, { order, quotedMicro }: VideoPayload): { cost?: number } {
  const share = film.durationSeconds / order.durationSeconds;
  return share > 0.95 ? {} : { cost: Math.ceil(quotedMicro * share) };
}

async function copyImage(
  artifacts: ArtifactStore,
  id: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const artifact = await artifacts.find(id);
  if (!artifact) throw new ServiceError('internal_error', 'The input image of this job no longer exists.');
  const path = join(folder, 'picture.png');
  await pipeline(await artifacts.read(artifact), createWriteStream(path), { signal });
  return path;
}

function memoryOf(queries: Queries, jobId: string): OrderMemory {
  return {
    read: () => findVideoOrder(queries, jobId),
    write: (state) => saveVideoOrder(queries, jobId, state),
    isWanted: () => isJobOpen(queries, jobId),
  };
}

function toDataUri(jpeg: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
}

const CONTENT_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  jpg: 'image/jpeg',
  png: 'image/png',
  vtt: 'text/vtt; charset=utf-8',
};

async function storeFiles(
  film: Film,
  {
    folder,
    job,
    origin,
    artifacts,
  }: { folder: string; job: RunningJob<VideoPayload>; origin: Origin; artifacts: ArtifactStore },
): Promise<VideoDetails> {
  const { accountId, environment, signal } = job;
  const artifactIds: string[] = [];
  const put = async (file: string): Promise<string> => {
    const extension = file.slice(file.lastIndexOf('.') + 1);
    const contentType = CONTENT_TYPES[extension] ?? 'application/octet-stream';
    const source = { filePath: join(folder, file) };
    const name = `film.${extension}`;
    const artifact = await artifacts.put(
      { accountId, environment, extension, contentType, name, source, origin },
      signal,
    );
    artifactIds.push(artifact.id);
    return artifact.path;
  };
  try {
    return {
      video_url: await put(film.files.video),
      thumbnail_url: await put(film.files.poster),
      subtitles_url: film.files.subtitles === null ? null : await put(film.files.subtitles),
      duration: film.durationSeconds,
      width: film.width,
      height: film.height,
      fps: film.fps,
      has_audio: film.hasAudio,
      understood: film.understood,
      warnings: film.warnings,
      artifactIds,
    };
  } catch (error) {
    await removeAll(artifacts, artifactIds);
    throw error;
  }
}

async function removeAll(artifacts: ArtifactStore, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => artifacts.remove(id)));
}
