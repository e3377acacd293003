// Performs one task of the studio: reads, changes and writes images, outside the API's process.
import { ServiceError } from '../../../core/errors.ts';
import { adjustPicture } from '../edit/adjust.ts';
import { cutOut, replaceBackground } from '../edit/backdrop.ts';
import { enhancePicture } from '../edit/enhance.ts';
import { cropPicture, widenCanvas } from '../edit/frame.ts';
import type { Outpaint, PlannedEdit } from '../edit/settings.ts';
import { restylePicture } from '../edit/style.ts';
import { encodePicture, encodeThumbnail, openPixels, takePixels } from '../encode.ts';
import { type Pixels, readPicture } from '../intake.ts';
import { findSubject } from '../networks/background.ts';
import { fillHole, type Hole } from '../networks/inpaint.ts';
import { upscalePicture } from '../networks/upscale.ts';
import type { MadeImage } from '../port.ts';
import type { EditNetworks, StudioTask } from './task.ts';

export async function doTask(task: StudioTask, report: (fraction: number) => void): Promise<MadeImage> {
  const picture = await readPicture(task.image, 'image');
  report(0.05);
  switch (task.kind) {
    case 'upscale': {
      const quality = task.fineNetwork
        ? { kind: 'fine' as const, networkPath: task.fineNetwork }
        : { kind: 'fast' as const };
      return encodePicture(await upscalePicture(picture, { scale: task.scale, quality }, report), task.format);
    }
    case 'recode':
      return encodePicture(await fitInside(picture, task.size, task.fit), task.format);
    case 'thumbnail':
      return encodeThumbnail(await shrink(picture, task.side));
    case 'blend': {
      const painted = await readPicture(task.painted, 'image');
      return encodePicture(await blend(picture, painted, await readHole(task.mask, picture)), task.format);
    }
    case 'edit': {
      const hole = task.mask ? await readHole(task.mask, picture) : undefined;
      const made = await applyEdit(picture, hole, task.plan, task.networks);
      requireChange(picture, made);
      return encodePicture(made, task.format);
    }
  }
}

function applyEdit(
  picture: Pixels,
  hole: Hole | undefined,
  plan: PlannedEdit,
  networks: EditNetworks,
): Promise<Pixels> {
  switch (plan.operation) {
    case 'adjust':
      return adjustPicture(picture, plan.adjustment);
    case 'crop':
      return cropPicture(picture, plan.crop);
    case 'style':
      return restylePicture(picture, plan.look);
    case 'enhance':
      return enhancePicture(picture, plan.enhance);
    case 'inpaint':
      if (!hole) throw new ServiceError('missing_parameter', 'A mask is needed.', { param: 'mask' });
      return fillHole(picture, hole, needed(networks.inpaint));
    case 'outpaint':
      return widen(picture, pixelsToAdd(picture, plan.outpaint), needed(networks.inpaint));
    case 'remove-background':
      return findSubject(picture, needed(networks.background)).then((subject) => cutOut(picture, subject));
    case 'replace-background':
      return findSubject(picture, needed(networks.background)).then((subject) =>
        replaceBackground(picture, subject, plan.backdrop),
      );
  }
}

/** Extends one side after the other, in strips: the network is good near known pixels and bad far from them. */
async function widen(picture: Pixels, wish: Outpaint, networkPath: string): Promise<Pixels> {
  let widened = picture;
  for (const side of ['left', 'right', 'top', 'bottom'] as const) {
    const length = side === 'left' || side === 'right' ? picture.width : picture.height;
    const strip = Math.max(16, Math.round(length / 6));
    for (let rest = wish[side]; rest > 0; rest -= strip) {
      const step = { left: 0, right: 0, top: 0, bottom: 0, [side]: Math.min(rest, strip) };
      const { canvas, hole } = await widenCanvas(widened, step);
      widened = await fillHole(canvas, hole, networkPath);
    }
  }
  return widened;
}

function pixelsToAdd(picture: Pixels, wish: Extract<PlannedEdit, { operation: 'outpaint' }>['outpaint']): Outpaint {
  if (!('fraction' in wish)) return wish;
  const along = { left: picture.width, right: picture.width, top: picture.height, bottom: picture.height };
  const added: Outpaint = { left: 0, right: 0, top: 0, bottom: 0 };
  for (const side of wish.sides) added[side] = Math.max(8, Math.round(along[side] * wish.fraction));
  return added;
}

/** White marks the hole; so does transparency, which OpenAI's clients use. */
async function readHole(mask: Uint8Array, picture: Pixels): Promise<Hole> {
  const { width, height } = picture;
  const read = await readPicture(mask, 'mask');
  const fitted = await takePixels(openPixels(read).resize(width, height, { fit: 'fill', kernel: 'nearest' }));
  const hasClear = fitted.channels === 4 && fitted.data.some((value, at) => at % 4 === 3 && value < 128);
  const data = new Uint8Array(width * height);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    const at = pixel * fitted.channels;
    data[pixel] = hasClear ? 255 - (fitted.data[at + 3] ?? 255) : (fitted.data[at] ?? 0);
  }
  if (!data.some((value) => value > 127))
    throw new ServiceError(
      'invalid_parameter',
      'The mask is empty: paint white (or transparent) what must be regenerated.',
      {
        param: 'mask',
      },
    );
  if (data.every((value) => value > 127))
    throw new ServiceError('invalid_parameter', 'The mask covers the whole image: nothing is left to fill from.', {
      param: 'mask',
    });
  return { width, height, data };
}

function requireChange(before: Pixels, after: Pixels): void {
  const sameShape =
    before.width === after.width && before.height === after.height && before.channels === after.channels;
  if (sameShape && Buffer.compare(before.data, after.data) === 0)
    throw new ServiceError(
      'invalid_parameter',
      'This edit would leave the image exactly as it is. Ask for a stronger change.',
      {
        param: 'operation',
      },
    );
}

async function fitInside(
  picture: Pixels,
  limit: { width: number; height: number } | undefined,
  fit: 'cover' | 'fill' = 'cover',
): Promise<Pixels> {
  if (!limit || (picture.width === limit.width && picture.height === limit.height)) return picture;
  return takePixels(openPixels(picture).resize(limit.width, limit.height, { fit, kernel: 'lanczos3' }));
}

function shrink(picture: Pixels, side: number): Promise<Pixels> {
  return takePixels(openPixels(picture).resize(side, side, { fit: 'inside', withoutEnlargement: true }));
}

/** Changes only the hole: a pixel that is black in the mask keeps its value. */
async function blend(picture: Pixels, painted: Pixels, hole: Hole): Promise<Pixels> {
  const { width, height, channels } = picture;
  const fitted = await fitInside(painted, { width, height }, 'fill');
  const data = Uint8Array.from(picture.data);
  for (let pixel = 0; pixel < hole.data.length; pixel += 1) {
    const share = (hole.data[pixel] ?? 0) / 255;
    if (share === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * channels + channel;
      const kept = picture.data[at] ?? 0;
      data[at] = Math.round(kept + ((fitted.data[pixel * fitted.channels + channel] ?? 0) - kept) * share);
    }
    if (channels === 4) {
      const at = pixel * 4 + 3;
      const kept = picture.data[at] ?? 255;
      data[at] = Math.round(kept + (255 - kept) * share);
    }
  }
  return { width, height, channels, data };
}

function needed(path: string | undefined): string {
  if (!path)
    throw new ServiceError(
      'engine_unavailable',
      'The network for this edit is not on this machine yet. Try again later.',
    );
  return path;
}
