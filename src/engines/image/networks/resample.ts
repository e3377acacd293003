// Bicubic enlargement with exactly aligned centres: sharp's own shifts the image by a fraction of a pixel.
import type { Planes } from './tiles.ts';

export function enlargeBicubic(source: Planes, scale: number): Planes {
  const across = enlargeRows(source, scale);
  return turn(enlargeRows(turn(across), scale));
}

function enlargeRows({ width, height, channels, values }: Planes, scale: number): Planes {
  const wide = width * scale;
  const made = new Float32Array(wide * height * channels);
  // The same few fractions repeat for every pixel, so their weights are computed once.
  const phases = Array.from({ length: scale }, (_, phase) => {
    const place = (phase + 0.5) / scale - 0.5;
    const first = Math.floor(place) - 1;
    return { first, weights: [0, 1, 2, 3].map((tap) => keys(place - first - tap)) };
  });
  for (let row = 0; row < height * channels; row += 1)
    for (let x = 0; x < width; x += 1)
      phases.forEach(({ first, weights }, phase) => {
        let sum = 0;
        for (let tap = 0; tap < 4; tap += 1) {
          const at = Math.min(width - 1, Math.max(0, x + first + tap));
          sum += (weights[tap] ?? 0) * (values[row * width + at] ?? 0);
        }
        made[row * wide + x * scale + phase] = sum;
      });
  return { width: wide, height, channels, values: made };
}

function keys(distance: number): number {
  const d = Math.abs(distance);
  if (d <= 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1;
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0;
}

function turn({ width, height, channels, values }: Planes): Planes {
  const turned = new Float32Array(values.length);
  for (let channel = 0; channel < channels; channel += 1)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        turned[(channel * width + x) * height + y] = values[(channel * height + y) * width + x] ?? 0;
  return { width: height, height: width, channels, values: turned };
}
