// Changes the frame: crops to a box or an aspect ratio, and extends the canvas for a network to fill.
import { ServiceError } from '../../../core/errors.ts';
import { openPixels, takePixels } from '../encode.ts';
import { MAX_PIXELS, MAX_SIDE_PIXELS, type Pixels } from '../intake.ts';
import type { Hole } from '../networks/inpaint.ts';
import type { Crop, Outpaint } from './settings.ts';

export async function cropPicture(picture: Pixels, crop: Crop): Promise<Pixels> {
  const box = crop.box ?? boxOf(picture, crop);
  const fits = box.x >= 0 && box.y >= 0 && box.x + box.width <= picture.width && box.y + box.height <= picture.height;
  if (!fits || box.width < 1 || box.height < 1)
    throw new ServiceError(
      'invalid_parameter',
      `The crop must lie inside the image, which is ${picture.width}×${picture.height}.`,
      { param: 'box' },
    );
  return takePixels(openPixels(picture).extract({ left: box.x, top: box.y, width: box.width, height: box.height }));
}

function boxOf({ width, height }: Pixels, { aspect, anchor = 'center' }: Crop) {
  // Without an aspect ratio, an anchor selects that half of the image.
  const halved = anchor === 'left' || anchor === 'right' ? width / 2 / height : width / (height / 2);
  const wanted = aspect ?? (anchor === 'center' ? 1 : halved);
  const newWidth = Math.max(1, Math.min(width, Math.round(height * wanted)));
  const newHeight = Math.max(1, Math.min(height, Math.round(width / wanted)));
  const x = anchor === 'left' ? 0 : anchor === 'right' ? width - newWidth : Math.floor((width - newWidth) / 2);
  const y = anchor === 'top' ? 0 : anchor === 'bottom' ? height - newHeight : Math.floor((height - newHeight) / 2);
  return { x, y, width: newWidth, height: newHeight };
}

/** The larger canvas, with its border mirrored as a first guess, and the mask of what is still to be filled. */
export async function widenCanvas(picture: Pixels, { left, right, top, bottom }: Outpaint) {
  const width = picture.width + left + right;
  const height = picture.height + top + bottom;
  if (Math.max(width, height) > MAX_SIDE_PIXELS || width * height > MAX_PIXELS)
    throw new ServiceError('invalid_parameter', 'The extended image would be too large.', { param: 'operation' });
  const canvas = await takePixels(
    openPixels(picture).removeAlpha().extend({ left, right, top, bottom, extendWith: 'copy' }),
  );
  const hole: Hole = { width, height, data: new Uint8Array(width * height).fill(255) };
  // Two pixels of the old border are regenerated too, so that no line shows at the join.
  const inset = 2;
  for (let y = top + (top ? inset : 0); y < height - bottom - (bottom ? inset : 0); y += 1)
    hole.data.fill(0, y * width + left + (left ? inset : 0), y * width + width - right - (right ? inset : 0));
  return { canvas, hole };
}
