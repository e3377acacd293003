// Counts the parts of a file before the library of content credentials reads it: its time grows with the square of their number.
import { typeOfMedia } from './media-type.ts';

/** Boxes, segments, frames and blocks. A fragmented film of ten minutes has about four thousand. */
const MAX_PARTS = 4_096;
/** Chunks of pixels are small in PNG, and the library reads them in one pass. */
const MAX_CHUNKS = 65_536;
const MAX_DEPTH = 12;

/** Where the part after this one begins; undefined behind the last one. */
type NextPart = (file: Buffer, at: number) => number | undefined;

const FORMATS: Readonly<Record<string, { start: number; after: NextPart; most: number }>> = {
  'image/png': { start: 8, after: (file, at) => at + 12 + file.readUInt32BE(at), most: MAX_CHUNKS },
  'image/jpeg': { start: 2, after: afterSegment, most: MAX_PARTS },
  'image/webp': { start: 12, after: afterChunk, most: MAX_PARTS },
  'audio/wav': { start: 12, after: afterChunk, most: MAX_PARTS },
  'audio/flac': { start: 4, after: afterMetadata, most: MAX_PARTS },
  'audio/mpeg': { start: 10, after: afterFrame, most: MAX_PARTS },
};
const BOXES = ['video/mp4', 'image/avif', 'image/heic'];
/** Boxes that hold boxes, for readers that look into them. */
const CONTAINERS = new Set(
  'moov trak mdia minf stbl dinf edts udta tref mvex moof traf mfra meta iprp ipco schi sinf skip'
    .split(' ')
    .map((type) => Buffer.from(type, 'latin1').readUInt32BE(0)),
);
const META = Buffer.from('meta').readUInt32BE(0);
const JUMB = Buffer.from('jumb');

/** Whether the library reads the file within a moment. False for formats that it does not read. */
export function isReadable(file: Buffer, contentType: string | undefined = typeOfMedia(file)): boolean {
  if (contentType === undefined || countOf(file, JUMB) > MAX_PARTS) return false;
  if (BOXES.includes(contentType)) return hasFewBoxes(file);
  const format = FORMATS[contentType];
  if (!format) return false;
  let at: number | undefined = format.start;
  for (let parts = 0; parts <= format.most; parts += 1) {
    // A head of a part is at most this long; what is shorter is its end.
    if (at === undefined || at + 12 > file.length) return true;
    at = format.after(file, at);
  }
  return false;
}

function countOf(file: Buffer, sign: Buffer): number {
  let count = 0;
  for (let at = file.indexOf(sign); at >= 0 && count <= MAX_PARTS; at = file.indexOf(sign, at + sign.length))
    count += 1;
  return count;
}

function hasFewBoxes(file: Buffer): boolean {
  const ends: number[] = [file.length];
  let at = 0;
  for (let boxes = 0; boxes <= MAX_PARTS; boxes += 1) {
    while (at + 8 > (ends.at(-1) ?? 0)) {
      at = ends.pop() ?? file.length;
      if (ends.length === 0) return true;
    }
    const outer = ends.at(-1) ?? file.length;
    const size = file.readUInt32BE(at);
    const isLong = size === 1 && at + 16 <= file.length;
    const length = isLong ? Number(file.readBigUInt64BE(at + 8)) : size || outer - at;
    const end = Math.min(outer, at + Math.max(8, length));
    const type = file.readUInt32BE(at + 4);
    if (!CONTAINERS.has(type)) at = end;
    else {
      if (ends.length > MAX_DEPTH) return false;
      ends.push(end);
      at += (isLong ? 16 : 8) + (type === META ? 4 : 0);
    }
  }
  return false;
}

function afterChunk(file: Buffer, at: number): number {
  const size = file.readUInt32LE(at + 4);
  return at + 8 + size + (size % 2);
}

/** Also between the scans of pixels, where a sign of 0xff is followed by 0, or counts how far the scan is. */
function afterSegment(file: Buffer, at: number): number | undefined {
  let start = at;
  for (; start + 4 <= file.length; start += 1) {
    if (file[start] !== 0xff) continue;
    const marker = file[start + 1] ?? 0;
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData) return marker === 0xd9 ? start + 2 : start + 2 + file.readUInt16BE(start + 2);
  }
  return undefined;
}

function afterMetadata(file: Buffer, at: number): number | undefined {
  return (file[at] ?? 0) & 0x80 ? undefined : at + 4 + file.readUIntBE(at + 1, 3);
}

/** Sizes have seven bits in each byte since version 4 of the tag; zeros fill it up behind the last frame. */
function afterFrame(file: Buffer, at: number): number | undefined {
  if (file.toString('latin1', 0, 3) !== 'ID3') return undefined;
  const sizeAt = (place: number, bits: number) =>
    [0, 1, 2, 3].reduce((sum, index) => sum * 2 ** bits + ((file[place + index] ?? 0) & (2 ** bits - 1)), 0);
  if (at >= 10 + sizeAt(6, 7) || file[at] === 0) return undefined;
  return at + 10 + sizeAt(at + 4, (file[3] ?? 3) < 4 ? 8 : 7);
}
