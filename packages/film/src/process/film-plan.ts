// What the service asks the film's own process to make, and what comes back.

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

export type FilmOrderMessage =
  | { kind: 'make'; plan: FilmPlan }
  /** The soundtrack is there, or there will be none. */
  | { kind: 'sound'; path: string | undefined };

export type FilmReply =
  | { kind: 'progress'; fraction: number; stage: string; preview?: Uint8Array }
  | { kind: 'made'; frames: number; seconds: number }
  | { kind: 'failed'; message: string };
