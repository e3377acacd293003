// What the API's process asks the studio's process to do, and what comes back.
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
      /** `cover` if absent: what does not fit the proportions is cut off. `fill` bends the image instead. */
      fit?: 'cover' | 'fill';
    }
  /** Shows `painted` where the mask is white (or clear), and `image` everywhere else. */
  | { kind: 'blend'; image: Uint8Array; painted: Uint8Array; mask: Uint8Array; format: ImageFormat };

export interface EditNetworks {
  inpaint?: string;
  background?: string;
}

export type StudioAnswer =
  | { image: MadeImage }
  | { refusal: { code: ErrorCode; message: string; param: string | null } };
