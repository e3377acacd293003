// A finished video as it is stored (paths) and as it is shown (URLs).
import type { VideoOrder } from '../../engines/video/port.ts';
import type { PresentableJob } from '../../jobs/kinds.ts';
import type { VideoPayload } from './order.ts';
import type { VideoFields } from './schema.ts';

export interface VideoDetails {
  /** Paths below the origin. */
  video_url: string;
  thumbnail_url: string;
  subtitles_url: string | null;
  duration: number;
  width: number;
  height: number;
  fps: number;
  has_audio: boolean;
  understood: Record<string, unknown>;
  warnings: string[];
  /** Every file that is deleted with the video; not shown. */
  artifactIds: string[];
}

/** A job shows its request, the latest frame while it runs, and the video once it is finished. */
export function videoPresenter(publicUrl: string): (job: PresentableJob) => VideoFields {
  return (job) => {
    const { order, model } = job.payload as VideoPayload;
    const asked = { ...showOrder(order), model };
    if (!job.result) return { ...asked, ...job.extra };
    const { artifactIds: _hidden, ...film } = job.result as VideoDetails;
    const address = (path: string): string => new URL(path, publicUrl).href;
    return {
      ...asked,
      ...film,
      video_url: address(film.video_url),
      thumbnail_url: address(film.thumbnail_url),
      subtitles_url: film.subtitles_url === null ? null : address(film.subtitles_url),
    };
  };
}

function showOrder({ type, prompt, durationSeconds, resolution, aspectRatio, frame, fps, seed, format }: VideoOrder) {
  const shape = { resolution, aspect_ratio: aspectRatio, ...frame };
  return { type, prompt, duration: durationSeconds, ...shape, fps, seed, format };
}
