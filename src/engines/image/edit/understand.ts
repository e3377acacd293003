// Reads the edit from a request: the named operation, or the one that the prompt describes.
import { ServiceError } from '../../../core/errors.ts';
import { readOptions } from './read-options.ts';
import { EDIT_OPERATIONS, type EditOperation, type PlannedEdit, type Side } from './settings.ts';
import { readAdjustment, readColour, readLook } from './vocabulary.ts';

export interface EditRequest {
  operation?: string;
  prompt?: string;
  hasMask: boolean;
  options: Record<string, unknown>;
}

export function understandEdit(request: EditRequest): PlannedEdit {
  const prompt = request.prompt?.toLowerCase().trim() ?? '';
  const operation = operationOf(request, prompt);
  if (operation === 'inpaint' && !request.hasMask)
    throw invalid(
      'To erase or fill something, send `mask` too: an image of the same shape, white where the image must be regenerated.',
      'mask',
    );
  const plan = readOptions(operation, request.options) ?? planFromWords(operation, prompt);
  if (request.hasMask && operation !== 'inpaint')
    throw invalid(
      `"${operation}" changes the whole image, and the built-in editor uses a mask only to erase and fill (operation "inpaint"). ` +
        'Leave the mask out, or use a model of a connected upstream.',
      'mask',
    );
  return plan;
}

function operationOf(request: EditRequest, prompt: string): EditOperation {
  if (request.operation) {
    const known = EDIT_OPERATIONS.find((name) => name === request.operation);
    if (known) return known;
    throw invalid(`operation must be one of ${EDIT_OPERATIONS.join(', ')}.`, 'operation');
  }
  if (!prompt && request.hasMask) return 'inpaint';
  if (!prompt) throw invalid('Say what to change: send `operation` or `prompt`.', 'operation', 'missing_parameter');
  const found = SIGNS.find(([sign]) => sign.test(prompt))?.[1];
  return found ?? 'adjust';
}

/** The first match wins, so more specific patterns come first. */
const SIGNS: readonly (readonly [RegExp, EditOperation])[] = [
  [
    /\b(replace|change|swap|blur|set|make|put|give)\b.*\bback(ground|drop)\b|\bback(ground|drop)\b.*\b(with|to|into)\b/,
    'replace-background',
  ],
  [
    /\b(remove|delete|erase|cut out|cutout|transparent|without|isolate|no)\b.*\bback(ground|drop)\b|\bcut[- ]?out\b|\bisolate\b|\btransparent\b/,
    'remove-background',
  ],
  [/\b(outpaint|extend|expand|widen|uncrop|zoom out|enlarge the canvas)\b/, 'outpaint'],
  [/\bcrop\b|\btrim\b|\bcut to\b|\bsquare\b/, 'crop'],
  [
    /\b(erase|inpaint|fill in|get rid of|take out|remove|delete)\b(?!.*\b(noise|grain|colou?rs?|saturation|haze|blur)\b)/,
    'inpaint',
  ],
  [
    /\b(sketch|pencil|drawing|water ?colou?r|oil|paint(ing|ed)?|cartoon|anime|comic|manga|pixel(ate|ated)?|8-bit|poster(ize|ise)?|pop art|vintage|sepia|retro|old photo|artistic|impressionis\w+)\b/,
    'style',
  ],
  [/\b(enhance|improve|fix|restore|clean ?up|denoise|de-noise|noise|grain|haze|clearer|better|auto)\b/, 'enhance'],
];

function planFromWords(operation: EditOperation, prompt: string): PlannedEdit {
  switch (operation) {
    case 'inpaint':
    case 'remove-background':
      return { operation };
    case 'replace-background':
      return { operation, backdrop: { background: /\bblur/.test(prompt) ? 'blur' : needColour(prompt) } };
    case 'enhance':
      return { operation, enhance: { denoise: /nois|grain|restore|clean/.test(prompt) } };
    case 'style': {
      const look = readLook(prompt);
      if (look) return { operation, look };
      throw invalid('Say which look: oil, watercolor, sketch, cartoon, pixel, poster or vintage.', 'style');
    }
    case 'crop':
      return { operation, crop: { ...cropShape(prompt) } };
    case 'outpaint':
      return { operation, outpaint: { fraction: percentOf(prompt) ?? 0.25, sides: sidesOf(prompt) } };
    case 'adjust': {
      const adjustment = readAdjustment(prompt);
      if (Object.keys(adjustment).length > 0) return { operation, adjustment };
      throw invalid(
        'This change was not understood. Say for example "warmer", "brighter", "more contrast", "black and white", ' +
          '"sharper", "rotate left", or send the fields brightness, contrast, saturation, warmth, sharpness, blur, hue.',
        'prompt',
      );
    }
  }
}

function needColour(prompt: string): string {
  const colour = readColour(prompt);
  if (colour) return colour;
  throw invalid(
    'The built-in editor can set a plain colour or a blur behind the subject ("white background", `background: "#aaccee"`). ' +
      'For a painted scene, use a model of a connected upstream.',
    'background',
  );
}

function cropShape(prompt: string): { aspect?: number; anchor?: Side | 'center' } {
  const ratio = /(\d+(?:\.\d+)?)\s*[:/x×]\s*(\d+(?:\.\d+)?)/.exec(prompt);
  const aspect = ratio
    ? Number(ratio[1]) / Number(ratio[2])
    : /portrait/.test(prompt)
      ? 3 / 4
      : /landscape|wide/.test(prompt)
        ? 16 / 9
        : /square/.test(prompt)
          ? 1
          : undefined;
  const anchor = sidesOf(prompt)[0];
  return {
    ...(aspect && Number.isFinite(aspect) ? { aspect } : {}),
    ...(anchor && !/cent/.test(prompt) && sidesOf(prompt).length === 1 ? { anchor } : {}),
  };
}

function sidesOf(prompt: string): Side[] {
  const named: Side[] = [];
  if (/\bleft\b|\bsides\b|horizontal|wider|widen/.test(prompt)) named.push('left');
  if (/\bright\b|\bsides\b|horizontal|wider|widen/.test(prompt)) named.push('right');
  if (/\b(top|up|upwards?|above)\b|vertical|taller/.test(prompt)) named.push('top');
  if (/\b(bottom|down|downwards?|below)\b|vertical|taller/.test(prompt)) named.push('bottom');
  return named.length > 0 ? named : ['left', 'right', 'top', 'bottom'];
}

function percentOf(prompt: string): number | undefined {
  const found = /(\d+(?:\.\d+)?)\s*(%|percent)/.exec(prompt);
  return found ? Math.min(1, Math.max(0.01, Number(found[1]) / 100)) : undefined;
}

function invalid(
  message: string,
  param: string,
  code: 'invalid_parameter' | 'missing_parameter' = 'invalid_parameter',
) {
  return new ServiceError(code, message, { param });
}
