// Makes a video file and a poster from finished frames, such as a video model's JPEG images.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameSize } from '../order.ts';
import { openFilm } from './film.ts';
import { posterOf } from './still.ts';

export interface Clip extends FrameSize {
  /** Encoded images, all of the clip's size. */
  frames: readonly Uint8Array[];
  fps: number;
  format: 'mp4' | 'webm';
}

export interface MadeClip {
  seconds: number;
  /** Names of files in the folder. */
  video: string;
  poster: string;
}

/** The poster is from the middle: the first frame of a video model is often the weakest. */
const POSTER_AT = 0.5;

export async function encodeClip(clip: Clip, folder: string, signal: AbortSignal): Promise<MadeClip> {
  const { frames, fps, format, width, height } = clip;
  const size = { width, height, pixels: 'rgb24' as const };
  const [video, poster] = [`film.${format}`, 'poster.jpg'];
  const film = await openFilm({ ...size, fps, format, path: join(folder, video) }, signal);
  try {
    const posterIndex = Math.floor(frames.length * POSTER_AT);
    for (const [index, frame] of frames.entries()) {
      signal.throwIfAborted();
      const pixels = await decode(frame, size);
      if (index === posterIndex) await writeFile(join(folder, poster), await posterOf(pixels, size));
      await film.write(pixels);
    }
    const { seconds } = await film.finish();
    return { seconds, video, poster };
  } catch (error) {
    await film.abort();
    throw error;
  }
}

async function decode(frame: Uint8Array, { width, height }: FrameSize): Promise<Uint8Array> {
  // Loaded with the first frame: a service that makes no film never needs it.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(frame, { limitInputPixels: width * height })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height)
    throw new Error(`a frame has ${info.width} × ${info.height} pixels instead of ${width} × ${height}`);
  return data;
}
