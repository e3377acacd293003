// Parses large bodies in a thread: 30 MB of text take 100 ms and more, which would delay every other request.
import { CallThread } from '../core/call-thread.ts';
import { ServiceError } from '../core/errors.ts';
import type { ReadBody } from './parse-multipart.ts';

export interface UnparsedBody {
  bytes: Uint8Array;
  /** The content type of a form with its boundary; null for JSON. */
  multipartType: string | null;
}

/** Smaller bodies parse in a few milliseconds, faster than a round trip to the thread under load. */
export const LARGE_BODY_BYTES = 512 * 1024;

const thread = new CallThread<UnparsedBody, ReadBody>(
  new URL('./body-thread.ts', import.meta.url),
  () => new ServiceError('payload_too_large', 'The body needs more memory to parse than is available. Send less.'),
);

/** Transfers the bytes: they cannot be read here afterwards. */
export function parseLargeBody(bytes: Buffer, multipartType: string | null): Promise<ReadBody> {
  const ownsMemory = bytes.byteLength === bytes.buffer.byteLength;
  return thread.call({ bytes, multipartType }, ownsMemory ? [bytes.buffer as ArrayBuffer] : []);
}
