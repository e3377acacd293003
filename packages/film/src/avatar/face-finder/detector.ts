// The small face detector: a YOLO of six separable layers that locates faces.
import {
  convolve,
  convolveSeparably,
  type FeatureMap,
  mixChannels,
  poolLargest,
  rectify,
  sameWindow,
} from './layers.ts';
import { tensorOf, type Weights } from './weights.ts';

export interface FaceBox {
  /** In the input's own pixels. */
  left: number;
  top: number;
  width: number;
  height: number;
  score: number;
}

export const DETECTOR_PIXELS = 416;
const MEAN = [117.001, 114.697, 97.404];
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
const LEAK = 0.1;
const LEAST_SCORE = 0.4;
/** For each anchor: position, size, confidence. */
const NUMBERS = 5;

/** The surest face of a square RGB picture, 416 pixels a side. */
export function detectFace(rgb: Uint8Array, weights: Weights): FaceBox | undefined {
  const scaled = Float32Array.from(rgb, (value, index) => (value - (MEAN[index % 3] ?? 0)) / 255);
  let map: FeatureMap = { width: DETECTOR_PIXELS, height: DETECTOR_PIXELS, channels: 3, data: scaled };
  const inner = { stride: 1, before: 0, width: DETECTOR_PIXELS - 2, height: DETECTOR_PIXELS - 2 } as const;
  map = rectify(
    convolve(map, { filters: tensorOf(weights, 'conv0/filters'), bias: tensorOf(weights, 'conv0/bias') }, inner),
    LEAK,
  );
  for (let layer = 1; layer <= 5; layer += 1) {
    map = poolLargest(map, 2);
    const own = {
      depthwise: tensorOf(weights, `conv${layer}/depthwise_filter`),
      pointwise: tensorOf(weights, `conv${layer}/pointwise_filter`),
      bias: tensorOf(weights, `conv${layer}/bias`),
    };
    map = rectify(convolveSeparably(map, own, sameWindow(map, 1)), LEAK);
  }
  map = poolLargest(map, 1);
  return surest(mixChannels(map, tensorOf(weights, 'conv8/filters'), tensorOf(weights, 'conv8/bias')));
}

function surest({ width: cells, data }: FeatureMap): FaceBox | undefined {
  let best: FaceBox | undefined;
  const cell = DETECTOR_PIXELS / cells;
  for (let place = 0; place < cells * cells; place += 1)
    for (const [index, [wide, high]] of ANCHORS.entries()) {
      const at = (place * ANCHORS.length + index) * NUMBERS;
      const score = sigmoid(data[at + 4] ?? 0);
      if (score < LEAST_SCORE || score <= (best?.score ?? 0)) continue;
      const width = Math.exp(data[at + 2] ?? 0) * wide * cell;
      const height = Math.exp(data[at + 3] ?? 0) * high * cell;
      const left = ((place % cells) + sigmoid(data[at] ?? 0)) * cell - width / 2;
      const top = (Math.floor(place / cells) + sigmoid(data[at + 1] ?? 0)) * cell - height / 2;
      best = { left, top, width, height, score };
    }
  return best;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
