// What can be ordered from the painter, and what it gives back.
export type PictureStyle = 'realistic' | 'artistic' | 'anime' | '3d';
export type PictureFormat = 'png' | 'webp' | 'jpeg';

export interface PictureOrder {
  prompt: string;
  /** Things that must not appear. */
  negativePrompt?: string;
  width: number;
  height: number;
  /** How many pictures; each is composed anew. */
  count: number;
  /** Read out of the prompt when left out. */
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
  /** What of the prompt could not be depicted. */
  warnings: string[];
}

export type ReportProgress = (fraction: number, stage: string) => void;
