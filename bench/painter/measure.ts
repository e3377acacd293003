// Measures finished pictures: colour classes, connected regions, tones of places. It looks at pixels, never at the plan alone.
export interface Picture {
  width: number;
  height: number;
  /** RGBA, 8 bits. */
  pixels: Uint8Array;
}

/** The class of a pixel's colour, by hue, saturation and lightness. */
function colourClass(r: number, g: number, b: number): string {
  const high = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  const spread = high - low;
  if (high < 38) return 'black';
  if (spread < 0.16 * high || spread < 14) return high > 190 ? 'white' : 'gray';
  let hue = high === r ? ((g - b) / spread) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  hue = (hue * 60 + 360) % 360;
  if (hue < 14 || hue >= 345) return spread < 0.55 * high && high > 150 ? 'pink' : 'red';
  if (hue < 42) return 'orange';
  if (hue < 68) return 'yellow';
  if (hue < 165) return 'green';
  if (hue < 200) return 'cyan';
  if (hue < 258) return 'blue';
  if (hue < 312) return 'purple';
  return 'pink';
}

/** Neighbouring classes that a shaded or warmly lit surface of that colour may show. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  red: ['red', 'pink'],
  pink: ['pink', 'red', 'orange'],
  orange: ['orange'],
  yellow: ['yellow', 'orange'],
  green: ['green', 'yellow'],
  blue: ['blue', 'cyan'],
  purple: ['purple', 'blue', 'pink'],
  white: ['white', 'gray'],
  black: ['black', 'gray'],
  silver: ['gray', 'white'],
  brown: ['orange', 'red', 'yellow'],
  blonde: ['yellow', 'orange'],
};

/** The share of a mask that has a colour, or one that its light and shade may show. */
export function shareOfColour(picture: Picture, mask: Uint8Array, colour: string): number {
  const wanted = new Set(NEAR[colour] ?? [colour]);
  let [hits, all] = [0, 0];
  for (const [at, bit] of mask.entries()) {
    if (!bit) continue;
    const [r = 0, g = 0, b = 0] = picture.pixels.subarray(at * 4, at * 4 + 3);
    all++;
    if (wanted.has(colourClass(r, g, b)) && (colour !== 'black' || Math.max(r, g, b) < 90)) hits++;
  }
  return all === 0 ? 0 : hits / all;
}

export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels of a colour inside some boxes of the picture. */
export function maskOf(picture: Picture, colour: string, boxes: readonly Region[], strict: boolean): Uint8Array {
  const wanted = new Set(strict ? [colour] : (NEAR[colour] ?? [colour]));
  const mask = new Uint8Array(picture.width * picture.height);
  for (const box of boxes) {
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(picture.height, box.bottom); y++) {
      for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(picture.width, box.right); x++) {
        const at = y * picture.width + x;
        const i = at * 4;
        if (wanted.has(colourClass(picture.pixels[i] ?? 0, picture.pixels[i + 1] ?? 0, picture.pixels[i + 2] ?? 0)))
          mask[at] = 1;
      }
    }
  }
  return mask;
}

export interface Blob {
  area: number;
  x: number;
  y: number;
}

/** Connected regions of a mask, largest first. */
export function blobsOf(mask: Uint8Array, width: number): Blob[] {
  const height = mask.length / width;
  const seen = Uint8Array.from(mask);
  const stack: number[] = [];
  const blobs: Blob[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (!seen[start]) continue;
    const blob = { area: 0, x: 0, y: 0 };
    stack.push(start);
    seen[start] = 0;
    while (stack.length > 0) {
      const at = stack.pop() ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      blob.area++;
      blob.x += x;
      blob.y += y;
      for (const [nx, ny] of [
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ] as const) {
        const next = ny * width + nx;
        if (nx >= 0 && ny >= 0 && nx < width && ny < height && seen[next]) {
          seen[next] = 0;
          stack.push(next);
        }
      }
    }
    blobs.push({ area: blob.area, x: blob.x / blob.area, y: blob.y / blob.area });
  }
  return blobs.sort((a, b) => b.area - a.area);
}

