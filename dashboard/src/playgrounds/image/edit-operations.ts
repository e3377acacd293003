// The available edits, their settings in the form, and the API fields of each.
import type { Body } from '../../api/client.ts';

export type Operation = NonNullable<Body<'POST /image/edit'>['operation']>;
export type EditChoice = 'words' | Operation;
export type EditBody = Body<'POST /image/edit'> & Record<string, unknown>;

export const ADJUSTMENTS = ['brightness', 'contrast', 'saturation', 'warmth', 'sharpness', 'blur'] as const;
export const LOOKS = ['oil', 'watercolor', 'sketch', 'cartoon', 'pixel', 'poster', 'vintage'] as const;
export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export const RATIOS = ['1:1', '4:3', '3:2', '16:9', '3:4', '9:16'] as const;

export interface EditSettings {
  words: string;
  background: string;
  look: (typeof LOOKS)[number];
  denoise: boolean;
  sides: Record<(typeof SIDES)[number], string>;
  ratio: (typeof RATIOS)[number];
  adjustments: Record<(typeof ADJUSTMENTS)[number], number>;
  rotate: 'none' | '90' | '180' | '270';
  flip: 'none' | 'horizontal' | 'vertical';
  grayscale: boolean;
}

export const UNTOUCHED: EditSettings = {
  words: '',
  background: 'white',
  look: 'watercolor',
  denoise: true,
  sides: { left: '128', right: '128', top: '0', bottom: '0' },
  ratio: '1:1',
  adjustments: { brightness: 0, contrast: 0, saturation: 0, warmth: 0, sharpness: 0, blur: 0 },
  rotate: 'none',
  flip: 'none',
  grayscale: false,
};

export function editBodyOf(image: string, choice: EditChoice, settings: EditSettings): EditBody {
  if (choice === 'words') return { image, prompt: settings.words.trim() };
  return { image, operation: choice, ...fieldsOf(choice, settings) };
}

function fieldsOf(operation: Operation, settings: EditSettings): Record<string, unknown> {
  switch (operation) {
    case 'replace-background':
      return { background: settings.background.trim() };
    case 'style':
      return { style: settings.look };
    case 'enhance':
      return { denoise: settings.denoise };
    case 'outpaint':
      return Object.fromEntries(SIDES.map((side) => [side, Number(settings.sides[side]) || 0]));
    case 'crop':
      return { aspect_ratio: settings.ratio };
    case 'adjust':
      return adjustmentOf(settings);
    default:
      return {};
  }
}

/** Only settings that differ from their defaults. */
function adjustmentOf({ adjustments, rotate, flip, grayscale }: EditSettings): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(adjustments).filter(([, value]) => value !== 0)),
    ...(rotate === 'none' ? {} : { rotate: Number(rotate) }),
    ...(flip === 'none' ? {} : { flip }),
    ...(grayscale ? { grayscale } : {}),
  };
}
