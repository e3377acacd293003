// XMP in SVG: a metadata element at the beginning of the root.
const ROOT = /<svg\b(?:"[^"]*"|'[^']*'|[^>"'])*>/;

export function markSvg(file: Buffer, xmp: string): Buffer {
  const text = file.toString('utf8');
  const root = ROOT.exec(text);
  if (!root || root[0].endsWith('/>')) return file;
  const at = root.index + root[0].length;
  return Buffer.from(`${text.slice(0, at)}<metadata>${xmp}</metadata>${text.slice(at)}`);
}
