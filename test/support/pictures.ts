// Small pictures for tests, made on the spot, and the built-in engine that works on them.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

export function photo(name: string): Promise<Uint8Array> {
  return readFile(new URL(`../fixtures/photos/${name}.webp`, import.meta.url));
}

export async function smallPhoto(name: string, side: number): Promise<Uint8Array> {
  return sharp(await photo(name))
    .resize(side, side, { fit: 'cover' })
    .png()
    .toBuffer();
}

export function plain(width: number, height: number, background: string): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

export async function rawOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

/** The mean of each channel, 0–255. */
export async function meansOf(bytes: Uint8Array): Promise<number[]> {
  return (await sharp(bytes).stats()).channels.map(({ mean }) => mean);
}
