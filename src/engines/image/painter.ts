// The painter as an image engine: it generates images and refuses edits and upscaling.
import { Painter } from '@atelier/painter';
import { callPackage } from '../../core/engine-error.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ImageEngine, ImageModel } from './port.ts';

const MODEL: ImageModel = {
  id: 'painter-1',
  ownedBy: 'atelier',
  capabilities: ['generate', 'generate:svg'],
  ready: true,
  note: 'Draws what it knows by rendering; it is not a diffusion model.',
};

export function createPainterEngine(): ImageEngine {
  const painter = new Painter();
  return {
    name: 'painter',
    isOwn: true,
    models: () => [MODEL],
    generate: async (order, report, signal) => {
      const made = await callPackage(() => painter.paint(order, report, signal));
      return made.map((image) => ({ ...image, isProcedural: true }));
    },
    edit: () => refuse('The painter only makes new images. Choose a model that lists this edit operation.'),
    upscale: () => refuse('The painter does not upscale. Choose a model that lists upscale.'),
  };
}

function refuse(why: string): Promise<never> {
  return Promise.reject(new ServiceError('invalid_parameter', why, { param: 'model' }));
}
