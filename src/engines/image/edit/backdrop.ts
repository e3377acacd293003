// Cuts a subject out of its image and, if requested, places it on another background.
import { ServiceError } from '../../../core/errors.ts';
import { openPixels, takePixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';
import type { Backdrop } from './settings.ts';

/** `subject` is the opacity of the foreground, per pixel. */
export function cutOut(picture: Pixels, subject: Uint8Array): Pixels {
  requireSubject(subject);
  const { width, height, channels } = picture;
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * 4 + channel] = picture.data[pixel * channels + channel] ?? 0;
    const old = channels === 4 ? (picture.data[pixel * 4 + 3] ?? 0) : 255;
    data[pixel * 4 + 3] = Math.round((old * sharpenMatte(subject[pixel] ?? 0)) / 255);
  }
  return { width, height, channels: 4, data };
}

export async function replaceBackground(picture: Pixels, subject: Uint8Array, backdrop: Backdrop): Promise<Pixels> {
  const front = cutOut(picture, subject);
  const size = { width: picture.width, height: picture.height };
  const behind =
    backdrop.background === 'blur'
      ? openPixels(picture)
          .removeAlpha()
          .blur(Math.max(4, size.width / 50))
      : openPixels(picture)
          .removeAlpha()
          .composite([{ input: await fillOf(size, backdrop.background) }]);
  const back = await takePixels(behind);
  const { data } = front;
  const made = new Uint8Array(size.width * size.height * 3);
  for (let pixel = 0; pixel < size.width * size.height; pixel += 1) {
    const share = (data[pixel * 4 + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      made[pixel * 3 + channel] = Math.round(
        (data[pixel * 4 + channel] ?? 0) * share + (back.data[pixel * back.channels + channel] ?? 0) * (1 - share),
      );
  }
  return { ...size, channels: 3, data: made };
}

async function fillOf(size: { width: number; height: number }, colour: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { ...size, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** The network is uncertain about middle values; values near the ends are made fully transparent or opaque. */
function sharpenMatte(value: number): number {
  return Math.max(0, Math.min(255, ((value - 25) * 255) / 205));
}

function requireSubject(subject: Uint8Array): void {
  const covered = subject.reduce((sum, value) => sum + (value > 127 ? 1 : 0), 0) / subject.length;
  if (covered < 0.002)
    throw new ServiceError('invalid_parameter', 'No subject was found in the image: there is nothing to cut out.', {
      param: 'image',
    });
}
