// XMP in JPEG: an APP1 segment behind the JFIF and EXIF segments.
import { hasAt, KeptBytes } from './kept-bytes.ts';

const XMP_HEAD = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const [APP0, APP1] = [0xe0, 0xe1];
const MAX_SEGMENT = 65_533;

export function markJpeg(file: Buffer, xmp: string): Buffer {
  const body = Buffer.concat([XMP_HEAD, Buffer.from(xmp)]);
  if (file.readUInt16BE(0) !== 0xffd8 || body.length > MAX_SEGMENT) return file;
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  const kept = new KeptBytes(file);
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && (file[at + 1] === APP0 || file[at + 1] === APP1)) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (!hasAt(file, XMP_HEAD, at + 4)) kept.keep(at, end);
    at = end;
  }
  return Buffer.concat([file.subarray(0, 2), ...kept.take(), head, body, file.subarray(at)]);
}
