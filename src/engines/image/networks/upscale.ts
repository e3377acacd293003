// Enlarges an image by 2 or 4 with a super-resolution network: fast (brightness only) or fine (all colours).
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';
import type { Pixels } from '../intake.ts';
import { enlargeBicubic } from './resample.ts';
import { loadNetwork, runNetwork } from './session.ts';
import { type Planes, runTiled, type TilePlan, toPlanes } from './tiles.ts';

export type UpscaleQuality = { kind: 'fast' } | { kind: 'fine'; networkPath: string };

const MAX_UPSCALED_PIXELS = 4096 * 4096;

const FAST_WEIGHTS = fileURLToPath(new URL('./weights/artcnn-c4f32.onnx', import.meta.url));
// Its six 3 × 3 convolutions reach 7 pixels far: with an overlap of 32 every kept pixel has its full context.
const FAST_TILES: TilePlan = { maxSize: 512, overlap: 32, multiple: 1 };
// Swin windows are 8 pixels wide; the network's own padding breaks its exported reshapes.
const FINE_TILES: TilePlan = { maxSize: 192, overlap: 16, multiple: 8 };

export async function upscalePicture(
  picture: Pixels,
  { scale, quality }: { scale: 2 | 4; quality: UpscaleQuality },
  report: (fraction: number) => void,
): Promise<Pixels> {
  if (picture.width * picture.height * scale * scale > MAX_UPSCALED_PIXELS)
    throw new ServiceError(
      'invalid_parameter',
      `The enlarged image would be larger than ${MAX_UPSCALED_PIXELS / 1024 ** 2} × 1024² pixels. Use a smaller image or scale.`,
      { param: 'scale' },
    );
  let planes = toPlanes(picture, 3);
  const first = quality.kind === 'fine' ? doubleFine(quality.networkPath) : doubleFast;
  planes = await first(planes, (fraction) => report(scale === 2 ? fraction : fraction / 2));
  // The second doubling costs four times the first and adds little: the fast network does it for both qualities.
  if (scale === 4) planes = await doubleFast(planes, (fraction) => report(0.5 + fraction / 2));
  return joinAlpha(planes, picture, scale);
}

type Double = (planes: Planes, report: (fraction: number) => void) => Promise<Planes>;

function doubleFine(networkPath: string): Double {
  return async (planes, report) => {
    const network = await loadNetwork(networkPath);
    const runTile = async (tile: Planes): Promise<Planes> => {
      const { values } = await runNetwork(network, tile.values, [1, 3, tile.height, tile.width]);
      return { width: tile.width * 2, height: tile.height * 2, channels: 3, values };
    };
    return runTiled(planes, { scale: 2, plan: FINE_TILES, run: runTile }, report);
  };
}

/** People see detail in brightness: the network enlarges it, and colour is interpolated. */
const doubleFast: Double = async (planes, report) => {
  const network = await loadNetwork(FAST_WEIGHTS);
  const runTile = async (tile: Planes): Promise<Planes> => {
    const { values } = await runNetwork(network, tile.values, [1, 1, tile.height, tile.width]);
    return { width: tile.width * 2, height: tile.height * 2, channels: 1, values };
  };
  const brightness = await runTiled(brightnessOf(planes), { scale: 2, plan: FAST_TILES, run: runTile }, report);
  const enlarged = enlargeBicubic(planes, 2);
  const size = enlarged.width * enlarged.height;
  for (let pixel = 0; pixel < size; pixel += 1) {
    const gain = (brightness.values[pixel] ?? 0) - brightnessAt(enlarged, pixel, size);
    for (let channel = 0; channel < 3; channel += 1) {
      const at = channel * size + pixel;
      enlarged.values[at] = (enlarged.values[at] ?? 0) + gain;
    }
  }
  return enlarged;
};

function brightnessOf(planes: Planes): Planes {
  const size = planes.width * planes.height;
  const values = Float32Array.from({ length: size }, (_, pixel) => brightnessAt(planes, pixel, size));
  return { width: planes.width, height: planes.height, channels: 1, values };
}

function brightnessAt({ values }: Planes, pixel: number, size: number): number {
  return 0.299 * (values[pixel] ?? 0) + 0.587 * (values[size + pixel] ?? 0) + 0.114 * (values[2 * size + pixel] ?? 0);
}

function joinAlpha(planes: Planes, source: Pixels, scale: 2 | 4): Pixels {
  const { width, height, values } = planes;
  const size = width * height;
  const channels = source.channels;
  const alpha = channels === 4 ? enlargeBicubic(alphaOf(source), scale).values : undefined;
  const data = new Uint8Array(size * channels);
  for (let pixel = 0; pixel < size; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * channels + channel] = toByte(values[channel * size + pixel] ?? 0);
    if (alpha) data[pixel * 4 + 3] = toByte(alpha[pixel] ?? 0);
  }
  return { width, height, channels, data };
}

function alphaOf({ width, height, data }: Pixels): Planes {
  const values = Float32Array.from({ length: width * height }, (_, pixel) => (data[pixel * 4 + 3] ?? 0) / 255);
  return { width, height, channels: 1, values };
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value * 255)));
}
