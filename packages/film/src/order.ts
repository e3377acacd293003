// What can be ordered from the film maker, and the film that it gives back as files in the caller's folder.
export const VIDEO_TYPES = ['text-to-video', 'image-to-video', 'avatar'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];

export const VIDEO_RESOLUTIONS = ['720p', '1080p', '4k'] as const;
export type VideoResolution = (typeof VIDEO_RESOLUTIONS)[number];

export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:3'] as const;
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

export interface FrameSize {
  width: number;
  height: number;
}

export interface VideoOrder {
  type: VideoType;
  prompt: string;
  /** What the video must not show; only for engines that read it. */
  negativePrompt?: string;
  durationSeconds: number;
  resolution: VideoResolution;
  aspectRatio: AspectRatio;
  /** An exact size, even on both sides, where resolution and aspect ratio only come near. */
  frame?: FrameSize;
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
