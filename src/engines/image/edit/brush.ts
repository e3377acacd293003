// The building blocks of painterly styles: smoothed areas, and the lines between them.
import { openPixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';

/** Kuwahara filter: each pixel takes the mean of the least varied of four squares around it, which keeps edges and removes texture. */
export function smoothAreas(picture: Pixels, radius: number): Pixels {
  const { width, height, channels, data } = picture;
  const sums = sumTables(picture);
  const made = Uint8Array.from(data);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let calmest = Number.POSITIVE_INFINITY;
      for (const [dx, dy] of QUADRANTS) {
        const left = Math.max(0, x + dx * radius);
        const right = Math.min(width, x + dx * radius + radius + 1);
        const top = Math.max(0, y + dy * radius);
        const bottom = Math.min(height, y + dy * radius + radius + 1);
        const area = (right - left) * (bottom - top);
        const total = (table: Float64Array) => boxSum(table, width + 1, left, right, top, bottom);
        const mean = total(sums.brightness) / area;
        const spread = total(sums.square) / area - mean * mean;
        if (spread >= calmest) continue;
        calmest = spread;
        for (let channel = 0; channel < 3; channel += 1) {
          const table = sums.colours[channel];
          if (table) made[(y * width + x) * channels + channel] = total(table) / area;
        }
      }
    }
  return { width, height, channels, data: made };
}

const QUADRANTS: readonly (readonly [number, number])[] = [
  [-1, -1],
  [0, -1],
  [-1, 0],
  [0, 0],
];

function sumTables(picture: Pixels) {
  const { width, height, channels, data } = picture;
  const table = (value: (at: number) => number) => {
    const sums = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y += 1) {
      let row = 0;
      for (let x = 0; x < width; x += 1) {
        row += value((y * width + x) * channels);
        sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
      }
    }
    return sums;
  };
  const brightness = (at: number) =>
    0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return {
    brightness: table(brightness),
    square: table((at) => brightness(at) ** 2),
    colours: [0, 1, 2].map((channel) => table((at) => data[at + channel] ?? 0)),
  };
}

function boxSum(sums: Float64Array, stride: number, left: number, right: number, top: number, bottom: number): number {
  return (
    (sums[bottom * stride + right] ?? 0) -
    (sums[top * stride + right] ?? 0) -
    (sums[bottom * stride + left] ?? 0) +
    (sums[top * stride + left] ?? 0)
  );
}

/** 0 where there is no line, 1 on a strong one: the difference of two blurs of the brightness. */
export async function findLines(picture: Pixels, thickness: number, threshold: number): Promise<Float32Array> {
  const blurred = (sigma: number) => openPixels(picture).removeAlpha().grayscale().blur(sigma).raw().toBuffer();
  const [near, far] = await Promise.all([blurred(thickness), blurred(thickness * 1.6)]);
  return Float32Array.from({ length: picture.width * picture.height }, (_, pixel) => {
    const difference = (far[pixel] ?? 0) - (near[pixel] ?? 0);
    return Math.min(1, Math.max(0, (difference - threshold) / 6));
  });
}

export function darkenLines(picture: Pixels, lines: Float32Array, strength: number): void {
  for (let pixel = 0; pixel < lines.length; pixel += 1) {
    const keep = 1 - strength * (lines[pixel] ?? 0);
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * picture.channels + channel;
      picture.data[at] = (picture.data[at] ?? 0) * keep;
    }
  }
}
