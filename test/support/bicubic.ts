// The bicubic yardstick: Keys' kernel with a = -0.5, widened when shrinking, centres aligned, as MATLAB's imresize does.

export interface RawPicture {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

export function resizeBicubic(picture: RawPicture, width: number, height: number): RawPicture {
  const across = resizeRows(Float32Array.from(picture.data), picture.width, picture.height, picture.channels, width);
  const turned = transpose(across, width, picture.height, picture.channels);
  const down = resizeRows(turned, picture.height, width, picture.channels, height);
  const back = transpose(down, height, width, picture.channels);
  return { width, height, channels: picture.channels, data: new Uint8Array(Uint8ClampedArray.from(back)) };
}

function resizeRows(
  source: Float32Array,
  width: number,
  height: number,
  channels: number,
  newWidth: number,
): Float32Array {
  const scale = newWidth / width;
  const stretch = Math.min(scale, 1);
  const radius = 2 / stretch;
  const result = new Float32Array(newWidth * height * channels);
  for (let x = 0; x < newWidth; x += 1) {
    const centre = (x + 0.5) / scale - 0.5;
    const taps: { at: number; weight: number }[] = [];
    let total = 0;
    for (let at = Math.ceil(centre - radius); at <= Math.floor(centre + radius); at += 1) {
      const weight = keys((centre - at) * stretch);
      total += weight;
      taps.push({ at: mirror(at, width), weight });
    }
    for (let y = 0; y < height; y += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (const { at, weight } of taps) sum += weight * (source[(y * width + at) * channels + channel] ?? 0);
        result[(y * newWidth + x) * channels + channel] = sum / total;
      }
  }
  return result;
}

function keys(distance: number): number {
  const d = Math.abs(distance);
  if (d <= 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1;
  if (d < 2) return -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2;
  return 0;
}

function mirror(at: number, size: number): number {
  if (at < 0) return Math.min(-at - 1, size - 1);
  return at >= size ? Math.max(2 * size - 1 - at, 0) : at;
}

function transpose(source: Float32Array, width: number, height: number, channels: number): Float32Array {
  const turned = new Float32Array(source.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1)
        turned[(x * height + y) * channels + channel] = source[(y * width + x) * channels + channel] ?? 0;
  return turned;
}
