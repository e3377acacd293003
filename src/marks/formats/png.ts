// XMP in PNG: a text chunk with the reserved keyword, behind the header.
import { crc32 } from 'node:zlib';
import { hasAt, KeptBytes } from './kept-bytes.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Keyword, not compressed, no language, no translated keyword. */
const KEYWORD = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
const XMP_START = Buffer.from('iTXtXML:com.adobe.xmp\0', 'latin1');
const HEADER_END = 33;

export function markPng(file: Buffer, xmp: string): Buffer {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return file;
  return Buffer.concat([file.subarray(0, HEADER_END), chunkOf('iTXt', xmp), ...withoutXmp(file)]);
}

/** The chunks behind the header, without those that hold XMP. */
function withoutXmp(file: Buffer): Buffer[] {
  const kept = new KeptBytes(file);
  for (let at = HEADER_END; at + 8 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (!hasAt(file, XMP_START, at + 4)) kept.keep(at, end);
    at = end;
  }
  return kept.take();
}

function chunkOf(type: string, xmp: string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), KEYWORD, Buffer.from(xmp)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
