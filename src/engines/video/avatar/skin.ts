// Finds the largest patch of skin in a small picture and the width of the face at its top.
export interface Small {
  width: number;
  height: number;
  /** RGB. */
  data: Uint8Array;
}

export interface SkinPlace {
  x: number;
  /** The hairline, or the top of a bald head. */
  top: number;
  width: number;
}

const LEAST_SHARE = 0.008;

export function findSkin(picture: Small): SkinPlace | undefined {
  const patch = largestPatch(picture);
  if (!patch || patch.pixels.length < picture.width * picture.height * LEAST_SHARE) return undefined;
  return measureTop(patch.pixels, picture);
}

/** The ranges that skin of all tones keeps to once brightness is taken out. */
function isSkin(red: number, green: number, blue: number): boolean {
  const cb = 128 - 0.169 * red - 0.331 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.419 * green - 0.081 * blue;
  return red > 40 && red > blue && cb >= 77 && cb <= 128 && cr >= 134 && cr <= 176;
}

/** Patches near the middle and the top count more: that is where faces are put. */
function largestPatch({ width, height, data }: Small): { pixels: number[]; score: number } | undefined {
  const open = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    if (isSkin(data[pixel * 3] ?? 0, data[pixel * 3 + 1] ?? 0, data[pixel * 3 + 2] ?? 0)) open[pixel] = 1;
  let best: { pixels: number[]; score: number } | undefined;
  for (let start = 0; start < open.length; start += 1) {
    if (!open[start]) continue;
    const pixels = flood(open, start, width);
    let score = 0;
    for (const pixel of pixels) {
      const aside = ((pixel % width) / width - 0.5) * 2;
      const down = pixel / width / height;
      score += 1.2 - 0.7 * aside * aside - 0.5 * down;
    }
    if (score > (best?.score ?? 0)) best = { pixels, score };
  }
  return best;
}

function flood(open: Uint8Array, start: number, width: number): number[] {
  const pixels = [start];
  open[start] = 0;
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index] ?? 0;
    const column = pixel % width;
    for (const next of [
      pixel - width,
      pixel + width,
      column > 0 ? pixel - 1 : -1,
      column < width - 1 ? pixel + 1 : -1,
    ]) {
      if (next < 0 || !open[next]) continue;
      open[next] = 0;
      pixels.push(next);
    }
  }
  return pixels;
}

/** Down from the top until the face is as wide as it gets before the neck and the shoulders. */
function measureTop(pixels: readonly number[], { width, height }: Small): SkinPlace | undefined {
  const rows = Array.from({ length: height }, () => ({ count: 0, sum: 0 }));
  for (const pixel of pixels) {
    const row = rows[Math.floor(pixel / width)];
    if (!row) continue;
    row.count += 1;
    row.sum += pixel % width;
  }
  const top = rows.findIndex(({ count }) => count >= 4);
  let widest = 0;
  let sum = 0;
  let count = 0;
  for (let y = top; top >= 0 && y < height && y - top < Math.max(6, widest * 0.95); y += 1) {
    const row = rows[y];
    if (!row) break;
    widest = Math.max(widest, row.count);
    sum += row.sum;
    count += row.count;
  }
  return count > 0 ? { x: sum / count, top, width: widest } : undefined;
}
