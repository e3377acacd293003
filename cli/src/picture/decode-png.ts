// Reads the pixels of a PNG as the service writes it (8 bits per channel, not interlaced), without dependencies.
import { inflateSync } from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue of each pixel; transparent pixels are darkened. */
  rgb: Uint8Array;
}

const SIGNATURE = '89504e470d0a1a0a';
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Undefined for images that it cannot read. */
export function decodePng(file: Buffer): Pixels | undefined {
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE) return undefined;
  const chunks = chunksOf(file);
  const header = chunks.find((chunk) => chunk.type === 'IHDR')?.data;
  if (header?.[8] !== 8 || header[12] !== 0) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const colourType = header[9] ?? 0;
  const channels = CHANNELS[colourType];
  if (!channels) return undefined;
  const packed = Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data));
  const samples = unfilter(inflateSync(packed), width * channels, height, channels);
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')?.data;
  return { width, height, rgb: toRgb(samples, { count: width * height, channels, palette }) };
}

function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** The first byte of each row says how its pixels were predicted from their left and upper neighbours. */
function unfilter(raw: Buffer, rowBytes: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const up = y > 0 ? (out[at - rowBytes] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - rowBytes - step] ?? 0) : 0;
      out[at] = (raw[y * (rowBytes + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function toRgb(
  samples: Uint8Array,
  { count, channels, palette }: { count: number; channels: number; palette: Buffer | undefined },
): Uint8Array {
  const rgb = new Uint8Array(count * 3);
  const isGrey = channels < 3 && !palette;
  for (let index = 0; index < count; index += 1) {
    const at = index * channels;
    const alpha = channels === 4 || channels === 2 ? (samples[at + channels - 1] ?? 0) / 255 : 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const direct = samples[at + (isGrey ? 0 : channel)] ?? 0;
      const value = palette ? (palette[(samples[at] ?? 0) * 3 + channel] ?? 0) : direct;
      rgb[index * 3 + channel] = value * alpha;
    }
  }
  return rgb;
}
