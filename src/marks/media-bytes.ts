// Reads media that is in memory or in a file: whole, or only where marks stand.
import { open, readFile, stat } from 'node:fs/promises';
import type { MediaBytes } from '../artifacts/port.ts';
import { SEARCHED_BYTES } from './xmp.ts';

export interface MarkedFile {
  media: MediaBytes;
  /** Why it has no content credentials, or not those of its source. */
  problem?: string;
}

export async function sizeOf(media: MediaBytes): Promise<number> {
  return media instanceof Uint8Array ? media.byteLength : (await stat(media.filePath)).size;
}

export async function readWhole(media: MediaBytes): Promise<Buffer> {
  if (!(media instanceof Uint8Array)) return readFile(media.filePath);
  return Buffer.from(media.buffer, media.byteOffset, media.byteLength);
}

/** The beginning and the end, in which the mark of a source is looked for. */
export async function readEnds(media: MediaBytes): Promise<Buffer> {
  const size = await sizeOf(media);
  if (media instanceof Uint8Array || size <= 2 * SEARCHED_BYTES) return readWhole(media);
  const file = await open(media.filePath);
  try {
    const ends = Buffer.alloc(2 * SEARCHED_BYTES);
    await file.read(ends, 0, SEARCHED_BYTES, 0);
    await file.read(ends, SEARCHED_BYTES, SEARCHED_BYTES, size - SEARCHED_BYTES);
    return ends;
  } finally {
    await file.close();
  }
}
