// What the service asks the rendering process for, and what comes back.
import type { ErrorCode } from '../../../core/errors.ts';
import type { FaceNetworkFiles } from './face-finder/find-face.ts';
import type { Look } from './look.ts';
import type { Pose } from './performance.ts';
import type { Cue } from './subtitles.ts';

export interface RenderTask {
  width: number;
  height: number;
  fps: number;
  format: 'mp4' | 'webm';
  seed: number;
  look: Look;
  /** The given picture, and the networks that find its face. */
  picture?: { path: string; faceFiles: FaceNetworkFiles };
  poses: readonly Pose[];
  /** The voice, or nothing for a silent film. */
  soundPath?: string;
  /** Written into the picture, where asked for. */
  burnedCues: readonly Cue[];
  filmPath: string;
  posterPath: string;
}

export type RenderReply =
  | { kind: 'progress'; fraction: number; preview?: Uint8Array }
  | { kind: 'made'; warnings: string[] }
  | { kind: 'refused'; code: ErrorCode; message: string; param: string | null }
  | { kind: 'failed'; message: string };
