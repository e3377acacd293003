// Erases the masked area and fills it from its surroundings, with MI-GAN.
import ort from 'onnxruntime-node';
import type { Pixels } from '../intake.ts';
import { loadNetwork } from './session.ts';

/** One byte per pixel: 255 where the image must be regenerated. */
export interface Hole {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The network's own pipeline crops around the hole, works at 512 × 512 and blends back: pixels outside do not change. */
export async function fillHole(picture: Pixels, hole: Hole, networkPath: string): Promise<Pixels> {
  const network = await loadNetwork(networkPath);
  const { width, height, channels } = picture;
  const size = width * height;
  const image = new Uint8Array(size * 3);
  const keep = new Uint8Array(size);
  for (let pixel = 0; pixel < size; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      image[channel * size + pixel] = picture.data[pixel * channels + channel] ?? 0;
    keep[pixel] = (hole.data[pixel] ?? 0) > 127 ? 0 : 255;
  }
  const results = await network.run({
    image: new ort.Tensor('uint8', image, [1, 3, height, width]),
    mask: new ort.Tensor('uint8', keep, [1, 1, height, width]),
  });
  const made = results.result?.data;
  if (!(made instanceof Uint8Array)) throw new Error('the network returned no image');
  const data = Uint8Array.from(picture.data);
  for (let pixel = 0; pixel < size; pixel += 1) {
    if (keep[pixel] === 255) continue;
    for (let channel = 0; channel < 3; channel += 1)
      data[pixel * channels + channel] = made[channel * size + pixel] ?? 0;
    if (channels === 4) data[pixel * 4 + 3] = 255;
  }
  return { width, height, channels, data };
}
