// Compresses large answers and pages for GET requests, if the client accepts it. Answers of engines and streams are not compressed.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '../core/accepted-encodings.ts';
import type { Incoming } from './incoming.ts';

/** Smaller answers fit into a few packets: compressing them takes longer than sending them. */
const LEAST_BYTES = 8 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packWithGzip = promisify(gzip);
const packWithBrotli = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);

export type Packing = 'br' | 'gzip';

/** The best encoding that the client accepts; undefined if there is none, or if the answer must not be compressed. */
export function packingFor({ method, headers }: Pick<Incoming, 'method' | 'headers'>): Packing | undefined {
  if (method !== 'GET') return undefined;
  return chooseEncoding(headers['accept-encoding'], ['br', 'gzip']);
}

/** Compresses the text in another thread; undefined if the text is too small to benefit. */
export async function packText(text: string, packing: Packing): Promise<Buffer | undefined> {
  if (text.length < LEAST_BYTES) return undefined;
  const bytes = Buffer.from(text);
  return packing === 'br' ? packWithBrotli(bytes, BROTLI) : packWithGzip(bytes);
}

/** The headers of a compressed response; keeps an existing Vary. */
export function packedHeaders(packed: Buffer, packing: Packing, vary: string | string[] | undefined) {
  return {
    vary: [vary ?? [], 'Accept-Encoding'].flat().join(', '),
    'content-encoding': packing,
    'content-length': String(packed.length),
  };
}
