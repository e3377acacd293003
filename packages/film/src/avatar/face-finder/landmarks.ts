// The landmark network: 68 points of a face, along the jaw, the brows, the nose, the eyes and the lips.
import { addMaps, convolve, convolveSeparably, type FeatureMap, rectify, sameWindow } from './layers.ts';
import { tensorOf, type Weights } from './weights.ts';

export interface Point {
  x: number;
  y: number;
}

export const LANDMARK_PIXELS = 112;
const MEAN = [122.782, 117.001, 104.298];
const POINTS = 68;

/** Parts of the side of a square RGB picture of one face, 112 pixels a side. */
export function findLandmarks(rgb: Uint8Array, weights: Weights): Point[] {
  const scaled = Float32Array.from(rgb, (value, index) => (value - (MEAN[index % 3] ?? 0)) / 255);
  let map: FeatureMap = { width: LANDMARK_PIXELS, height: LANDMARK_PIXELS, channels: 3, data: scaled };
  for (let block = 0; block < 4; block += 1) map = runBlock(map, weights, block);
  const mean = new Float32Array(map.channels);
  for (const [index, value] of map.data.entries())
    mean[index % map.channels] = (mean[index % map.channels] ?? 0) + value / (map.width * map.height);
  const matrix = tensorOf(weights, 'fc/weights');
  const bias = tensorOf(weights, 'fc/bias');
  const number = (index: number): number =>
    mean.reduce((sum, value, row) => sum + value * (matrix[row * POINTS * 2 + index] ?? 0), bias[index] ?? 0);
  return Array.from({ length: POINTS }, (_, index) => ({ x: number(index * 2), y: number(index * 2 + 1) }));
}

/** Halves the map; each layer then sees the sum of all before it. */
function runBlock(input: FeatureMap, weights: Weights, block: number): FeatureMap {
  const separable = (layer: number) => ({
    depthwise: tensorOf(weights, `dense${block}/conv${layer}/depthwise_filter`),
    pointwise: tensorOf(weights, `dense${block}/conv${layer}/pointwise_filter`),
    bias: tensorOf(weights, `dense${block}/conv${layer}/bias`),
  });
  const half = sameWindow(input, 2);
  const first = rectify(
    block === 0
      ? convolve(
          input,
          { filters: tensorOf(weights, 'dense0/conv0/filters'), bias: tensorOf(weights, 'dense0/conv0/bias') },
          half,
        )
      : convolveSeparably(input, separable(0), half),
  );
  const seen = [first];
  for (let layer = 1; layer <= 3; layer += 1) {
    const [head = first, ...others] = seen;
    const before = layer === 1 ? first : rectify(addMaps(head, ...others));
    seen.push(convolveSeparably(before, separable(layer), sameWindow(before, 1)));
  }
  return rectify(addMaps(first, ...seen.slice(1)));
}
