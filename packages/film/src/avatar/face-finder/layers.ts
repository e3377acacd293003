// The layers of the face networks; maps are stored row by row, with the channels of a pixel side by side.
export interface FeatureMap {
  width: number;
  height: number;
  channels: number;
  data: Float32Array;
}

export interface Window {
  stride: 1 | 2;
  /** How far the window extends beyond the top and left edge. */
  before: 0 | 1;
  width: number;
  height: number;
}

/** Edges padded with zeros, so that the map keeps its size, or halves it. */
export function sameWindow({ width, height }: FeatureMap, stride: 1 | 2): Window {
  return { stride, before: stride === 1 ? 1 : 0, width: Math.ceil(width / stride), height: Math.ceil(height / stride) };
}

/** Three by three over all channels. */
export function convolve(
  input: FeatureMap,
  { filters, bias }: { filters: Float32Array; bias: Float32Array },
  window: Window,
): FeatureMap {
  const outputs = bias.length;
  const { channels } = input;
  const data = new Float32Array(window.width * window.height * outputs);
  eachTap(input, window, (from, to, tap) => {
    for (let channel = 0; channel < channels; channel += 1) {
      const value = input.data[from * channels + channel] ?? 0;
      const row = (tap * channels + channel) * outputs;
      for (let out = 0; out < outputs; out += 1)
        data[to * outputs + out] = (data[to * outputs + out] ?? 0) + value * (filters[row + out] ?? 0);
    }
  });
  return addBias({ width: window.width, height: window.height, channels: outputs, data }, bias);
}

/** Three by three within each channel, then one by one across them. */
export function convolveSeparably(
  input: FeatureMap,
  weights: { depthwise: Float32Array; pointwise: Float32Array; bias: Float32Array },
  window: Window,
): FeatureMap {
  const { channels } = input;
  const data = new Float32Array(window.width * window.height * channels);
  eachTap(input, window, (from, to, tap) => {
    for (let channel = 0; channel < channels; channel += 1)
      data[to * channels + channel] =
        (data[to * channels + channel] ?? 0) +
        (input.data[from * channels + channel] ?? 0) * (weights.depthwise[tap * channels + channel] ?? 0);
  });
  return mixChannels({ width: window.width, height: window.height, channels, data }, weights.pointwise, weights.bias);
}

export function mixChannels(input: FeatureMap, filters: Float32Array, bias: Float32Array): FeatureMap {
  const { width, height, channels } = input;
  const outputs = bias.length;
  const data = new Float32Array(width * height * outputs);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < channels; channel += 1) {
      const value = input.data[pixel * channels + channel] ?? 0;
      if (value === 0) continue;
      for (let out = 0; out < outputs; out += 1)
        data[pixel * outputs + out] =
          (data[pixel * outputs + out] ?? 0) + value * (filters[channel * outputs + out] ?? 0);
    }
  return addBias({ width, height, channels: outputs, data }, bias);
}

/** Max pooling, two by two. */
export function poolLargest(input: FeatureMap, stride: 1 | 2): FeatureMap {
  const { channels } = input;
  const width = Math.ceil(input.width / stride);
  const height = Math.ceil(input.height / stride);
  const data = new Float32Array(width * height * channels).fill(Number.NEGATIVE_INFINITY);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let down = 0; down < 2 && y * stride + down < input.height; down += 1)
        for (let right = 0; right < 2 && x * stride + right < input.width; right += 1) {
          const from = ((y * stride + down) * input.width + x * stride + right) * channels;
          const to = (y * width + x) * channels;
          for (let channel = 0; channel < channels; channel += 1)
            data[to + channel] = Math.max(data[to + channel] ?? 0, input.data[from + channel] ?? 0);
        }
  return { width, height, channels, data };
}

/** The slope for negative values. */
export function rectify(input: FeatureMap, leak = 0): FeatureMap {
  return { ...input, data: input.data.map((value) => (value < 0 ? value * leak : value)) };
}

export function addMaps(first: FeatureMap, ...others: readonly FeatureMap[]): FeatureMap {
  const data = first.data.map((value, index) => others.reduce((sum, other) => sum + (other.data[index] ?? 0), value));
  return { ...first, data };
}

function addBias(map: FeatureMap, bias: Float32Array): FeatureMap {
  for (let index = 0; index < map.data.length; index += 1)
    map.data[index] = (map.data[index] ?? 0) + (bias[index % map.channels] ?? 0);
  return map;
}

function eachTap(input: FeatureMap, window: Window, visit: (from: number, to: number, tap: number) => void): void {
  for (let y = 0; y < window.height; y += 1)
    for (let x = 0; x < window.width; x += 1)
      for (let tap = 0; tap < 9; tap += 1) {
        const row = y * window.stride + Math.floor(tap / 3) - window.before;
        const column = x * window.stride + (tap % 3) - window.before;
        if (row < 0 || column < 0 || row >= input.height || column >= input.width) continue;
        visit(row * input.width + column, y * window.width + x, tap);
      }
}
