// XMP in MP4: a box at the end of the file, where it moves nothing that the other boxes point to.
import { hasAt } from './kept-bytes.ts';

const XMP_START = Buffer.concat([Buffer.from('uuid'), Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')]);
const FREE = Buffer.from('free');
/** A size, a type, and a longer size if the first says 1. */
const [HEAD_BYTES, LONG_HEAD_BYTES] = [8, 16];
/** As much of a box as tells XMP from others. */
export const BOX_HEAD_BYTES: number = 4 + XMP_START.length;

export function markMp4(file: Buffer, xmp: string): Buffer {
  if (!isMp4(file)) return file;
  const places = earlierXmp(file);
  if (!places) return file;
  const marked = Buffer.concat([file, xmpBox(xmp)]);
  for (const at of places) FREE.copy(marked, at + 4);
  return marked;
}

export function isMp4(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp';
}

export function xmpBox(xmp: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4 + XMP_START.length + Buffer.byteLength(xmp));
  return Buffer.concat([size, XMP_START, Buffer.from(xmp)]);
}

/** Where the XMP of an upstream stands; it becomes free space of the same length. Undefined where nothing can be put behind the last box. */
function earlierXmp(file: Buffer): number[] | undefined {
  const places: number[] = [];
  for (let at = 0; at < file.length; ) {
    const box = readBox(file, at, file.length - at);
    if (!box) return undefined;
    if (box.isXmp) places.push(at);
    at += box.length;
  }
  return places;
}

/** `left`: bytes from the box to the end of the file, of which `file` may hold fewer. Undefined if the box ends nowhere before it. */
export function readBox(file: Buffer, at: number, left: number): { length: number; isXmp: boolean } | undefined {
  if (left < HEAD_BYTES) return undefined;
  const size = file.readUInt32BE(at);
  if (size === 1 && left < LONG_HEAD_BYTES) return undefined;
  const length = size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size;
  // 0: the box reaches to the end of the file, whatever is added.
  if (length < HEAD_BYTES || length > left) return undefined;
  return { length, isXmp: hasAt(file, XMP_START, at + 4) };
}
