// Reads the parameters of an edit by a diffusion model: the prompt, and how much may change.
import { ServiceError } from '../../../core/errors.ts';
import type { ImageEdit } from '../port.ts';

/** From 0 to 1, where 1 keeps nothing of the image. A masked area may change more than a whole image. */
const STRENGTH = { masked: 0.9, whole: 0.6 };

export function readEdit({ prompt, options, mask }: ImageEdit): { prompt: string; strength: number } {
  if (!prompt?.trim())
    throw new ServiceError('missing_parameter', 'Say in `prompt` what the image must show.', { param: 'prompt' });
  const { strength } = options;
  if (strength === undefined) return { prompt, strength: mask ? STRENGTH.masked : STRENGTH.whole };
  const wished = Number(strength);
  if (!(wished >= 0.05 && wished <= 1))
    throw new ServiceError('invalid_parameter', '`strength` must be a number from 0.05 to 1.', { param: 'strength' });
  return { prompt, strength: wished };
}
