// The rendering process's task and its result.
import type { Face } from './face.ts';
import type { FaceNetworkFiles } from './face-finder/find-face.ts';
import type { Look } from './look.ts';
import type { Pose } from './performance.ts';
import type { Cue } from './subtitles.ts';

/** Checked first, because most unusable images have no face. */
export interface FaceTask {
  kind: 'face';
  path: string;
  files: FaceNetworkFiles;
}

export interface RenderTask {
  kind: 'render';
  width: number;
  height: number;
  fps: number;
  format: 'mp4' | 'webm';
  seed: number;
  look: Look;
  /** The given picture, and where its face is. */
  picture?: { path: string; face: Face };
  poses: readonly Pose[];
  /** The voice, or nothing for a silent video. */
  soundPath?: string;
  /** Written into the image, if requested. */
  burnedCues: readonly Cue[];
  filmPath: string;
  posterPath: string;
}

export interface RenderProgress {
  fraction: number;
  preview?: Uint8Array;
}

export type RenderResult = { warnings: string[] } | { face: Face | undefined };
