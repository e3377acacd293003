// ID3 tags of MP3 and AAC: frames are added to the tag that a file begins with, or a tag is put before it.

/** A version whose frames are written here; an unusual tag stays behind ours. */
const READABLE = [3, 4];
const HEAD_BYTES = 10;

export function markId3(
  file: Buffer,
  { xmp, tags }: { xmp: string; tags: readonly (readonly [string, string])[] },
): Buffer {
  const isTagged = file.toString('latin1', 0, 3) === 'ID3' && READABLE.includes(file[3] ?? 0) && file[5] === 0;
  // Anything else is not the sound that its type says.
  if (!isTagged && !beginsFrame(file)) return file;
  const version = isTagged ? (file[3] ?? 3) : 3;
  const frames = [
    ...tags.map(([name, value]) =>
      frameOf('TXXX', Buffer.concat([Buffer.from([1]), utf16(`${name}\0`), utf16(value)]), version),
    ),
    frameOf('PRIV', Buffer.concat([Buffer.from('XMP\0'), Buffer.from(xmp)]), version),
  ];
  const rest = isTagged ? file.subarray(HEAD_BYTES, HEAD_BYTES + readSyncsafe(file, 6)) : Buffer.alloc(0);
  const content = Buffer.concat([...frames, rest]);
  const head = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), syncsafe(content.length)]);
  return Buffer.concat([head, content, isTagged ? file.subarray(HEAD_BYTES + rest.length) : file]);
}

/** The eleven set bits with which a frame of sound begins. */
function beginsFrame(file: Buffer): boolean {
  return file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0;
}

/** Bytes of a stream that must be there before its tag can be changed. */
export function id3HeadBytes(file: Buffer): number {
  if (file.length < HEAD_BYTES) return HEAD_BYTES;
  return file.toString('latin1', 0, 3) === 'ID3' ? HEAD_BYTES + readSyncsafe(file, 6) : HEAD_BYTES;
}

function frameOf(id: string, content: Buffer, version: number): Buffer {
  const size = version === 4 ? syncsafe(content.length) : Buffer.alloc(4);
  if (version !== 4) size.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from(id, 'latin1'), size, Buffer.alloc(2), content]);
}

/** The encoding that both versions have. */
function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

/** Seven bits in each byte, so that no size looks like the beginning of sound. */
function syncsafe(value: number): Buffer {
  return Buffer.from([(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127]);
}

function readSyncsafe(file: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum * 128 + ((file[at + index] ?? 0) & 127), 0);
}
