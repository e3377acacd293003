// How many pixels a frame has: the shorter side by the resolution's name, the longer one by the shape.
import type { AspectRatio, VideoResolution } from './order.ts';

const SHORT_SIDES: Record<VideoResolution, number> = { '720p': 720, '1080p': 1080, '4k': 2160 };

export function frameSize(resolution: VideoResolution, shape: AspectRatio): { width: number; height: number } {
  const short = SHORT_SIDES[resolution];
  const [wide = 16, high = 9] = shape.split(':').map(Number);
  const even = (value: number): number => Math.round(value / 2) * 2;
  return wide >= high
    ? { width: even((short * wide) / high), height: short }
    : { width: short, height: even((short * high) / wide) };
}
