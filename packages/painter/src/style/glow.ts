// Glow: bright parts of the image spread softly into their surroundings, and far things are blurred.
import type { Frame } from '../render/frame.ts';

interface Small {
  width: number;
  height: number;
  data: Float32Array;
}

/** Adds a blurred copy of what is brighter than `from`. */
export function addGlow(frame: Frame, from: number, strength: number): void {
  const small = shrinkBright(frame, from);
  blur(small, Math.max(2, Math.round(small.height / 42)));
  blur(small, Math.max(2, Math.round(small.height / 42)));
  const { colour, width, height } = frame;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      for (let c = 0; c < 3; c++)
        colour[i + c] = (colour[i + c] ?? 0) + strength * sample(small, { x: x / 4, y: y / 4 }, c);
    }
  }
}

function shrinkBright(frame: Frame, from: number): Small {
  const width = Math.max(1, Math.ceil(frame.width / 4));
  const height = Math.max(1, Math.ceil(frame.height / 4));
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (Math.min(frame.height - 1, y * 4 + 2) * frame.width + Math.min(frame.width - 1, x * 4 + 2)) * 4;
      const j = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) data[j + c] = Math.min(3, Math.max(0, (frame.colour[i + c] ?? 0) - from));
    }
  }
  return { width, height, data };
}

/** A box blur in both directions; twice is close to a bell. */
function blur(small: Small, radius: number): void {
  const { width, height, data } = small;
  const line = new Float32Array(Math.max(width, height));
  const pass = (count: number, start: number, step: number) => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += data[start + Math.min(count - 1, Math.max(0, k)) * step + c] ?? 0;
      for (let k = 0; k < count; k++) {
        line[k] = sum / (2 * radius + 1);
        sum +=
          (data[start + Math.min(count - 1, k + radius + 1) * step + c] ?? 0) -
          (data[start + Math.max(0, k - radius) * step + c] ?? 0);
      }
      for (let k = 0; k < count; k++) data[start + k * step + c] = line[k] ?? 0;
    }
  };
  for (let y = 0; y < height; y++) pass(width, y * width * 3, 3);
  for (let x = 0; x < width; x++) pass(height, x * 3, width * 3);
}

function sample(small: Small, { x, y }: { x: number; y: number }, c: number): number {
  const x0 = Math.min(small.width - 1, Math.floor(x));
  const y0 = Math.min(small.height - 1, Math.floor(y));
  const x1 = Math.min(small.width - 1, x0 + 1);
  const y1 = Math.min(small.height - 1, y0 + 1);
  const [fx, fy] = [x - x0, y - y0];
  const at = (px: number, py: number) => small.data[(py * small.width + px) * 3 + c] ?? 0;
  return (at(x0, y0) * (1 - fx) + at(x1, y0) * fx) * (1 - fy) + (at(x0, y1) * (1 - fx) + at(x1, y1) * fx) * fy;
}
