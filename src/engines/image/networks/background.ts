// Finds the foreground with U²-Net and returns its opacity per pixel.
import { openGrey, openPixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';
import { loadNetwork, runNetwork } from './session.ts';

const SIDE = 320;
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/** 0 is background, 255 the subject; the same size as the image. */
export async function findSubject(picture: Pixels, networkPath: string): Promise<Uint8Array> {
  const network = await loadNetwork(networkPath);
  const small = await openPixels(picture).removeAlpha().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();
  const brightest = Math.max(1, ...new Set(small));
  const values = new Float32Array(3 * SIDE * SIDE);
  for (let channel = 0; channel < 3; channel += 1)
    for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1)
      values[channel * SIDE * SIDE + pixel] =
        ((small[pixel * 3 + channel] ?? 0) / brightest - (MEAN[channel] ?? 0)) / (DEVIATION[channel] ?? 1);
  const { values: found } = await runNetwork(network, values, [1, 3, SIDE, SIDE]);
  const { low, high } = rangeOf(found);
  const mask = Buffer.from(found.map((value) => Math.round((255 * (value - low)) / Math.max(high - low, 1e-6))));
  const { data } = await openGrey({ width: SIDE, height: SIDE, data: mask })
    .resize(picture.width, picture.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data;
}

function rangeOf(values: Float32Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
