// What the film's own process is asked to make, and what comes back.

import type { PictureShot } from '../scene/picture.ts';
import type { Shot } from '../storyboard/shot.ts';

export interface FilmPlan {
  width: number;
  height: number;
  fps: number;
  format: 'mp4' | 'webm';
  /** Whole paths of the film and its poster. */
  video: string;
  poster: string;
  /** Whether a soundtrack follows later; the video waits for it before it is finished. */
  awaitsSound: boolean;
  shots: (Shot | PictureShot)[];
}

/** Sent while the video is made: the path of the soundtrack, or that there is none. */
export interface SoundMessage {
  path: string | undefined;
}

export interface FilmProgress {
  fraction: number;
  stage: string;
  preview?: Uint8Array;
}

export interface MadeFilm {
  frames: number;
  seconds: number;
}
