// Encodes pixels as a file in the requested format, without metadata.
import sharp, { type Sharp } from 'sharp';
import { type Pixels, toPixels } from './intake.ts';
import type { ImageFormat, MadeImage } from './port.ts';

export async function encodePicture(pixels: Pixels, format: ImageFormat): Promise<MadeImage> {
  const { width, height, channels } = pixels;
  const picture = openPixels(pixels);
  const warnings: string[] = [];
  if (format === 'jpeg' && channels === 4) {
    warnings.push('JPEG has no transparency: the transparent parts became white. Ask for png or webp to keep them.');
    picture.flatten({ background: '#ffffff' });
  }
  const encoded = {
    png: () => picture.png({ compressionLevel: 6 }),
    webp: () => picture.webp({ quality: 90, alphaQuality: 100 }),
    jpeg: () => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  }[format]();
  return { bytes: new Uint8Array(await encoded.toBuffer()), format, width, height, warnings };
}

/** Seen small: half the bytes of a picture that is looked at closely. */
export async function encodeThumbnail(pixels: Pixels): Promise<MadeImage> {
  const { width, height } = pixels;
  const bytes = new Uint8Array(await openPixels(pixels).webp({ quality: 72 }).toBuffer());
  return { bytes, format: 'webp', width, height, warnings: [] };
}

/** A sharp pipeline over decoded pixels. */
export function openPixels({ width, height, channels, data }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Runs a sharp pipeline and returns pixels. */
export async function takePixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return toPixels(data, { width: info.width, height: info.height, channels: info.channels });
}

export function openGrey({ width, height, data }: { width: number; height: number; data: Uint8Array }): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}
