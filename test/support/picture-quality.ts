// Measures how near a picture is to its original: PSNR and SSIM on luma, as super-resolution papers do.
import sharp from 'sharp';

export interface Luma {
  width: number;
  height: number;
  values: Float32Array;
}

/** BT.601 luma in 16–235, the convention of the published tables. */
export async function readLuma(image: Uint8Array | string): Promise<Luma> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(info.width * info.height);
  for (let pixel = 0; pixel < values.length; pixel += 1) {
    const at = pixel * info.channels;
    const red = data[at] ?? 0;
    const green = data[at + (info.channels > 2 ? 1 : 0)] ?? 0;
    const blue = data[at + (info.channels > 2 ? 2 : 0)] ?? 0;
    values[pixel] = 16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255;
  }
  return { width: info.width, height: info.height, values };
}

export function psnr(made: Luma, original: Luma, border: number): number {
  let sum = 0;
  let count = 0;
  for (let y = border; y < original.height - border; y += 1)
    for (let x = border; x < original.width - border; x += 1) {
      const at = y * original.width + x;
      sum += ((made.values[at] ?? 0) - (original.values[at] ?? 0)) ** 2;
      count += 1;
    }
  return 10 * Math.log10(255 ** 2 / (sum / count));
}

/** Mean structural similarity with the usual 11 × 11 Gaussian window of sigma 1.5. */
export function ssim(made: Luma, original: Luma, border: number): number {
  const { width, height } = original;
  const product = (a: Luma, b: Luma) => a.values.map((value, index) => value * (b.values[index] ?? 0));
  const blur = (values: Float32Array) => blurGaussian(values, width, height);
  const meanMade = blur(made.values);
  const meanOriginal = blur(original.values);
  const squareMade = blur(product(made, made));
  const squareOriginal = blur(product(original, original));
  const cross = blur(product(made, original));
  const c1 = (0.01 * 255) ** 2;
  const c2 = (0.03 * 255) ** 2;
  const inset = Math.max(border, 5);
  let sum = 0;
  let count = 0;
  for (let y = inset; y < height - inset; y += 1)
    for (let x = inset; x < width - inset; x += 1) {
      const at = y * width + x;
      const a = meanMade[at] ?? 0;
      const b = meanOriginal[at] ?? 0;
      const varianceA = (squareMade[at] ?? 0) - a * a;
      const varianceB = (squareOriginal[at] ?? 0) - b * b;
      const covariance = (cross[at] ?? 0) - a * b;
      sum += ((2 * a * b + c1) * (2 * covariance + c2)) / ((a * a + b * b + c1) * (varianceA + varianceB + c2));
      count += 1;
    }
  return sum / count;
}

function blurGaussian(values: Float32Array, width: number, height: number): Float32Array {
  const kernel = Array.from({ length: 11 }, (_, index) => Math.exp(-((index - 5) ** 2) / (2 * 1.5 ** 2)));
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const pass = (source: Float32Array, step: number, size: number, position: (at: number) => number) => {
    const blurred = new Float32Array(source.length);
    for (let at = 0; at < source.length; at += 1) {
      let sum = 0;
      for (let tap = -5; tap <= 5; tap += 1) {
        const place = position(at) + tap;
        const clamped = place < 0 ? 0 : place >= size ? size - 1 : place;
        sum += (kernel[tap + 5] ?? 0) * (source[at + (clamped - position(at)) * step] ?? 0);
      }
      blurred[at] = sum / total;
    }
    return blurred;
  };
  const across = pass(values, 1, width, (at) => at % width);
  return pass(across, width, height, (at) => Math.floor(at / width));
}
