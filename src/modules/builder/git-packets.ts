// The packets of Git's protocol: four hexadecimal digits with their length, then the content.
import { ServiceError } from '../../core/errors.ts';

const HEAD_BYTES = 4;

export const flushPacket: Buffer = Buffer.from('0000');

export function packet(text: string): Buffer {
  const content = Buffer.from(text);
  const length = (content.length + HEAD_BYTES).toString(16).padStart(HEAD_BYTES, '0');
  return Buffer.concat([Buffer.from(length), content]);
}

/** The contents; the special packets without one are left out. */
export function readPackets(bytes: Uint8Array): Buffer[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents: Buffer[] = [];
  for (let at = 0; at < all.length; ) {
    const head = all.toString('latin1', at, at + HEAD_BYTES);
    const length = /^[0-9a-fA-F]{4}$/.test(head) ? Number.parseInt(head, 16) : Number.NaN;
    if (length < HEAD_BYTES) at += HEAD_BYTES;
    else if (at + length <= all.length) {
      contents.push(all.subarray(at + HEAD_BYTES, at + length));
      at += length;
    } else throw new ServiceError('engine_failed', 'The remote does not speak the protocol of Git.');
  }
  return contents;
}
