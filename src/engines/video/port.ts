// What a video engine offers: a film from an order, written as files into a folder that the caller owns.
import type { Film, ReportFilm, VideoOrder, VideoType } from '@atelier/film';

export {
  type Film,
  type FrameSize,
  frameSize,
  type ReportFilm,
  VIDEO_TYPES,
  type VideoOrder,
  type VideoType,
} from '@atelier/film';

/** What an engine elsewhere remembers of one order, so that a later attempt goes on instead of ordering again. */
export interface OrderMemory {
  read(): Promise<unknown>;
  write(state: object): Promise<void>;
  /** False once the order was called off for good: an aborted attempt may be followed by another. */
  isWanted(): Promise<boolean>;
}

export interface VideoEngine {
  /** Also the name of the model that customers choose and pay. */
  readonly name: string;
  /** The upstream that makes its videos; absent: this machine. */
  readonly server?: string;
  isReady(): boolean;
  /** Whether this engine can make that type of film. */
  makes(type: VideoType): boolean;
  /** Refuses, before anything is held, an order that it can tell will not work. */
  check?(order: VideoOrder): void;
  /** About how long it takes to say these words; engines that speak know. */
  secondsToSay?(words: string): number;
  make(order: VideoOrder, folder: string, report: ReportFilm, signal: AbortSignal, memory?: OrderMemory): Promise<Film>;
}

/** Finds who makes a film; a model that is unknown or makes no such films is refused. */
export interface VideoRoutes {
  choose(model: string | undefined, type: VideoType): VideoEngine;
}
