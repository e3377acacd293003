// The interface of image engines: generate, edit and upscale images.
import type { CallSignals } from '../../core/left-calls.ts';
import type { DoneBy } from '../../net/routing.ts';

export interface ImageModel {
  id: string;
  ownedBy: string;
  /** generate, generate:svg (vector graphics), edit:<operation>, edit:prompt (free text), upscale:2, upscale:4 */
  capabilities: readonly string[];
  ready: boolean;
  /** May take longer than a minute: it runs as a job. */
  slow?: boolean;
  progress?: number;
  note?: string;
}

export type ImageStyle = 'realistic' | 'artistic' | 'anime' | '3d';
export type ImageFormat = 'png' | 'webp' | 'jpeg';
export type GeneratedFormat = ImageFormat | 'svg';

export interface ImageOrder {
  model: string;
  prompt: string;
  negativePrompt?: string;
  width: number;
  height: number;
  count: number;
  steps?: number;
  style?: ImageStyle;
  seed: number;
  /** The router gives svg only to models that can generate:svg. */
  format: GeneratedFormat;
}

export interface ImageEdit {
  model: string;
  image: Uint8Array;
  mask?: Uint8Array;
  prompt?: string;
  operation: string;
  options: Record<string, unknown>;
  format: ImageFormat;
  seed: number;
}

export interface ImageUpscale {
  model: string;
  image: Uint8Array;
  scale: 2 | 4;
  format: ImageFormat;
}

export interface MadeImage {
  bytes: Uint8Array;
  format: GeneratedFormat;
  width: number;
  height: number;
  seed?: number;
  warnings: string[];
  /** Drawn by rules: no model that was trained took part. */
  isProcedural?: true;
  /** What the upstream sent, if it is signed: the credentials of the file that is made of it name it. */
  signedSource?: Uint8Array;
  /** Set by the router. */
  by?: DoneBy;
}

export type ReportProgress = (fraction: number, stage: string) => void;

export interface ImageEngine {
  readonly name: string;
  /** This machine makes the image. Otherwise an upstream bills an order, even if nobody waits for it. */
  readonly isOwn: boolean;
  models(): readonly ImageModel[];
  generate(order: ImageOrder, report: ReportProgress, signal: AbortSignal): Promise<MadeImage[]>;
  edit(order: ImageEdit, report: ReportProgress, signal: AbortSignal): Promise<MadeImage>;
  upscale(order: ImageUpscale, report: ReportProgress, signal: AbortSignal): Promise<MadeImage>;
}

/** The engines of a model and of its fallbacks. */
export interface ImageOrders {
  generate(order: ImageOrder, report: ReportProgress, signals: CallSignals): Promise<MadeImage[]>;
  edit(order: ImageEdit, report: ReportProgress, signals: CallSignals): Promise<MadeImage>;
  upscale(order: ImageUpscale, report: ReportProgress, signals: CallSignals): Promise<MadeImage>;
}

export interface ImageChoice {
  engine: ImageOrders;
  model: string;
  slow: boolean;
}

export interface EditChoice extends ImageChoice {
  operation: string;
  /** The model edits by prompt: it repaints the image. */
  paints: boolean;
}

export interface EditWish {
  model?: string;
  operation?: string;
  prompt?: string;
  hasMask: boolean;
  options: Record<string, unknown>;
}

/** Finds the engine for an order; refuses an unknown or incapable model. */
export interface ImageRoutes {
  forGenerate(model: string | undefined, format?: GeneratedFormat): ImageChoice;
  forEdit(wish: EditWish): EditChoice;
  forUpscale(model: string | undefined, scale: 2 | 4): ImageChoice;
  /** A model that paints an image anew; the service may have none. */
  forVariation(model: string | undefined): ImageChoice;
}
