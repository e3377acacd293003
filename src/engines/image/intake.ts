// Decodes untrusted image files: bytes become plain 8-bit pixels, or an error that says what is wrong.
import sharp from 'sharp';
import { ServiceError } from '../../core/errors.ts';

/** Interleaved 8-bit sRGB; 4 channels only if the image has transparency. */
export interface Pixels {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array;
}

const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_SIDE_PIXELS = 8192;
export const MAX_PIXELS = 24_000_000;

type Loader = 'png' | 'jpeg' | 'webp' | 'gif';

/** libvips can open dozens of formats: unneeded ones are switched off for the whole process. */
export function allowOnlyPictureLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  // Decoded images of customers must not stay in a cache between calls.
  sharp.cache(false);
}

/** `param` names the field that carried the file. */
export async function readPicture(bytes: Uint8Array, param: string): Promise<Pixels> {
  const refuse = (message: string) => new ServiceError('invalid_parameter', message, { param });
  if (bytes.length > MAX_FILE_BYTES)
    throw new ServiceError('payload_too_large', 'The image is larger than 20 MB.', { param });
  const loader = sniffFormat(bytes);
  if (!loader)
    throw refuse('The image must be a PNG, JPEG, WebP or GIF file (SVG and other formats are not accepted).');
  // Our own check below gives a better message; this limit catches files with a false header.
  const input = () => sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true, pages: 1 });
  const header = await input()
    .metadata()
    .catch((error: unknown) => {
      throw isPixelLimit(error) ? refuse(sizeMessage()) : refuse(`The image cannot be read: it is damaged.`);
    });
  if (header.format !== loader) throw refuse('The image cannot be read: its content does not match its type.');
  if (header.width > MAX_SIDE_PIXELS || header.height > MAX_SIDE_PIXELS || header.width * header.height > MAX_PIXELS)
    throw refuse(sizeMessage(header.width, header.height));
  const { data, info } = await input()
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refuse('The image cannot be read: it is damaged or cut off.');
    });
  return toPixels(data, { width: info.width, height: info.height, channels: info.channels });
}

/** Detected by the first bytes only: names and content types can be wrong. */
function sniffFormat(bytes: Uint8Array): Loader | undefined {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0x47, 0x49, 0x46, 0x38)) return 'gif';
  const tag = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return tag.startsWith('RIFF') && tag.endsWith('WEBP') ? 'webp' : undefined;
}

/** Grey becomes three equal channels, so that no later step needs to handle it. */
export function toPixels(
  data: Uint8Array,
  { width, height, channels }: { width: number; height: number; channels: number },
): Pixels {
  if (channels === 3 || channels === 4) return { width, height, channels, data };
  const withAlpha = channels === 2;
  const wide = withAlpha ? 4 : 3;
  const spread = new Uint8Array(width * height * wide);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    spread.fill(data[pixel * channels] ?? 0, pixel * wide, pixel * wide + 3);
    if (withAlpha) spread[pixel * 4 + 3] = data[pixel * 2 + 1] ?? 0;
  }
  return { width, height, channels: wide, data: spread };
}

function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit');
}

function sizeMessage(width?: number, height?: number): string {
  const found = width ? ` (this one is ${width}×${height})` : '';
  return `The image is too large: at most ${MAX_SIDE_PIXELS} pixels a side and ${MAX_PIXELS / 1_000_000} megapixels${found}.`;
}
