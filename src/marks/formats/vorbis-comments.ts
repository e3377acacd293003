// Vorbis comments, the tags of FLAC and Opus: a vendor's name and a list of NAME=value.

export function addComments(block: Buffer, tags: readonly (readonly [string, string])[]): Buffer {
  const vendorEnd = 4 + block.readUInt32LE(0);
  const count = block.readUInt32LE(vendorEnd);
  const own = tags.map(([name, value]) => lengthFirst(Buffer.from(`${name}=${value}`)));
  const total = Buffer.alloc(4);
  total.writeUInt32LE(count + own.length);
  // In front of the others: what follows them is not always text.
  return Buffer.concat([block.subarray(0, vendorEnd), total, ...own, block.subarray(vendorEnd + 4)]);
}

export const NO_COMMENTS: Buffer = Buffer.alloc(8);

function lengthFirst(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}
