// Finds a face in a picture by cues: the colour of skin for the place, dark pairs for the eyes, a red or dark line for the mouth.
import type { Face } from './face.ts';
import { findSkin, type Small } from './skin.ts';

export interface FoundFace {
  face: Face;
  /** Whether the eyes are where they must be: only then they blink. */
  isSure: boolean;
}

/** Undefined where nothing looks like a face. The picture is small: about 200 pixels a side. */
export function findFace(picture: Small): FoundFace | undefined {
  const place = findSkin(picture);
  if (!place) return undefined;
  const dark = darknessOf(picture, Math.max(2, Math.round(place.width / 9)));
  const eyes = findEyes(dark, picture, place);
  const centreX = eyes?.x ?? place.x;
  const apart = eyes?.apart ?? place.width * 0.44;
  const eyesY = eyes?.y ?? place.top + place.width * 0.5;
  const mouthY = findMouth(dark, picture, { x: centreX, eyesY, apart });
  const eye = { y: eyesY, radiusX: apart * 0.25, radiusY: apart * 0.14 };
  return {
    isSure: eyes !== undefined,
    face: {
      x: centreX,
      y: eyesY + apart * 0.35,
      radiusX: apart * 1.15,
      radiusY: apart * 1.5,
      mouth: { x: centreX, y: mouthY, halfWidth: apart * 0.4, smile: 0 },
      chinY: Math.max(mouthY + apart * 0.55, eyesY + apart * 1.75),
      eyes: eyes
        ? [
            { x: centreX - apart / 2, ...eye },
            { x: centreX + apart / 2, ...eye },
          ]
        : [],
    },
  };
}

interface Place {
  x: number;
  top: number;
  width: number;
}

const LEAST_EYE_DARKNESS = 14;

/** Two dark spots side by side, as far apart as the face is wide says; each must be there. */
function findEyes(dark: Float32Array, { width, height }: Small, place: Place) {
  let best = { score: LEAST_EYE_DARKNESS, x: 0, y: 0, apart: 0 };
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (dark[Math.round(y) * width + Math.round(x)] ?? 0);
  const top = place.top + place.width * 0.12;
  const bottom = place.top + place.width * 0.85;
  for (let y = top; y < bottom; y += 1)
    for (let apart = place.width * 0.34; apart <= place.width * 0.58; apart += 1)
      for (let x = place.x - place.width * 0.12; x <= place.x + place.width * 0.12; x += 1) {
        const pair = Math.min(at(x - apart / 2, y), at(x + apart / 2, y));
        // Between the eyes there is none.
        const score = pair - Math.max(0, at(x, y)) * 0.8;
        if (score > best.score) best = { score, x, y, apart };
      }
  return best.apart > 0 ? best : undefined;
}

/** The row below the nose that is darkest and reddest over the width of a mouth. */
function findMouth(dark: Float32Array, picture: Small, face: { x: number; eyesY: number; apart: number }): number {
  const { width, height, data } = picture;
  const expected = face.eyesY + face.apart * 1.08;
  let best = { score: Number.NEGATIVE_INFINITY, y: expected };
  for (let y = face.eyesY + face.apart * 0.82; y <= face.eyesY + face.apart * 1.38; y += 1) {
    let score = 0;
    for (let x = face.x - face.apart * 0.3; x <= face.x + face.apart * 0.3; x += 1) {
      const pixel = Math.round(Math.min(height - 1, y)) * width + Math.round(Math.min(width - 1, Math.max(0, x)));
      const [red, green, blue] = [data[pixel * 3] ?? 0, data[pixel * 3 + 1] ?? 0, data[pixel * 3 + 2] ?? 0];
      score += (dark[pixel] ?? 0) + 0.5 * (red - (green + blue) / 2);
    }
    score /= face.apart * 0.6;
    score -= (20 * Math.abs(y - expected)) / face.apart;
    if (score > best.score) best = { score, y };
  }
  return best.y;
}

/** How much darker each pixel is than its surroundings. */
function darknessOf({ width, height, data }: Small, radius: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  const light = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      const pixel = (y * width + x) * 3;
      const value = 0.3 * (data[pixel] ?? 0) + 0.59 * (data[pixel + 1] ?? 0) + 0.11 * (data[pixel + 2] ?? 0);
      light[y * width + x] = value;
      row += value;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const mean = (x: number, y: number, reach: number): number => {
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const corner = (column: number, row: number): number => sums[row * (width + 1) + column] ?? 0;
    const sum = corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top);
    return sum / ((right - left) * (bottom - top));
  };
  return light.map((_, pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    return mean(x, y, radius * 2) - mean(x, y, Math.max(1, Math.round(radius / 2)));
  });
}
