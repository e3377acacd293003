// Tags of Opus in Ogg: the second page holds the comments alone, so that page is written anew.
import { addComments } from './vorbis-comments.ts';

const HEAD_BYTES = 27;
const MAX_SEGMENTS = 255;
const TAGS = 'OpusTags';
const CONTINUES = 1;

export function markOpus(file: Buffer, tags: readonly (readonly [string, string])[]): Buffer {
  const first = readPage(file, 0);
  const second = first && readPage(file, first.end);
  if (!second || second.content.toString('latin1', 0, TAGS.length) !== TAGS) return file;
  const content = Buffer.concat([Buffer.from(TAGS), addComments(second.content.subarray(TAGS.length), tags)]);
  const segments = Math.floor(content.length / 255) + 1;
  const third = readPage(file, second.end);
  // Comments of several pages would shift the number of every later page.
  if (segments > MAX_SEGMENTS || (third && third.flags & CONTINUES)) return file;
  const table = Buffer.alloc(segments, 255);
  table[segments - 1] = content.length % 255;
  const head = Buffer.from(second.head);
  head[26] = segments;
  head.writeUInt32LE(0, 22);
  const page = Buffer.concat([head, table, content]);
  page.writeUInt32LE(checksum(page), 22);
  return Buffer.concat([file.subarray(0, first.end), page, file.subarray(second.end)]);
}

/** Whether the comments, and the flags of the page behind them, have arrived. */
export function hasOpusHead(file: Buffer): boolean {
  const first = readPage(file, 0);
  const second = first && readPage(file, first.end);
  return second !== undefined && file.length >= second.end + HEAD_BYTES;
}

function readPage(file: Buffer, at: number) {
  if (file.toString('latin1', at, at + 4) !== 'OggS' || file.length < at + HEAD_BYTES) return undefined;
  const segments = file[at + 26] ?? 0;
  const start = at + HEAD_BYTES + segments;
  const length = file.subarray(at + HEAD_BYTES, start).reduce((sum, size) => sum + size, 0);
  const end = start + length;
  const head = file.subarray(at, at + HEAD_BYTES);
  return { head, flags: head[5] ?? 0, content: file.subarray(start, end), end };
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum & 0x8000_0000 ? 0x04c1_1db7 : 0);
  return sum >>> 0;
});

function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ (TABLE[((sum >>> 24) & 0xff) ^ byte] ?? 0)) >>> 0;
  return sum;
}
