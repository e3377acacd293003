// Reads an operation's own fields, which override the prompt; invalid ones are refused by name.
import { ServiceError } from '../../../core/errors.ts';
import { type Adjustment, type EditOperation, LOOK_OF_STYLE, type PlannedEdit, type Side } from './settings.ts';
import { readColour, readLook } from './vocabulary.ts';

type Options = Record<string, unknown>;

/** undefined: none of the operation's fields were sent. */
export function readOptions(operation: EditOperation, options: Options): PlannedEdit | undefined {
  switch (operation) {
    case 'adjust': {
      const adjustment = readAdjustmentFields(options);
      return Object.keys(adjustment).length > 0 ? { operation, adjustment } : undefined;
    }
    case 'crop':
      return readCrop(options);
    case 'outpaint':
      return readOutpaint(options);
    case 'style': {
      if (options.style === undefined) return undefined;
      const name = String(options.style);
      const look = LOOK_OF_STYLE[name as keyof typeof LOOK_OF_STYLE] ?? readLook(name);
      if (look) return { operation, look };
      throw invalid(
        'The built-in editor cannot convert an image to this style. It can: oil (artistic), cartoon (anime), watercolor, sketch, pixel, poster, vintage.',
        'style',
      );
    }
    case 'enhance':
      return options.denoise === undefined
        ? undefined
        : { operation, enhance: { denoise: options.denoise === true || options.denoise === 'true' } };
    case 'replace-background': {
      if (options.background === undefined) return undefined;
      const background = options.background === 'blur' ? 'blur' : readColour(String(options.background));
      if (background) return { operation, backdrop: { background } };
      throw invalid('background must be a colour such as "white" or "#aaccee", or "blur".', 'background');
    }
    default:
      return undefined;
  }
}

const SCALES = ['brightness', 'contrast', 'saturation', 'warmth', 'sharpness', 'blur'] as const;

function readAdjustmentFields(options: Options): Adjustment {
  const adjustment: Adjustment = {};
  for (const name of SCALES) {
    if (options[name] !== undefined) adjustment[name] = number(options[name], name, [-1, 1]);
  }
  if (options.hue !== undefined) adjustment.hue = number(options.hue, 'hue', [-360, 360]);
  if (options.grayscale === true || options.grayscale === 'true') adjustment.grayscale = true;
  if (options.invert === true || options.invert === 'true') adjustment.invert = true;
  if (options.rotate !== undefined) {
    const turn = [90, 180, 270].find((angle) => angle === Number(options.rotate));
    if (!turn) throw invalid('rotate must be 90, 180 or 270.', 'rotate');
    adjustment.rotate = turn as 90 | 180 | 270;
  }
  if (options.flip !== undefined) {
    if (options.flip !== 'horizontal' && options.flip !== 'vertical')
      throw invalid('flip must be horizontal or vertical.', 'flip');
    adjustment.flip = options.flip;
  }
  return adjustment;
}

function readCrop(options: Options): PlannedEdit | undefined {
  const { x, y, width, height } = options;
  if (width !== undefined || height !== undefined) {
    const whole = (value: unknown, name: string) => Math.round(number(value ?? 0, name, [0, 8192]));
    const box = {
      x: whole(x, 'x'),
      y: whole(y, 'y'),
      width: whole(width, 'width'),
      height: whole(height, 'height'),
    };
    return { operation: 'crop', crop: { box } };
  }
  if (options.aspect_ratio === undefined) return undefined;
  const [wide, high] = String(options.aspect_ratio).split(/[:/x]/).map(Number);
  const aspect = (wide ?? 0) / (high ?? 1);
  if (!Number.isFinite(aspect) || aspect < 0.05 || aspect > 20)
    throw invalid('aspect_ratio must be like 16:9.', 'aspect_ratio');
  return { operation: 'crop', crop: { aspect } };
}

function readOutpaint(options: Options): PlannedEdit | undefined {
  const sides: Side[] = ['left', 'right', 'top', 'bottom'];
  if (sides.every((side) => options[side] === undefined)) return undefined;
  const added = (side: Side) => Math.round(number(options[side] ?? 0, side, [0, 2048]));
  const outpaint = { left: added('left'), right: added('right'), top: added('top'), bottom: added('bottom') };
  if (outpaint.left + outpaint.right + outpaint.top + outpaint.bottom === 0)
    throw invalid('Send the number of pixels to add in left, right, top or bottom.', 'left');
  return { operation: 'outpaint', outpaint };
}

/** Multipart fields arrive as text. */
function number(value: unknown, param: string, [low, high]: readonly [number, number]): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof read !== 'number' || !Number.isFinite(read) || read < low || read > high)
    throw invalid(`${param} must be a number from ${low} to ${high}.`, param);
  return read;
}

function invalid(message: string, param: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
