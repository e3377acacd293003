// XMP in MP4: a box at the end of the file, where it moves nothing that the other boxes point to.
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

export function markMp4(file: Buffer, xmp: string): Buffer {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return file;
  const copy = hideEarlier(file);
  if (!copy) return file;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + XMP_BOX.length + Buffer.byteLength(xmp));
  head.write('uuid', 4, 'latin1');
  return Buffer.concat([copy, head, XMP_BOX, Buffer.from(xmp)]);
}

/** XMP of an upstream becomes free space of the same length. Undefined where nothing can be put behind the last box. */
function hideEarlier(file: Buffer): Buffer | undefined {
  let copy = file;
  for (let at = 0; at < file.length; ) {
    if (at + 16 > file.length) return undefined;
    const size = file.readUInt32BE(at);
    const length = size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size;
    // 0: the box reaches to the end of the file, whatever is added.
    if (length < 8 || at + length > file.length) return undefined;
    if (file.toString('latin1', at + 4, at + 8) === 'uuid' && file.subarray(at + 8, at + 24).equals(XMP_BOX)) {
      if (copy === file) copy = Buffer.from(file);
      copy.write('free', at + 4, 'latin1');
    }
    at += length;
  }
  return copy;
}
