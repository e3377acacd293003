// A shot of the storyboard: what is seen, from where, how the camera moves and for how many frames.
import type { PictureStyle, SceneDescription } from '@atelier/painter';
import type { CameraMove } from '../motion/camera.ts';
import type { Act } from './acts.ts';

/** Where the camera stands, relative to where a still picture would be taken from. */
export interface Stand {
  /** Metres right, up and forward. */
  x: number;
  y: number;
  ahead: number;
  zoom: number;
  /** Shift of the horizon, in frame heights; positive looks up. */
  tilt: number;
}

export interface Shot {
  /** What it shows, in words for people. */
  words: string;
  framing: 'wide' | 'medium' | 'close';
  scene: SceneDescription;
  /** Who moves, and in which manner. */
  acts?: Act[];
  style?: PictureStyle;
  seed: number;
  stand: Stand;
  move: CameraMove;
  frames: number;
}
