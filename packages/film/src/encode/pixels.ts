// The pixel formats that an encoder takes, and the bytes of a frame in each.
export type PixelFormat = 'rgb24' | 'rgba' | 'yuv420p';

export interface FrameSize {
  width: number;
  height: number;
  pixels: PixelFormat;
}

export function bytesPerFrame({ width, height, pixels }: FrameSize): number {
  if (pixels === 'yuv420p') return (width * height * 3) / 2;
  return width * height * (pixels === 'rgba' ? 4 : 3);
}

/** Limited-range BT.709, as films of this size are read, to RGB. `step` takes every n-th pixel for a smaller picture. */
export function rgbOf(frame: Uint8Array, size: FrameSize, step = 1): Uint8Array {
  const { width, height, pixels } = size;
  const [w, h] = [Math.floor(width / step), Math.floor(height / step)];
  const rgb = new Uint8Array(w * h * 3);
  const pick = pixels === 'yuv420p' ? pickYuv : pickPacked;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) pick(frame, { size, x: x * step, y: y * step }, { rgb, to: (y * w + x) * 3 });
  return rgb;
}

interface PickedPixel {
  size: FrameSize;
  x: number;
  y: number;
}

function pickPacked(
  frame: Uint8Array,
  { size, x, y }: PickedPixel,
  { rgb, to }: { rgb: Uint8Array; to: number },
): void {
  const from = (y * size.width + x) * (size.pixels === 'rgba' ? 4 : 3);
  rgb[to] = frame[from] ?? 0;
  rgb[to + 1] = frame[from + 1] ?? 0;
  rgb[to + 2] = frame[from + 2] ?? 0;
}

function pickYuv(
  frame: Uint8Array,
  { size: { width, height }, x, y }: PickedPixel,
  { rgb, to }: { rgb: Uint8Array; to: number },
): void {
  const area = width * height;
  const chroma = (y >> 1) * (width >> 1) + (x >> 1);
  const light = 1.164384 * ((frame[y * width + x] ?? 16) - 16);
  const u = (frame[area + chroma] ?? 128) - 128;
  const v = (frame[area + (area >> 2) + chroma] ?? 128) - 128;
  rgb[to] = byte(light + 1.792741 * v);
  rgb[to + 1] = byte(light - 0.213249 * u - 0.532909 * v);
  rgb[to + 2] = byte(light + 2.112402 * u);
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}
