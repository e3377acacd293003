// Reads tar archives while streaming them, extracts named files of a gzipped one, and writes headers.
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export const BLOCK = 512;

/** `wanted` maps a path inside the package (without npm's leading `package/`) to the file it is written to. */
export async function extractFiles(tarball: string, wanted: ReadonlyMap<string, string>): Promise<void> {
  const missing = new Set(wanted.keys());
  const bytes = new ByteQueue(createReadStream(tarball).pipe(createGunzip()));
  let longName: string | undefined;
  for (let header = await bytes.take(BLOCK); header && header[0] !== 0; header = await bytes.take(BLOCK)) {
    const size = readSize(header);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'x' || kind === 'L') {
      longName = readLongName(kind, (await bytes.take(size)) ?? Buffer.alloc(0)) ?? longName;
    } else {
      const path = (longName ?? readName(header)).replace(/^[^/]+\//, '');
      longName = undefined;
      const target = kind === '0' || kind === '\0' ? wanted.get(path) : undefined;
      await bytes.pipe(size, target ? createWriteStream(target) : undefined);
      if (target) missing.delete(path);
    }
    await bytes.pipe(padding, undefined);
    if (missing.size === 0) break;
  }
  bytes.close();
  if (missing.size > 0) throw new Error(`the package does not contain ${[...missing].join(', ')}`);
}

export function readName(header: Buffer): string {
  const prefix = readText(header.subarray(345, 500));
  const name = readText(header.subarray(0, 100));
  return prefix ? `${prefix}/${name}` : name;
}

export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const cut = Buffer.byteLength(name) > 100 ? name.lastIndexOf('/') : -1;
  header.write(name.slice(cut + 1), 0, 100);
  if (cut > 0) header.write(name.slice(0, cut), 345, 155);
  header.write('0000644\0', 100);
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function readText(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

export function readSize(header: Buffer): number {
  const first = header[124] ?? 0;
  // Sizes above 8 GB are stored in binary, marked by the top bit.
  if (first & 0x80) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(readText(header.subarray(124, 136)).trim() || '0', 8);
}

function readLongName(kind: string, content: Buffer): string | undefined {
  if (kind === 'L') return readText(content);
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1];
}

export class ByteQueue {
  readonly #source: NodeJS.ReadableStream & { destroy(): void };
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: NodeJS.ReadableStream & { destroy(): void }) {
    this.#source = source;
    this.#chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(size: number): Promise<Buffer | undefined> {
    while (this.#rest.length < size) {
      const next = await this.#chunks.next();
      if (next.done) return undefined;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  async pipe(size: number, target: WriteStream | undefined, look?: (piece: Buffer) => void): Promise<void> {
    let left = size;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) throw new Error('the archive ends in the middle of a file');
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      look?.(piece);
      if (target && !target.write(piece)) await once(target, 'drain');
    }
    if (target) await finished(target.end());
  }

  close(): void {
    this.#source.destroy();
  }
}
