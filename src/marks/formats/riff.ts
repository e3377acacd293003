// RIFF, the container of WAV and WebP: a list of chunks, each a name, a size and its content.

/** Where a chunk stands, with its head and the byte that fills it up to an even length. Its name is a number, because files have millions. */
type VisitChunk = (name: number, start: number, end: number) => void;

export const CHUNK_HEAD_BYTES = 8;

export function isRiff(file: Buffer, kind: 'WAVE' | 'WEBP'): boolean {
  return file.length >= 12 && file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === kind;
}

export function chunkName(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0);
}

/** Reads up to the end of the bytes: the last chunk of a stream's head is cut off. */
export function visitChunks(file: Buffer, visit: VisitChunk): void {
  for (let at = 12; at + CHUNK_HEAD_BYTES <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    const end = Math.min(file.length, at + CHUNK_HEAD_BYTES + size + (size % 2));
    visit(file.readUInt32BE(at), at, end);
    at = end;
  }
}

export function riffChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** A stream's length is unknown when it begins; then the head says the largest number, and keeps it. */
const UNKNOWN = 0xffff_ffff;

export function joinRiff(file: Buffer, parts: readonly Buffer[]): Buffer {
  const joined = Buffer.concat([file.subarray(0, 12), ...parts]);
  const size = file.readUInt32LE(4);
  if (size !== UNKNOWN) joined.writeUInt32LE(Math.min(UNKNOWN, size + joined.length - file.length), 4);
  return joined;
}
