// The power of a piece of sound at each frequency.
import type { Stereo } from '../../packages/composer/src/sound/stereo.ts';

const tables = new Map<number, Float64Array>();

/** Of `window` samples (a power of two) from `start`, both channels together, fading in and out. */
export function spectrum(sound: Stereo, start: number, window: number): Float64Array {
  const sines = sinesOf(window);
  const real = new Float64Array(window);
  const imaginary = new Float64Array(window);
  for (let index = 0; index < window; index += 1) {
    const shape = 0.5 - 0.5 * (sines[(index + window / 4) % window] ?? 0);
    real[index] = (((sound.left[start + index] ?? 0) + (sound.right[start + index] ?? 0)) / 2) * shape;
  }
  transform(real, imaginary);
  const power = new Float64Array(window / 2);
  for (let bin = 0; bin < power.length; bin += 1) power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
  return power;
}

function sinesOf(count: number): Float64Array {
  const known = tables.get(count);
  if (known) return known;
  const table = Float64Array.from({ length: count }, (_, index) => Math.sin((2 * Math.PI * index) / count));
  tables.set(count, table);
  return table;
}

/** Cooley and Tukey, in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const count = real.length;
  const sines = sinesOf(count);
  for (let index = 1, other = 0; index < count; index += 1) {
    let bit = count >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (index < other) [real[index], real[other]] = [real[other] ?? 0, real[index] ?? 0];
  }
  for (let size = 2; size <= count; size <<= 1) {
    const stride = count / size;
    for (let start = 0; start < count; start += size) {
      for (let inner = 0; inner < size / 2; inner += 1) {
        const cosine = sines[(inner * stride + count / 4) % count] ?? 0;
        const sine = -(sines[inner * stride] ?? 0);
        const low = start + inner;
        const high = low + size / 2;
        const r = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
        const i = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
        real[high] = (real[low] ?? 0) - r;
        imaginary[high] = (imaginary[low] ?? 0) - i;
        real[low] = (real[low] ?? 0) + r;
        imaginary[low] = (imaginary[low] ?? 0) + i;
      }
    }
  }
}
