// The interface of video engines: a video from an order, written as files into a folder that the caller owns.
import type { Film, ReportFilm, VideoOrder, VideoType } from '@atelier/film';
import type { DoneBy } from '../../net/routing.ts';

export {
  type Film,
  type FrameSize,
  frameSize,
  type ReportFilm,
  VIDEO_TYPES,
  type VideoOrder,
  type VideoType,
} from '@atelier/film';

/** The router records which engine made it. */
export type MadeFilm = Film & {
  by?: DoneBy;
  /** Drawn by rules: no model that was trained took part. */
  isProcedural?: true;
};

/** What is stored of an order at an upstream, so that a later attempt continues it instead of ordering again. */
export interface OrderMemory {
  read(): Promise<unknown>;
  write(state: object): Promise<void>;
  /** False once the order was cancelled for good; otherwise another attempt may follow an aborted one. */
  isWanted(): Promise<boolean>;
}

export interface VideoEngine {
  /** Also the name of the model in the API and the price list. */
  readonly name: string;
  /** The upstream that makes its videos; absent for this machine. */
  readonly server?: string;
  /** One sentence for the list of models. */
  readonly note?: string;
  /** All other engines refuse orders with a negative prompt. */
  readonly readsNegativePrompts?: boolean;
  isReady(): boolean;
  /** Whether this engine can make videos of that type. */
  makes(type: VideoType): boolean;
  /** Refuses an order that cannot work, before credits are held. */
  check?(order: VideoOrder): void;
  /** The approximate time to speak these words; only for engines that speak. */
  secondsToSay?(words: string): number;
  /** The approximate time of an order, if the engine knows it better than past jobs do. */
  expectedMs?(order: VideoOrder): number | undefined;
  make(
    order: VideoOrder,
    folder: string,
    report: ReportFilm,
    signal: AbortSignal,
    memory?: OrderMemory,
  ): Promise<MadeFilm>;
}

/** Finds the engine for a video; refuses an unknown or unsuitable model. */
export interface VideoRoutes {
  choose(model: string | undefined, type: VideoType): VideoEngine;
}
