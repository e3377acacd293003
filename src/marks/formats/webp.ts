// XMP in WebP: the last chunk, and a bit in the extended header, which a simple file has to get first.
import { KeptBytes } from './kept-bytes.ts';
import { CHUNK_HEAD_BYTES, chunkName, isRiff, joinRiff, riffChunk, visitChunks } from './riff.ts';

const HEAD_BYTES = 10;
const [XMP, EXTENDED] = [chunkName('XMP '), chunkName('VP8X')];
const [XMP_BIT, ALPHA_BIT] = [0x04, 0x10];

export function markWebp(file: Buffer, xmp: string): Buffer {
  if (!isRiff(file, 'WEBP')) return file;
  const kept = new KeptBytes(file);
  const heads: (Buffer | undefined)[] = [];
  visitChunks(file, (name, start, end) => {
    if (name === XMP) return;
    const isFirst = heads.length === 0;
    if (isFirst) heads.push(extendedHead(file.subarray(start, end)));
    if (!isFirst || name !== EXTENDED) kept.keep(start, end);
  });
  const [head] = heads;
  if (!head) return file;
  return joinRiff(file, [riffChunk('VP8X', head), ...kept.take(), riffChunk('XMP ', Buffer.from(xmp))]);
}

/** Of the first chunk, which says what the file holds. */
function extendedHead(chunk: Buffer): Buffer | undefined {
  const name = chunk.toString('latin1', 0, 4);
  const content = chunk.subarray(CHUNK_HEAD_BYTES);
  if (name === 'VP8X') {
    const head = Buffer.from(content.subarray(0, HEAD_BYTES));
    head[0] = (head[0] ?? 0) | XMP_BIT;
    return head;
  }
  if (name === 'VP8 ')
    return writeHead(XMP_BIT, { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff });
  if (name !== 'VP8L') return undefined;
  const bits = content.readUInt32LE(1);
  const alpha = (bits >>> 28) & 1 ? ALPHA_BIT : 0;
  return writeHead(XMP_BIT | alpha, { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
}

function writeHead(flags: number, { width, height }: { width: number; height: number }): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = flags;
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return head;
}
