// Compresses large JSON answers to GET requests, if the client takes it. Answers of engines and streams are sent as they are.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Incoming } from './incoming.ts';

/** Smaller answers fit into a few packets: compressing them takes longer than sending them. */
const LEAST_BYTES = 8 * 1024;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packWithGzip = promisify(gzip);
const packWithBrotli = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);

export type Packing = 'br' | 'gzip';

/** What the client takes, the smaller one first; undefined: nothing, or the answer must not be packed. */
export function packingFor({ method, headers }: Pick<Incoming, 'method' | 'headers'>): Packing | undefined {
  if (method !== 'GET') return undefined;
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') return undefined;
  return (['br', 'gzip'] as const).find((name) => accepts(accepted, name));
}

function accepts(header: string, name: Packing): boolean {
  return header.split(',').some((part) => {
    const [token = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return token === name && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
}

/** The packed text, in another thread; undefined if it is too small to be worth it. */
export async function packText(text: string, packing: Packing): Promise<Buffer | undefined> {
  if (text.length < LEAST_BYTES) return undefined;
  const bytes = Buffer.from(text);
  return packing === 'br' ? packWithBrotli(bytes, BROTLI) : packWithGzip(bytes);
}
