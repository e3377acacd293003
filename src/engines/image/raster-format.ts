// The format of a raster image; models that generate pixels refuse SVG.
import { ServiceError } from '../../core/errors.ts';
import type { GeneratedFormat, ImageFormat } from './port.ts';

export function rasterFormat(format: GeneratedFormat): ImageFormat {
  if (format !== 'svg') return format;
  throw new ServiceError('invalid_parameter', 'This model paints pixels and cannot draw SVG.', { param: 'format' });
}
