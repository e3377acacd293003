// The tasks of the studio's process, and their results.
import type { ErrorCode } from '../../../core/errors.ts';
import type { PlannedEdit } from '../edit/settings.ts';
import type { ImageFormat, MadeImage } from '../port.ts';

export type StudioTask =
  | { kind: 'upscale'; image: Uint8Array; scale: 2 | 4; format: ImageFormat; fineNetwork?: string }
  | {
      kind: 'edit';
      image: Uint8Array;
      mask?: Uint8Array;
      plan: PlannedEdit;
      format: ImageFormat;
      networks: EditNetworks;
    }
  | {
      kind: 'recode';
      image: Uint8Array;
      format: ImageFormat;
      size?: { width: number; height: number };
      /** `cover` if absent: crops what does not fit the proportions. `fill` distorts the image instead. */
      fit?: 'cover' | 'fill';
    }
  /** Fits into a square of `side` pixels, as a small WebP file; a smaller picture keeps its size. */
  | { kind: 'thumbnail'; image: Uint8Array; side: number }
  /** Shows `painted` where the mask is white (or transparent), and `image` everywhere else. */
  | { kind: 'blend'; image: Uint8Array; painted: Uint8Array; mask: Uint8Array; format: ImageFormat };

export interface EditNetworks {
  inpaint?: string;
  background?: string;
}

export type StudioAnswer =
  | { image: MadeImage }
  | { refusal: { code: ErrorCode; message: string; param: string | null } };
