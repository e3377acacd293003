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
  /** Whether a sound will be named later: the film is not finished before. */
  awaitsSound: boolean;
  shots: (Shot | PictureShot)[];
}

/** Sent while the film is made: the soundtrack is there, or there will be none. */
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
