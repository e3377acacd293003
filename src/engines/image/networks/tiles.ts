// Cuts an image into overlapping tiles and blends the results, so that memory stays bounded and no seam shows.
import type { Pixels } from '../intake.ts';

export interface Planes {
  width: number;
  height: number;
  channels: number;
  /** Channels first, 0–1. */
  values: Float32Array;
}

export interface TilePlan {
  /** The largest side of a tile in the source, overlap included. */
  maxSize: number;
  overlap: number;
  /** Tiles are padded to a multiple of this. */
  multiple: number;
}

export type RunTile = (tile: Planes) => Promise<Planes>;

export async function runTiled(
  source: Planes,
  { scale, plan, run }: { scale: number; plan: TilePlan; run: RunTile },
  report: (fraction: number) => void,
): Promise<Planes> {
  const width = source.width * scale;
  const height = source.height * scale;
  const sum = new Float32Array(width * height * source.channels);
  const weight = new Float32Array(width * height);
  const across = cutLength(source.width, plan);
  const down = cutLength(source.height, plan);
  let done = 0;
  for (const y of down.starts)
    for (const x of across.starts) {
      const size = { width: Math.min(across.size, source.width - x), height: Math.min(down.size, source.height - y) };
      const spot = { x, y, ...size };
      const made = await run(cutTile(source, spot, plan.multiple));
      addTile(
        { sum, weight, width, height, channels: source.channels },
        { tile: made, spot },
        { scale, overlap: plan.overlap * scale },
      );
      done += 1;
      report(done / (down.starts.length * across.starts.length));
    }
  for (let channel = 0; channel < source.channels; channel += 1)
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const at = channel * width * height + pixel;
      sum[at] = (sum[at] ?? 0) / (weight[pixel] || 1);
    }
  return { width, height, channels: source.channels, values: sum };
}

interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As few tiles as the maximum size allows, each as small as that number permits: overlap is work done twice. */
function cutLength(length: number, { maxSize, overlap, multiple }: TilePlan): { size: number; starts: number[] } {
  if (length <= maxSize) return { size: length, starts: [0] };
  const count = Math.ceil((length - overlap) / (maxSize - overlap));
  const even = (length + (count - 1) * overlap) / count;
  const size = Math.min(maxSize, Math.ceil(even / multiple) * multiple);
  const starts = Array.from({ length: count }, (_, index) => Math.round((index * (length - size)) / (count - 1)));
  return { size, starts };
}

/** Mirrors the border outwards up to the multiple that the network needs. */
function cutTile(source: Planes, spot: Spot, multiple: number): Planes {
  const width = Math.ceil(spot.width / multiple) * multiple;
  const height = Math.ceil(spot.height / multiple) * multiple;
  const values = new Float32Array(width * height * source.channels);
  for (let channel = 0; channel < source.channels; channel += 1)
    for (let y = 0; y < height; y += 1) {
      const row = (channel * source.height + spot.y + mirror(y, spot.height)) * source.width + spot.x;
      for (let x = 0; x < width; x += 1)
        values[(channel * height + y) * width + x] = source.values[row + mirror(x, spot.width)] ?? 0;
    }
  return { width, height, channels: source.channels, values };
}

function mirror(at: number, size: number): number {
  if (size === 1) return 0;
  const period = 2 * size - 2;
  const place = at % period;
  return place < size ? place : period - place;
}

interface Canvas {
  sum: Float32Array;
  weight: Float32Array;
  width: number;
  height: number;
  channels: number;
}

function addTile(
  canvas: Canvas,
  { tile, spot }: { tile: Planes; spot: Spot },
  { scale, overlap }: { scale: number; overlap: number },
): void {
  const width = spot.width * scale;
  const height = spot.height * scale;
  const left = spot.x * scale;
  const top = spot.y * scale;
  const across = ramp(width, { hasBefore: left > 0, hasAfter: left + width < canvas.width }, overlap);
  const down = ramp(height, { hasBefore: top > 0, hasAfter: top + height < canvas.height }, overlap);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const share = (across[x] ?? 0) * (down[y] ?? 0);
      const at = (top + y) * canvas.width + left + x;
      canvas.weight[at] = (canvas.weight[at] ?? 0) + share;
      for (let channel = 0; channel < canvas.channels; channel += 1) {
        const place = channel * canvas.width * canvas.height + at;
        const value = tile.values[(channel * tile.height + y) * tile.width + x] ?? 0;
        canvas.sum[place] = (canvas.sum[place] ?? 0) + share * value;
      }
    }
}

/** 0 in the outer quarter of the overlap, where the network lacks context; a linear blend in its middle. */
function ramp(
  length: number,
  { hasBefore, hasAfter }: { hasBefore: boolean; hasAfter: boolean },
  overlap: number,
): Float32Array {
  const dead = overlap / 4;
  const share = (distance: number) => Math.min(1, Math.max(1e-6, (distance + 0.5 - dead) / (overlap / 2)));
  return Float32Array.from({ length }, (_, at) =>
    Math.min(hasBefore ? share(at) : 1, hasAfter ? share(length - 1 - at) : 1),
  );
}

export function toPlanes(pixels: Pixels, channels: number): Planes {
  const { width, height } = pixels;
  const values = new Float32Array(width * height * channels);
  for (let channel = 0; channel < channels; channel += 1)
    for (let pixel = 0; pixel < width * height; pixel += 1)
      values[channel * width * height + pixel] = (pixels.data[pixel * pixels.channels + channel] ?? 0) / 255;
  return { width, height, channels, values };
}
