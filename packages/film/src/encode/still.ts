// A frame of a film as a JPEG: the poster at full size, a preview small.
import { type FrameSize, rgbOf } from './pixels.ts';

const PREVIEW_WIDTH = 320;

export function posterOf(frame: Uint8Array, size: FrameSize): Promise<Buffer> {
  return jpegOf(frame, size, { step: 1, quality: 90 });
}

/** Every n-th pixel only: it is shown for a second and must cost next to nothing. */
export function previewOf(frame: Uint8Array, size: FrameSize): Promise<Buffer> {
  return jpegOf(frame, size, { step: Math.max(1, Math.round(size.width / PREVIEW_WIDTH)), quality: 70 });
}

async function jpegOf(
  frame: Uint8Array,
  size: FrameSize,
  { step, quality }: { step: number; quality: number },
): Promise<Buffer> {
  // Loaded with the first frame: a service that makes no film never needs it.
  const { default: sharp } = await import('sharp');
  const raw = { width: Math.floor(size.width / step), height: Math.floor(size.height / step), channels: 3 as const };
  return sharp(rgbOf(frame, size, step), { raw })
    .jpeg({ quality })
    .toBuffer();
}
