// What a video engine offers: a film from an order, written as files into a folder that the caller owns.
export const VIDEO_TYPES = ['text-to-video', 'image-to-video', 'avatar'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];

export const VIDEO_RESOLUTIONS = ['720p', '1080p', '4k'] as const;
export type VideoResolution = (typeof VIDEO_RESOLUTIONS)[number];

export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:3'] as const;
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

export interface VideoOrder {
  type: VideoType;
  prompt: string;
  durationSeconds: number;
  resolution: VideoResolution;
  aspectRatio: AspectRatio;
  fps: 24 | 30;
  format: 'mp4' | 'webm';
  seed: number;
  /** Whether there is sound: a soundtrack, or the voice of an avatar. */
  audio: boolean;
  /** A style of the image engine; read out of the prompt when left out. */
  style?: string;
  /** The picture of image-to-video, or the face of an avatar, as a file that was already checked and cleaned. */
  imagePath?: string;
  /** What an avatar says, and in which voice. */
  script?: string;
  voice?: string;
  /** Whether the words also stand in the picture; the file of subtitles is there either way. */
  burnSubtitles?: boolean;
}

/** Paths are inside the folder that was handed in. */
export interface Film {
  durationSeconds: number;
  width: number;
  height: number;
  fps: number;
  hasAudio: boolean;
  files: {
    video: string;
    poster: string;
    /** Subtitles as WebVTT where words are spoken. */
    subtitles: string | null;
  };
  /** What was read out of the prompt, shot by shot, in words a person understands. */
  understood: Record<string, unknown>;
  warnings: string[];
}

/** `previewJpeg` is a small picture of the frame that was just made, at most one a second. */
export type ReportFilm = (fraction: number, stage: string, previewJpeg?: Uint8Array) => void;

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
