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
  | { kind: 'recode'; image: Uint8Array; format: ImageFormat; size?: { width: number; height: number } };

export interface EditNetworks {
  inpaint?: string;
  background?: string;
}

export type StudioAnswer =
  | { image: MadeImage }
  | { refusal: { code: ErrorCode; message: string; param: string | null } };
