// The painter's order and its result.
export type PictureStyle = 'realistic' | 'artistic' | 'anime' | '3d';
/** `svg` is for graphics only: logos, posters, icons and the like are drawn as vectors. */
export type PictureFormat = 'png' | 'webp' | 'jpeg' | 'svg';

export interface PictureOrder {
  prompt: string;
  /** Things that must not appear. */
  negativePrompt?: string;
  width: number;
  height: number;
  /** How many images; each has its own composition. */
  count: number;
  /** Read from the prompt if absent. */
  style?: PictureStyle;
  seed: number;
  format: PictureFormat;
}

export interface Picture {
  bytes: Uint8Array;
  format: PictureFormat;
  width: number;
  height: number;
  seed: number;
  /** The parts of the prompt that could not be depicted. */
  warnings: string[];
}

export type ReportProgress = (fraction: number, stage: string) => void;
