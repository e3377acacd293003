// XMP in SVG: a metadata element at the beginning of the root.
const ROOT = '<svg';
const [QUOTE, APOSTROPHE, END, SLASH] = [0x22, 0x27, 0x3e, 0x2f];

export function markSvg(file: Buffer, xmp: string): Buffer {
  const at = endOfRoot(file);
  if (at === undefined || file[at - 2] === SLASH) return file;
  return Buffer.concat([file.subarray(0, at), Buffer.from(`<metadata>${xmp}</metadata>`), file.subarray(at)]);
}

/** Behind the first tag of the root. A hand-written scan: an expression would begin anew at every word that looks like a root. */
function endOfRoot(file: Buffer): number | undefined {
  let at = file.indexOf(ROOT);
  while (at >= 0 && isWordByte(file[at + ROOT.length])) at = file.indexOf(ROOT, at + ROOT.length);
  if (at < 0) return undefined;
  for (at += ROOT.length; at < file.length; at += 1) {
    const byte = file[at];
    if (byte === END) return at + 1;
    if (byte !== QUOTE && byte !== APOSTROPHE) continue;
    at = file.indexOf(byte, at + 1);
    if (at < 0) return undefined;
  }
  return undefined;
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /\w/.test(String.fromCharCode(byte));
}