/** How many regions are of a size with the largest: specks and highlights do not count. */
export function countLike(blobs: readonly Blob[], share: number): number {
  const largest = blobs[0]?.area ?? 0;
  return blobs.filter((blob) => blob.area >= Math.max(12, largest * share)).length;
}

/** Pixels that differ clearly between two pictures of the same scene. */
export function differenceMask(a: Picture, b: Picture, boxes: readonly Region[]): Uint8Array {
  const mask = new Uint8Array(a.width * a.height);
  for (const box of boxes) {
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(a.height, box.bottom); y++) {
      for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(a.width, box.right); x++) {
        const i = (y * a.width + x) * 4;
        const apart =
          Math.abs((a.pixels[i] ?? 0) - (b.pixels[i] ?? 0)) +
          Math.abs((a.pixels[i + 1] ?? 0) - (b.pixels[i + 1] ?? 0)) +
          Math.abs((a.pixels[i + 2] ?? 0) - (b.pixels[i + 2] ?? 0));
        if (apart > 44) mask[y * a.width + x] = 1;
      }
    }
  }
  return mask;
}

interface Tone {
  r: number;
  g: number;
  b: number;
  light: number;
}

function toneOf(picture: Picture, from: number, to: number): Tone {
  const tone = { r: 0, g: 0, b: 0, light: 0 };
  let count = 0;
  for (let y = Math.floor(picture.height * from); y < picture.height * to; y++) {
    for (let x = 0; x < picture.width; x++) {
      const i = (y * picture.width + x) * 4;
      tone.r += picture.pixels[i] ?? 0;
      tone.g += picture.pixels[i + 1] ?? 0;
      tone.b += picture.pixels[i + 2] ?? 0;
      count++;
    }
  }
  const mean = { r: tone.r / count, g: tone.g / count, b: tone.b / count };
  return { ...mean, light: mean.r * 0.3 + mean.g * 0.59 + mean.b * 0.11 };
}

/** Whether the tones of a picture are those of a place or time. */
export function showsPlace(picture: Picture, place: string): boolean {
  const all = toneOf(picture, 0, 1);
  const low = toneOf(picture, 0.85, 1);
  const sky = toneOf(picture, 0, 0.3);
  const middle = toneOf(picture, 0.4, 0.7);
  switch (place) {
    case 'water':
      return waterLike(picture);
    case 'sand':
      return low.r > low.g && low.g > low.b * 1.08 && low.light > 70;
    case 'snow':
      return low.light > 120 && Math.abs(low.r - low.b) < 50;
    case 'green':
      return low.g > low.r && low.g > low.b * 1.1;
    case 'night':
      return sky.light < 70 && sky.b >= sky.r;
    case 'sunset':
      return middle.r > middle.b * 1.2;
    case 'space':
      return sky.light < 60;
    case 'underwater':
      return all.b > all.r * 1.15 && all.g > all.r;
    case 'fog':
      return (
        Math.abs(sky.light - middle.light) < 70 &&
        Math.max(middle.r, middle.g, middle.b) - Math.min(middle.r, middle.g, middle.b) < 60
      );
    case 'autumn':
      return all.r > all.b * 1.02;
    case 'day':
      return sky.b > sky.r && sky.light > 90;
    default:
      return false;
  }
}

/** Water mirrors the sky: somewhere in the lower half a band has the colour balance of the sky, not of earth. */
function waterLike(picture: Picture): boolean {
  const sky = toneOf(picture, 0, 0.35);
  for (let from = 0.5; from < 0.95; from += 0.05) {
    const band = toneOf(picture, from, from + 0.05);
    const balance = band.b / Math.max(1, band.r + band.g);
    if (balance > 0.8 * (sky.b / Math.max(1, sky.r + sky.g)) || band.b > band.r * 1.05) return true;
  }
  return false;
}
