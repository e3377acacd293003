// The settings of each edit, from the request and the prompt.
import type { ImageStyle } from '../port.ts';

export interface Adjustment {
  /** Each from −1 to 1; 0 changes nothing. */
  brightness?: number;
  contrast?: number;
  saturation?: number;
  warmth?: number;
  sharpness?: number;
  blur?: number;
  /** Degrees around the colour wheel. */
  hue?: number;
  grayscale?: boolean;
  invert?: boolean;
  rotate?: 90 | 180 | 270;
  flip?: 'horizontal' | 'vertical';
}

export interface Crop {
  /** Width ÷ height, around `anchor`. */
  aspect?: number;
  anchor?: Side | 'center';
  box?: { x: number; y: number; width: number; height: number };
}

export type Side = 'left' | 'right' | 'top' | 'bottom';

export interface Outpaint {
  /** Pixels to add on each side. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const LOOKS = ['oil', 'watercolor', 'sketch', 'cartoon', 'pixel', 'poster', 'vintage'] as const;
export type Look = (typeof LOOKS)[number];

export interface Enhance {
  denoise: boolean;
}

export interface Backdrop {
  /** A CSS colour, or `blur` for the blurred original background. */
  background: string;
}

export type PlannedEdit =
  | { operation: 'adjust'; adjustment: Adjustment }
  | { operation: 'crop'; crop: Crop }
  | { operation: 'outpaint'; outpaint: Outpaint | { fraction: number; sides: Side[] } }
  | { operation: 'style'; look: Look }
  | { operation: 'enhance'; enhance: Enhance }
  | { operation: 'inpaint' }
  | { operation: 'remove-background' }
  | { operation: 'replace-background'; backdrop: Backdrop };

export type EditOperation = PlannedEdit['operation'];

export const EDIT_OPERATIONS: readonly EditOperation[] = [
  'inpaint',
  'remove-background',
  'replace-background',
  'style',
  'enhance',
  'outpaint',
  'crop',
  'adjust',
];

/** The styles of the API that a finished image can be converted to. */
export const LOOK_OF_STYLE: Partial<Record<ImageStyle, Look>> = { artistic: 'oil', anime: 'cartoon' };
