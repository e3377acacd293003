// Decompresses a request's body (Content-Encoding), in pieces and up to the limit of its route.
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ServiceError } from '../core/errors.ts';

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const;

export interface UnpackLimits {
  limitBytes: number;
  /** Called with the size of each decompressed piece; throws to refuse the rest. */
  hold(bytes: number): void;
}

/** zlib works in its own threads; the event loop only gathers the pieces. */
export async function unpackBody(bytes: Buffer, encoding: string, { limitBytes, hold }: UnpackLimits): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name as keyof typeof DECODERS] : undefined;
  if (!create)
    throw new ServiceError(
      'unsupported_media_type',
      `The Content-Encoding "${name.slice(0, 40)}" is not supported. Send the body uncompressed, or with gzip, deflate, br or zstd.`,
    );
  const decoder = create();
  const pieces: Buffer[] = [];
  let size = 0;
  decoder.end(bytes);
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limitBytes)
        throw new ServiceError('payload_too_large', 'The decompressed body is larger than this path accepts.');
      hold(piece.length);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('invalid_json', `The body is not valid ${name}, although its Content-Encoding says so.`);
  } finally {
    decoder.destroy();
  }
  return Buffer.concat(pieces, size);
}
